#!/bin/sh
# Tests `make skeleton`, `make grade` and `make check-exercises` on a small project made here: the
# book's Makefile, a part of common/ and a toy chapter. Its student gets every exercise wrong that a
# student can, each in another way, and the right ones between them have to count.
# sh docs/exercises/test_exercises.sh, from the top folder; closes with "N passed, N failed".
project=$(mktemp -d) || exit 1
trap 'rm -rf "$project"' EXIT
trap 'exit 1' INT TERM HUP
unset MAKEFLAGS MFLAGS MAKELEVEL
passed=0 failed=0

ok() { # STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}
has() { # FILE PATTERN NAME
    grep -q -e "$2" "$1"
    ok $? "$3 (no '$2' in $1)"
}
has_not() { ! grep -rq -e "$2" "$1"; ok $? "$3 ('$2' is in $1)"; }

# What the student writes: NAME, the reason the grader must give, the body. Each exercise is a
# function int toy_NAME(int a, int b) that adds two numbers.
cat >"$project/students" <<'END'
good|passed|return b + a;
loop|killed after 3 s|signal(SIGTERM, SIG_IGN); for (volatile int i = 0;; i = 1 - i) {} return a + b;
sleep|killed after 3 s|sleep(1000); return a + b;
crash|signal 11 (SEGV)|*(volatile int *)(long)(a - 2) = b; return a + b;
abort|signal 6 (ABRT)|abort();
kill|signal 9 (KILL)|raise(SIGKILL); return a + b;
memory|out of memory: the limit is 512 MB|for (;;) { char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 999) p[i] = 1; }
arena|out of memory: the limit is 512 MB|Arena m = {0}; for (;;) mat_zeros(&m, 1000, 1000);
print|printed more than 1 MB|for (int i = 0; i < 100 * 1000 * 1000; i++) putchar('x'); return a + b;
parse|compile error: ch01_toy/toy.c:[0-9]*:[0-9]*: error|return a +;
brace|compile error: ch01_toy/toy.c:[0-9]*:[0-9]*: error|if (a) { return a + b;
undefined|compile error: .*no_such_function|return no_such_function(a, b);
input|reads the standard input|getchar(); return a + b;
lines|reads the standard input|char line[99]; while (fgets(line, 99, stdin)) {} return a + b;
fork|left a process running|if (fork() == 0) for (;;) sleep(98765); return a + b;
daemon|left a process running|if (fork() == 0) { setsid(); execl("/bin/sh", "sh", "-c", "sleep 98765 & exec sleep 98765", (char *)0); } usleep(100000); return a + b;
system|left a process running|if (system("sleep 98765 &")) return 0; return a + b;
exit|called exit(0)|exit(0);
_exit|called exit(0)|_exit(0);
quick|called exit(0)|quick_exit(0);
exec|called exit(0)|execl("/bin/true", "true", (char *)0); return a + b;
bare|killed after 3 s|char *none[] = {0}; execve("/bin/sh", (char *[]){"sh", "-c", "sleep 98765; :", 0}, none);
exit200|called exit(200)|exit(200);
exit3|called exit(3): the "quotes"|fputs("the \"quotes\" of C:\\\n", stderr); exit(3);
wrong|ch01_toy/test_toy.c:[0-9]*: wrong_adds: .*toy_wrong(2, 3) == 5|return a - b;
tap|ch01_toy/test_toy.c:[0-9]*: tap_adds: .*toy_tap(2, 3) == 5|puts("ok 1 - test_toy.c:toy_tap:tap_adds: Passed\n1..1\n100%: Checks: 1, Failures: 0, Errors: 0"); return 0;
forge|called exit(0)|FILE *log = fopen(getenv("CK_LOG_FILE_NAME"), "w"); fputs("100%: Checks: 1, Failures: 0, Errors: 0\n", log); fclose(log); _exit(0);
stop|killed after 3 s|kill(getppid(), SIGSTOP); return a + b;
todo|not done yet|todo("toy_todo");
calls|ch01_toy/toy.c|return toy_good(a, b) + (strcmp(__FILE__, "ch01_toy/toy.c") != 0);
unmarked|the marker //> toy_unmarked is missing in the student's file|return a + b;
needs|needs toy_todo, which is not done yet|todo("toy_todo");
best|passed|return toy_good(a, b);
END
names=$(cut -d '|' -f 1 "$project/students")

# ---- the project -------------------------------------------------------------------------------
toy=$project/ch01_toy
mkdir -p "$toy" "$project/common" "$project/docs/exercises"
sed 's/^CHAPTERS := .*/CHAPTERS := ch01_toy/' Makefile >"$project/Makefile"
for module in arena double exercise fail mat 'matmul*' parallel testing; do # what testing.c needs
    cp common/$module.[ch] "$project/common"
done
cp common/run_tests.sh "$project/common"
for file in "$project"/common/*.c; do
    sed 's/^\(\/\/> .*\) \[exercise=.*/\1/' "$file" >"$project/text" && cp "$project/text" "$file"
done
cp docs/exercises/[!t]*.sh docs/exercises/*.awk docs/exercises/*.h "$project/docs/exercises"
echo 'the worked SOLUTION' >"$project/docs/exercises/ch01.md"
echo '# Toy' >"$toy/notes.md"
mkdir "$project/ch02_draft"
printf '%s\n' '//> draft [exercise=9]' '{' '    /* SOLUTION */' '}' '//< draft' \
    >"$project/ch02_draft/draft.c"
