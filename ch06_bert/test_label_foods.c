/* Tests of the food reviews: from a package of R's that is made here, in the form of the real one,
 * and from the real one where ./setup has put it. */
#include "label_tasks.h"
#include "bag_baselines.h"
#include "test_r_writer.h"

#include <unistd.h>

#define PACKAGE "r-cran-modeldata/usr/lib/R/site-library/modeldata/data"
enum { REVIEWS = 60, TESTED = 3 };

static LabelTask task;
static RBytes frame, rdb, rdx;

/* ---- a package -------------------------------------------------------------------------------*/

/* What a test changes in the data frames. */
static const char *score_name, *levels[2];
static uint32_t last_code;
static const char *tested[TESTED];

static void put_codes(int count)
{
    put_word(&frame, 13 | R_ATTRIBUTES);
    put_word(&frame, (uint32_t)count);
    for (int i = 0; i < count - 1; i++) put_word(&frame, 1 + (uint32_t)i % 2);
    put_word(&frame, last_code);
    put_names_tag(&frame, "levels");
    put_strings(&frame, 0, levels, 2);
    put_word(&frame, R_NIL);
}

/* list(product = ..., review = ..., score = factor(...)) */
static void put_frame(const char *const *products, const char *const *reviews, int count)
{
    const char *const names[] = {"product", "review", score_name};
    put_header(&frame);
    put_word(&frame, 19 | R_ATTRIBUTES);
    put_word(&frame, 3);
    put_strings(&frame, 0, products, count);
    put_strings(&frame, 0, reviews, count);
    put_codes(count);
    put_names_tag(&frame, "names");
    put_strings(&frame, 0, names, 3);
    put_word(&frame, R_NIL);
}

/* The frame as LZMA2 without compression: a chunk of stored bytes, and the end. */
static void put_xz_object(void)
{
    const size_t last = frame.size - 1;
    put_word(&rdb, (uint32_t)frame.size);
    const unsigned char head[] = {'Z', 1, (unsigned char)(last >> 8), (unsigned char)last};
    memcpy(rdb.bytes + rdb.size, head, sizeof head);
    memcpy(rdb.bytes + rdb.size + sizeof head, frame.bytes, frame.size);
    rdb.size += sizeof head + frame.size;
    rdb.bytes[rdb.size++] = 0;
}

static void write_reviews(void)
{
    static const char *const objects[] = {"testing_data", "training_data"};
    static char products[REVIEWS][20], reviews[REVIEWS][40];
    const char *product[REVIEWS], *review[REVIEWS];
    for (int i = 0; i < REVIEWS; i++) {
        snprintf(products[i], sizeof products[i], "B%05d", i / 2);
        snprintf(reviews[i], sizeof reviews[i], "I ate<br /><br />%d<br /> of<br/>it", i);
        product[i] = products[i], review[i] = reviews[i];
    }
    rdb.size = 0;
    put_frame(product, tested, TESTED);
    put_xz_object();
    const size_t between = rdb.size;
    put_frame(product, review, REVIEWS);
    put_xz_object();
    put_index(&rdx, objects, (const size_t[]){0, between, rdb.size}, 2, 3);
    write_gzip_in_folder(PACKAGE "/Rdata.rdx", &rdx);
    write_bytes_in_folder(PACKAGE "/Rdata.rdb", rdb.bytes, rdb.size);
}

static void setup(void)
{
    char command[200];
    make_folder();
    snprintf(command, sizeof command, "mkdir -p '%s/%s'", folder, PACKAGE);
    ck_assert_int_eq(system(command), 0);
    score_name = "score", levels[0] = "great", levels[1] = "other", last_code = 2;
    tested[0] = "Good.", tested[1] = "I ate 7 of<br/>it", tested[2] = "Bad.";
}

static bool read_foods(Error *e)
{
    write_reviews();
    return label_task_read(&task, &arena, FOODS, folder, NULL, 1, e);
}

/* ---- what is read ----------------------------------------------------------------------------*/

START_TEST(reviews_have_the_score_of_their_row_and_no_tags)
{
    Error e;
    ck_assert_msg(read_foods(&e), "%s", e.text);
    ck_assert_int_eq(task.label_count, 2);
    ck_assert_str_eq(task.labels[0], "great");
    ck_assert_str_eq(task.labels[1], "other");
    ck_assert_int_eq(task.count[TRAIN] + task.count[VALID], REVIEWS);
    for (Part p = TRAIN; p <= VALID; p++)
        for (int i = 0; i < task.count[p]; i++) {
            int number = -1;
            sscanf(task.part[p][i].text, "I ate %d of<br/>it", &number);
            ck_assert_msg(number >= 0, "%s", task.part[p][i].text);
            ck_assert_int_eq(task.part[p][i].label, number % 2);
        }
}
END_TEST

