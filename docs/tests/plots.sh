#!/bin/sh
# Tests the drawing of figures.
. "$(dirname "$0")/expect.inc"
mkdir -p ch01_toy "the data's folder"
printf '1\t1\n2\t4\n3\t9\n' >"the data's folder/curve.tsv"
cat >ch01_toy/plot.gp <<'G'
load "docs/plots/style.gp"
@FIGURE "curve" 400 300
set title "alpha^2 {x} @home"
set xlabel T("step", "步数")
plot data."/curve.tsv" using 1:2 with lines linetype 1 title "train_loss_2"
@FIGURE "other" 300 200
plot data."/curve.tsv" using 1:2 with points notitle
G
render() { docs/plots/render.sh "$@"; }
expect a_line_for_every_figure 0 'out/curve.svg
out/other.svg
out/curve.zh.svg
out/other.zh.svg' render ch01_toy "the data's folder" out
expect every_locale_will_do 0 outc/curve.zh.svg \
    env LC_ALL=C docs/plots/render.sh ch01_toy "the data's folder" outc
expect underscores_are_literal 0 '<text>train_loss_2</text>' cat out/curve.svg
expect carets_and_braces_are_literal 0 '<text>alpha^2 {x} @home</text>' cat out/curve.svg
expect english_has_english_words 0 '<text>step</text>' cat out/curve.svg
expect chinese_has_chinese_words 0 '<text>步数</text>' cat out/curve.zh.svg
expect settings_end_with_their_figure 1 '' grep -q 'alpha^2' out/other.svg
expect the_ink_follows_the_page 0 'currentColor' cat out/curve.svg
expect no_ink_is_left_fixed 1 '' grep -E 'rgb\(1, *2, *3\)|"black"' out/curve.svg
expect lines_are_brighter_on_dark_pages 0 '[stroke="rgb(0,114,178)"] { stroke: #56b4e9; }' \
    cat out/curve.svg
expect figures_stand_beside_the_data 0 "the data's folder/curve.svg" \
    render ch01_toy "the data's folder"
expect a_folder_may_begin_with_a_dash 0 '-out/curve.svg' render ch01_toy "the data's folder" -out
expect a_missing_folder_is_named 1 'none: no such folder' render ch01_toy none
expect a_missing_script_is_named 1 'ch02_none/plot.gp: no such file' \
    render ch02_none "the data's folder"
expect no_arguments_show_the_usage 2 'usage: docs/plots/render.sh' render
mkdir empty
expect missing_data_stop 1 'render.sh: ch01_toy/plot.gp failed on empty' render ch01_toy empty out2
cat >ch01_toy/plot.gp <<'G'
load "docs/plots/style.gp"
@FIGURE "curve" 400 300
plot data."/curve.tsv" using 1:2, data."/gone.tsv" using 1:2
G
expect one_missing_series_stops 1 'gone.tsv' render ch01_toy "the data's folder" out3
expect nothing_is_written_then 1 '' test -e out3/curve.svg
echo 'x = 1' >ch01_toy/plot.gp
expect a_script_without_figures_stops 1 'wrote no figure' render ch01_toy "the data's folder" out4
finish
