# Compares the results of a run with recorded ones: awk -f compare_runs.awk RECORDED NEW
# The same keys; numbers within 1% (or 1e-4); texts equal. What is measured after training depends on
# roundings that add up from step to step, and these on the compiler and the processor: such a number
# is compared within half of it (or 0.005), and its deviation over a few seeds not at all. Nor are the
# times, time.*. One line for each difference; exit status 1 when there is one.
/^#/ || !/=/ { next }
{ key = $0; sub(/=.*/, "", key); value = $0; sub(/[^=]*=/, "", value) }
NR == FNR { recorded[key] = value; next }
{
    seen[key] = 1
    if (!(key in recorded)) report(key, "is not recorded")
    trained = key ~ /\.(valid|trained)(\.|$)|^mh\.(heads|mistake)|^pe\.(first|copy)\./
    if (!(key in recorded) || key ~ /^time\./ || trained && key ~ /(_sd|\.deviation)$/) next
    compared++
    if (!same(recorded[key], value, trained)) report(key, "recorded " recorded[key] ", now " value)
}
function number(text) { return text ~ /^-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?$/ }
function abs(x) { return x < 0 ? -x : x }
function same(a, b, trained) {
    if (!number(a) || !number(b)) return a == b
    return abs(a - b) <= (trained ? 0.5 * abs(a) + 0.005 : 0.01 * abs(a) + 0.0001)
}
function report(key, what) { print "  " key ": " what; differ++ }
END {
    for (key in recorded) if (!(key in seen)) report(key, "is recorded and missing now")
    print "  " compared " values compared, " differ + 0 " differ"
    exit differ > 0 || compared == 0
}
