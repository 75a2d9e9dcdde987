# The figures of chapter 5, from the series that ./ch5 writes. Those of the longer runs stand at
# the end and are left out where the runs are not recorded.
load "docs/plots/style.gp"
have(name) = system("test -f '".data."/".name."' && echo 1 || echo 0") + 0

@FIGURE "tf_blocks" 760 620
unset border; unset tics; unset grid; set key off
set xrange [0:15.2]; set yrange [-1.4:12.4]
BLUE = "#0072b2"; ORANGE = "#d55e00"
set style arrow 1 head filled size screen 0.012,20,60 linecolor rgb FG linewidth 1.4
set style arrow 2 nohead linecolor rgb FG linewidth 1.4
# box(text, colour, y): a box above y around x; around(y0, y1): the way past it, on the side `past` of x
n = 0
box(text, colour, y) = sprintf("n = n + 1; \
  set object n rect from %g,%g to %g,%g fillcolor rgb '%s' fillstyle transparent solid 0.25 border linecolor rgb '%s'; \
  set label n \"%s\" at %g,%g center textcolor rgb FG", \
  x - 1.9, y, x + 1.9, y + 0.8, colour, colour, text, x, y + 0.4)
line(x0, y0, x1, y1, style) = \
  sprintf("n = n + 1; set arrow n from %g,%g to %g,%g arrowstyle %d", x0, y0, x1, y1, style)
up(y0, y1, style) = line(x, y0, x, y1, style)
around(y0, y1) = line(x, y0, x + past, y0, 2)."; ".line(x + past, y0, x + past, y1, 2)."; ". \
  line(x + past, y1, x + 0.8 * past, y1, 1)
NORM = T("add, normalise", "相加、归一化")
do for [side = 0:1] {
  x = side ? 10.7 : 4; past = side ? 2.4 : -2.4; top = side ? 7.4 : 5
  eval box(T("embedding · √d", "嵌入 · √d"), ORANGE, 0)
  eval box(T("+ positions", "+ 位置编码"), BLUE, 1)
  eval box(side ? T("causal self-attention", "因果自注意力") : T("self-attention", "自注意力"), BLUE, 2.6)
  eval box(NORM, ORANGE, 3.6)
  eval around(2.3, 4)
  if (side) {
    eval box(T("cross-attention", "交叉注意力"), BLUE, 5)
    eval box(NORM, ORANGE, 6)
    eval around(4.7, 6.4)
    eval up(6.8, 7.4, 1); eval up(8.2, 8.4, 2)
  }
  eval box(T("feed-forward", "前馈网络"), ORANGE, top)
  eval box(NORM, ORANGE, top + 1)
  eval around(top - 0.3, top + 1.4)
  eval up(-0.6, 0, 1); eval up(0.8, 1, 2); eval up(1.8, 2.6, 1); eval up(3.4, 3.6, 2)
  eval up(4.4, 5, 1); eval up(5.8, 6, 2)
  set object 200 + side rect from x-3,2.05 to x+3,top+2.05 fillcolor rgb GRID \
    fillstyle transparent solid 0.06 border linecolor rgb GRID
  below = side ? "BEGIN  y1  y2  …" : T("source:  x1  x2  …  END", "源序列：x1  x2  …  END")
  set label 210+side below at x,-1 center textcolor rgb FG
}
set label 200 T("N times", "N 层") at 0.85,2.5 right textcolor rgb FG
set label 201 T("N times", "N 层") at 13.85,2.5 left textcolor rgb FG
x = 10.7
eval box(T("scores E y, softmax", "评分 E y，softmax"), ORANGE, 10.2)
eval up(9.2, 10.2, 1); eval up(11, 11.6, 1)
set label 300 "y1  y2  …  END" at x,12 center textcolor rgb FG
# the memory, from the encoder's end to the cross-attention
eval line(4, 6.8, 4, 7.6, 2); eval line(4, 7.6, 7.3, 7.6, 2); eval line(7.3, 7.6, 7.3, 5.4, 2)
eval line(7.3, 5.4, 8.8, 5.4, 1)
set label 310 T("memory M: keys, values", "记忆 M：键和值") at 4,8.1 center textcolor rgb FG
plot NaN notitle

