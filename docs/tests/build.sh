#!/bin/sh
# Builds a small book, looks at what came out, and checks that check_notes.sh finds every fault.
. "$(dirname "$0")/expect.inc"
mkdir -p ch01_toy/run
printf 'toy.rmse=0.25\n' >ch01_toy/run/results.txt
printf '1\t1\n2\t4\n' >ch01_toy/run/curve.tsv
cat >ch01_toy/square.c <<'C'
//> square [exercise=1]
int square(int x) { return x * x; }
//< square
C
cat >ch01_toy/plot.gp <<'G'
load "docs/plots/style.gp"
@FIGURE "curve" 400 300
plot data."/curve.tsv" using 1:2 title T("curve", "曲线")
G
notes() { # title, sentence, words in the formula
    cat <<M
# $1

$2 \`toy.rmse\`{.result}, [@fig:curve], [@lst:square], [@eq:a], [@nadaraya1964], [@sec:index].

\$\$y = x^2 \\text{ $3 } x > 0\$\$ {#eq:a}

\`\`\` {.c #lst:square region="ch01_toy/square.c#square"}
\`\`\`

![A curve \$y\$.](figures/curve.svg){#fig:curve}
M
}
write_notes() {
    notes 'A toy' 'The error is' for >ch01_toy/notes.md
    notes 玩具 误差是 当 >ch01_toy/notes.zh.md
}
write_notes
build() { docs/build.sh "$@"; }
check() { docs/check_notes.sh "$@"; }
page() { cat build/site/$1; }

expect check_asks_for_a_build 1 'not built' check
expect the_book_builds 0 'build/book.zh.epub' build html single epub
expect the_notes_are_sound 0 'pages are sound' check
expect figures_are_drawn_once 0 '' test -z "$(build figures)"
expect a_number_is_in_the_page 0 '>0.25</span>' page ch01.html
expect code_is_in_the_page 0 'ch01_toy/square.c:2–2' page ch01.html
expect numbers_are_those_of_the_other_language 0 '图 1.1' page zh/ch01.html
expect references_are_set 0 'On Estimating Regression' page ch01.html
expect english_leads_to_chinese 0 'href="zh/ch01.html"' page ch01.html
expect chinese_leads_to_english 0 'href="../ch01.html"' page zh/ch01.html
expect the_index_leads_to_the_chapter 0 'A toy' page index.html
expect the_index_says_what_is_planned 0 'class="badge">planned' page index.html
expect a_page_knows_itself 0 'href="ch01.html" aria-current="page"' page ch01.html
expect a_page_knows_the_next 0 '<a rel="next" href="notation.html"' page ch01.html
expect the_single_file_holds_its_fonts 0 'data:font/woff2;base64,' cat build/book.en.html
expect the_single_file_holds_its_figures 0 'src="data:image/svg+xml;base64,' cat build/book.zh.html
expect the_single_file_loads_no_style 1 '' grep -q 'rel="stylesheet"' build/book.en.html
expect the_e_book_can_be_read 0 'int square(int x)' pandoc build/book.en.epub -t plain

# ---- without tools ----------------------------------------------------------------------------
mkdir few
for tool in sh sed expr find mkdir cp pandoc node touch rm mv cat gnuplot dirname ls mktemp; do
    ln -s "$(command -v $tool)" few/
done
expect a_missing_browser_is_named 1 'run ./setup --pdf' env PATH="$work/few" sh docs/build.sh pdf
rm few/node
expect a_missing_node_is_named 1 'node is not installed (run ./setup)' \
    env PATH="$work/few" sh docs/build.sh html
expect a_wrong_target_is_named 1 'no target book' build book
expect no_target_shows_the_usage 2 'usage: docs/build.sh TARGET' build

# ---- faults in the notes -----------------------------------------------------------------------
cat >faulty.md <<'M'
Good: $x_i$ and $$y$$

Spaces: $ x = 1 $ end.

Digit: $h$2 end.

![p](none.png)
M
expect a_blank_beside_a_dollar_is_found 1 'Spaces: $ x = 1 $ end.' check faulty.md
expect a_digit_after_a_dollar_is_found 1 'Digit: $h$2 end.' check faulty.md
expect a_missing_picture_is_found 1 'no such picture: none.png' check faulty.md
printf 'Good: $x_i$ and $$y$$, `$HOME`.\n' >sound.md
expect sound_notes_pass 0 '' check sound.md

languages() { # sed expression that changes the Chinese notes
    write_notes
    sed "$1" ch01_toy/notes.zh.md >changed && mv changed ch01_toy/notes.zh.md
    build html >/dev/null && check
}
expect another_formula_is_found 1 '+  equation y = x^3' languages 's/x^2/x^3/'
expect another_number_is_found 1 '-  number toy.rmse' languages 's/`toy.rmse`{.result}/0.25/'
expect a_missing_figure_is_found 1 '-  figure fig:curve' languages '/^!/d;s/\[@fig:curve\], //'
expect a_missing_region_is_found 1 '-  region lst:square ch01_toy/square.c#square' \
    languages '/^```/d;s/\[@lst:square\], //'
expect another_label_is_found 1 '+  label eq:b' languages 's/eq:a/eq:b/'
expect words_in_formulas_may_differ 0 'pages are sound' languages 's/ 当 / 如果 /'
write_notes
build html >/dev/null
rm ch01_toy/notes.zh.md
expect a_missing_translation_is_found 1 'ch01_toy/notes.zh.md is missing' check

# ---- faults in the pages -------------------------------------------------------------------------
site() { # HTML of a page
    echo "$1" >page.html
    node docs/check_site.mjs page.html
}
expect a_sound_page_passes 0 '1 pages are sound' \
    site '<p id="a">x</p><a href="#a">x</a>
<a href="https://example.org/">y</a>'
expect a_dollar_in_the_text_is_found 1 'a $ in the text: price $x' site '<p>price $x</p>'
expect a_dollar_in_code_is_fine 0 'sound' site '<code>$x</code><pre>$y</pre>'
expect a_dangling_anchor_is_found 1 'link to #b: no such place' \
    site '<p id="a">x</p><a href="#b">x</a>'
expect a_dangling_link_is_found 1 'link to none.html: no such file' site '<a class="x"
href="none.html">x</a>'
expect a_missing_image_is_found 1 'none.svg: no such file' site '<img alt="x" src="none.svg">'
expect an_image_needs_a_description 1 'no description' site '<img src="data:image/png;base64,AA">'
expect a_resource_of_the_network_is_found 1 'loads https://example.org/a.css from the network' \
    site '<link rel="stylesheet" href="https://example.org/a.css">'
expect a_font_of_the_network_is_found 1 'loads //example.org/f.woff2' \
    site '<style>@font-face { src: url(//example.org/f.woff2) }</style>'
expect a_doubled_identifier_is_found 1 'two places are a' site '<p id="a">x</p><p id="a">y</p>'
finish
