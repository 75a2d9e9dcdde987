/* bert_folder - finds the weights of a published model, and compares their sizes with config.json
 * before memory is taken for them. */
#include "bert_folder.h"
#include "common/safetensors_parts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- finding tensors -------------------------------------------------------------------------*/

const StoredTensor *folder_find(Folder *f, const BertName *n)
{
    const char *prefix = n->encoder ? f->prefix : "";
    const StoredTensor *t = safetensors_find(&f->file, join(&f->arena, prefix, n->published));
    if (t || !*n->old) return t;
    return safetensors_find(&f->file, join(&f->arena, prefix, n->old));
}

const BertName *folder_name(const Folder *f, const char *own)
{
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->names[i].own, own) == 0) return &f->names[i];
    return NULL;
}

Mat stored_shape(const StoredTensor *t)
{
    int64_t rows = 1, cols = t->rank ? t->shape[t->rank - 1] : 1;
    for (int i = 0; i + 1 < t->rank; i++) rows *= t->shape[i];
    if (rows > INT_MAX || cols > INT_MAX) return (Mat){0};
    return (Mat){.rows = (int)rows, .cols = (int)cols, .stride = (int)cols};
}

bool stored_fits(const StoredTensor *t, const BertName *n, int rows, int cols)
{
    Mat stored = stored_shape(t), want = {.rows = rows, .cols = cols};
    if (n && n->form == LINEAR) want.rows = cols, want.cols = rows;
    if (n && n->by_piece && n->form == VECTOR && stored.cols > cols) want.cols = stored.cols;
    if (n && n->by_piece && n->form == TABLE && stored.rows > rows) want.rows = stored.rows;
    return safetensors_fits(t, want);
}

bool stored_wrong(const Folder *f, const StoredTensor *t, const BertName *n, int rows, int cols,
                  Error *e)
{
    char stored[SHAPE_SIZE];
    const bool turned = n && n->form == LINEAR;
    fail(e, "%s: tensor \"%.80s\" is %s of %s; config.json asks for %dx%d floating-point numbers",
         f->file.path, t->name, safetensors_shape(t, stored), t->dtype, turned ? cols : rows,
         turned ? rows : cols);
    hide_controls(e);
    return false;
}

/* ---- opening ---------------------------------------------------------------------------------*/

static bool exists(Folder *f, const char *folder, const char *name)
{
    return access(join(&f->arena, folder, name), R_OK) == 0;
}

/* Opens the file with the weights, or says which other one is there that this book cannot read. */
static bool open_weights(Folder *f, const char *folder, Error *e)
{
    const char *path = join(&f->arena, folder, "/model.safetensors");
    if (!exists(f, folder, "/model.safetensors")) {
        if (exists(f, folder, "/model.safetensors.index.json"))
            return fail(e, "%s: its weights are in several files; one model.safetensors is needed",
                        folder);
        if (exists(f, folder, "/pytorch_model.bin"))
            return fail(e,
                        "%s: there is a pytorch_model.bin, but no model.safetensors; the "
                        "transformers library writes one: from_pretrained, then save_pretrained",
                        folder);
    }
    return safetensors_open(&f->file, path, e);
}

void folder_close(Folder *f)
{
    safetensors_close(&f->file);
    arena_free(&f->arena);
}

bool folder_open(Folder *f, const char *folder, int layers, Error *e)
{
    *f = (Folder){.prefix = ""};
    if (!open_weights(f, folder, e)) return arena_free(&f->arena), false;
    f->used = arena_zeros(&f->arena, (size_t)f->file.count * sizeof *f->used);
    f->names = bert_names(&f->arena, layers, &f->count);
    if (!folder_find(f, folder_name(f, "embeddings.words"))) f->prefix = "bert.";
    return true;
}

/* ---- what the file has -----------------------------------------------------------------------*/

/* The encoder's weight of that name has this shape. */
static bool check_size(Folder *f, const char *own, int rows, int cols, Error *e)
{
    const BertName *n = folder_name(f, own);
    const StoredTensor *t = folder_find(f, n);
    if (!t)
        return fail(e, "%s: no tensor \"%s\", with or without \"bert.\" before it", f->file.path,
                    n->published);
    return stored_fits(t, n, rows, cols) || stored_wrong(f, t, n, rows, cols, e);
}

/* The sizes of config.json are those of the file: memory is taken only for what is there. */
static bool check_sizes(Folder *f, const BertShape *s, Error *e)
{
    char w_q[32], w_1[32];
    if (!check_size(f, "embeddings.words", s->vocabulary, s->d_model, e) ||
        !check_size(f, "embeddings.positions", s->positions, s->d_model, e) ||
        !check_size(f, "embeddings.types", s->types, s->d_model, e))
        return false;
    for (int l = 0; l < s->layers; l++) {
        snprintf(w_q, sizeof w_q, "layer.%d.self.w_q", l);
        snprintf(w_1, sizeof w_1, "layer.%d.ffn.w_1", l);
        if (!check_size(f, w_q, s->d_model, s->d_model, e) ||
            !check_size(f, w_1, s->d_model, s->d_hidden, e))
            return false;
    }
    return true;
}

unsigned folder_parts(Folder *f)
{
    unsigned found = PART_POOLER | PART_MLM | PART_NSP | PART_CLASSIFIER;
    for (int i = 0; i < f->count; i++)
        if (!folder_find(f, &f->names[i])) found &= ~f->names[i].part;
    return found;
}

bool bert_describe(BertConfig *config, unsigned *found, Arena *a, const char *folder, Error *e)
{
    Folder f;
    if (!bert_config_read(config, a, join(a, folder, "/config.json"), e) ||
        !folder_open(&f, folder, config->shape.layers, e))
        return false;
    const bool ok = check_sizes(&f, &config->shape, e);
    *found = folder_parts(&f);
    folder_close(&f);
    return ok;
}
