# The figures of chapter 6: the drawings and the computed ones first, then those of the series that
# ./ch6 writes. Those of the longer runs stand at the end, each drawn where its run is recorded.
load "docs/plots/style.gp"
have(name) = system("test -f '".data."/".name."' && echo 1 || echo 0") + 0
# a text or a number of FILE, by its key; a column of FILE as words
recorded_text(file, key) = system("sed -n 's/^".key."=//p' '".data."/".file."'")
recorded(file, key) = real(recorded_text(file, key))
column_words(file, n) = system(sprintf("tail -n +2 '%s/%s' | cut -f %d | tr '\\n' ' '", data, file, n))
BLUE = "#0072b2"; ORANGE = "#d55e00"; GREEN = "#009e73"
# A drawing on an empty sheet; box(), line() and text() number what they draw.
SHEET = "unset border; unset tics; unset grid; set key off; n = 0; \
  set style arrow 1 head filled size screen 0.01,20,60 linecolor rgb FG linewidth 1.4; \
  set style arrow 2 nohead linecolor rgb FG linewidth 1.4; \
  set style arrow 3 head filled size screen 0.01,20,60 linecolor rgb GRID linewidth 1.4"
text(s, x, y) = sprintf("n = n + 1; set label n \"%s\" at %g,%g center textcolor rgb FG", s, x, y)
area(colour, alpha, x0, y0, x1, y1) = sprintf("n = n + 1; \
  set object n rect from %g,%g to %g,%g fillcolor rgb '%s' fillstyle transparent solid %g border linecolor rgb '%s'", \
  x0, y0, x1, y1, colour, alpha, colour)
box(s, colour, x, y, w, h) = area(colour, 0.25, x - w / 2.0, y, x + w / 2.0, y + h)."; ".text(s, x, y + h / 2.0)
line(x0, y0, x1, y1, style) = \
  sprintf("n = n + 1; set arrow n from %g,%g to %g,%g arrowstyle %d", x0, y0, x1, y1, style)

# ---- drawings ------------------------------------------------------------------------------------
@FIGURE "bert_input" 860 400
eval SHEET
set margins 0.5, 0.5, 0.3, 0.3
set xrange [-1.6:7.6]; set yrange [-0.5:7.9]
TEXT = T("[CLS] it rains [SEP] take umbrellas [SEP]", "[CLS] 下 雨 [SEP] 带 伞 [SEP]")
DIGITS = "₁ ₂ ₃ ₄ ₅ ₆ ₇"
HOLE = 3
do for [t = 1:7] {
  eval text(word(TEXT, t), t, 0)
  if (t == HOLE) { set label n textcolor rgb ORANGE }
  eval line(t, 0.35, t, 0.95, t == HOLE ? 1 : 3)
  eval box(t == HOLE ? "[MASK]" : word(TEXT, t), t == HOLE ? ORANGE : BLUE, t, 1, 0.92, 1)
  eval text("+", t, 2.28)
  eval box("ℓ".word(DIGITS, t), GREEN, t, 2.55, 0.92, 1)
  eval text("+", t, 3.83)
  eval box(t > 4 ? "s₁" : "s₀", "#cc79a7", t, 4.1, 0.92, 1)
  eval line(t, 5.15, t, 5.65, 1)
  eval line(t, 6.5, t, 7, 1)
  eval text("x".word(DIGITS, t), t, 7.4)
}
eval area(GRID, 0.2, 0.54, 5.7, 7.46, 6.5)
eval text(T("layer normalisation, one place at a time", "层归一化，每个位置单独进行"), 4, 6.1)
set label 301 T("text", "文本") at 0.35,0 right textcolor rgb FG
set label 302 T("piece's vector", "子词的向量") at 0.35,1.5 right textcolor rgb FG
set label 303 T("its place", "位置") at 0.35,3.05 right textcolor rgb FG
set label 304 T("its segment", "片段") at 0.35,4.6 right textcolor rgb FG
set label 305 T("to layer 1", "进入第 1 层") at 0.35,7.4 right textcolor rgb FG
plot NaN notitle

