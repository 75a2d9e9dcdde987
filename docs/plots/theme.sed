# Makes gnuplot's SVG follow the page: the ink of style.gp becomes the current colour, and a style
# sheet inside the picture picks light or dark. Run as sed -E -f theme.sed.
s/rgb\( *([0-9]+), *([0-9]+), *([0-9]+)\)/rgb(\1,\2,\3)/g
s/rgb\(1,2,3\)/currentColor/g
s/ color="black"//g
s/stroke="black"/stroke="currentColor"/g
s|<title>.*</title>||
s|<desc>.*</desc>|<style>\
svg { color: #24292f; }\
@media (prefers-color-scheme: dark) {\
svg { color: #d6d9dd; }\
[stroke="rgb(0,114,178)"] { stroke: #56b4e9; }\
[fill="rgb(0,114,178)"] { fill: #56b4e9; }\
[color="rgb(0,114,178)"] { color: #56b4e9; }\
[stroke="rgb(213,94,0)"] { stroke: #f5893b; }\
[fill="rgb(213,94,0)"] { fill: #f5893b; }\
[color="rgb(213,94,0)"] { color: #f5893b; }\
[stroke="rgb(0,158,115)"] { stroke: #35c79b; }\
[fill="rgb(0,158,115)"] { fill: #35c79b; }\
[color="rgb(0,158,115)"] { color: #35c79b; }\
[stroke="rgb(204,121,167)"] { stroke: #e29bc4; }\
[fill="rgb(204,121,167)"] { fill: #e29bc4; }\
[color="rgb(204,121,167)"] { color: #e29bc4; }\
}\
image { image-rendering: pixelated; }\
</style>|
