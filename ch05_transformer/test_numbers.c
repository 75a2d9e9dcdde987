/* Tests of the number words against tables, and against readers that know only what words mean. */
#include "numbers.h"
#include "common/testing.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* English: ICU 72's spell-out rules for en_US. Chinese: the rule of Chinese primary schools, one 零
 * for the empty places at the start and inside of each section of four that comes after another;
 * ICU's zh_CN has the same (with 〇 for 零), but none at the start of a section before 万. */
static const struct {
    int n;
    const char *english, *chinese;
} known[] = {
    {0, "zero", "零"},
    {2, "two", "二"},
    {10, "ten", "十"},
    {12, "twelve", "十二"},
    {40, "forty", "四十"},
    {99, "ninety-nine", "九十九"},
    {100, "one hundred", "一百"},
    {101, "one hundred one", "一百零一"},
    {110, "one hundred ten", "一百一十"},
    {112, "one hundred twelve", "一百一十二"},
    {1001, "one thousand one", "一千零一"},
    {1010, "one thousand ten", "一千零一十"},
    {2200, "two thousand two hundred", "二千二百"},
    {10000, "ten thousand", "一万"},
    {10010, "ten thousand ten", "一万零一十"},
    {10110, "ten thousand one hundred ten", "一万零一百一十"},
    {100000, "one hundred thousand", "十万"},
    {100100, "one hundred thousand one hundred", "十万零一百"},
    {101000, "one hundred one thousand", "十万一千"},
    {120000, "one hundred twenty thousand", "十二万"},
    {1000001, "one million one", "一百万零一"},
    {10001000, "ten million one thousand", "一千万一千"},
    {30300303, "thirty million three hundred thousand three hundred three",
     "三千零三十万零三百零三"},
    {100000000, "one hundred million", "一亿"},
    {100000001, "one hundred million one", "一亿零一"},
    {100001000, "one hundred million one thousand", "一亿零一千"},
    {100010000, "one hundred million ten thousand", "一亿零一万"},
    {100100000, "one hundred million one hundred thousand", "一亿零一十万"},
    {110000000, "one hundred ten million", "一亿一千万"},
    {123456789,
     "one hundred twenty-three million four hundred fifty-six thousand seven hundred eighty-nine",
     "一亿二千三百四十五万六千七百八十九"},
    {999999999,
     "nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine",
     "九亿九千九百九十九万九千九百九十九"},
    {1000000000, "one billion", "十亿"}};

START_TEST(numbers_are_written_as_the_rules_of_both_languages_ask)
{
    ck_assert_str_eq(number_in_english(&arena, known[_i].n), known[_i].english);
    ck_assert_str_eq(number_in_chinese(&arena, known[_i].n), known[_i].chinese);
}
END_TEST

typedef struct {
    const char *word;
    int value;
} Meaning;

static const Meaning english_words[] = {
    {"seventeen", 17}, {"thirteen", 13},   {"fourteen", 14},     {"eighteen", 18},
    {"nineteen", 19},  {"fifteen", 15},    {"sixteen", 16},      {"seventy", 70},
    {"hundred", 100},  {"thousand", 1000}, {"million", 1000000}, {"billion", 1000000000},
    {"twenty", 20},    {"thirty", 30},     {"eighty", 80},       {"ninety", 90},
    {"eleven", 11},    {"twelve", 12},     {"forty", 40},        {"fifty", 50},
    {"sixty", 60},     {"three", 3},       {"seven", 7},         {"eight", 8},
    {"zero", 0},       {"four", 4},        {"five", 5},          {"nine", 9},
    {"one", 1},        {"two", 2},         {"six", 6},           {"ten", 10},
    {NULL, 0}};

static const Meaning chinese_words[] = {{"零", 0},    {"一", 1},     {"二", 2},         {"三", 3},
                                        {"四", 4},    {"五", 5},     {"六", 6},         {"七", 7},
                                        {"八", 8},    {"九", 9},     {"十", 10},        {"百", 100},
                                        {"千", 1000}, {"万", 10000}, {"亿", 100000000}, {NULL, 0}};