@FIGURE "bert_context" 960 380
set multiplot
TEXT = T("the bank of the river", "河 岸 上 有 树")
HOLE = 2
do for [kind = 0:2] {
  eval SHEET
  set size 0.34,1; set origin 0.33 * kind,0
  set margins 0.5, 0.5, 0.3, 0.3
  set xrange [-0.75:5.7]; set yrange [7:-0.7]
  do for [i = 1:5] {
    do for [j = 1:5] {
      seen = kind == 0 ? j < i : kind == 1 ? j != i : j != HOLE
      eval area(!seen ? GRID : kind == 1 && j > i ? ORANGE : BLUE, !seen ? 0.08 : kind == 2 && i != HOLE ? 0.2 : 0.6, \
        j - 0.46, i - 0.46, j + 0.46, i + 0.46)
      set object n fillstyle noborder
    }
    eval text(kind == 2 && i == HOLE ? "[MASK]" : word(TEXT, i), i, 5.95)
    if (kind == 2 && i == HOLE) { set label n font ",12" textcolor rgb ORANGE }
    set label 100 + i word(TEXT, i) at 0.4,i right textcolor rgb FG
  }
  if (kind == 2) { eval area(ORANGE, 0, 0.5, HOLE - 0.5, 5.5, HOLE + 0.5) }
  eval text(kind == 0 ? T("left to right", "从左到右") : kind == 1 ? T("two directions, side by side", "两个方向并排") : T("masked", "掩码"), 3, -0.2)
  eval text(T("what is read", "所读"), 3, 6.7)
  plot NaN notitle
  unset object; unset label; unset arrow
}
unset multiplot

@FIGURE "bert_finetune" 960 470
eval SHEET
set margins 0.3, 0.3, 0.2, 0.2
set xrange [0.2:18.8]; set yrange [-0.6:10.6]
TEXT = T("[CLS] it rains today [SEP]", "[CLS] 下 雨 了 [SEP]")
HOLE = 3
do for [head = 0:2] {
  x = 6.2 * head + 0.3
  middle = x + 3
  do for [t = 1:5] {
    eval text(head == 2 && t == HOLE ? "[MASK]" : word(TEXT, t), x + 1.2 * t - 0.6, -0.1)
    set label n font ",13"
    eval line(x + 1.2 * t - 0.6, 0.3, x + 1.2 * t - 0.6, 0.95, 1)
    used = head == 0 ? t == 1 : head == 1 ? 1 : t == HOLE
    eval line(x + 1.2 * t - 0.6, 2.4, x + 1.2 * t - 0.6, 3.05, used ? 1 : 3)
    eval box("h".word(DIGITS, t), used ? BLUE : GRID, x + 1.2 * t - 0.6, 3.1, 0.95, 0.8)
  }
  eval area(GRID, 0.2, x + 0.1, 1, x + 5.9, 2.4)
  eval text(T("BERT, N layers", "BERT，N 层"), middle, 1.7)
}
# the first place's vector alone
eval line(0.9, 3.9, 0.9, 5.05, 1)
eval box(T("pooler, tanh", "汇聚层，tanh"), ORANGE, 1.85, 5.1, 2.8, 0.9)
eval line(1.7, 6, 1.7, 8.35, 1)
# all of them, both ways
do for [t = 1:5] {
  eval line(6.5 + 1.2 * t - 0.6, 3.9, 6.5 + 1.2 * t - 0.6, 4.45, 1)
  eval area(GRID, 0.1, 6.5 + 1.2 * t - 1.1, 4.5, 6.5 + 1.2 * t - 0.1, 6.1)
  eval area(GREEN, 0.25, 6.5 + 1.2 * t - 1.05, 4.6, 6.5 + 1.2 * t - 0.15, 5.2)
  eval area(GREEN, 0.25, 6.5 + 1.2 * t - 1.05, 5.4, 6.5 + 1.2 * t - 0.15, 6)
  eval line(6.5 + 1.2 * t - 0.6, 6.1, 6.5 + 1.2 * t - 0.6, 6.65, 1)
  if (t < 5) {
    eval line(6.5 + 1.2 * t - 0.15, 4.9, 6.5 + 1.2 * t + 0.12, 4.9, 1)
    eval line(6.5 + 1.2 * t + 0.15, 5.7, 6.5 + 1.2 * t - 0.12, 5.7, 1)
  }
}
eval box(T("largest of each component", "逐分量取最大"), ORANGE, 9.5, 6.7, 5.8, 0.9)
eval line(9.5, 7.6, 9.5, 8.35, 1)
# the holes
eval line(15.7, 3.9, 15.7, 5.05, 1)
eval box(T("linear, GELU, norm", "线性、GELU、归一化"), ORANGE, 15.7, 5.1, 4.6, 0.9)
eval line(15.7, 6, 15.7, 8.35, 1)
eval box(T("scores of the classes", "各类别的评分"), BLUE, 2.4, 8.4, 3.9, 0.9)
eval box(T("scores of the classes", "各类别的评分"), BLUE, 9.5, 8.4, 3.9, 0.9)
eval box(T("scores of all V pieces", "V 个子词的评分"), BLUE, 15.7, 8.4, 4.2, 0.9)
eval text(T("the first place", "第一个位置"), 3.3, 10.2)
eval text(T("all places: BiLSTM, max pooling", "所有位置：BiLSTM、最大汇聚"), 9.5, 10.2)
eval text(T("the masked places", "被遮住的位置"), 15.7, 10.2)
plot NaN notitle