START_TEST(the_test_part_is_the_one_that_comes_with_the_data)
{
    Error e;
    ck_assert(read_foods(&e));
    ck_assert_int_eq(task.count[TEST], 2);
    ck_assert_int_eq(task.dropped[TEST], 1); /* "I ate 7 of it" */
    ck_assert_str_eq(task.part[TEST][0].text, "Good.");
    ck_assert_str_eq(task.part[TEST][1].text, "Bad.");
    ck_assert_int_eq(task.part[TEST][1].label, 1);
}
END_TEST

START_TEST(both_reviews_of_a_product_are_in_one_part)
{
    Error e;
    ck_assert(read_foods(&e));
    ck_assert_int_eq(task.count[VALID] % 2, 0);
    for (int i = 0; i < task.count[VALID]; i += 2)
        ck_assert_str_eq(task.part[VALID][i].group, task.part[VALID][i + 1].group);
}
END_TEST

START_TEST(the_factor_says_which_code_is_which)
{
    Error e;
    levels[0] = "other", levels[1] = "great";
    ck_assert(read_foods(&e));
    ck_assert_int_eq(task.part[TEST][0].label, 1);
    ck_assert_int_eq(task.part[TEST][1].label, 0);
}
END_TEST

START_TEST(data_frames_of_another_form_are_refused)
{
    Error e;
    last_code = 3;
    ck_assert(!read_foods(&e));
    ck_assert_ptr_nonnull(strstr(e.text, "Rdata.rdb: training_data: row 60: no product"));
    last_code = 2, levels[1] = "poor";
    ck_assert(!read_foods(&e));
    ck_assert_ptr_nonnull(strstr(e.text, "Rdata.rdb: training_data: row 2: no product"));
    score_name = "stars";
    ck_assert(!read_foods(&e));
    ck_assert_ptr_nonnull(strstr(e.text, "training_data: not a data frame of product, review"));
}
END_TEST

START_TEST(a_damaged_package_is_refused)
{
    Error e;
    write_reviews();
    rdb.bytes[4] = 'A';
    write_bytes_in_folder(PACKAGE "/Rdata.rdb", rdb.bytes, rdb.size);
    ck_assert(!label_task_read(&task, &arena, FOODS, folder, NULL, 1, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "testing_data: damaged"));
}
END_TEST

/* ---- the real ones ---------------------------------------------------------------------------*/

/* 80.2% with seed 1; majority 66.0%. */
START_TEST(naive_bayes_is_right_about_four_reviews_of_five)
{
    Error e;
    ck_assert_msg(label_task_read(&task, &arena, FOODS, "build/data", NULL, 1, &e), "%s", e.text);
    const BagResult majority = bag_baseline(&arena, &task, MAJORITY);
    const BagResult bayes = bag_baseline(&arena, &task, NAIVE_BAYES);
    ck_assert_double_eq_tol(majority.test.accuracy, 0.66, 0.01);
    ck_assert_double_eq_tol(bayes.test.accuracy, 0.80, 0.02);
    ck_assert_double_eq_tol(bayes.test.macro_f1, 0.77, 0.02);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("foods");
    TCase *t = tcase_create("package");
    tcase_add_checked_fixture(t, setup, remove_folder);
    tcase_add_test(t, reviews_have_the_score_of_their_row_and_no_tags);
    tcase_add_test(t, the_test_part_is_the_one_that_comes_with_the_data);
    tcase_add_test(t, both_reviews_of_a_product_are_in_one_part);
    tcase_add_test(t, the_factor_says_which_code_is_which);
    tcase_add_test(t, data_frames_of_another_form_are_refused);
    tcase_add_test(t, a_damaged_package_is_refused);
    suite_add_tcase(s, t);
    t = tcase_create("real");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_set_timeout(t, 120);
    if (access("build/data/r-cran-modeldata", R_OK) == 0)
        tcase_add_test(t, naive_bayes_is_right_about_four_reviews_of_five);
    suite_add_tcase(s, t);
    return run_suite(s);
}