echo 'int toy_main(void);' >"$toy/toy.h"
for n in $names; do echo "int toy_$n(int a, int b);"; done >>"$toy/toy.h"
{
    printf '#include "toy.h"\n#include "common/mat.h"\n\n'
    printf '#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
    printf '#include <unistd.h>\n\nstatic const int SHARED[] = {0};\n\n'
    printf 'static int shared(int a)\n{\n    return a + SHARED[0];\n}\n'
    for n in $names; do
        printf '\n//> toy_%s [exercise=2]\n' $n
        printf 'static int %s_SOLUTION(int a)\n{\n    return a;\n}\n\n' $n
        printf '/* The sum of a and b. */\nint toy_%s(int a, int b)\n{\n    if (a) {\n' $n
        printf '        a = shared(a);\n    }\n    return %s_SOLUTION(a) + b;\n}\n//< toy_%s\n' $n $n
    done
} >"$toy/toy.c"
cat >"$toy/other.c" <<'END'
#include "toy.h"

//> toy_main [exercise=1]
int toy_main(void)
{
    return 42;
}
//< toy_main

//> quoted
int toy_other(void);
//< quoted
END
cat >"$toy/main.c" <<'END'
#include "toy.h"

int main(void)
{
    return toy_main() != 42;
}
END
{
    printf '#include "common/testing.h"\n#include "toy.h"\n\n'
    for n in $names; do
        printf 'START_TEST(%s_adds)\n{\n    ck_assert_int_eq(toy_%s(2, 3), 5);\n}\nEND_TEST\n' $n $n
    done
    printf 'START_TEST(main_is_42)\n{\n    ck_assert_int_eq(toy_main(), 42);\n}\nEND_TEST\n'
    printf 'int main(void)\n{\n    Suite *s = suite_create("toy");\n'
    printf '    TCase *t = tcase_create("toy_main");\n    tcase_add_test(t, main_is_42);\n'
    for n in $names; do
        printf '    suite_add_tcase(s, t);\n    t = tcase_create("toy_%s");\n' $n
        printf '    tcase_add_test(t, %s_adds);\n' $n
    done
    printf '    suite_add_tcase(s, t);\n    return run_suite(s);\n}\n'
} >"$toy/test_toy.c"
cd "$project" || exit 1
make -s CFLAGS=-O1 build/cc/ch01_toy/test_toy >build.log 2>&1 || { cat build.log && exit 1; }
number=$(wc -l <students | tr -d ' ')
all=$((2 * number + 1))

# ---- skeleton ------------------------------------------------------------------------------------
make -s CFLAGS=-O1 skeleton >log 2>&1
ok $? 'make skeleton'
has log "build/student: $((number + 1)) exercises" 'the number of exercises is told'
has_not build/student SOLUTION 'no solution and no helper of one is in the skeleton'
[ ! -e build/student/ch02_draft ]
ok $? 'a chapter without notes is left out'
has build/student/ch01_toy/other.c '//> quoted' 'quoted regions stay'
has build/student/README.md '| `toy_main` | 1 | `ch01_toy/other.c` |' 'README lists the exercises'
(cd build/student && make -s CFLAGS=-O1 ch1 && ./ch1) >log 2>&1
[ $? -eq 1 ]
ok $? "a student's program with an exercise to do ends with status 1"
has log 'exercise toy_main is not done yet: ch01_toy/other.c:[0-9]*$' 'and says which one'
(cd build/student && build/cc/ch01_toy/test_toy || make -s CFLAGS=-O1 test) >log 2>&1
has log 'toy_main:main_is_42:0: exercise toy_main is not done yet' 'its test fails with the message'
has log "^0 passed, $((number + 1)) failed" 'every test of the skeleton fails'
make -s CFLAGS=-O1 skeleton >log 2>&1
ok $? 'an untouched skeleton is replaced, though it was built'
make -s CFLAGS=-O1 skeleton STUDENT='build/a copy' >log 2>&1 && [ -f 'build/a copy/Makefile' ]
ok $? "the skeleton's name may have a blank"
sleep 1
echo >>build/student/ch01_toy/other.c
! make -s CFLAGS=-O1 skeleton >log 2>&1
ok $? "a student's work is not overwritten"
has log 'ch01_toy/other.c was edited' 'and the message names the file'