# ---- computed here -------------------------------------------------------------------------------
@FIGURE "bert_gelu" 720 380
set key top left
set xlabel "z"; set xrange [-4:4]; set yrange [-0.4:2.2]; set xzeroaxis linecolor rgb GRID
set samples 401
phi(z) = exp(-z**2 / 2) / sqrt(2 * pi)
set label T("least at z = −0.75", "最小值在 z = −0.75") at -0.75,-0.3 center textcolor rgb FG
plot (x < 0 ? 0 : x) with lines linetype 5 dashtype (8,5) title "ReLU", \
     x * norm(x) with lines linetype 1 linewidth 3 title "gelu", \
     norm(x) + x * phi(x) with lines linetype 2 title T("gelu′, the derivative", "gelu′（导数）"), \
     "+" using (-0.7518):(-0.1700) every ::0::0 with points linetype 1 pointsize 0.7 notitle

# The loss of a text of two classes when its vectors move by (u, v): with the logit z, log(1 + e^z).
z(u, v) = 0.9 * u + 0.12 * v + 1.15 * u * v + 0.55 * v**2 - 0.35 * u**2
L(u, v) = log(1 + exp(z(u, v)))
slope_u(u, v) = 0.9 + 1.15 * v - 0.7 * u # of z: the gradient of L has the same direction
slope_v(u, v) = 0.12 + 1.15 * u + 1.1 * v
length(u, v) = sqrt(u**2 + v**2)
EPSILON = 1; ALPHA = 0.4; K = 4
shrink(u, v) = length(u, v) > EPSILON ? EPSILON / length(u, v) : 1 # the projection
# a step of such a length along the gradient: where it leads
step_u(u, v, alpha) = u + alpha * slope_u(u, v) / length(slope_u(u, v), slope_v(u, v))
step_v(u, v, alpha) = v + alpha * slope_v(u, v) / length(slope_u(u, v), slope_v(u, v))
fgm_u = step_u(0, 0, EPSILON); fgm_v = step_v(0, 0, EPSILON)
u = 0; v = 0
set print $path # u, v, where the step leads, where it is pulled back to
do for [k = 1:K] {
  to_u = step_u(u, v, ALPHA); to_v = step_v(u, v, ALPHA); pull = shrink(to_u, to_v)
  print sprintf("%g %g %g %g %g %g", u, v, to_u, to_v, pull * to_u, pull * to_v)
  u = pull * to_u; v = pull * to_v
}
unset print
best = 0
do for [i = 0:3599] { # the boundary holds the largest loss: z has no highest point inside
  a = EPSILON * cos(i * pi / 1800); b = EPSILON * sin(i * pi / 1800)
  if (L(a, b) > best) { best = L(a, b); best_u = a; best_v = b }
}
reset
set xrange [-1.1:1.4]; set yrange [-1.15:1.25]
set contour base; unset surface; set isosamples 141,141; set cntrparam levels incremental 0.2, 0.2, 2.4
set table $contours
splot L(x, y)
unset table
@FIGURE "bert_adversary" 820 500
set size ratio -1
set key outside right center spacing 1.6
set xrange [-1.1:1.4]; set yrange [-1.15:1.25]; set xtics 0.5; set ytics 0.5; unset grid
set xlabel T("change ρ of the vectors, first component", "向量的变化 ρ，第一个分量")
set ylabel T("second component", "第二个分量")
set datafile separator whitespace
# where L is l at v = 1.14: the names of the lines stand there
at(l) = (slope_u(0, 1.14) - sqrt(slope_u(0, 1.14)**2 + 1.4 * (z(0, 1.14) - log(exp(l) - 1)))) / 0.7
set arrow from 0,0 to fgm_u,fgm_v head filled size 0.07,20,60 linecolor rgb BLUE linewidth 2.4
plot $contours using 1:2 with lines linecolor rgb GRID linewidth 0.9 title T("equal loss", "损失相等"), \
     "+" using (at(0.2 + 0.4 * $0)):(1.14):(sprintf("%.1f", 0.2 + 0.4 * $0)) every ::0::5 with labels font ",12" left offset 0.4,0 textcolor rgb GRID notitle, \
     [t = 0:2*pi] "+" using (EPSILON * cos(t)):(EPSILON * sin(t)) with lines linecolor rgb FG linewidth 1.4 dashtype (6,4) title T("length ε", "长度 ε"), \
     $path using 3:4:($5-$3):($6-$4) with vectors nohead linecolor rgb ORANGE linewidth 1.6 dashtype (3,3) notitle, \
     "" using 1:2:($3-$1):($4-$2) with vectors head filled size 0.07,20,60 linecolor rgb ORANGE linewidth 2.2 notitle, \
     "" using 5:6 with points linetype 2 pointtype 7 pointsize 0.5 notitle, \
     "+" using (0):(0) every ::0::0 with points linecolor rgb FG pointtype 7 pointsize 0.7 title sprintf(T("clean: %.2f", "原样：%.2f"), L(0, 0)), \
     "+" using (fgm_u):(fgm_v) every ::0::0 with points linetype 1 pointtype 7 pointsize 0.9 title sprintf(T("FGM: %.2f", "FGM：%.2f"), L(fgm_u, fgm_v)), \
     "+" using (u):(v) every ::0::0 with points linetype 2 pointtype 5 pointsize 0.9 title sprintf(T("PGD, %d steps: %.2f", "PGD，%d 步：%.2f"), K, L(u, v)), \
     "+" using (best_u):(best_v) every ::0::0 with points linetype 3 pointtype 8 pointsize 1.6 linewidth 2 title sprintf(T("worst: %.2f", "最坏处：%.2f"), best)

