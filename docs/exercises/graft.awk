# Puts a student's solution of one exercise into the reference, so that nothing else of the
# student's file counts: awk -v name=NAME -v file=PATH -f graft.awk STUDENTS.c REFERENCE.c
#
# `file` is the path that the compiler is to name in its messages; the lines are counted as the
# student sees them. Exit status 1 with a message when the student's file lacks a marker.

FILENAME == ARGV[1] {
    sub(/\r$/, "")
    if ($1 == "//<" && $2 == name && state == 1) state = 2
    if (state == 1) region = region $0 "\n"
    if ($1 == "//>" && $2 == name && !state) { state = 1; first = FNR + 1 }
    next
}
state != 2 { exit }
$1 == "//<" && $2 == name { skip = 0; printf "#line %d \"%s\"\n", FNR, file }
!skip { print }
$1 == "//>" && $2 == name { skip = 1; printf "#line %d \"%s\"\n%s", first, file, region }
END {
    if (state == 2) exit 0
    marker = state == 1 ? "//< " : "//> "
    print "the marker " marker name " is missing in the student's file" >"/dev/stderr"
    exit 1
}
