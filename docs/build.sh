#!/bin/sh
# Builds the book out of the notes, in English and Chinese. Run it from the top folder.
# usage: docs/build.sh TARGET ...
#   figures  build/site/figures/chNN/NAME.svg, NAME.zh.svg    drawn from chNN_*/run
#   html     build/site/*.html, build/site/zh/*.html          the site
#   single   build/book.en.html, build/book.zh.html           the whole book in one file
#   epub     build/book.en.epub, build/book.zh.epub
#   pdf      build/book.en.pdf, build/book.zh.pdf             printed by Chromium
set -eu
SITE=build/site WORK=build/notes

die() {
    echo "build.sh: $*" >&2
    exit 1
}

need() { # program, what installs it
    command -v "$1" >/dev/null || die "$1 is not installed (run $2)"
}

find_katex() {
    for dir in "${KATEX_DIR-}" /usr/share/javascript/katex node_modules/katex/dist \
        /opt/homebrew/lib/node_modules/katex/dist /usr/local/lib/node_modules/katex/dist; do
        [ ! -f "$dir/katex.min.js" ] || { echo "$dir" && return; }
    done
    die "KaTeX not found (run ./setup, or name the folder of katex.min.js in KATEX_DIR)"
}

# ---- what the book is made of ---------------------------------------------------------------
suffix() { # language -> what its files' names end in
    [ "$1" = en ] || echo ".$1"
}

# A line of the list of pages, if the page exists: language, path without ending, key, number.
page() {
    [ -f "$2$(suffix "$1").md" ] || return 0
    case $1 in en) other=zh link=zh/$3.html ;; zh) other=en link=../$3.html ;; esac
    [ -f "$2$(suffix $other).md" ] || link=
    echo "  - {path: $2$(suffix "$1").md, key: $3, number: '$4', other: '$link'}"
}

pages() { # language
    page "$1" docs/index index ""
    for dir in ch0?_*/; do
        n=$(expr "$dir" : 'ch0\(.\)')
        page "$1" "${dir}notes" "ch0$n" "$n"
    done
    page "$1" docs/notation notation A
    page "$1" docs/glossary glossary B
    for n in 1 2 3 4 5 6; do page "$1" "docs/exercises/ch0$n" "ch0${n}_solutions" "S$n"; done
}

metadata() { # language
    cat "docs/book.$1.yaml"
    echo "site: $SITE"
    echo "pages:"
    pages "$1"
    echo "results:"
    for file in ch0?_*/run/results.txt ch0?_*/run/*/results.txt; do [ ! -f "$file" ] || echo "  - $file"; done
}

# The whole book as one numbered document, from which every form is written.
assemble() { # language
    mkdir -p $WORK
    metadata "$1" >"$WORK/$1.yaml"
    pandoc -f markdown -t json --metadata-file "$WORK/$1.yaml" --fail-if-warnings \
        -L docs/filters/book.lua -L docs/filters/crossref.lua -L docs/filters/region.lua \
        -L docs/filters/results.lua -o "$WORK/$1.json" /dev/null
}

# ---- the forms of the book --------------------------------------------------------------------
write() { # language, then arguments for pandoc
    json=$WORK/$1.json
    shift
    pandoc -f json "$json" --standalone --fail-if-warnings --toc -L docs/filters/page.lua \
        --citeproc -L docs/filters/katex.lua "$@"
}

figures() {
    need gnuplot ./setup
    for dir in ch0?_*; do
        [ -f "$dir/plot.gp" ] || continue
        out=$SITE/figures/$(expr "$dir" : '\(ch0.\)')
        # nothing to draw unless something is newer than the last drawing
        if [ -f "$out/drawn" ] &&
            [ -z "$(find "$dir/plot.gp" "$dir/run" docs/plots -newer "$out/drawn")" ]; then
            continue
        fi
        docs/plots/render.sh "$dir" "$dir/run" "$out"
        touch "$out/drawn"
    done
}

assets() {
    mkdir -p $SITE/assets/fonts $SITE/zh
    cat docs/css/book.css docs/css/print.css >$SITE/assets/book.css
    cp -L "$KATEX_DIR"/fonts/*.woff2 $SITE/assets/fonts/
    # every browser that knows the rest of our styles reads woff2: drop the other formats
    sed -E 's/,url\([^)]*\.(woff|ttf)\) format\([^)]*\)//g' "$KATEX_DIR/katex.min.css" \
        >$SITE/assets/katex.css
}

html() {
    rm -f $SITE/*.html $SITE/zh/*.html
    for lang in en zh; do
        case $lang in en) dir=$SITE up='' ;; zh) dir=$SITE/zh up=../ ;; esac
        for key in $(sed -n 's/^  - {.*key: \([a-z0-9_]*\),.*/\1/p' "$WORK/$lang.yaml"); do
            write $lang -t html5 --template docs/template.html --toc-depth=3 \
                -M page="$key" -M up=$up -o "$dir/$key.html"
        done
    done
    echo "$SITE/index.html"
    echo "$SITE/zh/index.html"
}

single() {
    for lang in en zh; do
        case $lang in en) other=zh ;; zh) other=en ;; esac
        write $lang -t html5 --template docs/template.html --toc-depth=2 -M up= \
            -M other=book.$other.html -o "$SITE/whole.html"
        node docs/inline.mjs $SITE/whole.html >"$WORK/book.$lang.html"
        rm $SITE/whole.html
        mv "$WORK/book.$lang.html" build/
        echo "build/book.$lang.html"
    done
}

epub() {
    for lang in en zh; do
        write $lang -t epub3 --toc-depth=2 --resource-path=$SITE --css docs/css/epub.css \
            -M katex-output=mathml -o "build/book.$lang.epub"
        echo "build/book.$lang.epub"
    done
}

pdf() {
    for browser in chromium chromium-browser google-chrome ''; do
        ! command -v "$browser" >/dev/null || break
    done
    [ -n "$browser" ] || die "the PDF needs Chromium (run ./setup --pdf)"
    profile=$(mktemp -d)
    trap 'rm -rf "$profile"' EXIT
    for lang in en zh; do
        rm -f "build/book.$lang.pdf"
        "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking \
            --no-first-run --user-data-dir="$profile" --no-pdf-header-footer \
            --generate-pdf-document-outline --print-to-pdf="build/book.$lang.pdf" \
            "file://$PWD/build/book.$lang.html" >"$WORK/browser.log" 2>&1 || true
        [ -s "build/book.$lang.pdf" ] ||
            { cat "$WORK/browser.log" >&2 && die "$browser printed nothing"; }
        echo "build/book.$lang.pdf"
    done
}

[ $# -gt 0 ] || {
    sed -n '2,/^set/{/^set/d;s/^# //;p;}' "$0" >&2
    exit 2
}
[ -f docs/book.en.yaml ] || die "run it from the top folder of the book"
for target; do
    case $target in figures | html | single | epub | pdf) ;; *) die "no target $target" ;; esac
done
figures
[ "$*" != figures ] || exit 0
need pandoc ./setup
need node ./setup
KATEX_DIR=$(find_katex)
export KATEX_DIR
assets
assemble en
assemble zh
for target; do
    case $target in
    html | single | epub) $target ;;
    pdf) single && pdf ;;
    esac
done
