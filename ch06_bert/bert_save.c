/* bert_save - writes a model as it would be published, and says what a report found. */
#include "bert_file.h"
#include "bert_names.h"

#include <stdio.h>
#include <string.h>

/* The class of the transformers library that has these parts. */
static const char *architecture(unsigned parts)
{
    if (parts & PART_CLASSIFIER)
        return parts & PART_POOLER ? "BertForSequenceClassification" : "BertForTokenClassification";
    if (parts & PART_MLM) return parts & PART_NSP ? "BertForPreTraining" : "BertForMaskedLM";
    return parts & PART_NSP ? "BertForNextSentencePrediction" : "BertModel";
}

static Mat transposed(Arena *a, Mat m)
{
    Mat t = mat_new(a, m.cols, m.rows);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) mat_row(t, j)[i] = mat_row(m, i)[j];
    return t;
}

static void add(SafetensorsOut *out, Arena *a, const Param *p, const BertName *n, bool heads)
{
    const Mat m = p->value;
    if (!n) {
        safetensors_add(out, p->name, m.rows == 1 ? 1 : 2, m);
        return;
    }
    safetensors_add(out, join(a, n->encoder && heads ? "bert." : "", n->published),
                    n->form == VECTOR ? 1 : 2, n->form == LINEAR ? transposed(a, m) : m);
}

static bool save_weights(const BertModel *m, Arena *a, const char *path, Error *e)
{
    SafetensorsOut out = {0};
    int count;
    const bool heads = strcmp(architecture(m->parts), "BertModel") != 0;
    const BertName *names = bert_names(a, m->config.shape.layers, &count);
    for (int i = 0; i < m->params.count; i++) {
        const Param *p = m->params.items[i];
        int k = 0;
        while (k < count && strcmp(names[k].own, p->name) != 0) k++;
        add(&out, a, p, k < count ? &names[k] : NULL, heads);
    }
    safetensors_add_metadata(&out, "format", "pt"); /* the transformers library asks for it */
    const bool ok = safetensors_save(&out, path, e);
    safetensors_free(&out);
    return ok;
}

bool bert_save(const BertModel *m, const char *folder, Error *e)
{
    Arena a = {0};
    const bool ok =
        save_weights(m, &a, join(&a, folder, "/model.safetensors"), e) &&
        bert_config_save(&m->config, architecture(m->parts), join(&a, folder, "/config.json"), e);
    arena_free(&a);
    return ok;
}

/* ---- the report ------------------------------------------------------------------------------*/

/* One warning that names the first of them. */
static void warn_names(const char *what, const char *const *names, int count)
{
    if (count == 1) warn("%s: %s", what, names[0]);
    if (count > 1) warn("%s: %s and %d more", what, names[0], count - 1);
}

void bert_report_warn(const BertReport *r)
{
    warn_names("not in the file, and made fresh", r->fresh, r->fresh_count);
    warn_names("in the file, but of no use here", r->unexpected, r->unexpected_count);
    if (r->padding)
        warn("the table of words has %d rows more than config.json's vocab_size: left aside",
             r->padding);
}
