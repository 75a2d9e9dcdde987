/* phonemes_score - how far pronunciations are from those of the dictionary. */
#include "phonemes.h"

static int smallest(int x, int y, int z)
{
    int least = x < y ? x : y;
    return least < z ? least : z;
}

//> edit_distance
/* Row i of the table holds, at j, the distance of the first i ids of x and the first j of y. */
int edit_distance(Arena *scratch, Sequence x, Sequence y)
{
    Arena mark = *scratch;
    int *row = arena_alloc(scratch, (size_t)(y.length + 1) * sizeof *row);
    for (int j = 0; j <= y.length; j++) row[j] = j;
    for (int i = 1; i <= x.length; i++) {
        int diagonal = row[0]; /* at (i - 1, j - 1) */
        row[0] = i;
        for (int j = 1; j <= y.length; j++) {
            int above = row[j];
            row[j] = smallest(above + 1, row[j - 1] + 1, diagonal + (x.ids[i - 1] != y.ids[j - 1]));
            diagonal = above;
        }
    }
    int distance = row[y.length];
    arena_release(scratch, mark);
    return distance;
}
//< edit_distance

void phoneme_score_add(PhonemeScore *s, Arena *scratch, const PhonemeWord *word, Sequence output)
{
    require(word->count >= 1, "\"%s\" has no pronunciation", word->spelling);
    int nearest = 0, least = edit_distance(scratch, word->variants[0], output);
    for (int v = 1; v < word->count; v++) {
        int distance = edit_distance(scratch, word->variants[v], output);
        if (distance < least) least = distance, nearest = v;
    }
    s->words++;
    s->wrong += least > 0;
    s->phones += word->variants[nearest].length;
    s->edits += least;
}

double phoneme_word_errors(const PhonemeScore *s)
{
    return s->words ? (double)s->wrong / (double)s->words : 0;
}

double phoneme_errors(const PhonemeScore *s)
{
    return s->phones ? (double)s->edits / (double)s->phones : 0;
}
