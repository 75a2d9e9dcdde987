/* What finetune learns from: the labelled texts, their tokenizer, and the same texts as ids. */
#include "main.h"

/* Keeps n of the training texts, picked at random. */
static void keep_some(Finetune *f, int n, uint64_t seed)
{
    LabelTask *t = &f->labelled;
    const int count = t->count[TRAIN];
    if (n == 0 || n >= count) return;
    int *order = arena_alloc(&f->arena, (size_t)count * sizeof *order);
    Labelled *kept = arena_alloc(&f->arena, (size_t)n * sizeof *kept);
    Rng r = rng_new(seed);
    rng_permutation(&r, count, order);
    for (int i = 0; i < n; i++) kept[i] = t->part[TRAIN][order[i]];
    t->part[TRAIN] = kept;
    t->count[TRAIN] = n;
}

static void read_task(Finetune *f, uint64_t seed)
{
    Error e;
    const FinetuneOptions *o = f->o;
    const LabelTaskKind kind = o->file ? LABEL_FILE : (LabelTaskKind)o->task;
    if (!label_task_read(&f->labelled, &f->arena, kind, o->data, o->file, seed, &e))
        die("%s%s", e.text, o->file ? "" : " (./setup fetches the data; --file needs none)");
    keep_some(f, o->texts, seed);
}

/* The folder's tokenizer, or one learned from the training part. */
static void read_tokenizer(Finetune *f)
{
    const LabelTask *t = &f->labelled;
    if (f->o->pretrained) {
        model_tokenizer(&f->tokenizer, &f->arena, f->o->pretrained);
        f->tokenizer.rules.specials = false; /* a text that says [SEP] means the letters */
        return;
    }
    const char **lines = arena_alloc(&f->arena, (size_t)t->count[TRAIN] * sizeof *lines);
    for (int i = 0; i < t->count[TRAIN]; i++) lines[i] = t->part[TRAIN][i].text;
    f->tokenizer.rules = (TokenizerRules){true, true, true, false};
    pieces_train(&f->tokenizer.vocabulary, &f->arena, lines, (size_t)t->count[TRAIN],
                 f->tokenizer.rules, f->o->pieces);
}

void finetune_read(Finetune *f, uint64_t seed)
{
    read_task(f, seed);
    read_tokenizer(f);
}

void finetune_spell(Finetune *f, int longest)
{
    Error e;
    const LabelTask *t = &f->labelled;
    const int pad = f->tokenizer.vocabulary.pad;
    f->task = (TextTask){.classes = t->label_count, .pad = pad < 0 ? 0 : pad};
    for (Part p = TRAIN; p < PARTS; p++) {
        f->task.count[p] = t->count[p];
        if (!text_examples(&f->task.of[p], &f->arena, &f->tokenizer, t->part[p], t->count[p],
                           longest, &e))
            die("%s", e.text);
    }
}