# ---- from what ./ch6 writes ----------------------------------------------------------------------
@FIGURE "bert_attention" 960 430
set multiplot layout 1,2 margins 0.1,0.91,0.22,0.86 spacing 0.13
eval HEATMAP
set key off; unset colorbox; set cbrange [0:0.4]
set xrange [-0.5:*]; set yrange [*:*] reverse
do for [layer = 1:2] {
  file = sprintf("attention%d.tsv", layer)
  set xtics rotate by 90 right offset 0,0.3 (); set ytics ()
  pieces = column_words(file, 1)
  do for [i = 1:words(pieces)] { set xtics add (word(pieces, i) i - 1); set ytics add (word(pieces, i) i - 1) }
  set xrange [-0.5:words(pieces)-0.5]
  if (layer == 2) { set colorbox; set cbtics 0.1 }
  set title sprintf(T("layer %d", "第 %d 层"), layer)
  # without the pieces: a line that begins with ## would be a comment
  plot "< cut -f 2- '".data."/".file."'" skip 1 matrix using 1:2:3 with image
}
unset multiplot

FREQUENCY = T("by frequency", "按频率猜")
@FIGURE "bert_first" 720 360
set key outside center top horizontal maxrows 1; set ytics 0.2
set xlabel T("step", "步"); set ylabel T("−log p of a chosen piece", "被选中子词的 −log p")
set xrange [0:*] noextend; set yrange [*:*]
unigram = recorded("results.txt", "first.trained.unigram.loss")
plot unigram with lines linecolor rgb FG linewidth 1.4 dashtype (6,4) title FREQUENCY, \
     data."/learning.tsv" skip 1 using 1:4 with linespoints linetype 5 pointsize 0.5 title T("training", "训练"), \
     "" skip 1 using 1:5 with linespoints linetype 1 pointsize 0.6 title T("validation", "验证")

