#!/bin/sh
# Grades one exercise, called by grade.sh: sh grade_exercise.sh NAME POINTS FILE LINE
#
# The student's region is grafted into the reference's FILE, that file alone is compiled with the
# command that make would use, linked with the reference's other objects to the test program that
# has the test case NAME, and that case is run. The student's code may take $GRADE_SECONDS s and
# $GRADE_MEMORY MB of memory, write $GRADE_OUTPUT MB, read no input and leave no process behind.
# Writes NAME, POINTS, score, FILE and the reason to $GRADE_WORK/NAME/result.
name=$1 points=$2 file=$3
dir=$GRADE_WORK/$name
mark=GRADE_MARK=$dir/ # in the environment of all that the student's code starts
session=$(command -v setsid)
mkdir -p "$dir"

result() { # SCORE REASON
    printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$points" "$1" "$file" \
        "$(printf %s "$2" | LC_ALL=C tr -c '[:print:]' '?' | cut -c 1-300)" >"$dir/result"
    exit 0
}

# The processes that carry the mark: by /proc on Linux, by ps -E elsewhere.
marked() {
    if [ -r /proc/self/environ ]; then
        grep -lF "$mark" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
    else
        printf '%s\n' "$mark" >"$dir/mark"
        ps -axEww -o pid= -o command= |
            awk 'FILENAME != "-" { mark = $0; next } index($0, mark) { print $1 }' "$dir/mark" -
    fi
}

# Kills them; true when there were any. Repeats, since one may start another meanwhile.
sweep() {
    rounds=0
    while ids=$(marked) && [ -n "$ids" ] && [ $rounds -lt 200 ]; do
        kill -9 $ids 2>/dev/null
        rounds=$((rounds + 1))
    done
    [ $rounds -gt 0 ]
}
# The program itself and, where setsid gave it a group, what has wiped the mark.
kill_group() {
    read -r pid <"$dir/pid" && kill -9 "$pid" -"$pid" 2>/dev/null
}
trap 'kill_group; sweep; kill -9 $sleeper 2>/dev/null; exit 1' INT TERM HUP

# limited SECONDS MB COMMAND: runs the command, its files being of at most MB. Sets status, empty
# when the time was up; left, 1 when it ended but left a process running; and input, which is
# what remains of the one line of input: the open file is shared, so this shell sees what was read.
limited() {
    rm -f "$dir/status" "$dir/pid"
    echo untouched >"$dir/input"
    sleep "$1" &
    sleeper=$!
    {
        (
            ulimit -c 0
            ulimit -f $(($2 * 2048))
            ulimit -t $(($1 + 1))
            [ "$GRADE_MEMORY" -eq 0 ] || ulimit -v $((GRADE_MEMORY * 1024)) # not on macOS
            export "$mark" LC_ALL=C OMP_NUM_THREADS=1
            exec $session sh -c "exec $3" 2>&1
        ) <&3 >"$dir/output" &
        echo $! >"$dir/pid"
        wait $!
        status=$?
        read -r input <&3
        echo "$status $input" >"$dir/status"
        kill -9 "$sleeper" # -9: between fork and exec it still has this shell's trap
    } 3<"$dir/input" 2>/dev/null &
    runner=$!
    wait $sleeper 2>/dev/null
    status='' input=''
    if [ -s "$dir/status" ]; then
        read -r status input <"$dir/status"
    else
        kill_group
        kill -9 $runner # the exercise may have stopped it
    fi
    sweep && left=1 || left=0
    wait $runner 2>/dev/null
}

compile() { # COMMAND
    limited "$GRADE_COMPILE" 100 "$1"
    [ -n "$status" ] || result 0 "compiling was stopped after $GRADE_COMPILE s"
    [ "$status" -eq 0 ] && return
    error=$(grep -e 'error:' -e 'undefined reference' "$dir/output" | head -n 1)
    result 0 "compile error: ${error:-$(head -n 1 "$dir/output")}"
}