/* The value by the meaning of the words alone: units below `section` multiply the digit before
 * them, the others all that came since the last such unit. */
static long value_of(const char *text, const Meaning *words, int section)
{
    long total = 0, part = 0, digit = 0;
    while (text += strspn(text, " -"), *text) {
        const Meaning *m = words;
        while (m->word && strncmp(text, m->word, strlen(m->word)) != 0) m++;
        ck_assert_msg(m->word != NULL, "%s", text);
        text += strlen(m->word);
        const bool unit = m->value >= 100 || (m->value == 10 && section == 10000);
        if (!unit)
            digit += m->value;
        else if (m->value < section)
            part += (digit ? digit : 1) * m->value, digit = 0;
        else
            total += (part + digit) * m->value, part = digit = 0;
    }
    return total + part + digit;
}

START_TEST(readers_of_both_languages_find_the_number_again)
{
    Rng r = rng_new(3);
    for (int i = 0; i < 200000; i++) {
        Arena mark = arena;
        int n = i < 20000 ? i : rng_below(&r, i % 2 ? LARGEST_NUMBER : 1000000);
        if (i % 3 == 0) n -= n % 10000 - n % 10; /* many zeros */
        ck_assert_int_eq(value_of(number_in_english(&arena, n), english_words, 1000), n);
        ck_assert_int_eq(value_of(number_in_chinese(&arena, n), chinese_words, 10000), n);
        arena_release(&arena, mark);
    }
}
END_TEST

START_TEST(parts_hold_as_many_numbers_as_asked_for_and_share_none)
{
    Rng r = rng_new(1);
    CorpusSplit s = numbers_split(&arena, &r, 3000, 200, 500);
    ck_assert_int_eq(s.part[TRAIN].count, 3000);
    ck_assert_int_eq(s.part[VALID].count, 200);
    ck_assert_int_eq(s.part[TEST].count, 500);
    ck_assert_int_eq(corpus_overlaps(&s), 0);
    Corpus distinct = corpus_clean(&arena, &s.part[TRAIN], (CorpusRules){100, 9, true}, NULL);
    ck_assert_int_eq(distinct.count, 3000);
}
END_TEST

START_TEST(words_that_few_numbers_show_are_always_trained)
{
    static const char *const rare[] = {"zero", "ten", "nineteen", "ninety", "billion", "亿"};
    Rng r = rng_new(1);
    CorpusSplit s = numbers_split(&arena, &r, ALWAYS_TRAINED, 0, 10);
    for (size_t w = 0; w < sizeof rare / sizeof *rare; w++) {
        bool found = false;
        for (int i = 0; i < s.part[TRAIN].count; i++) {
            Pair p = s.part[TRAIN].pairs[i];
            found = found || strstr(p.source, rare[w]) || strstr(p.target, rare[w]);
        }
        ck_assert_msg(found, "%s", rare[w]);
    }
}
END_TEST

START_TEST(tested_numbers_have_all_lengths_from_three_to_nine_digits)
{
    int digits[11] = {0};
    Rng r = rng_new(5);
    CorpusSplit s = numbers_split(&arena, &r, 200, 0, 1400);
    for (int i = 0; i < 1400; i++) {
        long n = value_of(s.part[TEST].pairs[i].source, english_words, 1000);
        int count = 0;
        for (; n; n /= 10) count++;
        digits[count]++;
    }
    for (int d = 3; d <= 9; d++) ck_assert_msg(digits[d] > 120 && digits[d] < 280, "%d", digits[d]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("numbers");
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, numbers_are_written_as_the_rules_of_both_languages_ask, 0,
                        sizeof known / sizeof *known);
    tcase_add_test(t, readers_of_both_languages_find_the_number_again);
    suite_add_tcase(s, t);
    t = tcase_create("corpus");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, parts_hold_as_many_numbers_as_asked_for_and_share_none);
    tcase_add_test(t, words_that_few_numbers_show_are_always_trained);
    tcase_add_test(t, tested_numbers_have_all_lengths_from_three_to_nine_digits);
    suite_add_tcase(s, t);
    return run_suite(s);
}
