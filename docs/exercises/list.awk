# Lists the exercises of the C files named as arguments, one a line: name, points, file, line, with
# tabs between. The markers, each alone on its line:
#
#     //> name                       opens a region that the notes quote
#     //> name [exercise=POINTS]     the same, and an exercise: the region holds one whole function
#     //< name                       closes it
#
# Exit status 1, with a message for each, when a marker is not one of these, an exercise is not
# closed, holds another marker or no function, or its name was used before.

function bad(file, line, text) {
    printf "%s:%d: %s\n", file, line, text >"/dev/stderr"
    failed = 1
}
function close_exercise(problem) {
    if (problem != "") bad(file, start, "exercise " name " " problem)
    else if (!body)
        bad(file, start, "exercise " name " holds no function ({ and } alone on a line)")
    name = ""
}
FNR == 1 && name != "" { close_exercise("is not closed") }
{ sub(/\r$/, "") }
/^[ \t]*\/\/>/ {
    if (name != "") close_exercise("holds the marker of line " FNR)
    exercise = NF == 3 && $3 ~ /^\[exercise=[1-9][0-9]*\]$/
    if ($1 != "//>" || $2 !~ /^[A-Za-z0-9_-]+$/ || (NF != 2 && !exercise))
        bad(FILENAME, FNR, "a marker is //> name or //> name [exercise=POINTS]")
    else if (exercise) {
        name = $2; file = FILENAME; start = FNR; body = 0
        points = $3; gsub(/[^0-9]/, "", points)
        if (name in seen) bad(file, start, "exercise " name " is at " seen[name] " as well")
        seen[name] = file ":" start
        printf "%s\t%d\t%s\t%d\n", name, points, file, start
    }
    next
}
/^[ \t]*\/\/</ && name != "" { close_exercise($2 == name ? "" : "is closed as " $2) }
/^\}[ \t]*$/ { body = 1 }
END {
    if (name != "") close_exercise("is not closed")
    exit failed
}
