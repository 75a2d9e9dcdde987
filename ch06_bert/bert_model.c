/* bert_model - the parts put together. */
#include "bert_model.h"

#include <string.h>

/* The labels, owned by the arena. */
static const char *const *copy_labels(Arena *a, const BertConfig *c)
{
    const char **labels = arena_alloc(a, (size_t)c->label_count * sizeof *labels);
    for (int i = 0; i < c->label_count; i++)
        labels[i] = strcpy(arena_alloc(a, strlen(c->labels[i]) + 1), c->labels[i]);
    return labels;
}

void bert_model_new(BertModel *m, Rng *r, BertConfig config, unsigned parts)
{
    require(!(parts & PART_NSP) || parts & PART_POOLER, "next-sentence prediction, no pooler");
    const BertShape *s = &config.shape;
    *m = (BertModel){.config = config, .parts = parts};
    m->config.labels = copy_labels(&m->arena, &config);
    bert_new(&m->bert, &m->arena, &m->params, r, config.shape);
    if (parts & PART_POOLER) m->pooler = pooler_new(&m->params, r, s);
    if (parts & PART_MLM) m->mlm = mlm_new(&m->params, r, &m->bert);
    if (parts & PART_NSP)
        m->nsp = classifier_new(&m->params, r, "nsp", s->d_model, NSP_CLASSES, s->initial, 0);
    if (parts & PART_CLASSIFIER)
        m->classifier = classifier_new(&m->params, r, "classifier", s->d_model, config.label_count,
                                       s->initial, config.classifier_dropout);
}

void bert_model_train(BertModel *m, Rng *rng)
{
    bert_train(&m->bert, rng);
    m->classifier.rng = rng; /* that of next sentences drops nothing */
}

void bert_model_free(BertModel *m)
{
    params_free(&m->params);
    arena_free(&m->arena);
    *m = (BertModel){0};
}
