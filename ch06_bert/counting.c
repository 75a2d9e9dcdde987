/* counting - documents of numbers in words, of things that are counted. */
#include "counting.h"
#include "ch05_transformer/numbers.h"

static const char *const things[] = {"grey wolves",   "wooden ships", "ripe pears",
                                     "bright stars",  "round tables", "merry songs",
                                     "tired doctors", "wide rivers"};
enum { THINGS = sizeof things / sizeof *things };

static Document count_from(Arena *a, int first, int count, const char *thing)
{
    const char **sentences = arena_alloc(a, (size_t)count * sizeof *sentences);
    for (int i = 0; i < count; i++)
        sentences[i] = arena_print(a, "%s %s", number_in_english(a, first + i), thing);
    return (Document){sentences, count, sentences[0]};
}

static Documents count_all(Arena *a, Rng *r, int most)
{
    Documents all = {arena_alloc(a, (size_t)(THINGS * most) * sizeof(Document)), 0};
    for (int t = 0; t < THINGS; t++)
        for (int n = 1, count; n <= most; n += count) {
            count = COUNT_LEAST + rng_below(r, COUNT_MOST - COUNT_LEAST + 1);
            if (count > most - n + 1) count = most - n + 1;
            all.documents[all.count++] = count_from(a, n, count, things[t]);
        }
    return all;
}

PretrainingData counting_data(Arena *a, Rng *r, int most)
{
    PretrainingData d = {0};
    const CorpusOptions words = {.vocabulary = 300};
    require(most >= 100 && most <= LARGEST_NUMBER, "counting to %d", most);
    const Documents all = count_all(a, r, most);
    int *order = arena_alloc(a, (size_t)all.count * sizeof *order);
    rng_permutation(r, all.count, order);
    const int valid = (int)(VALID_SHARE * all.count), test = (int)(TEST_SHARE * all.count);
    for (Part p = TRAIN; p < PARTS; p++)
        d.part[p].documents = arena_alloc(a, (size_t)all.count * sizeof(Document));
    for (int i = 0; i < all.count; i++) {
        Documents *to = &d.part[i < valid ? VALID : i < valid + test ? TEST : TRAIN];
        to->documents[to->count++] = all.documents[order[i]];
    }
    pretraining_data_spell(&d, a, &words, NULL);
    return d;
}
