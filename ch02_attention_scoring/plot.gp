# The figures of chapter 2, from the series that ./ch2 writes.
load "docs/plots/style.gp"

@FIGURE "masks" 980 290
set multiplot layout 1,4
eval HEATMAP
set size ratio 1
unset colorbox
set cbrange [0:1]
set xtics 1,1,6; set ytics 1,1,6
set xlabel T("key", "键"); set ylabel T("query", "查询")
set yrange [6.5:0.5]
set title T("valid length 4", "有效长度 4")
plot data."/mask_valid.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title T("causal", "因果")
plot data."/mask_causal.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title T("both", "两者")
plot data."/mask_both.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title T("arbitrary: the last three", "任意掩码：最近三个")
plot data."/mask_allowed.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
unset multiplot

@FIGURE "scale" 1000 380
set multiplot layout 1,3
set key top left font ",10"
set logscale x 2
set xtics (1, 4, 16, 64, 256, 1024)
set xlabel "d"
set title T("variance of the scores", "评分的方差")
set logscale y 2
set ytics (1, 4, 16, 64, 256, 1024)
set yrange [0.5:20000]
plot x with lines linecolor rgb GRID linewidth 1.4 dashtype (8,5) title T("variance = d", "方差 = d"), \
     data."/scale.tsv" skip 1 using 1:2 with points linetype 2 title "q·k", \
     "" skip 1 using 1:($2/$1) with points linetype 1 title "q·k / √d"
unset logscale y
set ytics autofreq
set key off
set yrange [0:64]
set title T("keys looked at, of 64", "所看的键数（共 64）")
plot data."/scale.tsv" skip 1 using 1:3 with linespoints linetype 2 title "q·k", \
     "" skip 1 using 1:6 with linespoints linetype 1 title "q·k / √d"
set yrange [0:0.4]
set title T("derivative of the softmax, median", "softmax 导数的范数（中位数）")
plot data."/scale.tsv" skip 1 using 1:5 with linespoints linetype 2 title "q·k", \
     "" skip 1 using 1:8 with linespoints linetype 1 title "q·k / √d"
unset multiplot

@FIGURE "recall" 860 640
set multiplot layout 2,2
set key off
set yrange [0:1]
set xlabel T("step of Adam", "Adam 的步数"); set ylabel T("accuracy", "准确率")
set title T("copy: queries are noisy keys", "copy：查询是带噪声的键")
plot data."/recall_copy.tsv" skip 1 using 1:3 with lines linetype 5, \
     "" skip 1 using 1:5 with lines linetype 4, "" skip 1 using 1:7 with lines linetype 4 dashtype (4,4), \
     "" skip 1 using 1:6 with lines linetype 3, "" skip 1 using 1:4 with lines linetype 2, \
     "" skip 1 using 1:2 with lines linetype 1
set title T("map: queries of another size", "map：查询的长度不同")
plot data."/recall_map.tsv" skip 1 using 1:3 with lines linetype 5, \
     "" skip 1 using 1:6 with lines linetype 3, "" skip 1 using 1:4 with lines linetype 2
set title T("equal: keys of equal length", "equal：键的长度相等")
plot data."/recall_equal.tsv" skip 1 using 1:3 with lines linetype 5, \
     "" skip 1 using 1:5 with lines linetype 4, "" skip 1 using 1:7 with lines linetype 4 dashtype (4,4), \
     "" skip 1 using 1:6 with lines linetype 3, "" skip 1 using 1:4 with lines linetype 2, \
     "" skip 1 using 1:2 with lines linetype 1
unset title; unset border; unset tics; unset xlabel; unset ylabel; unset grid
set xrange [0:1]
set key center center
plot -1 notitle, keyentry with lines linetype 1 title "gaussian", \
     keyentry with lines linetype 2 title T("additive, constant feature", "additive，常数特征"), \
     keyentry with lines linetype 3 title "bilinear", \
     keyentry with lines linetype 4 title "dot", \
     keyentry with lines linetype 4 dashtype (4,4) title "scaled", \
     keyentry with lines linetype 5 title "additive"
unset multiplot

@FIGURE "recall_weights" 940 640
set multiplot layout 2,3
eval HEATMAP
set size ratio 1
unset colorbox
set cbrange [0:1]
set xtics (1, 4, 8, 12, 16); set ytics (1, 4, 8, 12, 16)
set xlabel T("key", "键"); set ylabel T("query", "查询")
set yrange [16.5:0.5]
set title "gaussian"
plot data."/weights_gaussian.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title T("additive, constant feature", "additive，常数特征")
plot data."/weights_constant.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title "bilinear"
plot data."/weights_bilinear.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title "dot"
plot data."/weights_dot.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title "scaled"
plot data."/weights_scaled.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
set title "additive"
plot data."/weights_additive.tsv" skip 1 matrix using ($1+1):($2+1):3 with image notitle
unset multiplot

@FIGURE "cost" 860 400
set multiplot layout 1,2
set key top left
set logscale xy
set xtics (16, 32, 64, 128, 256, 512)
set xrange [14:600]
set xlabel T("queries and keys n", "查询数与键数 n")
set title T("time forward and backward, µs", "前向加反向的时间（µs）")
plot data."/cost.tsv" skip 1 using 1:3 with linespoints linetype 2 title "additive", \
     data."/cost.tsv" skip 1 using 1:2 with linespoints linetype 1 title "scaled"
set title T("numbers kept for the way back", "为反向保存的数")
plot data."/cost.tsv" skip 1 using 1:6 with linespoints linetype 2 title "additive", \
     data."/cost.tsv" skip 1 using 1:5 with linespoints linetype 1 title "scaled"
unset multiplot
