# The figures of chapter 1, from the series that ./ch1 writes.
load "docs/plots/style.gp"

@FIGURE "predictors" 720 430
set key outside top center horizontal maxrows 2
set xlabel "x"; set ylabel "y"
set xrange [0:5]; set yrange [-1.5:5]
plot data."/samples.tsv" skip 1 using 1:2 with points linetype 5 pointsize 0.5 title T("samples", "样本"), \
     data."/predictors.tsv" skip 1 using 1:2 with lines linecolor rgb FG linewidth 1.4 dashtype (8,5) title T("true curve", "真实曲线"), \
     "" skip 1 using 1:3 with lines linetype 4 linewidth 1.6 title T("mean", "均值"), \
     "" skip 1 using 1:6 with lines linetype 3 linewidth 1.6 title T("line", "直线"), \
     "" skip 1 using 1:4 with lines linetype 2 linewidth 1.3 title T("nearest", "最近邻"), \
     "" skip 1 using 1:7 with lines linetype 1 linewidth 2.6 title T("kernel regression", "核回归")

@FIGURE "kernels" 860 380
set multiplot layout 1,2
set key top right
set xlabel T("distance u = |x' - x| / h", "距离 u = |x' - x| / h"); set ylabel "K(u)"
set xrange [0:3]; set yrange [0:1.15]
plot data."/kernels.tsv" skip 1 using 1:2 with lines title "gaussian", \
     "" skip 1 using 1:3 with lines title "boxcar", "" skip 1 using 1:4 with lines title "triangular", \
     "" skip 1 using 1:5 with lines title "epanechnikov"
set key off
set xlabel "x"; set ylabel "y"
set xrange [0:5]; set yrange [-1.5:5]
plot data."/samples.tsv" skip 1 using 1:2 with points linetype 5 pointsize 0.4, \
     data."/kernel_fits.tsv" skip 1 using 1:2 with lines linetype 1, "" skip 1 using 1:3 with lines linetype 2, \
     "" skip 1 using 1:4 with lines linetype 3, "" skip 1 using 1:5 with lines linetype 4
unset multiplot

@FIGURE "bandwidth" 720 380
set key off
set xlabel T("bandwidth h (logarithmic)", "带宽 h（对数刻度）"); set ylabel T("leave-one-out error", "留一法误差")
set logscale x 2
set xtics (0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2)
stats data."/bandwidth.tsv" skip 1 using 1:2 nooutput
best = STATS_pos_min_y
set arrow from best, graph 0 to best, graph 1 nohead linecolor rgb GRID dashtype (6,4)
set label T("least error", "误差最小处") at best, graph 0.92 offset 1,0 textcolor rgb FG
plot data."/bandwidth.tsv" skip 1 using 1:2 with lines

@FIGURE "smoothing" 720 430
set key outside top center horizontal maxrows 2
set xlabel "x"; set ylabel "y"
set xrange [0:5]; set yrange [-1.5:5]
plot data."/samples.tsv" skip 1 using 1:2 with points linetype 5 pointsize 0.5 title T("samples", "样本"), \
     data."/predictors.tsv" skip 1 using 1:2 with lines linecolor rgb FG linewidth 1.4 dashtype (8,5) title T("true curve", "真实曲线"), \
     data."/smoothing.tsv" skip 1 using 1:2 with lines linetype 2 linewidth 1.3 title T("h / 8: too rough", "h / 8：过粗糙"), \
     "" skip 1 using 1:4 with lines linetype 3 title T("8 h: too smooth", "8 h：过平滑"), \
     "" skip 1 using 1:3 with lines linetype 1 linewidth 2.6 title T("h by leave-one-out", "留一法选出的 h")

@FIGURE "training" 860 380
set multiplot layout 1,2
set key bottom right
set xlabel T("step + 1 (log scale; 1 is the start)", "步数 + 1（对数刻度，1 是起点）"); set ylabel "w"
set logscale x; set xrange [1:201]
plot data."/training_sgd.tsv" skip 1 using ($1+1):3 with linespoints linetype 2 pointsize 0.5 title "SGD", \
     data."/training_adam.tsv" skip 1 using ($1+1):3 with lines linetype 1 title "Adam"
set key top right
set ylabel T("leave-one-out error", "留一法误差")
plot data."/training_sgd.tsv" skip 1 using ($1+1):2 with linespoints linetype 2 pointsize 0.5 title "SGD", \
     data."/training_adam.tsv" skip 1 using ($1+1):2 with lines linetype 1 title "Adam"
unset multiplot

@FIGURE "see_itself" 860 380
set multiplot layout 1,2
set key top left
set xlabel T("step of Adam", "Adam 的步数"); set ylabel "w"
set xrange [0:400]
plot data."/see_itself.tsv" skip 1 using 1:3 with lines linetype 2 title T("sees itself", "看得见自己"), \
     data."/left_out.tsv" skip 1 using 1:3 with lines linetype 1 title T("left out", "留出自己")
set key top right
set ylabel T("training error (g)", "训练误差（g）")
plot data."/see_itself.tsv" skip 1 using 1:2 with lines linetype 2 title T("sees itself", "看得见自己"), \
     data."/left_out.tsv" skip 1 using 1:2 with lines linetype 1 title T("left out", "留出自己")
unset multiplot

@FIGURE "weights" 900 420
set multiplot layout 1,2
eval HEATMAP
set size ratio 1
set format cb "%.2f"; set cbtics autofreq
set xlabel T("key: sample number, sorted by x", "键：按 x 排序的样本编号")
set ylabel T("query x'", "查询 x'")
set xrange [0.5:50.5]; set yrange [4.95:-0.05]
set title T("before: w = 1", "训练前：w = 1")
plot data."/weights_before.tsv" skip 1 matrix using ($1):($2*0.1):($1 > 0 ? $3 : 1/0) with image notitle
set title T("after training", "训练后")
plot data."/weights_after.tsv" skip 1 matrix using ($1):($2*0.1):($1 > 0 ? $3 : 1/0) with image notitle
unset multiplot

@FIGURE "motorcycle" 760 430
set key outside top center horizontal maxrows 1
set xlabel T("milliseconds after the impact", "撞击后的毫秒数"); set ylabel T("acceleration (g)", "加速度（g）")
plot data."/compare_samples.tsv" skip 1 using 1:2 with points linetype 5 pointsize 0.5 title T("measured", "测量值"), \
     data."/compare.tsv" skip 1 using 1:5 with lines linetype 3 linewidth 1.6 title T("line", "直线"), \
     "" skip 1 using 1:4 with lines linetype 2 linewidth 1.4 title T("k nearest", "k 近邻"), \
     "" skip 1 using 1:6 with lines linetype 1 linewidth 2.6 title T("kernel regression", "核回归")
