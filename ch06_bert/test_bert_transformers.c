/* Tests against the transformers library itself, where it is installed (pip install transformers;
 * PYTHON names the interpreter that has it): what the book saves loads there without a warning, and
 * gives the same hidden states, scores, losses and gradients; a published model, whose folder
 * BERT_FOLDER names, gives the same hidden states. */
#include "bert_names.h"
#include "test_bert_case.h"

#include <sys/stat.h>
#include <sys/wait.h>

static const struct {
    const char *name;
    unsigned parts;
} kinds[] = {{"pretraining", PARTS_PRETRAINING}, {"words", PART_MLM},
             {"next", PART_POOLER | PART_NSP},   {"sequence", PARTS_SEQUENCE},
             {"tokens", PARTS_TOKENS},           {"encoder", PART_POOLER}};
enum {
    KINDS = sizeof kinds / sizeof *kinds,
    EXPECTED = 0
}; /* numbers are compared for the first */

static const char *path_of(int kind, const char *file)
{
    char *path = arena_alloc(&arena, 200);
    snprintf(path, 200, "%s/%s%s", folder, kinds[kind].name, file);
    return path;
}

static void fresh_model(int kind)
{
    BertShape s = bert_shape(40, 3, 16, 4, 12);
    s.d_hidden = 24, s.initial = 0.3, s.activation = kind % 2 ? GELU_TANH : GELU_ERF;
    bert_model_new(&model, &rng, bert_config(s), kinds[kind].parts);
    for (int i = 0; i < model.params.count; i++) { /* no bias is 0, no scale 1 */
        Mat row = model.params.items[i]->value, noise = mat_new(&arena, 1, row.cols);
        fill_noise(noise, (unsigned)i);
        if (row.rows == 1) mat_add_scaled(row, (float)0.3, noise);
    }
}

/* ---- what the book computes ------------------------------------------------------------------*/

