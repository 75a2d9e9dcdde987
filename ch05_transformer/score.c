/* score - asks a model, and compares what it says with the references. */
#include "score.h"

#include <string.h>

Exam exam_new(Arena *a, const Task *t, Part part, int most)
{
    const bool words = t->kind == PHONEMES && part == TEST;
    const Corpus *c = &t->split.part[part];
    const int all = words ? t->held_out.count : c->count;
    Exam x = {.count = all < most ? all : most};
    const size_t n = (size_t)x.count;
    x.source = arena_alloc(a, n * sizeof *x.source);
    x.reference = arena_alloc(a, n * sizeof *x.reference);
    x.ids = arena_alloc(a, n * sizeof *x.ids);
    for (int i = 0; i < x.count; i++) {
        x.source[i] = words ? t->held_out.words[i].spelling : c->pairs[i].source;
        x.reference[i] = words ? NULL : c->pairs[i].target;
        x.ids[i] = codec_source(&t->codec, a, x.source[i]);
    }
    return x;
}

static void score_word(Score *s, const Task *t, Arena *scratch, int i, const char *answer)
{
    const long wrong = s->phonemes.wrong;
    phoneme_score_add(&s->phonemes, scratch, &t->held_out.words[i],
                      codec_target(&t->codec, scratch, answer));
    s->exact += s->phonemes.wrong == wrong;
}

Score exam_score(const Exam *x, const Task *t, const char *const *answers)
{
    Arena scratch = {0};
    Score s = {.bleu.kind = task_bleu(t->kind), .sentences = x->count};
    for (int i = 0; i < x->count; i++) {
        if (!x->reference[i]) {
            score_word(&s, t, &scratch, i, answers[i]);
        } else {
            bleu_add(&s.bleu, &scratch, answers[i], x->reference[i]);
            chrf_add(&s.chrf, &scratch, answers[i], x->reference[i]);
            s.exact += strcmp(answers[i], x->reference[i]) == 0;
        }
        arena_reset(&scratch);
    }
    arena_free(&scratch);
    return s;
}

const char **exam_answers(const Exam *x, const Task *t, Arena *a, Translator *model, Search search,
                          long *tokens)
{
    const Translation *out = translator_translate(model, a, x->ids, x->count, search);
    const char **answers = arena_alloc(a, (size_t)x->count * sizeof *answers);
    if (tokens) *tokens = 0;
    for (int i = 0; i < x->count; i++) {
        answers[i] = codec_text(&t->codec, a, (Sequence){out[i].ids, out[i].length});
        if (tokens) *tokens += out[i].length + out[i].finished;
    }
    return answers;
}
