/* bert_file - reads a published model. First it is decided for every weight where it comes from;
 * what is missing or of another shape is found out before anything is read. */
#include "bert_folder.h"

#include <stdio.h>
#include <string.h>

static const char *part_name(unsigned part)
{
    return part == PART_POOLER       ? "pooler"
           : part == PART_MLM        ? "head of masked words"
           : part == PART_NSP        ? "head of next sentences"
           : part == PART_CLASSIFIER ? "classifier"
           : part == PART_OWN        ? "part on top"
                                     : "encoder";
}

/* ---- where every weight comes from -----------------------------------------------------------*/

typedef struct {
    Param *param;
    const BertName *name;  /* NULL: the caller's own */
    const StoredTensor *t; /* NULL: it keeps its fresh weights */
} Source;

/* Decides for one parameter; a needed one that is not there is left for check_missing. */
static bool find_source(Folder *f, Source *s, unsigned need, Error *e)
{
    const Mat m = s->param->value;
    const unsigned part = s->name ? s->name->part : PART_OWN;
    s->t = s->name ? folder_find(f, s->name) : safetensors_find(&f->file, s->param->name);
    if (!s->t || stored_fits(s->t, s->name, m.rows, m.cols)) return true;
    if (part == 0 || need & part) return stored_wrong(f, s->t, s->name, m.rows, m.cols, e);
    s->t = NULL;
    return true;
}

static bool check_missing(const Folder *f, const Source *s, int count, unsigned need, Error *e)
{
    const Source *first = NULL;
    int missing = 0;
    for (int i = 0; i < count; i++) {
        const unsigned part = s[i].name ? s[i].name->part : PART_OWN;
        if (s[i].t || (part && !(need & part))) continue;
        if (!first) first = &s[i];
        missing++;
    }
    if (!first) return true;
    char more[40] = "";
    if (missing > 1) snprintf(more, sizeof more, ", as are %d more", missing - 1);
    return fail(e, "%s: the %s is not there in full: \"%s\" is missing%s", f->file.path,
                part_name(first->name ? first->name->part : PART_OWN),
                first->name ? first->name->published : first->param->name, more);
}

/* Reads one parameter. */
static bool take(Folder *f, const Source *s, Error *e)
{
    const Arena mark = f->arena;
    const Mat to = s->param->value, shape = stored_shape(s->t);
    Mat stored = mat_new(&f->arena, shape.rows, shape.cols);
    const bool ok = safetensors_read(&f->file, s->t->name, stored, e);
    if (ok && s->name && s->name->form == LINEAR)
        for (int i = 0; i < to.rows; i++)
            for (int j = 0; j < to.cols; j++) mat_row(to, i)[j] = mat_row(stored, j)[i];
    else if (ok)
        mat_copy(to, mat_block(stored, 0, 0, to.rows, to.cols));
    arena_release(&f->arena, mark);
    return ok;
}

/* ---- the report ------------------------------------------------------------------------------*/

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), end = strlen(ending);
    return size >= end && strcmp(text + size - end, ending) == 0;
}

/* Buffers that some versions of the libraries save, and the tied matrix under its second name. */
static bool is_known_copy(const char *name)
{
    return ends_in(name, "embeddings.position_ids") || ends_in(name, "embeddings.token_type_ids") ||
           strcmp(name, "cls.predictions.decoder.weight") == 0 ||
           strcmp(name, "cls.predictions.decoder.bias") == 0;
}

/* Tensors of parts that the model was not asked to have are expected, too. */
static void mark_other_parts(Folder *f, const Params *p)
{
    for (int i = 0; i < f->count; i++) {
        const StoredTensor *t = folder_find(f, &f->names[i]);
        if (t && !params_find(p, f->names[i].own)) f->used[t - f->file.tensors] = true;
    }
}

static void list_unexpected(const Folder *f, BertReport *r, Arena *a)
{
    r->unexpected = arena_alloc(a, (size_t)f->file.count * sizeof *r->unexpected);
    for (int i = 0; i < f->file.count; i++)
        if (!f->used[i] && !is_known_copy(f->file.tensors[i].name))
            r->unexpected[r->unexpected_count++] = join(a, f->file.tensors[i].name, "");
}

static void list_fresh(BertReport *r, Arena *a, const Source *s, int count)
{
    r->fresh = arena_alloc(a, (size_t)count * sizeof *r->fresh);
    for (int i = 0; i < count; i++)
        if (!s[i].t) r->fresh[r->fresh_count++] = s[i].param->name;
}

/* ---- reading ---------------------------------------------------------------------------------*/

/* A matrix of BERT's that the file has not; biases and normalisations are fresh already. */
static void make_fresh(const BertModel *m, const Source *s, Rng *r)
{
    if (!s->name || s->param->value.rows == 1) return;
    require(r, "no generator for the fresh weights of %s", s->param->name);
    fill_truncated_normal(s->param->value, r, m->config.shape.initial);
}

static bool take_sources(BertModel *m, Folder *f, const Source *s, Rng *r, Error *e)
{
    for (int i = 0; i < m->params.count; i++) {
        if (!s[i].t)
            make_fresh(m, &s[i], r);
        else if (take(f, &s[i], e))
            f->used[s[i].t - f->file.tensors] = true;
        else
            return false;
    }
    return true;
}

static bool read_folder(BertModel *m, Folder *f, unsigned need, Rng *r, BertReport *report,
                        Error *e)
{
    const int count = m->params.count;
    Source *s = arena_zeros(&f->arena, (size_t)count * sizeof *s);
    for (int i = 0; i < count; i++) {
        s[i].param = m->params.items[i];
        s[i].name = folder_name(f, s[i].param->name);
        if (!find_source(f, &s[i], need, e)) return false;
    }
    if (!check_missing(f, s, count, need, e) || !take_sources(m, f, s, r, e)) return false;
    *report = (BertReport){.found = folder_parts(f)};
    const StoredTensor *words = folder_find(f, folder_name(f, "embeddings.words"));
    report->padding = stored_shape(words).rows - m->config.shape.vocabulary;
    mark_other_parts(f, &m->params);
    list_unexpected(f, report, &m->arena);
    list_fresh(report, &m->arena, s, count);
    return true;
}

bool bert_read(BertModel *m, const char *folder, unsigned need, Rng *r, BertReport *report,
               Error *e)
{
    Folder f;
    if (m->parts & PART_MLM && !m->config.tied)
        return fail(e,
                    "%s: tie_word_embeddings is false: the head of masked words has a matrix of "
                    "its own, which this book cannot read",
                    folder);
    if (!folder_open(&f, folder, m->config.shape.layers, e)) return false;
    const bool ok = read_folder(m, &f, need, r, report, e);
    folder_close(&f);
    return ok;
}

bool bert_load(BertModel *m, const char *folder, unsigned need, unsigned want, Rng *r,
               BertReport *report, Error *e)
{
    Arena a = {0};
    BertConfig config;
    unsigned found;
    bool ok = bert_describe(&config, &found, &a, folder, e);
    if (ok) {
        bert_model_new(m, NULL, config, need | want);
        ok = bert_read(m, folder, need, r, report, e);
        if (!ok) bert_model_free(m);
    }
    arena_free(&a);
    return ok;
}
