# Every plot.gp loads this first, from the top folder. It is run once for each language:
#
#   load "docs/plots/style.gp"
#   @FIGURE "nw_fits" 720 430                       # a fresh figure: name, width, height
#   set title T("Three bandwidths", "三种带宽")
#   plot data."/fits.tsv" using 1:2 with lines title "h = 0.3"
#
# render.sh gives `data` (the folder of the recorded numbers), `lang` ("en" or "zh"), `out` (the
# folder for the figures) and `format` ("svg" or "png"). Text is literal: no enhanced mode, so
# train_loss, x^2 and {x} appear as written.
set encoding utf8
T(en, zh) = lang eq "zh" ? zh : en
FIGURE = 'call "docs/plots/figure.gp"'

# Inks: FG follows the page, light or dark (theme.sed knows the number); GRID suits both.
FG = "#010203"
GRID = "#9aa0a6"

# A signed matrix: `eval DIVERGING` and a cbrange around 0. Everything else is viridis.
DIVERGING = 'set palette defined (0 "#2166ac", 1 "#92c5de", 2 "#f7f7f7", 3 "#f4a582", 4 "#b2182b")'

# A matrix as a heat map: `eval HEATMAP`, then plot ... matrix with image.
HEATMAP = 'unset grid; set border 0; set tics scale 0; set xtics norangelimit; set autoscale fix'
