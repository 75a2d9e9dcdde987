/* The small BERT of golden/make_bert.py as a published model's folder, for the tests of the model.
 */
#ifndef CH06_TEST_BERT_CASE_H
#define CH06_TEST_BERT_CASE_H

#include "bert_file.h"
#include "common/layers.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GOLDEN "ch06_bert/golden/bert.txt"

static Arena arena;
static char folder[64], config_path[96], weights_path[96];
static BertModel model;
static Rng rng;

static inline void start(void)
{
    strcpy(folder, "/tmp/bert_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(config_path, sizeof config_path, "%s/config.json", folder);
    snprintf(weights_path, sizeof weights_path, "%s/model.safetensors", folder);
    rng = rng_new(1);
}

static inline void end(void)
{
    unlink(config_path);
    unlink(weights_path);
    ck_assert_int_eq(rmdir(folder), 0); /* nothing else is left */
    bert_model_free(&model);
    arena_free(&arena);
}

/* ---- the batch -------------------------------------------------------------------------------*/

static const int batch_ids[] = {3, 7, 12, 5, 4, 3, 9, 4, 0, 0};
static const int batch_types[] = {0, 0, 0, 1, 1, 0, 1, 1, 0, 0};
static const int batch_valid[] = {5, 3};
static const int batch_labels[] = {IGNORED_TARGET,
                                   7,
                                   IGNORED_TARGET,
                                   11,
                                   IGNORED_TARGET,
                                   IGNORED_TARGET,
                                   0,
                                   IGNORED_TARGET,
                                   IGNORED_TARGET,
                                   IGNORED_TARGET};
static const BertInput batch = {batch_ids, batch_types, batch_valid, 2, 5, false};

static inline Mat reference(const char *group, const char *name)
{
    char key[100];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

/* The rows of hidden states or scores that are no padding. */
static inline void assert_real_rows_close(Mat got, Mat want, double tolerance)
{
    assert_mat_close(mat_rows(got, 0, 5), mat_rows(want, 0, 5), tolerance);
    assert_mat_close(mat_rows(got, 5, 3), mat_rows(want, 5, 3), tolerance);
}

/* ---- the folder ------------------------------------------------------------------------------*/

/* A text with one place for the activation. */
static const char config_text[] =
    "{\"model_type\": \"bert\", \"vocab_size\": 13, \"hidden_size\": 8, \"num_hidden_layers\": 2, "
    "\"num_attention_heads\": 2, \"intermediate_size\": 12, \"max_position_embeddings\": 7, "
    "\"type_vocab_size\": 2, \"hidden_act\": \"%s\", \"layer_norm_eps\": 1e-12, "
    "\"id2label\": {\"0\": \"a\", \"1\": \"b\", \"2\": \"c\"}}";

static inline void write_config(const char *activation)
{
    FILE *f = fopen(config_path, "w");
    ck_assert_ptr_nonnull(f);
    fprintf(f, config_text, activation);
    ck_assert_int_eq(fclose(f), 0);
}

/* May change the name of a tensor (room for 128 characters); false leaves the tensor out. NULL:
 * all as they are. */
typedef bool Rename(char *name);

/* The names of the reference file that begin with GROUP, which is left out: NULL at the end. */
static inline const char **names_of(const char *group)
{
    enum { MOST = 64, LONGEST = 1 << 14 };
    static char line[LONGEST];
    const char **names = arena_zeros(&arena, (MOST + 1) * sizeof *names);
    FILE *f = fopen(GOLDEN, "r");
    ck_assert_ptr_nonnull(f);
    for (int n = 0; fgets(line, LONGEST, f);) {
        if (strncmp(line, group, strlen(group)) != 0 || line[strlen(group)] != '.') continue;
        ck_assert_int_lt(n, MOST);
        line[strcspn(line, " ")] = '\0';
        names[n] = strcpy(arena_alloc(&arena, 100), line + strlen(group) + 1);
        n++;
    }
    fclose(f);
    return names;
}

/* Adds the tensors of the group, "hf" (weights) or "erf.d" (gradients). */
static inline void add_group(SafetensorsOut *out, const char *group, Rename *rename)
{
    for (const char **name = names_of(group); *name; name++) {
        char stored[128];
        const Mat m = reference(group, *name);
        strcpy(stored, *name);
        if (!rename || rename(stored)) safetensors_add(out, stored, m.rows == 1 ? 1 : 2, m);
    }
}

/* Writes the file of weights with what `out` holds, and empties it. */
static inline void write_tensors(SafetensorsOut *out)
{
    Error e;
    ck_assert_msg(safetensors_save(out, weights_path, &e), "%s", e.text);
    safetensors_free(out);
}

static inline void write_folder(const char *activation, const char *group, Rename *rename)
{
    SafetensorsOut out = {0};
    add_group(&out, group, rename);
    write_config(activation);
    write_tensors(&out);
}

enum { ALL_PARTS = PARTS_PRETRAINING | PART_CLASSIFIER };

/* Loads the folder, which must have these parts. */
static inline BertReport load(BertModel *m, unsigned parts)
{
    BertReport report;
    Error e;
    ck_assert_msg(bert_load(m, folder, parts, 0, NULL, &report, &e), "%s", e.text);
    return report;
}

/* The two activations of the reference file, as config.json and as the file have them. */
static const struct {
    const char *published, *group, *gradients;
} forms[] = {{"gelu", "erf", "erf.d"}, {"gelu_new", "tanh", "tanh.d"}};

/* `model` becomes the reference's, with the activation of forms[i]. */
static inline void load_reference(int i)
{
    write_folder(forms[i].published, "hf", NULL);
    load(&model, ALL_PARTS);
}

#endif
