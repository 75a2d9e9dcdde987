/* The options of chapter 5's sub-commands, and what takes the place of those that are not given. */
#include "main.h"

#include <math.h>
#include <string.h>

/* What suits a pair: small data and short sequences need a small model. */
typedef struct {
    TransformerShape shape; /* of the Transformer */
    int hidden;             /* of each LSTM of the recurrent model */
    int merges;
    Training training;
    int every;
} Preset;

static const Preset presets[PAIR_FILE + 1] = {
    [NUMBERS] =
        {{.layers = 2, .d_model = 64, .heads = 4, .d_hidden = 256, .longest = 64, .dropout = 0.0},
         64,
         300,
         {.steps = 1200, .warm_up = 80, .rate = 4e-3, .batch_ids = 1024},
         100},
    [EN_FR] = {{.layers = 3,
                .d_model = 256,
                .heads = 8,
                .d_hidden = 1024,
                .longest = 100,
                .pre_norm = true,
                .dropout = 0.1},
               256,
               4000,
               {.steps = 5000, .warm_up = 300, .rate = 2e-3, .smoothing = 0.1, .batch_ids = 1024},
               500},
    [PHONEMES] =
        {{.layers = 3,
          .d_model = 128,
          .heads = 4,
          .d_hidden = 512,
          .longest = 48,
          .pre_norm = true,
          .dropout = 0.1},
         128,
         1,
         {.steps = 10000, .warm_up = 300, .rate = 2e-3, .smoothing = 0.1, .batch_ids = 1024},
         1000},
};

static void fill(int *option, int value)
{
    if (!*option) *option = value;
}

void choose_defaults(Options *o)
{
    o->task.kind = o->task.path ? PAIR_FILE : (TaskKind)o->pair;
    o->task.seed = (uint64_t)o->run.seed;
    o->shape.kind = (ModelKind)o->model;
    const bool text = o->task.kind != NUMBERS && o->task.kind != PHONEMES;
    const Preset *p = &presets[text ? EN_FR : o->task.kind];
    TransformerShape *s = &o->shape.shape;
    fill(&s->layers, p->shape.layers);
    fill(&s->d_model, p->shape.d_model);
    fill(&s->heads, p->shape.heads);
    fill(&s->d_hidden, o->shape.kind == RECURRENT ? p->hidden : p->shape.d_hidden);
    s->longest = p->shape.longest;
    s->pre_norm = o->norm ? o->norm == PRE_NORM : p->shape.pre_norm;
    if (isnan(s->dropout)) s->dropout = p->shape.dropout;
    fill(&o->task.merges, p->merges);
    fill(&o->training.steps, p->training.steps);
    fill(&o->training.warm_up, p->training.warm_up);
    fill(&o->training.batch_ids, p->training.batch_ids);
    if (isnan(o->training.smoothing)) o->training.smoothing = p->training.smoothing;
    if (isnan(o->training.rate)) o->training.rate = p->training.rate;
    fill(&o->every, p->every);
    if (o->training.batch_ids < s->longest)
        die("--batch %d: at least %d, the longest sentence", o->training.batch_ids, s->longest);
    if (o->shape.kind == TRANSFORMER && s->d_model % s->heads)
        die("--heads %d does not divide --d %d", s->heads, s->d_model);
}

/* ---- tables ----------------------------------------------------------------------------------*/

static Option option_pair(Options *o)
{
    return (Option){"pair", "PAIR", "what to learn", OPTION_CHOICE, &o->pair, 0, 0, PAIRS};
}

static Option option_file(Options *o)
{
    static const char help[] = "pairs of one's own: a sentence, a tab, its translation";
    return (Option){"file", "FILE", help, OPTION_TEXT, &o->task.path, 0, 0, NULL};
}

static Option option_folder(Options *o)
{
    static const char help[] = "where ./setup has put the data";
    return (Option){"data", "FOLDER", help, OPTION_TEXT, &o->task.data, 0, 0, NULL};
}

static Option option_words(Options *o)
{
    static const char help[] = "longest sentence, in words or ideographs";
    return (Option){"words", "N", help, OPTION_INT, &o->task.rules.longest, 1, 1000, NULL};
}

static Option option_merges(Options *o)
{
    static const char help[] = "of byte-pair encoding";
    return (Option){"merges", "N", help, OPTION_INT, &o->task.merges, 0, 100000, NULL};
}

