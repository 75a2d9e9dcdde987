#!/bin/sh
# Grades a student's copy of the book: sh docs/exercises/grade.sh [--json] STUDENT TEST_PROGRAM...
# from the top folder of the reference; `make grade` builds the test programs first.
#
# Every exercise by itself (grade_exercise.sh), so that a broken one costs its own points only. The
# points are those of the reference's markers. Prints the score with a reason for each exercise;
# with --json as Gradescope's results.json. Exit status 0 when the grading worked, whatever the
# score. It runs the student's code as this user: grade the work of strangers in a container.
#
# GRADE_COMPILE and GRADE_SECONDS, GRADE_MEMORY (MB, 0: no limit) and GRADE_OUTPUT (MB) set the
# limits of an exercise: time to compile and to run, memory, output.
format=text
[ "$1" != --json ] || { format=json && shift; }
[ $# -ge 2 ] || { echo "usage: grade.sh [--json] STUDENT TEST_PROGRAM..." >&2 && exit 2; }
export GRADE_STUDENT="$1" GRADE_COMPILE="${GRADE_COMPILE:-60}"
export GRADE_SECONDS="${GRADE_SECONDS:-10}"
export GRADE_MEMORY="${GRADE_MEMORY:-2048}" GRADE_OUTPUT="${GRADE_OUTPUT:-1}"
shift
[ -d "$GRADE_STUDENT" ] || {
    echo "grade: there is no folder $GRADE_STUDENT (make skeleton makes one)" >&2
    exit 1
}
mkdir -p build && GRADE_WORK=$(mktemp -d build/grade.XXXXXX) || exit 1
export GRADE_WORK
trap 'rm -rf "$GRADE_WORK"' EXIT
trap 'exit 1' INT TERM HUP

sh docs/exercises/list.sh >"$GRADE_WORK/list" || exit 1
${MAKE:-make} -nB V=1 "$@" >"$GRADE_WORK/commands" || exit 1
echo "grading $GRADE_STUDENT; limits for each exercise: $GRADE_SECONDS s ($GRADE_COMPILE s to" \
    "compile), $GRADE_MEMORY MB of memory, $GRADE_OUTPUT MB of output" >&2
xargs -n 4 -P "$(getconf _NPROCESSORS_ONLN)" sh docs/exercises/grade_exercise.sh \
    <"$GRADE_WORK/list"
while IFS='	' read -r name points file line; do
    cat "$GRADE_WORK/$name/result" 2>/dev/null ||
        printf '%s\t%s\t0\t%s\tthe grader was stopped\n' "$name" "$points" "$file"
done <"$GRADE_WORK/list" | awk -v format=$format -f docs/exercises/report.awk
