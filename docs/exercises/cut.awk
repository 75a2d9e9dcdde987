# Turns a solution into what the student gets: awk -v header=common/exercise.h -f cut.awk FILE.c
#
# Of each exercise (list.awk tells the markers) the markers, the comment and the signature stay; the
# body becomes todo("name"). When a region holds several functions, the last is the exercise and
# what stands before it are its helpers, which go. A line that includes `header` joins the others.

/^#include/ && !included { print; print "#include \"" header "\""; included = 1; next }
$1 == "//>" && $3 ~ /^\[exercise=/ { print; name = $2; text = ""; kept = ""; body = 0; next }
$1 == "//<" && name != "" { printf "%s", kept; print; name = ""; next }
name == "" { print; next }
/^\{[ \t\r]*$/ { body = 1 }
!body && (text != "" || NF) { text = text $0 "\n" }
/^\}[ \t\r]*$/ { kept = text "{\n    todo(\"" name "\");\n}\n"; text = ""; body = 0 }
