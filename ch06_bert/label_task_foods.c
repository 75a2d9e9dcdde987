/* label_task_foods - reviews of food that customers wrote (McAuley and Leskovec 2013, "From
 * amateurs to connoisseurs"), from the data of the R package modeldata: two data frames with the
 * columns product, review and score, a factor that says "great" for five stars and "other" for
 * fewer.
 *
 * The group is the product. The second data frame is the test part. */
#include "label_task_parts.h"
#include "r_data.h"

#include <string.h>

static const char *const names[] = {"great", "other"};
enum { NAMES = sizeof names / sizeof *names };

/* The class that goes with a code of the factor, from 1 on, or -1. */
static int class_of(const RValue *score, int code)
{
    const RValue *levels = r_attribute(score, "levels");
    if (!levels || levels->kind != R_STRINGS || code < 1 || code > levels->count) return -1;
    const char *level = levels->strings[code - 1];
    for (int i = 0; i < NAMES; i++)
        if (level && strcmp(level, names[i]) == 0) return i;
    return -1;
}

/* Puts blanks in place of the only tag that reviews have. */
static size_t without_breaks(char *to, const char *text)
{
    static const char tag[] = "<br />";
    const char *const start = to;
    for (; *text; to++) {
        const bool is_tag = strncmp(text, tag, sizeof tag - 1) == 0;
        *to = is_tag ? ' ' : *text;
        text += is_tag ? sizeof tag - 1 : 1;
    }
    return (size_t)(to - start);
}

static void add_review(LabelledTexts *t, Arena *a, const char *review, int label,
                       const char *product)
{
    Arena scratch = {0};
    char *text = arena_alloc(&scratch, strlen(review) + 1);
    label_add(t, a, text, without_breaks(text, review), label, product);
    arena_free(&scratch);
}

/* The column of a data frame, or NULL. */
static const RValue *column(const RValue *frame, const char *name, RKind kind, int rows)
{
    const RValue *c = r_element(frame, name);
    return c && c->kind == kind && c->count == rows ? c : NULL;
}

static bool read_frame(LabelledTexts *t, Arena *a, const RData *d, const char *name, Error *e)
{
    RValue frame;
    if (!r_data_object(&frame, a, d, name, e)) return false;
    const RValue *score = r_element(&frame, "score");
    const int rows = score ? score->count : 0;
    const RValue *product = column(&frame, "product", R_STRINGS, rows);
    const RValue *review = column(&frame, "review", R_STRINGS, rows);
    if (!score || !product || !review || score->kind != R_INTEGERS)
        return fail(e, "%s: %s: not a data frame of product, review and score", d->path, name);
    for (int i = 0; i < rows; i++) {
        const int label = class_of(score, score->integers[i]);
        if (label < 0 || !product->strings[i] || !review->strings[i])
            return fail(e,
                        "%s: %s: row %d: no product, no review, or a score that is neither %s "
                        "nor %s",
                        d->path, name, i + 1, names[0], names[1]);
        add_review(t, a, review->strings[i], label, product->strings[i]);
    }
    return true;
}

bool label_read_foods(LabelSource *s, Arena *a, const char *data, Error *e)
{
    RData package;
    const char *path =
        arena_print(a, "%s/r-cran-modeldata/usr/lib/R/site-library/modeldata/data/Rdata", data);
    s->labels = names, s->label_count = NAMES;
    return r_data_open(&package, a, path, e) &&
           read_frame(&s->all, a, &package, "training_data", e) &&
           read_frame(&s->test, a, &package, "testing_data", e);
}
