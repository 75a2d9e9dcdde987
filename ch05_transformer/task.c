/* task - reads the pairs of a task, keeps what can be learned from, and splits it by page. */
#include "task.h"
#include "corpus_sentence.h"
#include "help_pages.h"
#include "numbers.h"
#include "common/text.h"

#include <string.h>

enum { NUMBERS_TRAINED = 8000, NUMBERS_TESTED = 500, LEAST_COUNT = 3 };
#define VALID_SHARE 0.02
#define TEST_SHARE 0.04

const char *task_kind_name(TaskKind kind)
{
    static const char *const names[] = {"numbers", "en-fr", "en-zh", "phonemes", "file"};
    return names[kind];
}

BleuKind task_bleu(TaskKind kind)
{
    BleuKind bleu = BLEU_SACRE;
    if (kind == EN_ZH || kind == NUMBERS) bleu.tokenizer = BLEU_ZH;
    return bleu;
}

/* The sentences of the help pages of English and another language. */
static bool read_help_pages(Task *t, Corpus *c, Arena *a, const TaskOptions *o, Error *e)
{
    HelpPages source, target;
    const char *language = o->kind == EN_ZH ? "zh-cn" : "fr";
    if (!help_pages_read(&source, a, help_pages_folder(a, o->data, "en-us"), e) ||
        !help_pages_read(&target, a, help_pages_folder(a, o->data, language), e))
        return false;
    const Corpus paragraphs = help_pages_align(a, &source, &target);
    *c = corpus_sentences(a, &paragraphs);
    t->paragraphs = paragraphs.count, t->sentences = c->count;
    return true;
}

/* Every way to say a word is a pair; the word is the page. */
static Corpus pronunciations(Arena *a, const PhonemeDictionary *d)
{
    Corpus c = {0};
    for (int i = 0; i < d->count; i++)
        for (int v = 0; v < d->words[i].count; v++)
            corpus_add(&c, a,
                       (Pair){d->words[i].spelling, phonemes_text(a, d->words[i].variants[v]),
                              d->words[i].spelling});
    return c;
}

static bool read_phonemes(Task *t, Arena *a, const TaskOptions *o, Error *e)
{
    PhonemeDictionary all;
    if (!phonemes_read(&all, a, phonemes_path(a, o->data), e)) return false;
    for (Part p = TRAIN; p < PARTS; p++) {
        const PhonemeDictionary part = phonemes_part(a, &all, p, o->seed, VALID_SHARE, TEST_SHARE);
        t->split.part[p] = pronunciations(a, &part);
        if (p == TEST) t->held_out = part;
    }
    return true;
}

static bool read_pairs(Task *t, Arena *a, const TaskOptions *o, Error *e)
{
    Corpus c;
    bool ok =
        o->kind == PAIR_FILE ? corpus_read(&c, a, o->path, e) : read_help_pages(t, &c, a, o, e);
    if (!ok) return false;
    CorpusRules rules = o->rules;
    rules.ideographs = o->kind == EN_ZH;
    c = corpus_clean(a, &c, rules, t->dropped);
    t->split = corpus_split(a, &c, o->seed, VALID_SHARE, TEST_SHARE);
    return true;
}

bool task_read(Task *t, Arena *a, const TaskOptions *o, Error *e)
{
    *t = (Task){.kind = o->kind, .codec.phonemes = o->kind == PHONEMES};
    Rng r = rng_new(o->seed);
    if (o->kind == NUMBERS)
        t->split = numbers_split(a, &r, NUMBERS_TRAINED, NUMBERS_TESTED, NUMBERS_TESTED);
    else if (!(o->kind == PHONEMES ? read_phonemes : read_pairs)(t, a, o, e))
        return false;
    static const char *const names[] = {"training", "validation", "test"};
    for (Part p = TRAIN; p < PARTS; p++)
        if (!t->split.part[p].count)
            return fail(e, "%s: too few pairs: none is left for the %s part",
                        o->path ? o->path : o->data, names[p]);
    return true;
}

/* The characters of a text as lines of their own, so that no merge joins them. */
static size_t add_characters(const char **lines, Arena *a, const char *text)
{
    const size_t size = strlen(text);
    size_t n = 0;
    int length;
    for (size_t i = 0; i < size; i += (size_t)length) {
        char *line = arena_zeros(a, 5);
        text_decode(text + i, size - i, &length);
        memcpy(line, text + i, (size_t)length);
        lines[n++] = line;
    }
    return n;
}

/* Byte-pair encoding learned from both sides of the training part. Chinese numerals stay single
 * characters: each of them is a word of English. */
static void learn_pieces(Task *t, Arena *a, int merges)
{
    Arena scratch = {0};
    const Corpus *train = &t->split.part[TRAIN];
    size_t n = 0, room = 2 * (size_t)train->count;
    for (int i = 0; i < train->count && t->kind == NUMBERS; i++)
        room += strlen(train->pairs[i].target);
    const char **lines = arena_alloc(&scratch, room * sizeof *lines);
    for (int i = 0; i < train->count; i++) {
        lines[n++] = train->pairs[i].source;
        if (t->kind == NUMBERS)
            n += add_characters(lines + n, &scratch, train->pairs[i].target);
        else
            lines[n++] = train->pairs[i].target;
    }
    bpe_train(&t->codec.bpe, a, lines, n, merges, LEAST_COUNT);
    arena_free(&scratch);
}

void task_spell(Task *t, Arena *a, const TaskOptions *o, const Codec *codec)
{
    if (codec)
        t->codec = *codec;
    else if (!t->codec.phonemes)
        learn_pieces(t, a, o->merges);
    for (Part p = TRAIN; p < PARTS; p++) {
        const Corpus *c = &t->split.part[p];
        t->examples[p] = arena_alloc(a, (size_t)c->count * sizeof *t->examples[p]);
        for (int i = 0; i < c->count; i++)
            t->examples[p][i] = (Example){codec_source(&t->codec, a, c->pairs[i].source),
                                          codec_target(&t->codec, a, c->pairs[i].target)};
    }
}
