/* A model that is asked: from its folder to what it says about a prompt. */
#include "main.h"
#include "common/layers.h"

#include <math.h>
#include <sys/stat.h>

BertConfig config_of_size(int size, int vocabulary, int longest)
{
    static const int sizes[][3] = {{2, 128, 2}, {4, 256, 4}, {4, 512, 8}}; /* layers, d, heads */
    const int *s = sizes[size];
    return bert_config(bert_shape(vocabulary, s[0], s[1], s[2], longest));
}

void model_tokenizer(Tokenizer *t, Arena *a, const char *folder)
{
    Error e;
    struct stat status;
    if (stat(folder, &status) == 0 && !S_ISDIR(status.st_mode))
        die("%s is a file, and a folder with a model is needed", folder);
    if (!tokenizer_load(t, a, folder, &e)) die("%s", e.text);
}

void check_vocabulary(const char *folder, int pieces, int of_model)
{
    if (pieces > of_model)
        die("%s: vocab.txt has %d pieces, the model only %d", folder, pieces, of_model);
    if (pieces < of_model)
        warn("%s: vocab.txt has only %d pieces, the model %d: is the file complete?", folder,
             pieces, of_model);
}

void session_open(Session *s, Options *o, const char *folder, unsigned need)
{
    Error e;
    BertReport report;
    Rng r = rng_new((uint64_t)o->run.seed);
    *s = (Session){.options = o};
    model_tokenizer(&s->tokenizer, &s->arena, folder);
    if (!bert_load(&s->model, folder, need, 0, &r, &report, &e)) die("%s", e.text);
    bert_report_warn(&report);
    check_vocabulary(folder, s->tokenizer.vocabulary.count, s->model.config.shape.vocabulary);
    bert_model_train(&s->model, NULL);
    s->run = run_start_printing(&o->run, o);
}

void session_close(Session *s)
{
    run_finish(&s->run, NULL);
    bert_model_free(&s->model);
    arena_free(&s->arena);
}

void check_answer(const RunOptions *o, bool folder, bool files)
{
    if (o->seed != 1) contradiction("--seed: no random numbers are drawn for an answer");
    if (o->out && !folder) contradiction("--out: this command writes no folder");
    if (o->quiet && !files)
        contradiction("--quiet: there is nothing to do but to print the answer");
}

void warn_cut(int cut, int longest)
{
    if (cut)
        warn("%d %s too many: cut off, as the model takes %d", cut, cut == 1 ? "piece" : "pieces",
             longest);
}

Mat session_checked(Mat answer)
{
    if (!isfinite(mat_sum(answer)))
        die("the model's answer is not a number: its weights are damaged, or too large");
    return answer;
}

Prompt session_prompt(Session *s, const char *first, const char *second)
{
    Error e;
    Prompt p;
    const int longest = s->model.config.shape.positions;
    if (second && s->model.config.shape.types < 2)
        die("the model takes one text, not two: its type_vocab_size is 1");
    if (!prompt_new(&p, &s->run.arena, &s->tokenizer, first, second, &e)) die("%s", e.text);
    const int cut = prompt_cut(&p, longest);
    warn_cut(cut, longest);
    return p;
}

Mat session_read(Session *s, const Prompt *p)
{
    return session_checked(bert_forward(&s->model.bert, &s->run.arena, prompt_input(p)));
}

int session_guess(Session *s, Mat hidden, int place, Guess best[], int count)
{
    const PieceVocabulary *v = &s->tokenizer.vocabulary;
    Mat scores = mlm_scores(&s->model.mlm, &s->run.arena, hidden, &place, 1);
    softmax_forward(scores, session_checked(scores));
    if (count > v->count) count = v->count;
    for (int k = 0; k < count; k++) {
        int next = 0;
        for (int id = 1; id < v->count; id++)
            if (scores.data[id] > scores.data[next]) next = id;
        best[k] = (Guess){v->texts[next], scores.data[next]};
        scores.data[next] = -1; /* it is taken */
    }
    return count;
}

AttentionView session_view(Session *s, const Prompt *p)
{
    const BertShape *shape = &s->model.config.shape;
    Mat *weights =
        arena_alloc(&s->run.arena, (size_t)(shape->layers * shape->heads) * sizeof *weights);
    session_read(s, p);
    for (int l = 0; l < shape->layers; l++)
        for (int h = 0; h < shape->heads; h++)
            weights[l * shape->heads + h] = multihead_weights(&s->model.bert.layers[l].self, h, 0);
    return (AttentionView){.title = "What BERT looks at",
                           .note = "rows: who looks; columns: who is looked at",
                           .layers = shape->layers,
                           .heads = shape->heads,
                           .queries = p->length,
                           .keys = p->length,
                           .query_text = p->texts,
                           .key_text = p->texts,
                           .weights = weights};
}
