/* bleu - counting and scoring. Words become numbers, equal ones the same number, by a sort of the
 * words of both sentences. */
#include "bleu.h"
#include "common/fail.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    int *number; /* where its number belongs */
} Word;

static int compare(const void *left, const void *right)
{
    return strcmp(((const Word *)left)->text, ((const Word *)right)->text);
}

/* Cuts `text` at its single spaces, in place: a Word for each token, whose number will be at[0],
 * at[1], ... */
static int cut(char *text, Word *words, int *at)
{
    int count = 0;
    for (char *word = *text ? text : NULL; word; count++) {
        char *space = strchr(word, ' ');
        if (space) *space = 0;
        words[count] = (Word){word, at + count};
        word = space ? space + 1 : NULL;
    }
    return count;
}

/* The words of two sentences as numbers. */
static void number_words(Arena *a, BleuTokenizer kind, const char *const text[2], Symbols out[2])
{
    char *tokens[2] = {bleu_tokenize(a, text[0], kind), bleu_tokenize(a, text[1], kind)};
    int most[2] = {(int)strlen(tokens[0]), (int)strlen(tokens[1])};
    Word *words = arena_alloc(a, (size_t)(most[0] + most[1]) * sizeof *words);
    int total = 0, number = 0;
    for (int i = 0; i < 2; i++) {
        out[i] = symbols_new(a, most[i]);
        out[i].count = cut(tokens[i], words + total, out[i].at);
        total += out[i].count;
    }
    qsort(words, (size_t)total, sizeof *words, compare);
    for (int i = 0; i < total; i++) {
        if (i && strcmp(words[i - 1].text, words[i].text) != 0) number++;
        *words[i].number = number;
    }
}

void bleu_add(Bleu *b, Arena *scratch, const char *hypothesis, const char *reference)
{
    Arena mark = *scratch;
    Symbols words[2];
    number_words(scratch, b->kind.tokenizer, (const char *[]){hypothesis, reference}, words);
    ngram_count(b->orders, BLEU_ORDERS, scratch, words[0], words[1]);
    b->hypothesis_words += words[0].count;
    b->reference_words += words[1].count;
    arena_release(scratch, mark);
}

/* BP for c words where the reference has r: what keeps short outputs from being precise. */
static double brevity_penalty(long c, long r)
{
    if (c == 0) return 0;
    return c < r ? exp(1 - (double)r / (double)c) : 1;
}

//> bleu_score
double bleu_score(const Bleu *b)
{
    double log_sum = 0, missing = 1;
    int orders = 0;
    if (b->orders[0].matches == 0) return 0;
    for (; orders < BLEU_ORDERS && b->orders[orders].hypothesis; orders++) {
        const NgramCount c = b->orders[orders];
        if (c.matches == 0 && !b->kind.smooth) return 0;
        double matches = c.matches ? (double)c.matches : (missing /= 2);
        log_sum += log(matches / (double)c.hypothesis);
    }
    if (orders < BLEU_ORDERS && !b->kind.effective_order) return 0;
    return 100 * brevity_penalty(b->hypothesis_words, b->reference_words) * exp(log_sum / orders);
}
//< bleu_score

void bleu_describe(const Bleu *b, char *text, size_t size)
{
    char counts[BLEU_ORDERS * 48] = "";
    for (int n = 0, used = 0; n < BLEU_ORDERS; n++)
        used += snprintf(counts + used, sizeof counts - (size_t)used, " %ld/%ld",
                         b->orders[n].matches, b->orders[n].hypothesis);
    snprintf(text, size,
             "BLEU|nrefs:1|case:mixed|eff:%s|tok:%s|smooth:%s = %.2f matches%s (BP = %.3f "
             "hyp_len = %ld ref_len = %ld)",
             b->kind.effective_order ? "yes" : "no", bleu_tokenizer_name(b->kind.tokenizer),
             b->kind.smooth ? "exp" : "none", bleu_score(b), counts,
             brevity_penalty(b->hypothesis_words, b->reference_words), b->hypothesis_words,
             b->reference_words);
}

double bleu_textbook(Arena *scratch, const char *prediction, const char *label, int k)
{
    require(k >= 1, "k = %d", k);
    Arena mark = *scratch;
    Symbols words[2];
    number_words(scratch, BLEU_NONE, (const char *[]){prediction, label}, words);
    const int c = words[0].count, orders = k < c ? k : c;
    NgramCount *counts = arena_zeros(scratch, (size_t)orders * sizeof *counts);
    ngram_count(counts, orders, scratch, words[0], words[1]);
    double score = brevity_penalty(c, words[1].count);
    for (int n = 1; n <= orders; n++) {
        const NgramCount *of = &counts[n - 1];
        score *= pow((double)of->matches / (double)of->hypothesis, ldexp(1, -n));
    }
    arena_release(scratch, mark);
    return score;
}
