# Begins a figure: @FIGURE "name" width height. Forgets the last figure's settings, then sets the
# look that all figures share: thin frame, quiet grid, colours that the colour-blind tell apart.
reset
set datafile separator "\t"
if (format eq "png") {
  set terminal pngcairo noenhanced fontscale 2 linewidth 2 pointscale 2 background "#ffffff" \
    font "Noto Sans CJK SC,12" size 2*ARG2,2*ARG3
} else {
  FONTS = "Noto Sans,DejaVu Sans,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,Source Han Sans SC"
  set terminal svg noenhanced background "#ffffff00" font FONTS.",sans-serif,16" size ARG2,ARG3
}
set output out."/".ARG1.".".format

set border 3 linewidth 1 linecolor rgb FG
set tics nomirror out scale 0.6 textcolor rgb FG
set grid linecolor rgb GRID linewidth 0.4 dashtype (2,4)
set key reverse Left textcolor rgb FG spacing 1.25 samplen 1.8
set xlabel textcolor rgb FG
set ylabel textcolor rgb FG
set cblabel textcolor rgb FG
set title textcolor rgb FG
set cbtics textcolor rgb FG

# Okabe and Ito's colours; theme.sed brightens them on dark pages.
set linetype 1 linecolor rgb "#0072b2" linewidth 2.2 pointtype 7
set linetype 2 linecolor rgb "#d55e00" linewidth 2.2 pointtype 5
set linetype 3 linecolor rgb "#009e73" linewidth 2.2 pointtype 9
set linetype 4 linecolor rgb "#cc79a7" linewidth 2.2 pointtype 13
set linetype 5 linecolor rgb "#8a8f98" linewidth 2.2 pointtype 7
set linetype cycle 5

# Viridis by Smith and van der Walt, eleven points of it.
set palette defined (0 "#440154", 1 "#482475", 2 "#414487", 3 "#355f8d", 4 "#2a788e", \
  5 "#21918c", 6 "#22a884", 7 "#44bf70", 8 "#7ad151", 9 "#bddf26", 10 "#fde725")
