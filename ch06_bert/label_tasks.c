/* label_tasks - from the texts of a source to parts that share none; see label_tasks.h.
 *
 * The order matters: first what has no letter and what is said twice goes, then every group goes to
 * the part that its name and the seed pick, then what two parts share goes from the smaller one. */
#include "label_tasks.h"
#include "documents.h"
#include "label_task_parts.h"

#include <stdio.h>
#include <string.h>

#include "ch05_transformer/corpus_set.h"
#include "ch05_transformer/corpus_text.h"

const char *label_task_name(LabelTaskKind kind)
{
    static const char *const names[] = {"glosses", "help-en", "help-zh", "foods", "file"};
    require((unsigned)kind < LABEL_TASKS, "task %d", (int)kind);
    return names[kind];
}

/* ---- lists of texts --------------------------------------------------------------------------*/

static void add(LabelledTexts *t, Arena *a, Labelled item)
{
    if (t->count == t->room) {
        Labelled *old = t->items;
        t->room = t->room ? 2 * t->room : 256;
        t->items = arena_alloc(a, (size_t)t->room * sizeof *old);
        if (old) memcpy(t->items, old, (size_t)t->count * sizeof *old);
    }
    t->items[t->count++] = item;
}

void label_add(LabelledTexts *t, Arena *a, const char *text, size_t size, int label,
               const char *group)
{
    text = corpus_tidy(a, text, size);
    add(t, a, (Labelled){text, label, group ? group : corpus_key(a, text)});
}

/* The texts that have a letter and do not repeat one with the same label. */
static LabelledTexts clean(LabelTask *t, Arena *a, const LabelledTexts *texts)
{
    LabelledTexts kept = {0};
    Arena scratch = {0};
    StringSet seen = {0};
    for (int i = 0; i < texts->count; i++) {
        const Labelled item = texts->items[i];
        const char *key = corpus_key(&scratch, item.text);
        const int before = seen.count;
        if (!corpus_has_letter(item.text))
            t->wordless++;
        else if (string_set_add(&seen, &scratch, arena_print(&scratch, "%d %s", item.label, key)) <
                 before)
            t->repeated++;
        else
            add(&kept, a, item);
    }
    arena_free(&scratch);
    return kept;
}

/* ---- parts -----------------------------------------------------------------------------------*/

static void split(LabelledTexts part[PARTS], LabelTask *t, Arena *a, LabelSource *s, uint64_t seed)
{
    const LabelledTexts all = clean(t, a, &s->all);
    const double test = s->test.count ? 0 : TEST_SHARE;
    if (s->test.count) part[TEST] = clean(t, a, &s->test);
    for (int i = 0; i < all.count; i++)
        add(&part[part_of(all.items[i].group, seed, VALID_SHARE, test)], a, all.items[i]);
}

/* The texts of parts that were gone through. */
typedef struct {
    Arena arena;
    StringSet keys;
} Seen;

static void see(Seen *seen, const Labelled *texts, int count)
{
    for (int i = 0; i < count; i++)
        string_set_add(&seen->keys, &seen->arena, corpus_key(&seen->arena, texts[i].text));
}

static bool was_seen(Seen *seen, const char *text)
{
    Arena mark = seen->arena;
    const bool result = string_set_find(&seen->keys, corpus_key(&seen->arena, text)) >= 0;
    arena_release(&seen->arena, mark);
    return result;
}

static void drop_overlaps(LabelTask *t)
{
    Seen seen = {0};
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, t->part[p - 1], t->count[p - 1]);
        const int before = t->count[p];
        for (int i = t->count[p] = 0; i < before; i++)
            if (!was_seen(&seen, t->part[p][i].text)) t->part[p][t->count[p]++] = t->part[p][i];
        t->dropped[p] = before - t->count[p];
    }
    arena_free(&seen.arena);
}

int label_task_overlaps(const LabelTask *t)
{
    Seen seen = {0};
    int overlaps = 0;
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, t->part[p - 1], t->count[p - 1]);
        for (int i = 0; i < t->count[p]; i++) overlaps += was_seen(&seen, t->part[p][i].text);
    }
    arena_free(&seen.arena);
    return overlaps;
}

/* ---- reading ---------------------------------------------------------------------------------*/

static bool read_source(LabelSource *s, Arena *a, LabelTaskKind kind, const char *data,
                        const char *path, Error *e)
{
    switch (kind) {
    case GLOSSES: return label_read_glosses(s, a, data, e);
    case HELP_ENGLISH: return label_read_help(s, a, data, "en-us", e);
    case HELP_CHINESE: return label_read_help(s, a, data, "zh-cn", e);
    case FOODS: return label_read_foods(s, a, data, e);
    default: return label_read_file(s, a, path, e);
    }
}

bool label_task_read(LabelTask *t, Arena *a, LabelTaskKind kind, const char *data, const char *path,
                     uint64_t seed, Error *e)
{
    static const char *const names[] = {"training", "validation", "test"};
    LabelSource source = {0};
    LabelledTexts part[PARTS] = {0};
    if (!read_source(&source, a, kind, data, path, e)) return false;
    *t = (LabelTask){.labels = source.labels, .label_count = source.label_count};
    split(part, t, a, &source, seed);
    for (Part p = TRAIN; p < PARTS; p++) t->part[p] = part[p].items, t->count[p] = part[p].count;
    drop_overlaps(t);
    for (Part p = TRAIN; p < PARTS; p++)
        if (!t->count[p])
            return fail(e,
                        "%.200s: too few texts: none is left for the %s part (%d without a letter, "
                        "%d said twice, %d in two parts are left out)",
                        kind == LABEL_FILE ? path : data, names[p], t->wordless, t->repeated,
                        t->dropped[VALID] + t->dropped[TEST]);
    return true;
}
