/* The sub-command translate: lines of text, from the arguments or from standard input. */
#include "main.h"
#include "corpus_sentence.h"
#include "corpus_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Run run;
    const Options *options;
    Translator model;
    Codec codec;
    Arena arena; /* what stays */
} Session;

/* ---- attention -------------------------------------------------------------------------------*/

static const char *const *pieces(const Codec *c, Arena *a, Sequence s)
{
    const char **texts = arena_alloc(a, (size_t)s.length * sizeof *texts);
    for (int i = 0; i < s.length; i++) texts[i] = codec_piece(c, s.ids[i]);
    return texts;
}

/* The weights of every head of every layer, as the decoder had them in its first `steps` steps on
 * the way to the target and END_ID: rows are what was written. */
static const Mat *cross_weights(Translator *m, Arena *a, Sequence source, Sequence target,
                                int steps)
{
    TransformerPass pass;
    RecurrentPass recurrent;
    int *input = arena_alloc(a, (size_t)steps * sizeof *input);
    int *labels = arena_alloc(a, (size_t)steps * sizeof *labels);
    const int valid = teacher_forcing(input, labels, target, steps);
    const Tokens read = {source.ids, &source.length, 1, source.length, NULL},
                 write = {input, &valid, 1, steps, NULL};
    const TransformerShape *s = &m->shape.shape;
    Mat *weights = arena_alloc(a, (size_t)(s->layers * s->heads) * sizeof *weights);
    if (m->shape.kind == RECURRENT) {
        LstmState state = recurrent_encode(&m->recurrent, a, &recurrent, read);
        recurrent_decode(&m->recurrent, a, &recurrent, write, &state);
        weights[0] = mat_new(a, steps, source.length);
        for (int t = 0; t < steps; t++)
            mat_copy(mat_rows(weights[0], t, 1), recurrent_weights(&m->recurrent, 0, t));
        return weights;
    }
    transformer_encode(m->transformer, a, &pass, read);
    transformer_decode(m->transformer, a, &pass, write);
    for (int l = 0; l < s->layers; l++)
        for (int h = 0; h < s->heads; h++)
            weights[l * s->heads + h] = multihead_weights(&m->transformer->decoder[l].cross, h, 0);
    return weights;
}

AttentionView attention_view(Run *run, Translator *m, const Codec *codec, Sequence source,
                             Sequence target)
{
    const bool recurrent = m->shape.kind == RECURRENT;
    int *written = arena_alloc(&run->arena, (size_t)(target.length + 1) * sizeof *written);
    if (target.length) memcpy(written, target.ids, (size_t)target.length * sizeof *written);
    written[target.length] = END_ID;
    const bool ended = target.length < m->shape.shape.longest; /* or the limit has cut it off */
    const Sequence rows = {written, target.length + ended};
    return (AttentionView){.title = "What the decoder looks at",
                           .note = "rows: what is written; columns: what is read",
                           .layers = recurrent ? 1 : m->shape.shape.layers,
                           .heads = recurrent ? 1 : m->shape.shape.heads,
                           .queries = rows.length,
                           .keys = source.length,
                           .query_text = pieces(codec, &run->arena, rows),
                           .key_text = pieces(codec, &run->arena, source),
                           .weights = cross_weights(m, &run->arena, source, target, rows.length)};
}

static void show_attention(Run *run, Session *s, Sequence source, Sequence target)
{
    const AttentionView v = attention_view(run, &s->model, &s->codec, source, target);
    view_terminal(&v, &run->term);
    view_write(run, &v, view_html, s->options->html);
    view_write(run, &v, view_svg, s->options->svg);
}

/* ---- translating -----------------------------------------------------------------------------*/

/* Translates a line, sentence by sentence; an empty one gives an empty one. */
static void translate(void *session, const char *line)
{
    Session *s = session;
    Run *run = &s->run;
    Arena *a = &run->arena;
    const Arena mark = *a;
    char **sentences;
    const char *text = corpus_tidy(a, line, strlen(line));
    const int n = corpus_cut(a, text, SENTENCE_END, &sentences),
              longest = s->model.shape.shape.longest;
    for (int i = 0; i < n; i++) {
        Sequence source = codec_source(&s->codec, a, sentences[i]);
        if (source.length > longest) {
            warn("a sentence of %d pieces is cut after %d: the model has learned no longer ones",
                 source.length, longest);
            source.length = longest;
        }
        const Translation *t =
            translator_translate(&s->model, a, &source, 1, search_of(s->options, longest));
        const Sequence target = {t->ids, t->length};
        printf("%s%s", i ? " " : "", codec_text(&s->codec, a, target));
        if (s->options->attention) {
            printf("\n\n");
            show_attention(run, s, source, target);
        }
    }
    printf("\n");
    arena_release(a, mark);
}

int command_translate(void *options, int argc, char **argv)
{
    Options *o = options;
    Error e;
    Session s = {.options = o,
                 .run = {.options = o, .report = {.out = stdout}, .term = term_open(stdout)}};
    if (!translator_load(&s.model, &s.codec, &o->task, &s.arena, argv[0], &e)) die("%s", e.text);
    if (s.model.shape.kind == RECURRENT) o->beam = 1;
    run_texts(argc - 1, argv + 1, translate, &s);
    arena_free(&s.run.arena);
    translator_free(&s.model);
    arena_free(&s.arena);
    return EXIT_SUCCESS;
}
