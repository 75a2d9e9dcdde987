#!/bin/sh
# Proves that the exercises work: sh docs/exercises/check.sh TEST_PROGRAM..., from the top folder.
#
# The reference gets full marks in every exercise; the skeleton compiles without a warning; each of
# its untouched exercises gets 0 points, as "not done yet". Prints what is not so, and closes with
# the number of these checks that passed and failed. Exit status 1 when one failed.
mkdir -p build && work=$(mktemp -d build/check.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
student=$work/student

sh docs/exercises/list.sh >"$work/list" || exit 1
[ -s "$work/list" ] || { echo "check-exercises: there is no exercise" >&2 && exit 1; }
sh docs/exercises/skeleton.sh "$student" >/dev/null || exit 1
for tree in . "$student"; do
    sh docs/exercises/grade.sh "$tree" "$@" 2>/dev/null >"$work/grade" || exit 1
    grep '^ *[0-9]*/[0-9]* ' "$work/grade" | sed "s|^|$tree |" >>"$work/grades"
done
for file in $(cut -f 3 "$work/list" | sort -u); do
    object=build/warnings/${file%.c}.o
    if ${MAKE:-make} -C "$student" -s --no-print-directory B=build/warnings CFLAGS='-O1 -Werror' \
        "$object" >"$work/warnings" 2>&1; then
        echo compiled
    else
        echo "warned: $(grep -e error "$work/warnings" | head -n 1)"
    fi
done >>"$work/grades"
awk -v exercises="$(awk 'END { print NR }' "$work/list")" '
    function check(ok, text) { if (ok) passed++; else { failed++; print "FAILED: " text } }
    $1 == "compiled" || $1 == "warned:" { check($1 == "compiled", "the skeleton " $0); next }
    { graded++; split($2, points, "/"); grade = $0; sub(/^[^ ]* */, "", grade) }
    $1 == "." { check(points[1] == points[2], "the reference gets " grade); next }
    { check(points[1] == 0 && / not done yet$/, "the untouched skeleton gets " grade) }
    END {
        check(graded == 2 * exercises, graded + 0 " grades of " exercises " exercises, twice")
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0
    }' "$work/grades"
