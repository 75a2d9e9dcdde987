/* numbers - whole numbers in English and in Chinese words. */
#include "numbers.h"
#include "corpus_set.h"

#include <string.h>

enum { LONGEST_NUMBER = 160 }; /* bytes of the longest words and the zero byte */

static char *text_of(Arena *a, const char *words)
{
    return strcpy(arena_alloc(a, strlen(words) + 1), words);
}

static void check(int n)
{
    require(n >= 0 && n <= LARGEST_NUMBER, "number %d", n);
}

/* ---- English ---------------------------------------------------------------------------------*/

/* Appends a word, and a blank before it unless it is the first. */
static void say(char *words, const char *word)
{
    if (*words) strcat(words, " ");
    strcat(words, word);
}

static void say_below_100(char *words, int n)
{
    static const char *const small[] = {"zero",    "one",     "two",       "three",    "four",
                                        "five",    "six",     "seven",     "eight",    "nine",
                                        "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    static const char *const tens[] = {"twenty", "thirty",  "forty",  "fifty",
                                       "sixty",  "seventy", "eighty", "ninety"};
    say(words, n < 20 ? small[n] : tens[n / 10 - 2]);
    if (n < 20 || n % 10 == 0) return;
    strcat(words, "-");
    strcat(words, small[n % 10]);
}

static void say_below_1000(char *words, int n)
{
    if (n >= 100) {
        say_below_100(words, n / 100);
        say(words, "hundred");
    }
    if (n % 100) say_below_100(words, n % 100);
}

char *number_in_english(Arena *a, int n)
{
    static const struct {
        int value;
        const char *name;
    } scale[] = {{1000000000, "billion"}, {1000000, "million"}, {1000, "thousand"}};
    char words[LONGEST_NUMBER] = "";
    check(n);
    if (n == 0) say_below_100(words, 0);
    for (int i = 0; i < 3; n %= scale[i++].value) {
        if (n < scale[i].value) continue;
        say_below_1000(words, n / scale[i].value);
        say(words, scale[i].name);
    }
    say_below_1000(words, n);
    return text_of(a, words);
}

/* ---- Chinese ---------------------------------------------------------------------------------*/

static const char *const digits[] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

/* Appends the four digits of a section, 1 to 9999, without zeros at its start and end. */
static void write_section(char *words, int n)
{
    static const char *const places[] = {"千", "百", "十", ""};
    bool started = false, gap = false;
    for (int place = 0, unit = 1000; place < 4; place++, unit /= 10) {
        int digit = n / unit % 10;
        if (digit == 0) {
            gap = started;
            continue;
        }
        if (gap) strcat(words, digits[0]);
        if (digit != 1 || place != 2 || *words) strcat(words, digits[digit]); /* 十, not 一十 */
        strcat(words, places[place]);
        started = true;
        gap = false;
    }
}

char *number_in_chinese(Arena *a, int n)
{
    static const struct {
        int value;
        const char *name;
    } scale[] = {{100000000, "亿"}, {10000, "万"}, {1, ""}};
    char words[LONGEST_NUMBER] = "";
    bool gap = false; /* an empty section since the last one */
    check(n);
    for (int i = 0; i < 3; i++) {
        int section = n / scale[i].value % 10000;
        if (section && *words && (gap || section < 1000)) strcat(words, digits[0]);
        if (section) {
            write_section(words, section);
            strcat(words, scale[i].name);
        }
        gap = section == 0;
    }
    return text_of(a, *words ? words : digits[0]);
}

/* ---- corpus ----------------------------------------------------------------------------------*/

static bool add_number(Corpus *c, Arena *a, StringSet *seen, int n)
{
    Arena mark = *a;
    char *english = number_in_english(a, n);
    if (string_set_find(seen, english) >= 0) {
        arena_release(a, mark);
        return false;
    }
    string_set_add(seen, a, english);
    corpus_add(c, a, (Pair){english, number_in_chinese(a, n), english});
    return true;
}

/* 100 to 999,999,999. */
static int draw_number(Rng *r)
{
    int smallest = 100;
    for (int more = rng_below(r, 7); more > 0; more--) smallest *= 10;
    return smallest + rng_below(r, 9 * smallest);
}

CorpusSplit numbers_split(Arena *a, Rng *r, int train, int valid, int test)
{
    const int wanted[PARTS] = {[TRAIN] = train, [VALID] = valid, [TEST] = test};
    require(train >= ALWAYS_TRAINED && valid >= 0 && test >= 0, "%d, %d and %d numbers", train,
            valid, test);
    CorpusSplit s = {0};
    StringSet seen = {0};
    for (int n = 0; n < ALWAYS_TRAINED - 1; n++) add_number(&s.part[TRAIN], a, &seen, n);
    add_number(&s.part[TRAIN], a, &seen, LARGEST_NUMBER);
    for (int p = TEST; p >= TRAIN; p--) /* the smaller parts first, while short numbers are left */
        while (s.part[p].count < wanted[p]) add_number(&s.part[p], a, &seen, draw_number(r));
    return s;
}
