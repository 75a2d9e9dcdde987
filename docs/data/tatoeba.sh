#!/bin/sh
# Fetches sentence pairs for chapter 5 from the internet: for readers who want more than ./setup gives.
#
#   docs/data/tatoeba.sh fra      English-French sentences of Tatoeba   -> build/data/tatoeba/fra.txt
#   docs/data/tatoeba.sh cmn      English-Mandarin sentences of Tatoeba -> build/data/tatoeba/cmn.txt
#   docs/data/tatoeba.sh multi30k captions of pictures, English-French  -> build/data/multi30k/*.tsv
#
# then: ./ch5 data --file build/data/tatoeba/fra.txt
#
# Tatoeba: www.manythings.org/anki makes these files of the sentences that people write at
# tatoeba.org (CC BY 2.0 FR); other languages under their ISO 639-3 codes. Columns, separated by tabs:
# English, the other language, licence and authors. Sorted by length; a sentence with several
# translations is several lines, which ./ch5 keeps in one part.
# Multi30k (Elliott et al. 2016, github.com/multi30k/dataset): 29,000 captions to train with, 1,014 to
# validate, 1,000 to test (test_2016_flickr). Columns: English, French. A picture has one caption.
#
# TATOEBA and MULTI30K name other places with the same files (a mirror, file:///...).
set -u
cd "$(dirname "$0")/../.." || exit 1
tatoeba=${TATOEBA:-https://www.manythings.org/anki}
multi30k=${MULTI30K:-https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw}

stop() {
    echo "tatoeba.sh: $1" >&2
    exit 1
}

# fetch URL FILE; the site of Tatoeba's files refuses programs that do not call themselves a browser
fetch() {
    curl --fail --silent --show-error --location --user-agent 'Mozilla/5.0' --output "$2" "$1" ||
        stop "$1 could not be fetched"
}

tatoeba_pairs() {
    command -v unzip >/dev/null || stop "unzip is needed"
    fetch "$tatoeba/$1-eng.zip" "$work/pairs.zip"
    unzip -q "$work/pairs.zip" "$1.txt" -d "$work" || stop "$1-eng.zip holds no $1.txt"
    mkdir -p build/data/tatoeba && mv "$work/$1.txt" build/data/tatoeba/ || exit 1
    wc -l "build/data/tatoeba/$1.txt"
}

multi30k_part() {
    for language in en fr; do
        fetch "$multi30k/$1.$language.gz" "$work/$1.$language.gz"
        gzip -d "$work/$1.$language.gz" || stop "$1.$language.gz is not a gzip file"
    done
    [ "$(wc -l <"$work/$1.en")" -eq "$(wc -l <"$work/$1.fr")" ] || stop "$1: not as many lines in both"
    mkdir -p build/data/multi30k && paste "$work/$1.en" "$work/$1.fr" >"build/data/multi30k/$1.tsv" ||
        exit 1
    wc -l "build/data/multi30k/$1.tsv"
}

case ${1-} in
-h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" && exit 0 ;;
multi30k | [a-z][a-z][a-z]) ;;
*) echo "usage: docs/data/tatoeba.sh fra|cmn|multi30k (--help tells more)" >&2 && exit 2 ;;
esac
command -v curl >/dev/null || stop "curl is needed"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
case $1 in
multi30k) for part in train val test_2016_flickr; do multi30k_part $part; done ;;
*) tatoeba_pairs "$1" ;;
esac
