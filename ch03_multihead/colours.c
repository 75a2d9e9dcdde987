/* colours - sentences of coloured words, and what counting their colours is worth. */
#include "colours.h"
#include "common/layers.h"

const char *question_name(Question q)
{
    static const char *const names[] = {"previous", "match"};
    require((unsigned)q < QUESTIONS, "question %d", (int)q);
    return names[q];
}

/* LENGTH / 2 different words, each twice, in random order. */
static void draw_words(Rng *r, int word[LENGTH])
{
    int words[WORDS], places[LENGTH];
    rng_permutation(r, WORDS, words);
    rng_permutation(r, LENGTH, places);
    for (int i = 0; i < LENGTH; i++) word[places[i]] = words[i / 2];
}

/* The place of the other token with the word of token t. */
static int place_of_match(const int word[LENGTH], int t)
{
    for (int j = 0; j < LENGTH; j++)
        if (j != t && word[j] == word[t]) return j;
    return -1;
}

static int *numbers(Arena *a, int count)
{
    return arena_alloc(a, (size_t)count * sizeof(int));
}

Sentences sentences_new(Arena *a, Rng *r, int batch)
{
    const int n = batch * LENGTH;
    Sentences s = {batch, numbers(a, n), numbers(a, n), numbers(a, n), {0}, {0}};
    for (int q = 0; q < QUESTIONS; q++) s.source[q] = numbers(a, n), s.target[q] = numbers(a, n);
    for (int b = 0; b < n; b += LENGTH) {
        const int start = rng_below(r, POSITIONS - LENGTH + 1);
        draw_words(r, s.word + b);
        for (int t = 0; t < LENGTH; t++) s.colour[b + t] = rng_below(r, COLOURS);
        for (int t = 0; t < LENGTH; t++) {
            s.position[b + t] = start + t;
            s.source[PREVIOUS][b + t] = t - 1;
            s.source[MATCH][b + t] = place_of_match(s.word + b, t);
            for (int q = 0; q < QUESTIONS; q++) {
                int from = s.source[q][b + t];
                s.target[q][b + t] = from < 0 ? IGNORED_TARGET : s.colour[b + from];
            }
        }
    }
    return s;
}

/* The most frequent colour of a sentence, token t not counted. */
static int most_frequent(const int colour[LENGTH], int t)
{
    int count[COLOURS] = {0}, best = 0;
    for (int j = 0; j < LENGTH; j++) count[colour[j]] += j != t;
    for (int c = 1; c < COLOURS; c++)
        if (count[c] > count[best]) best = c;
    return best;
}

double counting_accuracy(const Sentences *s, Question q)
{
    int right = 0, asked = 0;
    for (int i = 0; i < s->batch * LENGTH; i++) {
        if (s->target[q][i] == IGNORED_TARGET) continue;
        int t = i % LENGTH;
        right += most_frequent(s->colour + (i - t), t) == s->target[q][i];
        asked++;
    }
    return asked ? (double)right / asked : 0;
}
