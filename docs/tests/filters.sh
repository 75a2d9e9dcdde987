#!/bin/sh
# Tests the filters, each alone where it can be.
. "$(dirname "$0")/expect.inc"

# ---- region.lua ---------------------------------------------------------------------------------
cat >good.c <<'C'
//> a
int a;
//< a
void f(void)
{
    //> inner [exercise=3]
    if (x)
        y();

    //< inner
}
C
quote() { # path#name
    printf '``` {.c region="%s" %s}\n```\n' "$1" "${2-}" |
        pandoc -t html --no-highlight -L docs/filters/region.lua
}
fault() { # name, text, lines of a source file
    printf "$3" >bad.c
    expect "$1" 83 "$2" quote bad.c#a
}
expect a_region_is_quoted_with_its_lines 0 '<code>good.c:2–2</code>' quote good.c#a
expect line_numbers_are_those_of_the_file 0 'data-startFrom="7"' quote good.c#inner
expect shared_indentation_is_stripped 0 'if (x)
    y();' quote good.c#inner
expect a_label_moves_to_the_listing 0 'id="lst:x" class="listing"' quote good.c#a '#lst:x'
expect a_missing_file_stops 83 'none.c: no such file' quote none.c#a
expect a_missing_region_stops 83 'good.c: no region none' quote good.c#none
expect a_bad_name_stops 83 'want path#name' quote good.c
fault an_open_region_stops 'region a is never closed' '//> a\nint a;\n'
fault a_doubled_region_stops 'bad.c:4: region a is opened twice' \
    '//> a\nint a;\n//< a\n//> a\n//< a\n'
fault an_empty_region_stops 'region a is empty' '//> a\n\n//< a\n'
fault a_nested_region_stops 'region b opens inside region a' '//> a\n//> b\n//< b\n//< a\n'
fault a_crossed_end_stops 'region b is closed but not open' '//> a\n//< b\n//< a\n'
fault a_bad_marker_stops 'bad.c:1: bad marker' '//> a [points=3]\nint a;\n//< a\n'
fault another_region_of_the_file_counts_too 'region b is never closed' \
    '//> a\nint a;\n//< a\n//> b\n'

# ---- results.lua --------------------------------------------------------------------------------
printf '# seed 1\nch.k=1.5\nneg=-3\nword=abc\nsmall=1.5e-07\n' >ok.txt
printf 'k=1\nk=2\n' >twice.txt
printf 'no equals sign\n' >bad.txt
number() { # code, results file
    echo "$1" | pandoc -t html -L docs/filters/results.lua --metadata-file results.yaml
}
echo 'results: [ok.txt]' >results.yaml
expect a_number_is_quoted_under_its_name 0 'title="ch.k">1.5</span>' number '`ch.k`{.result}'
expect a_number_is_formatted 0 '>1.500</span>' number '`ch.k`{.result fmt="%.3f"}'
expect minus_is_a_minus_sign 0 '>−3</span>' number '`neg`{.result}'
expect an_exponent_is_a_power_of_ten 0 '1.5 × 10<sup>−7</sup>' number '`small`{.result}'
expect a_word_may_be_quoted 0 '>abc</span>' number '`word`{.result}'
expect a_missing_key_stops 83 'no measured value for key "q"' number '`q`{.result}'
expect a_format_wants_a_number 83 'is no number' number '`word`{.result fmt="%.1f"}'
expect a_bad_format_stops 83 'cannot write 1.5 as %y' number '`ch.k`{.result fmt="%y"}'
mkdir -p run/long && printf 'k=7\n' >run/long/results.txt && printf 'k=8\n' >run/results.txt
echo 'results: [run/results.txt, run/long/results.txt]' >results.yaml
expect a_longer_run_has_its_name_before_its_keys 0 '>7</span>' number '`long.k`{.result}'
expect the_default_run_has_none 0 '>8</span>' number '`k`{.result}'
echo 'results: [twice.txt]' >results.yaml
expect a_key_set_twice_stops 83 'twice.txt:2: key k is set twice' number x
echo 'results: [bad.txt]' >results.yaml
expect a_line_without_equals_stops 83 'bad.txt:1: not key=value' number x
echo 'results: [none.txt]' >results.yaml
expect a_missing_results_file_stops 83 'none.txt: no such file' number x

# ---- katex.lua ----------------------------------------------------------------------------------
formula() {
    printf '%s\n' "$1" | pandoc -t html -L docs/filters/katex.lua
}
expect a_formula_is_set 0 'class="katex"' formula '$x^2$'
expect chinese_in_a_formula_is_set 0 '对所有' formula '$x \text{ 对所有 } i$'
joiner=$(printf '\342\201\240')
expect a_comma_stays_with_its_formula 0 "</span>$joiner," formula 'of $x$, too'
expect a_bracket_stays_with_its_formula 0 "($joiner<span" formula '($x$ too'
expect chinese_punctuation_stays_with_its_formula 0 "</span>$joiner，" formula '设$x$，则'
expect an_unknown_command_stops 83 'Undefined control sequence: \foo' formula '$\foo$'

