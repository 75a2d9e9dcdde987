/* ch6 - BERT: the program of chapter 6.
 *
 * Without a sub-command it pretrains a tiny BERT on the book's own notes and shows what it has
 * learned. */
#include "main.h"
#include "common/threads.h"

static const char epilogue[] =
    "MODEL is a folder with a BERT as Hugging Face publishes it: config.json,\n"
    "model.safetensors, vocab.txt; pretrain and finetune write such folders.\n"
    "\n"
    "  ./ch6 fill-mask MODEL \"The capital of France is [MASK].\"\n"
    "  ./ch6 next-sentence MODEL \"Where is he?\" \"He went home.\"\n"
    "  ./ch6 embed MODEL \"a cat\" \"a dog\" \"a theorem\"\n"
    "  ./ch6 attend MODEL \"the cat saw the dog\" --html view.html\n";

static const char tokenize_epilogue[] =
    "VOCAB is a vocab.txt or a folder with one. Two lines for every text: its pieces,\n"
    "and their ids.\n";

static int run_command(Options *o, int argc, char **argv)
{
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option fill[] = {
        {"top", "N", "words to show for every hole", OPTION_INT, &o->top, 1, 100, NULL}, {0}};
    const Option attend[] = {
        {"html", "FILE", "write the view to point at", OPTION_TEXT, &o->html, 0, 0, NULL},
        {"svg", "FILE", "write the view as a picture", OPTION_TEXT, &o->svg, 0, 0, NULL},
        {0}};
    const Command commands[] = {
        {"tokenize", "VOCAB [TEXT...]", "cut texts, or lines of standard input, into pieces",
         command_tokenize, NULL, tokenize_epilogue},
        {"fill-mask", "MODEL [TEXT...]", "what may stand at every [MASK]", command_fill_mask, fill,
         NULL},
        {"next-sentence", "MODEL TEXT...", "does the second text follow the first?",
         command_next_sentence, NULL, NULL},
        {"embed", "MODEL [TEXT...]", "vectors of texts and how similar they are", command_embed,
         NULL, NULL},
        {"attend", "MODEL TEXT...", "who looks at whom in a text, or in two", command_attend,
         attend, NULL},
        {0}};
    return cli_run(&(Cli){"ch6", "Chapter 6: BERT", commands, common, epilogue}, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options o = {.run = {.seed = 1, .argv = argv, .folder = "build/ch6"}, .top = 5};
    return run_command(&o, argc, argv);
}
