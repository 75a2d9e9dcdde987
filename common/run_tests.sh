#!/bin/sh
# Runs the Check programs named as arguments, all of them even when one fails, with one line each, and
# all that a failing one printed; closes with one line that counts the tests. Exit status 1 when a test
# failed, a program died, or no test ran.
passed=0 failed=0 died=0
export GOMP_SPINCOUNT="${GOMP_SPINCOUNT-10000}" # as common/threads.h: waiting threads sleep soon
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for program; do
    : >"$work/tap"
    if CK_VERBOSITY=normal CK_TAP_LOG_FILE_NAME=$work/tap "$program" >"$work/log" 2>&1; then
        printf '%-55s %s\n' "${program#build/}" "$(grep -c '^ok ' "$work/tap") passed"
    else
        died=$((died + 1))
        echo "$program"
        cat "$work/log"
    fi
    passed=$((passed + $(grep -c '^ok ' "$work/tap")))
    failed=$((failed + $(grep -c '^not ok ' "$work/tap")))
done
[ $failed -gt 0 ] || [ $died -eq 0 ] || failed=$died # a program that ended without a report
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