# ---- the longer runs -----------------------------------------------------------------------------
if (have("help-en/learning.tsv") && have("help-zh/learning.tsv")) {
  @FIGURE "bert_pretraining" 760 400
  set key outside center top horizontal maxrows 2
  set xlabel T("step", "步")
  set ylabel T("−log p of a chosen piece", "被选中子词的 −log p")
  set xrange [0:*] noextend; set yrange [0:*]
  en = recorded("help-en/results.txt", "pretrain.unigram.loss")
  zh = recorded("help-zh/results.txt", "pretrain.unigram.loss")
  plot data."/help-en/learning.tsv" skip 1 using 1:5 with lines linetype 1 title T("English", "英文"), \
       "" skip 1 using 1:(en) with lines linetype 1 linewidth 1.4 dashtype (6,4) title T("English, ", "英文，").FREQUENCY, \
       data."/help-zh/learning.tsv" skip 1 using 1:5 with lines linetype 2 title T("Chinese", "中文"), \
       "" skip 1 using 1:(zh) with lines linetype 2 linewidth 1.4 dashtype (6,4) title T("Chinese, ", "中文，").FREQUENCY
}

if (have("wordnet/learning.tsv") && have("wordnet-32/learning.tsv")) {
  @FIGURE "bert_plateau" 760 380
  set key outside center top horizontal maxrows 1
  set xlabel T("millions of pieces read", "读过的子词数（百万）")
  set ylabel T("−log p of a chosen piece", "被选中子词的 −log p")
  set xrange [0:*] noextend; set yrange [0:*]
  glosses = recorded("wordnet/results.txt", "pretrain.unigram.loss")
  plot data."/wordnet-32/learning.tsv" skip 1 using ($3/1e6):5 with lines linetype 2 title T("32 glosses a step", "每步 32 条释义"), \
       data."/wordnet/learning.tsv" skip 1 using ($3/1e6):5 with lines linetype 1 title T("96 glosses a step", "每步 96 条释义"), \
       "" skip 1 using ($3/1e6):(glosses) with lines linecolor rgb FG linewidth 1.4 dashtype (6,4) title FREQUENCY
}

if (have("compare-long/compare.tsv")) {
  @FIGURE "bert_compare" 760 380
  set key outside center top horizontal maxrows 2
  set xlabel T("step", "步"); set ylabel T("hidden pieces named, %", "说对的被遮子词，%")
  set xrange [0:*]; set yrange [0:*]
  bigram = recorded("compare-long/results.txt", "compare.bigram")
  plot data."/compare-long/compare.tsv" skip 1 using 1:2 with linespoints linetype 1 pointsize 0.5 title T("masked", "掩码"), \
       "" skip 1 using 1:4 with linespoints linetype 3 pointsize 0.6 title T("two LSTMs, side by side", "两个 LSTM 并排"), \
       "" skip 1 using 1:3 with linespoints linetype 2 pointsize 0.5 title T("left to right", "从左到右"), \
       "" skip 1 using 1:(bigram) with lines linecolor rgb FG linewidth 1.4 dashtype (6,4) title T("by the piece before", "只看前一个子词")
}