# ---- graft, compile and link -----------------------------------------------------------------
test_file=$(grep -lF "tcase_create(\"$name\")" ch[0-9]*/test_*.c common/test_*.c 2>/dev/null)
case $test_file in
'') result 0 "the reference has no test case $name" ;;
*"
"*) result 0 "test case $name is in several files: $(echo $test_file)" ;;
esac
[ -r "$GRADE_STUDENT/$file" ] || result 0 "the student's $file is missing"
problem=$(awk -v name="$name" -v file="$file" -f docs/exercises/graft.awk \
    "$GRADE_STUDENT/$file" "$file" 2>&1 >"$dir/graft.c") || result 0 "$problem"

commands=$GRADE_WORK/commands
to_compile=$(awk -v was=" -c $file -o " -v is=" -include docs/exercises/graded.h \
    -iquote $(dirname "$file") -c $dir/graft.c -o $dir/graft.o" \
    'i = index($0, was) { print substr($0, 1, i - 1) is; exit }' "$commands")
to_link=$(awk -v test="/${test_file%.c}" -v object="/${file%.c}.o" -v dir="$dir" '
    function ends(text, with) { return substr(text, length(text) - length(with) + 1) == with }
    / -c / || !ends($0, test) { next }
    {
        for (i = 1; i < NF; i++) if (ends($i, object)) $i = dir "/graft.o"
        $NF = dir "/test"
        print
    }' "$commands")
[ -n "$to_compile" ] && [ -n "$to_link" ] || result 0 "make does not build $file and $test_file"
compile "$to_compile"
compile "$to_link"

# ---- run: Check does not fork, so whatever happens ends this program, not a child of it -------
export CK_FORK=no CK_RUN_CASE="$name" CK_VERBOSITY=silent CK_LOG_FILE_NAME="$dir/log"
export GRADE_WORD="$(od -An -N8 -tx8 /dev/urandom)" GRADE_END="$dir/end" # see common/testing.c
limited "$GRADE_SECONDS" "$GRADE_OUTPUT" "$dir/test"
ending=$(cat "$dir/end" 2>/dev/null)
last=$(tail -n 1 "$dir/output" | cut -c 1-200)
[ -n "$status" ] || result 0 "killed after $GRADE_SECONDS s"
[ $left -eq 0 ] || result 0 "left a process running"
[ "$input" = untouched ] || result 0 "reads the standard input"
case $last in *"out of memory"*) result 0 "out of memory: the limit is $GRADE_MEMORY MB" ;; esac
if [ "$status" -gt 128 ]; then
    signal=$(kill -l "$status" 2>/dev/null)
    case $signal in
    '') ;; # no signal but a large exit status
    XFSZ) result 0 "printed more than $GRADE_OUTPUT MB" ;;
    XCPU) result 0 "killed after $GRADE_SECONDS s" ;;
    ABRT) result 0 "signal $((status - 128)) (ABRT)${last:+: $last}" ;;
    *) result 0 "signal $((status - 128)) ($signal)" ;;
    esac
fi
[ "$ending" = "$GRADE_WORD" ] || result 0 "called exit($status)${last:+: $last}"
closing=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: .*/\1/p' "$dir/log" | tail -n 1)
[ -n "$closing" ] || result 0 "called exit($status)${last:+: $last}"
[ "$closing" -gt 0 ] || result 0 "the reference has no test in the case $name"
[ "$status" -eq 0 ] && result "$points" passed
# A line of the log: FILE:LINE:F:CASE:TEST:ITERATION: MESSAGE
failure=$(awk -F : '$3 == "F" || $3 == "E" {
    place = $1 ":" $2 ": " $5
    for (i = 1; i <= 6; i++) sub(/^[^:]*:/, "")
    print place ":" $0
    exit
}' "$dir/log")
case $failure in
*"exercise $name is not done yet"*) result 0 "not done yet" ;;
*" is not done yet: "*) # in a student's own copy, where there is no reference to stand in
    other=${failure##*exercise }
    result 0 "needs ${other%% *}, which is not done yet"
    ;;
*) result 0 "$failure" ;;
esac