@FIGURE "tf_shift" 900 400
unset border; unset tics; unset grid; set key off
BLUE = "#0072b2"; ORANGE = "#d55e00"
set multiplot
set size 0.56,1; set origin 0,0
set xrange [-3.2:7.2]; set yrange [-0.4:8.4]
# forty-two in Chinese
INPUT = "BEGIN 四 十 二 PAD PAD"; LABEL = "四 十 二 END – –"
do for [t = 1:6] {
  pale = t > 4 ? 0.08 : 0.3
  set object 10+t rect from t-0.5+0.04,1 to t+0.5-0.04,2 fillcolor rgb BLUE fillstyle transparent solid pale noborder
  set object 20+t rect from t-0.5+0.04,6 to t+0.5-0.04,7 fillcolor rgb ORANGE fillstyle transparent solid pale noborder
  set label 10+t word(INPUT, t) at t,1.5 center textcolor rgb FG font ",10"
  set label 20+t word(LABEL, t) at t,6.5 center textcolor rgb FG font ",10"
  set label 30+t sprintf("%d", t) at t,7.6 center textcolor rgb FG
  set arrow 10+t from t,2.1 to t,3.2 head filled size screen 0.01,20,60 linecolor rgb (t > 4 ? GRID : FG)
  set arrow 20+t from t,4.8 to t,5.9 head filled size screen 0.01,20,60 linecolor rgb (t > 4 ? GRID : FG)
}
set object 40 rect from 0.5,3.2 to 6.5,4.8 fillcolor rgb GRID fillstyle transparent solid 0.2 noborder
set label 40 T("decoder, all places at once", "解码器，所有位置同时计算") at 3.5,4 center textcolor rgb FG
set label 41 T("input", "输入") at 0.3,1.5 right textcolor rgb FG
set label 42 T("label", "标签") at 0.3,6.5 right textcolor rgb FG
set label 43 T("place t", "位置 t") at 0.3,7.6 right textcolor rgb FG
plot NaN notitle
unset object; unset label; unset arrow
set size 0.44,1; set origin 0.56,0
set xrange [-1:7.4]; set yrange [7.6:-0.6]
do for [i = 1:6] {
  do for [j = 1:6] {
    set object 100+6*i+j rect from j-0.46,i-0.46 to j+0.46,i+0.46 fillcolor rgb (j > i ? GRID : BLUE) \
      fillstyle transparent solid (j > i ? 0.12 : i > 4 ? 0.15 : 0.6) noborder
  }
  set label 10+i sprintf("%d", i) at 0.2,i center textcolor rgb FG
  set label 20+i sprintf("%d", i) at i,7 center textcolor rgb FG
}
set label 40 T("place t may see the inputs 1 … t", "位置 t 可见输入 1 … t") at 3.5,0 center textcolor rgb FG
set label 41 T("input", "输入") at 3.5,7.6 center textcolor rgb FG
set label 42 T("place t", "位置 t") at -0.6,3.5 center rotate textcolor rgb FG
plot NaN notitle
unset multiplot

@FIGURE "tf_schedule" 720 340
set key top right
set xlabel T("step n", "步 n"); set ylabel T("rate, over its largest", "学习率 / 最大值")
set xrange [0:4000]; set yrange [0:1.08]
plot data."/schedule.tsv" skip 1 using 1:2 with lines linetype 1 title T("straight line", "直线下降"), \
     "" skip 1 using 1:3 with lines linetype 2 dashtype (8,5) title T("inverse square root", "平方根倒数")

@FIGURE "numbers_learning" 720 360
set key top right
set xlabel T("step", "步"); set ylabel T("−log p of a piece", "每个词元的 −log p")
set logscale y; set yrange [5e-4:5]; set format y "%g"
plot data."/learning.tsv" skip 1 using 1:4 with linespoints linetype 5 pointsize 0.5 title T("training", "训练"), \
     "" skip 1 using 1:5 with linespoints linetype 1 pointsize 0.6 title T("numbers never seen", "没见过的数")

