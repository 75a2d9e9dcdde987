/* Tests of numbers as text: what is one, what is not, and what the message says. */
#include "number.h"
#include "testing.h"

START_TEST(decimal_numbers_are_read)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},       {"-1", -1},    {"+2.5", 2.5},  {".5", 0.5},    {"3.", 3},
                {"1e-3", 1e-3}, {"1E+3", 1e3}, {"1e39", 1e39}, {"1e-400", 0.0}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double value = 42;
        ck_assert_msg(!number_read(good[i].text, &value), "%s", good[i].text);
        ck_assert_double_eq(value, good[i].value);
    }
}
END_TEST

START_TEST(what_is_no_decimal_number_is_refused)
{
    static const char *const bad[] = {"",   " ",     "ten", "1x",    " 1", "1 ",    "0x10",  "--1",
                                      "1e", "1.2.3", ".",   "1,2,3", ",",  "1.5,2", "1_000", "\t5"};
    double value;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *problem = number_read(bad[i], &value);
        ck_assert_msg(problem && strcmp(problem, "is not a number") == 0, "%s", bad[i]);
    }
}
END_TEST

START_TEST(infinity_and_nan_are_not_finite)
{
    static const char *const bad[] = {"nan", "NaN", "-nan", "inf", "-Infinity", "1e999", "-1e999"};
    double value;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_pstr_eq(number_read(bad[i], &value), "is not a finite number");
}
END_TEST

START_TEST(a_decimal_comma_is_named)
{
    double value;
    ck_assert_ptr_nonnull(strstr(number_read("1,5", &value), "decimal comma"));
    ck_assert_ptr_nonnull(strstr(number_read("-0,5e3", &value), "decimal comma"));
}
END_TEST

START_TEST(six_digits_are_written_and_of_counts_all)
{
    char text[NUMBER_SIZE];
    ck_assert_str_eq(number_write(text, 0.5), "0.5");
    ck_assert_str_eq(number_write(text, 1.0 / 3), "0.333333");
    ck_assert_str_eq(number_write(text, 123456), "123456");
    ck_assert_str_eq(number_write(text, 1470786), "1470786");
    ck_assert_str_eq(number_write(text, 1234567.5), "1.23457e+06");
    ck_assert_str_eq(number_write(text, 1e15), "1e+15");
    ck_assert_str_eq(number_write(text, -1e-300), "-1e-300");
    ck_assert_str_eq(number_write(text, -0.0), "0");
    ck_assert_str_eq(number_write(text, -NAN), "nan");
    ck_assert_str_eq(number_write(text, -INFINITY), "-inf");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("number");
    TCase *t = tcase_create("number");
    tcase_add_test(t, decimal_numbers_are_read);
    tcase_add_test(t, what_is_no_decimal_number_is_refused);
    tcase_add_test(t, infinity_and_nan_are_not_finite);
    tcase_add_test(t, a_decimal_comma_is_named);
    tcase_add_test(t, six_digits_are_written_and_of_counts_all);
    suite_add_tcase(s, t);
    return run_suite(s);
}
