# Writes the results of grade_exercise.sh, one a line (name, points, score, file, reason with tabs
# between), as a text with sums by folder, or with -v format=json as Gradescope's results.json.

function quoted(s) {
    gsub(/\\/, "&&", s)
    gsub(/"/, "\\\"", s)
    return "\"" s "\""
}
function text_of(i) {
    return sprintf("%3d/%-3d %s%s\n", got[i], of[i], name[i], got[i] < of[i] ? ": " why[i] : "")
}
function json_of(i) {
    return sprintf("  {\"name\": %s, \"score\": %d, \"max_score\": %d, ",
        quoted(folder[i] ": " name[i]), got[i], of[i]) \
        sprintf("\"status\": \"%s\", \"output\": %s}",
            got[i] < of[i] ? "failed" : "passed", quoted(why[i]))
}
BEGIN { FS = "\t" }
{
    name[NR] = $1; of[NR] = $2; got[NR] = $3; why[NR] = $5
    folder[NR] = $4; sub(/\/.*/, "", folder[NR])
    folder_of[folder[NR]] += $2; folder_got[folder[NR]] += $3
    total += $2; score += $3
}
END {
    if (format == "json") printf "{\"score\": %d, \"tests\": [\n", score
    for (i = 1; i <= NR; i++) {
        f = folder[i]
        if (format == "json") printf "%s%s\n", json_of(i), i < NR ? "," : ""
        else {
            if (f != folder[i - 1]) printf "%s: %d of %d points\n", f, folder_got[f], folder_of[f]
            printf "%s", text_of(i)
        }
    }
    if (format == "json") print "]}"
    else printf "score: %d of %d points\n", score, total
}
