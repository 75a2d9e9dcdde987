# The figures of chapter 4, from the series that ./ch4 writes.
load "docs/plots/style.gp"

@FIGURE "pe_table" 760 470
eval HEATMAP
eval DIVERGING
set cbrange [-1:1]; set cbtics 0.5
set xlabel T("column", "列"); set ylabel T("position p", "位置 p")
set xrange [0.5:64.5]; set yrange [127.5:-0.5]
plot data."/encoding.tsv" skip 1 matrix using ($1):($2):($1 > 0 ? $3 : 1/0) with image notitle

@FIGURE "pe_counting" 900 400
set multiplot layout 1,2
eval HEATMAP
unset colorbox
set xlabel T("binary digit, lowest first", "二进制位，从低到高"); set ylabel T("number", "数")
set xrange [0.5:6.5]; set yrange [31.5:-0.5]
set title T("counting in binary", "二进制计数")
set palette defined (0 "#f7f7f7", 1 "#2166ac")
plot data."/counting.tsv" skip 1 matrix using ($1):($2):($1 > 0 && $1 < 7 ? $3 : 1/0) with image notitle
eval DIVERGING
set cbrange [-1:1]; set cbtics 0.5; set colorbox
set xlabel T("sine of pair", "第几对的正弦"); set ylabel T("position p", "位置 p")
set xtics ("0" 1, "1" 2, "2" 3, "3" 4, "4" 5, "5" 6)
set title T("sines, d = 20", "正弦，d = 20")
plot data."/counting.tsv" skip 1 matrix using ($1-6):($2):($1 > 6 ? $3 : 1/0) with image notitle
unset multiplot

@FIGURE "pe_frequencies" 720 360
set key off
set xlabel T("pair of columns i, d = 64", "列对 i，d = 64")
set ylabel T("wave length in positions", "波长（位置数）")
set logscale y 10; set xrange [-0.5:31.5]; set yrange [5:100000]
set arrow from -0.5,512 to 31.5,512 nohead linecolor rgb GRID dashtype (6,4)
set label T("512, the longest text that BERT reads", "512，BERT 能读的最长文本") at 15.8,320 textcolor rgb FG
plot data."/frequencies.tsv" skip 1 using 1:3 with linespoints linetype 1 pointsize 0.5

@FIGURE "pe_rotation" 860 440
set multiplot layout 1,2
set key off
set size ratio 1
set xrange [-1.3:1.3]; set yrange [-1.3:1.3]
set xlabel T("sine column", "正弦列"); set ylabel T("cosine column", "余弦列")
set xtics 1; set ytics 1
do for [c = 0:1] {
  if (c == 0) { set title T("pair 0: one radian for each position", "第 0 对：每个位置转 1 弧度") }
  if (c == 1) { set title T("pair 8: a tenth of it", "第 8 对：它的十分之一") }
  plot data."/circle.tsv" every ::0::24 skip 1 using (column(2+2*c)):(column(3+2*c)) with points linetype 5 pointsize 0.4, \
       "" every 4::0::4 skip 1 using (0):(0):(column(2+2*c)):(column(3+2*c)) with vectors linetype 1 head filled size 0.1,20,60, \
       "" every 4::11::15 skip 1 using (0):(0):(column(2+2*c)):(column(3+2*c)) with vectors linetype 2 head filled size 0.1,20,60, \
       "" every 4::0::4 skip 1 using (1.16*column(2+2*c)):(1.16*column(3+2*c)):(sprintf("%d", $1)) with labels textcolor rgb FG, \
       "" every 4::11::15 skip 1 using (1.16*column(2+2*c)):(1.16*column(3+2*c)):(sprintf("%d", $1)) with labels textcolor rgb FG
}
unset multiplot