@FIGURE "tf_alignment" 900 430
set multiplot layout 1,2
eval HEATMAP
set key off; unset colorbox; set cbrange [0:1]
pieces = system("tail -n +2 '".data."/alignment_pieces.tsv' | cut -f 1 | sed 's/▁//' | tr '\\n' ' '")
set xtics rotate by 90 right offset 0,0.3 ()
do for [i = 1:words(pieces)] { set xtics add (word(pieces, i) i - 1) }
set xrange [-0.5:words(pieces)-0.5]; set yrange [*:*] reverse
do for [layer = 1:2] {
  set title sprintf(T("layer %d", "第 %d 层"), layer)
  plot sprintf("%s/alignment%d.tsv", data, layer) skip 1 matrix rowheaders using 1:2:3 with image
}
unset multiplot

# ---- the longer runs -----------------------------------------------------------------------------
if (!have("bugs/mistakes.tsv")) exit
@FIGURE "tf_mistakes" 760 380
set key top right horizontal maxrows 1 width -1
set xlabel T("step", "步"); set ylabel T("loss that the program shows", "程序显示的损失")
set logscale y; set yrange [1e-4:100]; set format y "%g"
plot data."/bugs/mistakes.tsv" skip 1 using 1:2 with lines linetype 1 linewidth 3 title T("right", "正确"), \
     "" skip 1 using 1:5 with lines linetype 3 dashtype (8,5) title T("padding counts", "填充计入损失"), \
     "" skip 1 using 1:3 with lines linetype 2 title T("looks ahead", "偷看后文"), \
     "" skip 1 using 1:4 with lines linetype 4 title T("not shifted", "没有移位")

if (!have("curve/curve.tsv")) exit
@FIGURE "tf_curve" 720 360
set key top right
set xlabel T("step", "步"); set ylabel T("−log p of a piece", "每个词元的 −log p")
set yrange [*:*]
plot data."/curve/curve.tsv" skip 1 using 1:3 with lines linetype 2 linewidth 5 title "PyTorch", \
     "" skip 1 using 1:2 with lines linetype 1 linewidth 1.4 title T("this program", "本程序")

if (!(have("en-fr/learning.tsv") && have("recurrent/learning.tsv"))) exit
@FIGURE "tf_learning" 900 380
set multiplot layout 1,2
set key top right
set ylabel T("validation loss", "验证损失"); set xrange [0:*]
set xlabel T("millions of pieces learned from", "学过的词元数（百万）")
plot data."/en-fr/learning.tsv" skip 1 using ($3/1e6):5 with linespoints linetype 1 pointsize 0.5 title "Transformer", \
     data."/recurrent/learning.tsv" skip 1 using ($3/1e6):5 with linespoints linetype 2 pointsize 0.5 title T("recurrent", "循环网络")
set xlabel T("minutes of training", "训练时间（分钟）")
plot data."/en-fr/learning.tsv" skip 1 using ($2/60):5 with linespoints linetype 1 pointsize 0.5 title "Transformer", \
     data."/recurrent/learning.tsv" skip 1 using ($2/60):5 with linespoints linetype 2 pointsize 0.5 title T("recurrent", "循环网络")
unset multiplot

if (!(have("en-fr-beam4/lengths.tsv") && have("recurrent-beam1/lengths.tsv"))) exit
@FIGURE "tf_lengths" 760 400
set key outside center top horizontal
enough(n, x) = n >= 10 ? x : NaN # few sentences say nothing
set xlabel T("pieces of the source", "源句的词元数"); set ylabel "BLEU"
set y2label T("sentences", "句子数") textcolor rgb FG; set y2tics; set border 11
set xrange [0:42]; set yrange [0:*]; set y2range [0:*]
set style fill solid 0.25 noborder; set boxwidth 3.4
plot data."/en-fr-beam4/lengths.tsv" skip 1 using ($1+1.5):2 axes x1y2 with boxes linecolor rgb GRID title T("sentences", "句子数"), \
     "" skip 1 using ($1+1.5):(enough($2,$3)) with linespoints linetype 1 pointsize 0.6 title T("Transformer, beam of 4", "Transformer，束宽 4"), \
     data."/recurrent-beam1/lengths.tsv" skip 1 using ($1+1.5):(enough($2,$3)) with linespoints linetype 2 pointsize 0.6 title T("recurrent, greedy", "循环网络，贪心")
