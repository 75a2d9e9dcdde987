# The figures of chapter 3, from the series that ./ch3 writes.
load "docs/plots/style.gp"

@FIGURE "heads_windows" 720 380
unset border; unset tics; unset grid; set key off
set xrange [-3.4:13.4]; set yrange [-1.6:7.4]
BLUE = "#0072b2"; ORANGE = "#d55e00"
# three sequences of two rows, four heads of three columns; one window is filled
set object 1 rect from 3,0 to 6,6 fillcolor rgb BLUE fillstyle transparent solid 0.2 noborder
set object 2 rect from 0,2 to 12,4 fillcolor rgb BLUE fillstyle transparent solid 0.2 noborder
set object 3 rect from 3,2 to 6,4 fillcolor rgb ORANGE fillstyle transparent solid 0.8 noborder
do for [i=0:6] { set arrow 10+i from 0,i to 12,i nohead linecolor rgb (i % 2 ? GRID : FG) linewidth (i % 2 ? 0.4 : 1) }
do for [j=0:12] { set arrow 20+j from j,0 to j,6 nohead linecolor rgb (j % 3 ? GRID : FG) linewidth (j % 3 ? 0.4 : 1) }
do for [h=0:3] { set label 40+h sprintf(T("head %d", "头 %d"), h + 1) at 1.5+3*h,6.5 center textcolor rgb FG }
do for [b=0:2] { set label 50+b sprintf(T("sequence %d", "序列 %d"), b + 1) at -0.3,5-2*b right textcolor rgb FG }
set label 60 "Q2" at 4.5,3 center textcolor rgb FG front
set label 61 T("d_h columns", "d_h 列") at 4.5,-0.5 center textcolor rgb FG
set label 62 T("T rows", "T 行") at 12.3,3 left textcolor rgb FG
set label 63 T("Q: B T rows, d = H d_h columns", "Q：B T 行，d = H d_h 列") at 6,7.2 center textcolor rgb FG
plot NaN notitle

@FIGURE "heads_curves" 720 380
set key center right
set xlabel T("step of training", "训练步数"); set ylabel T("both answers right", "两问都答对的比例")
set yrange [0:1.02]
plot data."/curves.tsv" skip 1 using 1:2 with lines linetype 2 title T("1 head", "1 个头"), \
     "" skip 1 using 1:3 with lines linetype 1 title T("2 heads", "2 个头"), \
     "" skip 1 using 1:4 with lines linetype 3 dashtype (8,6) title T("4 heads", "4 个头")

@FIGURE "heads_maps" 800 330
set multiplot layout 1,3
eval HEATMAP
set size ratio 1; unset colorbox; set key off
set yrange [*:*] reverse; set cbrange [0:1]
set xtics rotate by 90 right font ",9" offset 0,0.3; set ytics font ",9" offset 0.5,0
set title T("one head", "只有一个头")
plot data."/heads1_head1.tsv" matrix rowheaders columnheaders with image
set title T("two heads: the first", "两个头：第一个")
plot data."/heads2_head1.tsv" matrix rowheaders columnheaders with image
set title T("two heads: the second", "两个头：第二个")
plot data."/heads2_head2.tsv" matrix rowheaders columnheaders with image
unset multiplot

@FIGURE "heads_ablation" 900 380
set multiplot layout 1,2
set style data histograms; set style histogram cluster gap 1; set style fill solid 0.85 noborder
set yrange [0:1.35]; set ytics 0,0.25,1; set key top center horizontal samplen 0.8 width -2
set xlabel T("head / heads", "头 / 头数")
set title T("looks at", "看哪里")
plot data."/ablation.tsv" skip 1 using 2:xtic(1) linetype 1 title T("token before", "前一个"), \
     "" skip 1 using 3 linetype 2 title T("same word", "同词")
set title T("accuracy without it", "去掉它之后的准确率")
plot data."/ablation.tsv" skip 1 using 4:xtic(1) linetype 1 title T("token before", "前一个"), \
     "" skip 1 using 5 linetype 2 title T("same word", "同词")
unset multiplot

@FIGURE "attention_cost" 860 380
set multiplot layout 1,2
set logscale xy; set key top left; set xrange [13:1260]
set xtics (16, 64, 256, 1024)
set xlabel T("tokens T", "词元数 T")
set ylabel T("millions of multiply-adds", "百万次乘加")
set format y "%g"
plot data."/cost.tsv" skip 1 using 1:5 with lines linetype 1 title T("self-attention", "自注意力"), \
     "" skip 1 using 1:6 with lines linetype 2 title T("recurrence", "循环"), \
     "" skip 1 using 1:7 with lines linetype 3 title T("convolution", "卷积")
set ylabel T("milliseconds", "毫秒")
plot data."/cost.tsv" skip 1 using 1:2 with linespoints linetype 1 pointsize 0.5 title T("self-attention", "自注意力"), \
     "" skip 1 using 1:3 with linespoints linetype 2 pointsize 0.5 title T("recurrence", "循环"), \
     "" skip 1 using 1:4 with linespoints linetype 3 pointsize 0.5 title T("convolution", "卷积")
unset multiplot