@FIGURE "pe_dots" 900 400
set multiplot layout 1,2
set key top right
set xlabel T("distance k", "距离 k"); set ylabel T("PE(p) · PE(p + k), over d / 2", "PE(p) · PE(p + k)，除以 d / 2")
set xrange [0:200]; set yrange [0:1.05]
plot data."/dots.tsv" skip 1 using 1:2 with lines linetype 1 linewidth 3 title "p = 0", \
     "" skip 1 using 1:4 with lines linetype 2 linewidth 1 dashtype (6,4) title "p = 10000"
set xlabel T("position p", "位置 p"); set ylabel T("score of p and p + 5", "p 与 p + 5 的评分")
set xrange [0:255]; set yrange [-2:1.8]
plot data."/projected.tsv" skip 1 using 1:2 with lines linetype 2 linewidth 1.4 title T("sinusoidal, projected", "正弦编码，投影后"), \
     "" skip 1 using 1:3 with lines linetype 1 title T("rotary", "旋转位置编码")
unset multiplot

@FIGURE "pe_accuracy" 920 500
NAMES_EN = "none sinusoidal learned rotary alibi"
label(i) = i == 1 ? T("none", "无") : i == 2 ? T("sinusoidal", "正弦") : i == 3 ? T("learned", "学习") : i == 4 ? "RoPE" : "ALiBi"
set multiplot layout 1,2 margins 0.08,0.98,0.17,0.78 spacing 0.09
set xlabel T("length of the sequence (trained up to 16)", "序列长度（训练到 16）"); set ylabel T("accuracy", "准确率")
set logscale x 2; set xrange [14:146]; set yrange [0:1.05]
set xtics (16, 24, 32, 64, 128)
set title T("copy", "copy（复制）")
set key at graph 1.18,1.3 center top horizontal maxcols 3 width -2 samplen 1.2
plot for [i = 1:5] data."/copy.tsv" skip 1 using 1:(column(2*i)):(column(2*i+1)) with yerrorlines linetype (i == 1 ? 5 : i - 1) pointsize 0.5 linewidth 1.8 title label(i), \
     "" skip 1 using 1:16 with lines linecolor rgb FG dashtype (2,4) linewidth 1.4 title T("by guessing", "猜测")
set key off
set ylabel ""
set title T("first", "first（谁先）")
plot for [i = 1:5] data."/first.tsv" skip 1 using 1:(column(2*i)):(column(2*i+1)) with yerrorlines linetype (i == 1 ? 5 : i - 1) pointsize 0.5 linewidth 1.8, \
     "" skip 1 using 1:16 with lines linecolor rgb FG dashtype (2,4) linewidth 1.4
unset multiplot

@FIGURE "pe_places" 720 380
set key outside top center horizontal maxrows 1
set xlabel T("place of the token", "词元的位置"); set ylabel T("accuracy of copy", "copy 的准确率")
set xrange [3:47]; set yrange [0:1.05]
set arrow from 15.5, graph 0 to 15.5, graph 1 nohead linecolor rgb GRID dashtype (6,4)
set label T("training ends here", "训练到此为止") at 16, graph 0.7 textcolor rgb FG
plot data."/places.tsv" skip 1 using 1:3 with lines linetype 1 linewidth 1.6 title label(2), \
     "" skip 1 using 1:4 with lines linetype 2 linewidth 1.6 title label(3), \
     "" skip 1 using 1:5 with lines linetype 3 title label(4), \
     "" skip 1 using 1:6 with lines linetype 4 linewidth 1.6 title label(5)

@FIGURE "pe_maps" 960 330
set multiplot layout 1,4 margins 0.09,0.98,0.22,0.86 spacing 0.05
eval HEATMAP
unset colorbox
set cbrange [0:1]
set xrange [0.5:32.5]; set yrange [31.5:-0.5]
set xlabel T("key", "键")
set xtics ("0" 1, "16" 17, "31" 32); set ytics (0, 16, 31)
do for [i = 2:5] {
  set title label(i)
  if (i == 2) { set ylabel T("query", "查询") } else { set ylabel "" }
  plot data."/map_".word(NAMES_EN, i).".tsv" skip 1 matrix using ($1):($2):($1 > 0 ? $3 : 1/0) with image notitle
}
unset multiplot
