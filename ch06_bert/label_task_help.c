/* label_task_help - sentences of LibreOffice's help and the application that their page is about:
 * the folder it is in. Pages of all applications together (folder `shared`) have no class.
 *
 * The group is the name of the page, the same in every language: with the same seed a page is in
 * the same part in English and in Chinese. */
#include "label_task_parts.h"

#include <string.h>

#include "ch05_transformer/corpus_sentence.h"
#include "ch05_transformer/corpus_text.h"
#include "ch05_transformer/help_pages.h"

static const char *const folders[] = {"sbasic/", "scalc/",    "schart/", "sdatabase/",
                                      "sdraw/",  "simpress/", "smath/",  "swriter/"};
static const char *const names[] = {"Basic", "Calc",    "Chart", "Base",
                                    "Draw",  "Impress", "Math",  "Writer"};
enum { NAMES = sizeof names / sizeof *names };

/* The class of a page, or -1. */
static int class_of(const char *page)
{
    for (int i = 0; i < NAMES; i++)
        if (strncmp(page, folders[i], strlen(folders[i])) == 0) return i;
    return -1;
}

/* Headings and cells of tables, such as "Syntax:", say too little. A sentence of a Chinese page
 * without a Han character is not translated. */
static bool is_wanted(const char *sentence, bool chinese)
{
    enum { LEAST_WORDS = 4 };
    return corpus_length(sentence) >= LEAST_WORDS && (!chinese || corpus_has_ideograph(sentence));
}

static void add_page(LabelSource *s, Arena *a, const HelpPage *page, bool chinese)
{
    const int label = class_of(page->name);
    for (int i = 0; i < page->count && label >= 0; i++) {
        char **sentences;
        const int count = corpus_cut(a, page->paragraphs[i].text, SENTENCE_END, &sentences);
        for (int k = 0; k < count; k++)
            if (is_wanted(sentences[k], chinese))
                label_add(&s->all, a, sentences[k], strlen(sentences[k]), label, page->name);
    }
}

bool label_read_help(LabelSource *s, Arena *a, const char *data, const char *language, Error *e)
{
    HelpPages pages;
    if (!help_pages_read(&pages, a, help_pages_folder(a, data, language), e)) return false;
    s->labels = names, s->label_count = NAMES;
    for (int i = 0; i < pages.count; i++)
        add_page(s, a, &pages.pages[i], strcmp(language, "zh-cn") == 0);
    return true;
}