static const int64_t ids[] = {3, 7, 12, 5, 39, 4, 21, 3, 30, 31, 4, 0, 0, 0};
static const int64_t types[] = {0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
static const int64_t mask[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0};
static const int64_t mlm_labels[] = {-100, 7,  -100, 11,   -100, -100, 0,
                                     -100, 38, -100, -100, -100, -100, -100};
static const int64_t nsp_labels[] = {NOT_NEXT, IS_NEXT};
enum { TOKENS = 14, COUNTED = 4 };

static const int *ints(const int64_t *v, int count)
{
    int *list = arena_alloc(&arena, (size_t)count * sizeof *list);
    for (int i = 0; i < count; i++) list[i] = (int)v[i];
    return list;
}

/* Forward and backward; adds to `out` what came of it. */
static void add_numbers(SafetensorsOut *out)
{
    static const int valid[] = {7, 4};
    static float loss;
    int every[TOKENS];
    for (int i = 0; i < TOKENS; i++) every[i] = i;
    const BertInput in = {ints(ids, TOKENS), ints(types, TOKENS), valid, 2, 7, false};
    Mat hidden = bert_forward(&model.bert, &arena, in);
    Mat d_hidden = mat_zeros(&arena, TOKENS, 16), d_pooled = mat_zeros(&arena, 2, 16);
    Mat words = mlm_scores(&model.mlm, &arena, hidden, every, TOKENS);
    Mat pooled = pooler_forward(&model.pooler, &arena, hidden, 2);
    Mat next = classifier_forward(&model.nsp, &arena, pooled), log_p = mat_new(&arena, 2, 2);
    Mat d_next = mat_zeros(&arena, 2, 2);
    const int *nsp = ints(nsp_labels, 2);
    double sum =
        mlm_loss(&model.mlm, &arena, d_hidden, hidden, ints(mlm_labels, TOKENS), 1.0 / COUNTED)
            .nll /
        COUNTED;
    sum += cross_entropy_forward(log_p, next, nsp);
    cross_entropy_backward(d_next, log_p, nsp);
    classifier_backward(&model.nsp, &arena, d_pooled, d_next);
    pooler_backward(&model.pooler, &arena, d_hidden, d_pooled);
    bert_backward(&model.bert, &arena, d_hidden);
    loss = (float)sum;
    safetensors_add(out, "hidden", 2, hidden);
    safetensors_add(out, "mlm", 2, words);
    safetensors_add(out, "nsp", 2, next);
    safetensors_add(out, "loss", 1, mat_of(1, 1, &loss));
}

/* Adds the gradients under the names and in the layouts of their weights. */
static void add_gradients(SafetensorsOut *out)
{
    int count;
    const BertName *names = bert_names(&arena, model.config.shape.layers, &count);
    for (int i = 0; i < count; i++) {
        const Param *p = params_find(&model.params, names[i].own);
        if (!p) continue; /* of a part that it has not */
        const Mat d = p->grad;
        Mat turned = mat_new(&arena, d.cols, d.rows);
        for (int k = 0; k < d.rows * d.cols; k++)
            turned.data[k % d.cols * d.rows + k / d.cols] = d.data[k];
        safetensors_add(out, join(&arena, names[i].encoder ? "d.bert." : "d.", names[i].published),
                        names[i].form == VECTOR ? 1 : 2, names[i].form == LINEAR ? turned : d);
    }
}

static void save_expected(int kind)
{
    SafetensorsOut out = {0};
    Error e;
    safetensors_add_ints(&out, "ids", ids, TOKENS);
    safetensors_add_ints(&out, "types", types, TOKENS);
    safetensors_add_ints(&out, "mask", mask, TOKENS);
    safetensors_add_ints(&out, "mlm_labels", mlm_labels, TOKENS);
    safetensors_add_ints(&out, "nsp_labels", nsp_labels, 2);
    add_numbers(&out);
    add_gradients(&out);
    ck_assert_msg(safetensors_save(&out, path_of(kind, "/expected.safetensors"), &e), "%s", e.text);
    safetensors_free(&out);
}

/* ---- the comparison --------------------------------------------------------------------------*/

static void save(int kind)
{
    Error e;
    ck_assert_int_eq(mkdir(path_of(kind, ""), 0700), 0);
    fresh_model(kind);
    ck_assert_msg(bert_save(&model, path_of(kind, ""), &e), "%s", e.text);
    if (kind == EXPECTED) save_expected(kind);
    bert_model_free(&model);
}

/* Runs the script on folders (with a blank before each); passes where it has no library. */
static void compare(const char *folders)
{
    enum { NOT_INSTALLED = 77, NO_PYTHON = 127 };
    char command[1000];
    const char *python = getenv("PYTHON");
    snprintf(command, sizeof command, "%s ch06_bert/golden/check_transformers.py%s",
             python ? python : "python3", folders);
    const int found = system(command), status = WIFEXITED(found) ? WEXITSTATUS(found) : -1;
    ck_assert(status == 0 || status == NOT_INSTALLED || status == NO_PYTHON);
}

START_TEST(the_transformers_library_reads_what_is_saved_and_computes_the_same)
{
    char folders[700] = "";
    for (int k = 0; k < KINDS; k++) {
        save(k);
        strcat(strcat(folders, " "), path_of(k, ""));
    }
    compare(folders);
    for (int k = 0; k < KINDS; k++) {
        unlink(path_of(k, "/config.json"));
        unlink(path_of(k, "/model.safetensors"));
        unlink(path_of(k, "/expected.safetensors"));
        rmdir(path_of(k, ""));
    }
}
END_TEST

/* ---- a published model -----------------------------------------------------------------------*/

/* A second name for a file of the published model. */
static void link_to(const char *published, const char *file)
{
    char from[400];
    snprintf(from, sizeof from, "%s/%s", published, file);
    ck_assert_int_eq(symlink(from, strstr(file, "config") ? config_path : weights_path), 0);
}

START_TEST(a_published_model_has_the_hidden_states_that_the_library_finds)
{
    static const int valid[] = {7, 4};
    const char *published = getenv("BERT_FOLDER");
    if (!published) {
        puts("no published model compared: BERT_FOLDER is not set");
        return;
    }
    SafetensorsOut out = {0};
    Error e;
    link_to(published, "config.json");
    link_to(published, "model.safetensors");
    load(&model, 0);
    const BertInput in = {ints(ids, TOKENS), ints(types, TOKENS), valid, 2, 7, false};
    safetensors_add_ints(&out, "ids", ids, TOKENS);
    safetensors_add_ints(&out, "types", types, TOKENS);
    safetensors_add_ints(&out, "mask", mask, TOKENS);
    safetensors_add(&out, "hidden", 2, bert_forward(&model.bert, &arena, in));
    char expected[100], folders[100];
    snprintf(expected, sizeof expected, "%s/expected.safetensors", folder);
    snprintf(folders, sizeof folders, " %s", folder);
    ck_assert_msg(safetensors_save(&out, expected, &e), "%s", e.text);
    safetensors_free(&out);
    compare(folders);
    unlink(expected);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_transformers");
    TCase *t = tcase_create("bert_transformers");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, the_transformers_library_reads_what_is_saved_and_computes_the_same);
    tcase_add_test(t, a_published_model_has_the_hidden_states_that_the_library_finds);
    suite_add_tcase(s, t);
    return run_suite(s);
}