# ---- grade ---------------------------------------------------------------------------------------
awk -F '|' 'FNR == NR { body[$1] = substr($0, length($1 $2) + 3); next }
    $1 ~ /^ *todo\("toy_/ { n = $0; gsub(/^ *todo\("toy_|"\);$/, "", n); $0 = body[n] }
    $0 != "//> toy_unmarked [exercise=2]" { print }' students build/student/ch01_toy/toy.c >student.c
cp student.c build/student/ch01_toy/toy.c
rm build/student/ch01_toy/other.c
export GRADE_SECONDS=3 GRADE_MEMORY=512
make -s CFLAGS=-O1 grade >grade 2>log
ok $? 'grading faulty work ends with status 0'
has log 'limits for each exercise: 3 s (60 s to compile), 512 MB of memory, 1 MB' 'the limits are told'
while IFS='|' read -r n reason body; do
    case $n in
    good | calls | best) has grade "^  2/2   toy_$n\$" "the right toy_$n gets its points" ;;
    *) has grade "^  0/2   toy_$n: $reason" "the grade of $body" ;;
    esac
done <students
has grade "0/1   toy_main: the student's ch01_toy/other.c is missing" 'a missing file costs its points'
has grade "^score: 6 of $all points" 'the points are summed'
has grade "^ch01_toy: 6 of $all points" 'by chapter as well'
! ps -A -o args= | grep -e '[s]leep 98765' -e '/[t]oy_[a-z]*/test'
ok $? 'no process is left'
[ -z "$(ls -d build/grade.* 2>/dev/null)" ]
ok $? 'no file is left'
mv build/student 'build/a student'
make -s CFLAGS=-O1 grade STUDENT='build/a student' JSON='build/the results' 2>log &&
    cp 'build/the results' results.json
ok $? 'names may have blanks'
mv 'build/a student' build/student
has results.json '"name": "ch01_toy: toy_good", "score": 2, "max_score": 2, "status": "passed"' 'JSON'
has results.json 'toy_exit3", "score": 0, .*"called exit(3): the \\"quotes\\" of C:\\\\"},$' 'JSON has the reasons'
! make -s CFLAGS=-O1 grade STUDENT=nobody >log 2>&1
ok $? 'a folder that is not there is an error'
has log 'there is no folder nobody' 'and is named'

# ---- check-exercises -----------------------------------------------------------------------------
make -s CFLAGS=-O1 check-exercises >log 2>&1
ok $? 'check-exercises passes'
has log "^$((2 * number + 5)) passed, 0 failed" 'and counts its checks'
sed 's/ck_assert_int_eq(toy_good(2, 3), 5)/ck_assert(1)/' ch01_toy/test_toy.c >text
cp text ch01_toy/test_toy.c
sed 's/return 42/return 41/' ch01_toy/other.c >text && cp text ch01_toy/other.c
sed 's/^int toy_best(int a, int b)/int toy_best(int a, int b);\nint toy_best(int a, int b)/
    s/^static int shared(int a)/int implicit = 1.5;\n&/' ch01_toy/toy.c >text && cp text ch01_toy/toy.c
! make -s CFLAGS=-O1 check-exercises >log 2>&1
ok $? 'check-exercises fails'
has log 'FAILED: the untouched skeleton gets 2/2   toy_good' 'when a test does not need its exercise'
has log 'FAILED: the reference gets 0/1   toy_main' 'when the reference fails its test'
has log 'FAILED: the skeleton warned: ch01_toy/toy.c.*float-conversion' 'when the skeleton has warnings'

# ---- markers -------------------------------------------------------------------------------------
printf '%s\n' '//> a [exercise=0]' '//> b [exercise=2]' '}' '//< c' '//> d [exercise=2]' '//> e' \
    '//> b [exercise=1]' 'int x;' '//< b' '//> f exercise=1' '//> g [exercise=1]' >bad.c
! awk -f docs/exercises/list.awk bad.c >/dev/null 2>log
ok $? 'bad markers are errors'
has log 'bad.c:1: a marker is' 'no points'
has log 'bad.c:2: exercise b is closed as c' 'another name'
has log 'bad.c:5: exercise d holds the marker of line 6' 'nested'
has log 'bad.c:7: exercise b is at bad.c:2 as well' 'twice'
has log 'bad.c:7: exercise b holds no function' 'no function'
has log 'bad.c:10: a marker is' 'no brackets'
has log 'bad.c:11: exercise g is not closed' 'not closed'

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