static Option option_samples(Options *o)
{
    return (Option){"samples", "N", "pairs to show", OPTION_INT, &o->samples, 0, 10000, NULL};
}

static Option option_beam(Options *o)
{
    return (Option){"beam", "K", "hypotheses; 1: greedy", OPTION_INT, &o->beam, 1, 32, NULL};
}

static Option option_penalty(Options *o)
{
    return (Option){"penalty", "A", "of the length; 0: none", OPTION_REAL, &o->penalty, 0, 5, NULL};
}

OptionTable data_options(Options *o)
{
    return (OptionTable){{option_pair(o), option_file(o), option_folder(o), option_words(o),
                          option_merges(o), option_samples(o)}};
}

/* What train and curve both have; returns how many. */
static int training_options(Option *at, Options *o)
{
    TransformerShape *s = &o->shape.shape;
    Training *t = &o->training;
    const Option options[] = {
        option_pair(o),
        option_file(o),
        option_folder(o),
        option_words(o),
        option_merges(o),
        {"layers", "N", "of encoder and decoder each", OPTION_INT, &s->layers, 0, MOST_LAYERS,
         NULL},
        {"d", "D", "length of a token's vector", OPTION_INT, &s->d_model, 0, 1024, NULL},
        {"heads", "H", "of every attention; must divide d", OPTION_INT, &s->heads, 0, 64, NULL},
        {"hidden", "N", "width of the feed-forward network, or of an LSTM", OPTION_INT,
         &s->d_hidden, 0, 4096, NULL},
        {"norm", "N", "normalise after each sublayer (the paper's) or before it", OPTION_CHOICE,
         &o->norm, 0, 0, "auto|post|pre"},
        {"batch", "N", "pieces a side and batch, with padding", OPTION_INT, &t->batch_ids, 0, 1e6,
         NULL},
        {"rate", "R", "largest learning rate", OPTION_REAL, &t->rate, ABOVE_ZERO, 1, "auto"},
        {"warm-up", "N", "steps until the rate is reached", OPTION_INT, &t->warm_up, 0, 1e6, NULL},
        {"schedule", "S", "how the rate falls then", OPTION_CHOICE, &t->schedule, 0, 0, SCHEDULES},
        {"smoothing", "E", "of the labels", OPTION_REAL, &t->smoothing, 0, 0.9, "auto"},
        {"clip", "C", "largest norm of the gradients", OPTION_REAL, &t->clip, ABOVE_ZERO,
         NO_MAXIMUM, NULL}};
    memcpy(at, options, sizeof options);
    return sizeof options / sizeof *options;
}

OptionTable train_options(Options *o)
{
    OptionTable table = {{{0}}};
    const Option own[] = {
        {"model", "MODEL", "kind of model", OPTION_CHOICE, &o->model, 0, 0, MODELS},
        {"dropout", "P", "share that is dropped", OPTION_REAL, &o->shape.shape.dropout, 0, 0.9,
         "auto"},
        {"steps", "N", "steps of training", OPTION_INT, &o->training.steps, 0, 1e7, NULL},
        {"every", "N", "steps between two validations", OPTION_INT, &o->every, 0, 1e7, NULL},
        {"resume", NULL, "go on with the run in the folder for results", OPTION_FLAG, &o->resume, 0,
         0, NULL}};
    memcpy(table.at + training_options(table.at, o), own, sizeof own);
    return table;
}

OptionTable curve_options(Options *o)
{
    OptionTable table = {{{0}}};
    table.at[training_options(table.at, o)] =
        (Option){"steps", "N", "the first N steps", OPTION_INT, &o->curve_steps, 1, 1e5, NULL};
    return table;
}

OptionTable score_options(Options *o)
{
    return (OptionTable){
        {option_beam(o),
         option_penalty(o),
         option_samples(o),
         option_folder(o),
         {"most", "N", "sentences to translate, at most", OPTION_INT, &o->most, 1, 1e7, NULL}}};
}

OptionTable translate_options(Options *o)
{
    return (OptionTable){{option_beam(o),
                          option_penalty(o),
                          {"attention", NULL, "draw what each head looked at", OPTION_FLAG,
                           &o->attention, 0, 0, NULL},
                          {"html", "FILE", "with --attention: also as an HTML file", OPTION_TEXT,
                           &o->html, 0, 0, NULL},
                          {"svg", "FILE", "with --attention: also as an SVG file", OPTION_TEXT,
                           &o->svg, 0, 0, NULL}}};
}