if (have("help-en-none-bert/learning.tsv") && have("help-en-none-bilstm/learning.tsv")) {
  @FIGURE "bert_learning" 760 380
  set key outside center top horizontal maxrows 2
  set xlabel T("epoch", "轮"); set xtics 1
  set ylabel T("right on the validation part, %", "验证部分答对的份额，%")
  set xrange [0.8:6.2]; set yrange [0:80]
  KINDS = "bert-bilstm bert bilstm random"
  kind(i) = i == 1 ? T("BERT + BiLSTM, pretrained", "BERT + BiLSTM，预训练") : i == 2 ? T("BERT, pretrained", "BERT，预训练") : \
    i == 3 ? T("BiLSTM from nothing", "从零开始的 BiLSTM") : T("BERT, random weights", "BERT，随机权重")
  # the mean of the seeds
  plot for [i = 1:4] data."/help-en-none-".word(KINDS, i)."/learning.tsv" skip 1 using 2:5 smooth unique \
       with linespoints linetype i pointsize 0.6 title kind(i)
}

CONFUSED = "help-en-all" # BERT learned from all texts
if (have(CONFUSED."/confusion.tsv")) {
  @FIGURE "bert_confusion" 720 560
  eval HEATMAP
  set key off; set cbrange [0:100]
  labels = column_words(CONFUSED."/classes.tsv", 1)
  of = column_words(CONFUSED."/classes.tsv", 2)
  file = data."/".CONFUSED."/confusion.tsv"
  percent(n, row) = 100.0 * n / (word(of, int(row) + 1) + (n == 0))
  do for [i = 1:words(labels)] { set xtics add (word(labels, i) i - 1); set ytics add (word(labels, i) i - 1) }
  set yrange [*:*] reverse
  set xlabel T("said", "模型说的"); set ylabel T("is", "真实类别")
  set cblabel T("percent of the row", "占该行的百分比")
  shown(n, row, low, high) = percent(n, row) < low || percent(n, row) >= high ? "" : sprintf("%.0f", percent(n, row))
  plot file skip 1 matrix using 1:2:(percent($3, $2)) with image, \
       "" skip 1 matrix using 1:2:(shown($3, $2, 0.5, 60)) with labels textcolor rgb "#fefefe", \
       "" skip 1 matrix using 1:2:(shown($3, $2, 60, 101)) with labels textcolor rgb "#101010"
}

LOOKED = "help-en-none-bert"
if (have(LOOKED."/right.tsv") && have(LOOKED."/wrong.tsv")) {
  @FIGURE "bert_right_wrong" 960 430
  fact(which, key) = recorded_text(LOOKED."/results.txt", "finetune.".which.".".key)
  heads = words(system(sprintf("head -n 1 '%s/%s/right.tsv'", data, LOOKED))) - 2
  # columns without the pieces: gnuplot takes # and " for its own
  columns(which, first, last) = sprintf("< tail -n +2 '%s/%s/%s.tsv' | cut -f %d-%d", data, LOOKED, which, first + 1, last + 1)
  lost(which) = columns(which, heads + 1, heads + 1)
  stats lost("right") using 1 name "R" nooutput
  stats lost("wrong") using 1 name "W" nooutput
  low = R_min < W_min ? R_min : W_min; high = R_max > W_max ? R_max : W_max
  eval HEATMAP
  set multiplot
  set key off; set cbrange [0:0.5]; set cbtics 0.1
  set label 1 T("log p lost", "log p 的损失") at screen 0.02,0.69 center rotate textcolor rgb FG
  do for [panel = 0:1] {
    which = panel ? "wrong" : "right"
    pieces = column_words(LOOKED."/".which.".tsv", 1)
    set lmargin at screen 0.1 + 0.46 * panel; set rmargin at screen 0.46 + 0.46 * panel
    set xrange [-0.5:words(pieces)-0.5]
    # what the answer loses without a piece
    set tmargin at screen 0.89; set bmargin at screen 0.49
    set title sprintf(T("%s: is %s, said %s (p = %.2f)", "%s：真实类别 %s，模型说 %s（p = %.2f）"), panel ? T("wrong", "错") : T("right", "对"), \
      fact(which, "is"), fact(which, "said"), real(fact(which, "p"))) textcolor rgb FG
    unset xtics; set ytics scale 0 autofreq; set yrange [low-0.05:high+0.05]
    set xzeroaxis linetype 1 linecolor rgb FG linewidth 1
    plot lost(which) using 0:1:(0.7):($1 < 0 ? 2 : 1) with boxes fillstyle solid linecolor variable
    # what the heads look at
    set tmargin at screen 0.45; set bmargin at screen 0.27
    unset title; unset xzeroaxis; unset label 1
    set xtics scale 0 rotate by 90 right offset 0,0.3 (); set ytics scale 0 ()
    do for [i = 1:words(pieces)] { set xtics add (word(pieces, i) i - 1) }
    do for [h = 1:heads] { set ytics add (sprintf(T("head %d", "头 %d"), h) h - 1) }
    set yrange [heads-0.5:-0.5]
    if (panel) { set colorbox user origin screen 0.935,0.27 size screen 0.012,0.18 } else { unset colorbox }
    plot columns(which, 1, heads) matrix using 2:1:3 with image
  }
  unset multiplot
}

