/* Tests of the program as its user sees it: commands one after the other on a corpus of a few
 * sentences, what they print and leave behind, and what they say when something is wrong. The
 * program is the one that was built beside this test. */
#include "bert_file.h"
#include "common/testing.h"
#include "tokenizer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[512], folder[64], text[1 << 16];

/* ---- running it ------------------------------------------------------------------------------*/

/* Runs a shell's command in the folder, in which $ch6 is the program, and keeps what it prints, on
 * both channels, in `text`. Returns its exit status. */
static int run(const char *command)
{
    char line[2000];
    snprintf(line, sizeof line, "cd %s && ch6=%s; { %s; } >printed 2>&1", folder, program, command);
    const int status = system(line);
    snprintf(line, sizeof line, "%s/printed", folder);
    FILE *f = fopen(line, "r");
    ck_assert_ptr_nonnull(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs it; it must end with this exit status and print these words. */
static void expect(int status, const char *command, const char *words)
{
    const int got = run(command);
    ck_assert_msg(got == status, "%s: exit status %d, not %d\n%s", command, got, status, text);
    ck_assert_msg(strstr(text, words), "%s: no \"%s\" in\n%s", command, words, text);
}

static FILE *create(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    return f;
}

/* ---- what it reads ---------------------------------------------------------------------------*/

static const char *const subjects[] = {"the cat", "a dog", "the old man", "my sister", "nobody"};
static const char *const verbs[] = {"sees", "follows", "likes", "hears"};
static const char *const places[] = {"in the garden", "at the river", "behind the house"};

static void write_sentence(FILE *f, int i)
{
    fprintf(f, "%s %s %s %s %d .\n", subjects[i % 5], verbs[i % 4], subjects[i / 5 % 5],
            places[i % 3], i);
}

static void write_texts(void)
{
    FILE *corpus = create("corpus.txt"), *task = create("task.tsv");
    for (int i = 0; i < 240; i++) {
        write_sentence(corpus, i);
        if (i % 4 == 3) fputc('\n', corpus);
        fprintf(task, "%s\t", i % 3 == 1 ? "water" : "land");
        write_sentence(task, i);
    }
    fclose(corpus), fclose(task), fclose(create("empty.txt"));
    FILE *few = create("few.txt"), *numbers = create("numbers.tsv");
    for (int i = 0; i < 6; i++) write_sentence(few, i), fputc('\n', few);
    for (int i = 0; i < 60; i++) fprintf(numbers, "%s\t%d\n", i % 2 ? "odd" : "even", i);
    fclose(few), fclose(numbers);
}

/* A model with random weights that knows one segment; weights of that size. */
static void write_model(const char *name, float size)
{
    static const char *const pieces[] = {"[PAD]",  "[UNK]", "[CLS]", "[SEP]",
                                         "[MASK]", "the",   "cat"};
    enum { PIECES = sizeof pieces / sizeof *pieces };
    char path[200];
    Error e;
    BertModel model;
    Rng r = rng_new(1);
    BertShape shape = bert_shape(PIECES, 1, 8, 2, 16);
    shape.types = 1;
    bert_model_new(&model, &r, bert_config(shape), PARTS_PRETRAINING);
    for (int i = 0; i < model.params.count; i++) mat_fill(model.params.items[i]->value, size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_msg(bert_save(&model, path, &e), "%s", e.text);
    bert_model_free(&model);
    snprintf(path, sizeof path, "%s/vocab.txt", name);
    FILE *f = create(path);
    for (int i = 0; i < PIECES; i++) fprintf(f, "%s\n", pieces[i]);
    fclose(f);
}

#define PRETRAIN                                                                                   \
    "$ch6 pretrain --file corpus.txt --vocabulary 200 --longest 24 --rows 8 --warm-up 2 --every "  \
    "4 "
#define FINETUNE "$ch6 finetune --file task.tsv --epochs 1 --attacked 4 "

static void make_folder(void)
{
    strcpy(folder, "/tmp/ch6_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("OMP_NUM_THREADS", "1", 1);
    write_texts();
    write_model("one", (float)0.1);
    write_model("large", (float)(sizeof(float) == 4 ? 3e38 : 1e308)); /* near the largest */
    ck_assert_int_eq(run(PRETRAIN "--steps 8 --out bert"), 0);
    ck_assert_int_eq(run(FINETUNE "--pretrained bert --seeds 2 --out classifier"), 0);
}

static void remove_folder(void)
{
    char line[100];
    snprintf(line, sizeof line, "rm -r %s", folder);
    ck_assert_int_eq(system(line), 0);
}

/* ---- what it does ----------------------------------------------------------------------------*/

static const struct {
    const char *command, *words;
} good[] = {
    {"$ch6 --help", "next-sentence  does the second text follow the first?"},
    {"$ch6 pretrain --help", "--whole-words"},
    {"cat bert/results.txt", "pretrain.steps=8"},
    {"cat bert/learning.tsv", "step\tseconds\ttokens\ttrain\tvalid"},
    {PRETRAIN "--steps 8 --out bert --resume", "resumed after step 8"},
    {PRETRAIN "--steps 2 --alone --whole-words --accumulate 2 --out words", "2 steps of 16 x 24"},
    {"$ch6 fill-mask bert 'the [MASK] sees a dog .'", "[MASK]"},
    {"$ch6 next-sentence bert 'the cat sees a dog .' 'nobody sees it .'", "the second follows"},
    {"$ch6 embed bert 'the cat' 'a dog'", "Cosine similarities"},
    {"printf 'the cat\\na dog\\n' | $ch6 embed bert", "Cosine similarities"},
    {"$ch6 attend bert 'the cat' --html a.html --svg a.svg && cat a.svg", "</svg>"},
    {"$ch6 attend bert 'the cat' --quiet --svg b.svg && cat b.svg", "</svg>"},
    {"$ch6 embed bert 'the cat' 'a dog' --quiet --out e && wc -l <e/vectors.tsv", "3"},
    {"$ch6 embed bert 'a dog' 'a dog'", "1  1.00  1.00"},
    {"seq 50 | $ch6 embed bert", "50 texts: too many for a table; --out FOLDER writes their vect"},
    {"seq 50 | $ch6 embed bert --out e50 && wc -l <e50/similarities.tsv", "51"},
    {"seq 1500 | $ch6 embed bert --out many && wc -l <many/vectors.tsv && ! ls many/sim*", "1501"},
    {"$ch6 tokenize bert 'the Cat'", "cat"},
    {"cat classifier/results.txt", "finetune.right.text="},
    {"cat classifier/wrong.tsv", "piece\thead1\thead2\tloss"},
    {"cat classifier/confusion.tsv", "c1\tc2"},
    {"$ch6 classify classifier 'the cat sees a dog at the river'", "the cat sees a dog at"},
    {"printf 'the cat\\n\\na dog\\n' | $ch6 classify classifier | wc -l", "3"},
    {"$ch6 finetune --file task.tsv --epochs 1000 --alone --out stopped & until grep -q best "
     "printed; do sleep 0.1; done; kill -INT $!; "
     "wait $! || true",
     "the model of run 1, the best so far, not tested, is in stopped"},
    {FINETUNE "--pretrained bert --model bert-bilstm --adversarial pgd --out pgd", "logistic"},
    {FINETUNE "--model bilstm --adversarial fgm --alone --out lstm", "under attack"},
    {"$ch6 compare --file corpus.txt --vocabulary 200 --longest 24 --rows 8 --steps 2 --warm-up 1 "
     "--out compare",
     "two LSTMs"}};

START_TEST(a_command_does_what_its_help_says)
{
    expect(0, good[_i].command, good[_i].words);
}
END_TEST

START_TEST(nothing_is_printed_with_quiet)
{
    expect(0, PRETRAIN "--steps 2 --quiet --out quiet", "");
    ck_assert_str_eq(text, "");
}
END_TEST

/* ---- what it refuses -------------------------------------------------------------------------*/

static const struct {
    int status;
    const char *command, *words;
} bad[] = {{2, "$ch6 nothing", "unknown command \"nothing\""},
           {2, "$ch6 pretrain --nothing", "--nothing"},
           {2, "$ch6 pretrain --steps many", "--steps"},
           {2, "$ch6 fill-mask", "MODEL is missing"},
           {2, FINETUNE "--task foods --out e", "--task and --file"},
           {2, FINETUNE "--random --out e", "--random: there is no pretrained BERT"},
           {2, FINETUNE "--random --model bilstm --pretrained bert --out e", "--random"},
           {2, FINETUNE "--pretrained bert --size small --out e", "--size: the sizes are those"},
           {2, FINETUNE "--pretrained bert --pieces 200 --out e", "--pieces: they are those"},
           {2, FINETUNE "--pooling last --out e", "--hidden and --pooling are of a BiLSTM"},
           {2, FINETUNE "--epsilon 0.3 --out e", "are of --adversarial"},
           {2, FINETUNE "--adversarial fgm --alpha 0.3 --out e", "are of --adversarial pgd"},
           {2, "$ch6 finetune --attacked 0 --test-epsilon 1", "no text is to be attacked"},
           {2, PRETRAIN "--steps 4 --corpus notes --out e", "--corpus and --file"},
           {2, "$ch6 classify classifier 'a dog' --out e", "--out: "},
           {2, "$ch6 classify classifier 'a dog' --seed 2", "--seed: "},
           {2, "$ch6 tokenize bert 'a dog' --out e", "--out: "},
           {2, "$ch6 fill-mask bert '[MASK]' --quiet", "--quiet: "},
           {2, "$ch6 next-sentence bert 'a dog' 'a cat' --out e", "--out: "},
           {2, "$ch6 embed bert 'a dog' --quiet", "--quiet: "},
           {2, "$ch6 embed bert 'a dog' --seed 2", "--seed: "},
           {2, "$ch6 attend bert 'a dog' --html a --out e", "--out: "},
           {2, "$ch6 attend bert 'a dog' --quiet", "--quiet: "},
           {1, "$ch6 fill-mask nowhere 'a [MASK]'", "nowhere"},
           {1, "$ch6 fill-mask corpus.txt 'a [MASK]'", "is a file"},
           {1, "$ch6 fill-mask bert 'no hole'", "there is no [MASK]"},
           {1, "$ch6 pretrain --file empty.txt --out e", "empty.txt"},
           {1, "$ch6 pretrain --file nowhere.txt --out e", "nowhere.txt"},
           {1, PRETRAIN "--steps 8 --out bert", "there is a run in this folder"},
           {1, PRETRAIN "--steps 4 --out bert --resume", "has taken 8 already"},
           {1, PRETRAIN "--steps 8 --rate 0.5 --out bert --resume", "rate"},
           {1, PRETRAIN "--steps 8 --size mini --out bert --resume",
            "it was \"size 2x128\", and is \"size 4x256\""},
           {1, PRETRAIN "--steps 8 --alone --out bert --resume", "it was \"pairs 1\""},
           {1,
            "$ch6 pretrain --file corpus.txt --vocabulary 150 --longest 24 --rows 8 --warm-up 2 "
            "--steps 8 --out bert --resume",
            "it was \"vocabulary 200\", and is \"vocabulary 150\""},
           {1, PRETRAIN "--steps 4 --out corpus.txt/x", "corpus.txt"},
           {1, FINETUNE "--pretrained bert --out ./bert/", "would be overwritten"},
           {1, FINETUNE "--pretrained nowhere --out e", "nowhere"},
           {1, "$ch6 finetune --file corpus.txt --out e", "corpus.txt"},
           {1, "$ch6 finetune --file numbers.tsv --out e",
            "training part (60 without a letter, 0 said twice, 0 in two parts are left out)"},
           {1, "$ch6 pretrain --file few.txt --seed 2 --out e",
            "6 documents are too few: 4 to learn from, 0 to validate with and 2 to test with, and "
            "each part needs 2; another --seed may help; a blank line"},
           {1, "$ch6 attend bert 'the cat' --html a --svg a", "name the same file"},
           {1, "$ch6 classify bert 'a dog'", "(and there is no classifier.json)"},
           {1, "$ch6 next-sentence one 'the cat' 'a dog'", "takes one text, not two"},
           {1, "$ch6 fill-mask large 'the [MASK]'", "is not a number"},
           {1, "$ch6 embed large 'the cat'", "is not a number"},
           {1,
            "head -c 3000 bert/model.safetensors >one/model.safetensors; $ch6 embed one 'the cat'",
            "model.safetensors"}};

START_TEST(what_is_wrong_is_named)
{
    expect(bad[_i].status, bad[_i].command, bad[_i].words);
}
END_TEST

START_TEST(a_refused_training_leaves_the_model_as_it_was)
{
    expect(0, "cksum bert/* >before", "");
    expect(1, PRETRAIN "--steps 8 --out bert", "");
    expect(1, FINETUNE "--pretrained bert --out bert", "");
    expect(0, "cksum bert/* | cmp - before", "");
}
END_TEST

/* build/VARIANT/ch06_bert/test_program stands beside build/VARIANT/ch6. */
static void find_program(const char *self)
{
    char here[256];
    const char *name = strstr(self, "/ch06_bert/");
    require(name && getcwd(here, sizeof here), "%s is in no folder ch06_bert", self);
    snprintf(program, sizeof program, "%s%s%.*s/ch6", *self == '/' ? "" : here,
             *self == '/' ? "" : "/", (int)(name - self), self);
}

int main(int argc, char **argv)
{
    (void)argc;
    find_program(argv[0]);
    Suite *s = suite_create("program");
    TCase *t = tcase_create("program");
    tcase_add_unchecked_fixture(t, make_folder, remove_folder);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_command_does_what_its_help_says, 0, sizeof good / sizeof *good);
    tcase_add_test(t, nothing_is_printed_with_quiet);
    tcase_add_test(t, a_refused_training_leaves_the_model_as_it_was);
    tcase_add_loop_test(t, what_is_wrong_is_named, 0, sizeof bad / sizeof *bad);
    suite_add_tcase(s, t);
    return run_suite(s);
}
