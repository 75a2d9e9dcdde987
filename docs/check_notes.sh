#!/bin/sh
# Checks the notes. Run it from the top folder.
# usage: docs/check_notes.sh            everything; needs the built book (make notes)
#        docs/check_notes.sh FILE ...   Markdown files alone: stray dollars, missing pictures
# Every fault is a line on stderr; the exit status is 1 when there is one.
set -u
WORK=build/notes
faults=0

fault() {
    echo "$*" >&2
    faults=$((faults + 1))
}

check_source() { # Markdown file
    pandoc -f markdown -t json -L docs/filters/literal.lua -M folder="$(dirname "$1")" \
        -o /dev/null "$1" || fault "$1: faulty"
}

quotes() { # language
    pandoc -f markdown -t json --metadata-file "$WORK/$1.yaml" -L docs/filters/book.lua \
        -L docs/filters/quotes.lua -o /dev/null /dev/null
}

# Both languages of a page must quote the same.
check_languages() {
    for file in ch0?_*/notes.md docs/exercises/ch0?.md; do
        chinese=${file%.md}.zh.md
        [ ! -f "$file" ] || [ -f "$chinese" ] || fault "$file: $chinese is missing"
    done
    quotes en >$WORK/en.quotes && quotes zh >$WORK/zh.quotes || fault "cannot read the notes"
    diff -U 3 -F '^page' $WORK/en.quotes $WORK/zh.quotes >$WORK/diff ||
        fault "the languages differ (- English, + Chinese):
$(sed 1,2d $WORK/diff)"
}

if [ $# -gt 0 ]; then
    for file; do check_source "$file"; done
else
    [ -f $WORK/en.yaml ] && [ -f build/site/index.html ] || {
        echo "check_notes.sh: the book is not built (make notes)" >&2
        exit 1
    }
    for file in $(sed -n 's/^  - {path: \([^,]*\),.*/\1/p' $WORK/en.yaml $WORK/zh.yaml); do
        check_source "$file"
    done
    check_languages
    set -- build/site/*.html build/site/zh/*.html
    for file in build/book.en.html build/book.zh.html; do
        [ ! -f $file ] || set -- "$@" $file
    done
    node docs/check_site.mjs "$@" || fault "the built pages are faulty"
fi
[ $faults -eq 0 ]