if (have("bugs/mistakes.tsv") && have("bugs/results.txt")) {
  @FIGURE "bert_bugs" 960 450
  KEYS = "none input-lost output-lost one-draw by-heart all-places not-hidden"
  name(i) = i == 1 ? T("right", "正确") : i == 2 ? T("E as input: no gradient", "E 作输入：无梯度") : \
    i == 3 ? T("E as output: no gradient", "E 作输出：无梯度") : i == 4 ? T("one draw for both", "一个随机数两用") : \
    i == 5 ? T("tested on what it read", "在读过的文本上测") : i == 6 ? T("all places count", "所有位置都计入") : T("nothing hidden", "什么都没遮")
  loss(i, kind) = recorded("bugs/results.txt", "bert.".word(KEYS, i).".".kind)
  colour(i) = i == 1 ? BLUE : i == 6 ? ORANGE : i == 7 ? "#cc79a7" : GRID
  set multiplot
  set tmargin at screen 0.88; set bmargin at screen 0.2
  set lmargin at screen 0.09; set rmargin at screen 0.42
  set title T("while it learns", "训练过程中")
  set xlabel T("step", "步"); set ylabel T("−log p that the program shows", "程序显示的 −log p")
  set xrange [0:400]; set xtics 100; set logscale y; set yrange [1e-3:300]; set format y "%g"
  set key top right
  plot data."/bugs/mistakes.tsv" skip 1 using 1:2 with lines linetype 1 title name(1), \
       "" skip 1 using 1:4 with lines linetype 2 title name(6), \
       "" skip 1 using 1:7 with lines linetype 4 title name(7)
  set lmargin at screen 0.68; set rmargin at screen 0.98
  set title T("afterwards", "训练之后")
  set xlabel T("−log p of a chosen piece", "被选中子词的 −log p"); set ylabel ""
  unset logscale y; set logscale x; set xrange [1e-3:20]; set xtics autofreq; set format x "%g"
  set yrange [7.6:0.4]; set ytics scale 0 ()
  set key at graph 0.02,0.92 left top
  do for [i = 1:7] {
    set ytics add (name(i) i)
    set arrow from loss(i, "shown"),i to loss(i, "honest"),i nohead linecolor rgb colour(i) linewidth 3
  }
  plot "+" using (loss(int($0) + 1, "shown")):($0 + 1) every ::0::6 with points linecolor rgb FG pointtype 6 linewidth 1.6 pointsize 1.1 title T("as shown", "程序显示的"), \
       "" using (loss(int($0) + 1, "honest")):($0 + 1) every ::0::6 with points linecolor rgb FG pointtype 7 pointsize 0.9 title T("as it is", "实际的")
  unset multiplot
}
