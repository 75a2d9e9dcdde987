#!/bin/sh
# Runs the Check programs named as arguments, all of them even when one fails, and closes with one
# line that counts the tests. Exit status 1 when a test failed, a program died, or no test ran.
passed=0 failed=0 died=0
tap=$(mktemp) || exit 1
trap 'rm -f "$tap"' EXIT
for program; do
    : >"$tap"
    CK_VERBOSITY=normal CK_TAP_LOG_FILE_NAME=$tap "$program" || died=$((died + 1))
    passed=$((passed + $(grep -c '^ok ' "$tap")))
    failed=$((failed + $(grep -c '^not ok ' "$tap")))
done
[ $failed -gt 0 ] || [ $died -eq 0 ] || failed=$died # a program that ended without a report
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