# ---- book.lua, crossref.lua, page.lua -----------------------------------------------------
mkdir -p build/site/figures/ch01
touch build/site/figures/ch01/plot.svg build/site/figures/ch01/plot.zh.svg
cat >en.yaml <<'Y'
lang: en
title: Book
site: build/site
word: {planned: planned, references: References}
pages:
  - {path: index.md, key: index, number: ''}
  - {path: one.md, key: ch01, number: '1', other: 'zh/ch01.html'}
  - {path: two.md, key: ch02, number: '2'}
  - {path: notation.md, key: notation, number: A}
Y
sed 's/^lang: en/lang: zh-Hans/' en.yaml >zh.yaml
cat >index.md <<'M'
# Start

See @sec:ch02.

::: {.step chapter=ch01}
### First
:::

::: {.step chapter=ch03}
### Third
:::
M
printf '# Two {#sec:ch02}\n\n## Idea\n\n$$x$$ {#eq:two}\n\n## Idea\n' >two.md
printf '# Symbols\n' >notation.md
book() { # text after the heading of chapter 1, then arguments for page.lua; language in $lang
    printf '# One\n\n%s\n' "$1" >one.md
    shift
    pandoc -f markdown -t json --metadata-file ${lang-en}.yaml -L docs/filters/book.lua \
        -L docs/filters/crossref.lua /dev/null >book.json &&
        pandoc -f json -t html --mathml --wrap=none -L docs/filters/page.lua "$@" book.json
}
one() { book "$1" -M page=ch01; }
expect a_chapter_has_its_number 0 '<span class="header-number">Chapter 1</span> One</h1>' one x
expect a_section_has_its_number 0 '<span class="header-number">1.1</span> A</h2>' one '## A'
expect an_equation_has_its_number 0 '(1.2)' one '$$x$$ {#eq:a}

$$y$$ {#eq:b}'
expect a_figure_has_its_number 0 '<strong>Figure 1.1</strong>. A <math' \
    one '![A $x^2$ b](figures/plot.svg){#fig:a}'
expect a_figure_is_described 0 'alt="A x^2 b"' one '![A $x^2$ b](figures/plot.svg){#fig:a}'
expect a_figure_is_the_chapters 0 'src="../figures/ch01/plot.svg"' \
    book '![A](figures/plot.svg)' -M page=ch01 -M up=../
expect a_table_has_its_number 0 '<strong>Table 1.1</strong>. Cap' one '| a |
|---|
| 1 |

: Cap {#tbl:a}'
expect a_reference_is_a_link 0 '<a href="#eq:a" class="xref">Equation (1.1)</a>' one '$$x$$ {#eq:a}

see @eq:a'
expect a_reference_may_be_only_a_number 0 'class="xref">1.1</a>' one '$$x$$ {#eq:a}

see [-@eq:a]'
expect many_references_stand_together 0 'Equation (1.1)</a>, <a href="ch02.html#eq:two"' \
    one '$$x$$ {#eq:a}

[@eq:a; @eq:two]'
expect words_around_a_reference_stay 0 'see <a href="ch02.html#eq:two" class="xref">Equation (2.1)</a>, left' \
    one '[see @eq:two, left]'
expect another_chapter_is_known_by_its_key 0 'href="ch02.html#sec:ch02" class="xref">Chapter 2</a>' \
    one '@sec:ch02'
expect an_appendix_is_known_by_its_key 0 'class="xref">Appendix A</a>' one '@sec:notation'
expect an_unknown_label_stops 83 'unknown label @fig:none' one '@fig:none'
expect a_doubled_label_stops 83 'label eq:two is defined twice' one '$$x$$ {#eq:two}'
expect an_unknown_kind_of_label_stops 83 'label foo:a' one '![A](figures/plot.svg){#foo:a}'
expect a_label_in_a_sentence_stops 83 'alone in a paragraph' one 'word $$x$$ {#eq:a}'
expect a_missing_figure_stops 83 'image figures/none.svg' one '![A](figures/none.svg)'
expect a_foreign_figure_stops 83 'want figures/NAME.svg' one '![A](http://example.org/a.png)'
expect a_second_title_stops 83 'one.md: want one level-1 heading' one '# Again'
expect a_step_leads_to_its_chapter 0 '<a href="ch01.html">First</a>' book x -M page=index
expect a_missing_chapter_is_planned 0 '<span class="badge">planned</span>' book x -M page=index
expect the_whole_book_links_within 0 '<a href="#sec:ch01">First</a>' book x
expect the_whole_book_refers_within 0 '<a href="#eq:two" class="xref">' book 'see @eq:two'
expect the_whole_book_keeps_identifiers_apart 0 'id="ch01-idea"' book '## Idea'
lang=zh
expect chinese_has_its_words 0 '<span class="header-number">第 1 章</span>' one x
expect chinese_has_its_figures 0 'src="figures/ch01/plot.zh.svg"' one '![图](figures/plot.svg)'
expect a_line_break_is_no_blank_in_chinese 0 '核回归是加权平均，1964 年' one '核回归
是加权平均，
1964 年'
expect a_reference_in_chinese 0 '见<a href="ch02.html#eq:two" class="xref">式 (2.1)</a>。' \
    one '见[@eq:two]。'
expect a_reference_lost_in_chinese_stops 83 'write [@eq:two]' one '见@eq:two。'
finish
