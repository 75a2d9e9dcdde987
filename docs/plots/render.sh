#!/bin/sh
# Draws the figures of a chapter: runs its plot.gp once in English and once in Chinese and writes
# OUT_DIR/NAME.svg and OUT_DIR/NAME.zh.svg, one line each. Run it from the top folder.
# usage: docs/plots/render.sh [--png] CHAPTER_FOLDER DATA_DIR [OUT_DIR]
#   OUT_DIR is DATA_DIR unless named. --png writes pictures for a quick look instead.
set -eu

die() {
    echo "render.sh: $*" >&2
    exit 1
}

format=svg
[ "${1-}" != --png ] || { format=png && shift; }
[ $# -eq 2 ] || [ $# -eq 3 ] || {
    echo "usage: docs/plots/render.sh [--png] CHAPTER_FOLDER DATA_DIR [OUT_DIR]" >&2
    exit 2
}
chapter=$1 data=$2 out=${3-$2}
[ -f docs/plots/style.gp ] || die "run it from the top folder of the book"
[ -f "$chapter/plot.gp" ] || die "$chapter/plot.gp: no such file"
[ -d "$data" ] || die "$data: no such folder; record the chapter's numbers first (make runs)"
command -v gnuplot >/dev/null || die "gnuplot is not installed (run ./setup)"

mkdir -p -- "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
quoted() { # a path as a gnuplot string
    printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"
}

draw() { # language, suffix of the file names
    mkdir "$work/$1"
    # gnuplot only warns about a file that is missing or holds no points; in the C locale it warns
    # of a degree sign that no figure has
    if ! gnuplot -e "data=$(quoted "$data"); lang='$1'; format='$format'; out='$work/$1'" \
        "$chapter/plot.gp" >"$work/log" 2>&1 ||
        grep -v 'iconv failed' "$work/log" | grep -q 'warning:'; then
        cat "$work/log" >&2
        die "$chapter/plot.gp failed on $data"
    fi
    for file in "$work/$1"/*."$format"; do
        [ -f "$file" ] || die "$chapter/plot.gp wrote no figure"
        target=$out/$(basename "$file" ".$format")$2.$format
        [ "$format" = png ] || sed -E -f docs/plots/theme.sed "$file" >"$file.themed"
        [ "$format" = png ] || mv "$file.themed" "$file"
        mv -- "$file" "$target"
        echo "$target"
    done
}
draw en ""
draw zh .zh
