/* Tests of labelled texts from a file, of cleaning, and of parts that share no text. */
#include "test_label_folder.h"

static const uint64_t seed = 1;

static bool read_text(const char *text, Error *e)
{
    return label_task_read(&task, &arena, LABEL_FILE, NULL, write_file("texts.tsv", text), seed, e);
}

static void read_good(const char *text)
{
    Error e;
    ck_assert_msg(read_text(text, &e), "%s", e.text);
}

/* n lines of two classes, all different. */
static char *many_lines(int n, const char *before)
{
    char *text = arena_alloc(&arena, 40 * (size_t)n + strlen(before) + 1), *to = text;
    to += sprintf(to, "%s", before);
    for (int i = 0; i < n; i++) to += sprintf(to, "%s\tline number %d\n", i % 2 ? "b" : "a", i);
    return text;
}

/* ---- files -----------------------------------------------------------------------------------*/

START_TEST(labels_and_texts_are_read_and_tidied)
{
    read_good(many_lines(100, "\xEF\xBB\xBF good \t A\xC2\xA0  fine\tday.\r\n差评\t很 不好\r\n"));
    ck_assert_int_eq(count_texts(), 102);
    ck_assert_int_eq(task.label_count, 4);
    assert_label("A fine day.", "good");
    assert_label("很 不好", "差评");
    assert_label("line number 77", "b");
}
END_TEST

START_TEST(classes_are_in_the_order_of_their_names)
{
    read_good(many_lines(100, "z\tlast\n1\tfirst\n"));
    static const char *const want[] = {"1", "a", "b", "z"};
    ck_assert_int_eq(task.label_count, 4);
    for (int i = 0; i < 4; i++) ck_assert_str_eq(task.labels[i], want[i]);
}
END_TEST

START_TEST(a_heading_is_no_text)
{
    read_good(many_lines(100, "Label\ttext_a\n"));
    ck_assert_int_eq(task.label_count, 2);
    ck_assert_int_eq(count_texts(), 100);
}
END_TEST

static const struct {
    const char *text, *message;
} wrong[] = {{"a\tb\nno tab\n", "texts.tsv:2: no tab"},
             {"a\tb\n\nc\td\n", "texts.tsv:2: no tab"},
             {"a\tb\n \tc\n", "texts.tsv:2: no label"},
             {"a\tb\nc\t \n", "texts.tsv:2: no text"},
             {"a\tb\nc\t\xC3(\n", "texts.tsv:2: byte 3"},
             {"", "the file is empty"},
             {"\n\n", "the file is empty"},
             {"label\ttext\n", "one label"},
             {"a\tb\na\tc\n", "one label"},
             {"a\tb\nb\tc\n", "none is left for the"}};

START_TEST(files_that_nothing_can_be_learned_from_are_refused)
{
    Error e;
    ck_assert(!read_text(wrong[_i].text, &e));
    assert_message(&e, wrong[_i].message);
    assert_message(&e, folder);
}
END_TEST

START_TEST(a_missing_file_and_columns_the_wrong_way_round_are_errors)
{
    Error e;
    ck_assert(!label_task_read(&task, &arena, LABEL_FILE, NULL, path_in_folder("no.tsv"), 1, &e));
    assert_message(&e, "no.tsv: No such file");
    char *text = arena_alloc(&arena, 40000), *to = text;
    for (int i = 0; i <= MOST_LABELS; i++) to += sprintf(to, "a sentence %d\t%d\n", i, i % 2);
    ck_assert(!read_text(text, &e));
    assert_message(&e, "texts.tsv:1001: more than 1000 labels");
}
END_TEST

/* ---- cleaning --------------------------------------------------------------------------------*/

START_TEST(repeated_and_wordless_texts_are_left_out_and_counted)
{
    read_good(many_lines(100, "a\tSame thing!\na\tsame-thing\nb\tother thing\na\t:-)\nb\t1 2\n"));
    ck_assert_int_eq(task.repeated, 1);
    ck_assert_int_eq(task.wordless, 2);
    ck_assert_int_eq(count_texts(), 102);
}
END_TEST

START_TEST(a_text_with_two_labels_stays_in_one_part)
{
    read_good(many_lines(300, "a\tundecided\nb\tUndecided.\n"));
    Part one, other;
    ck_assert_ptr_nonnull(find_text("undecided", &one));
    ck_assert_ptr_nonnull(find_text("Undecided.", &other));
    ck_assert_int_eq(one, other);
    ck_assert_int_eq(label_task_overlaps(&task), 0);
}
END_TEST

/* ---- parts -----------------------------------------------------------------------------------*/

START_TEST(the_parts_are_about_a_tenth_and_a_fifth)
{
    read_good(many_lines(4000, ""));
    ck_assert_int_eq(count_texts(), 4000);
    ck_assert_msg(abs(task.count[VALID] - 400) < 60 && abs(task.count[TEST] - 800) < 80, "%d %d",
                  task.count[VALID], task.count[TEST]);
}
END_TEST

START_TEST(the_seed_alone_picks_the_part_of_a_text)
{
    Error e;
    int moved = 0;
    const char *path = write_file("texts.tsv", many_lines(300, ""));
    LabelTask other, again;
    ck_assert(label_task_read(&task, &arena, LABEL_FILE, NULL, path, 5, &e));
    ck_assert(label_task_read(&again, &arena, LABEL_FILE, NULL, path, 5, &e));
    ck_assert(label_task_read(&other, &arena, LABEL_FILE, NULL, path, 6, &e));
    for (Part p = TRAIN; p < PARTS; p++) {
        ck_assert_int_eq(task.count[p], again.count[p]);
        for (int i = 0; i < task.count[p]; i++) {
            ck_assert_str_eq(task.part[p][i].text, again.part[p][i].text);
            moved += part_of(task.part[p][i].group, 6, 0.1, 0.2) != p;
        }
    }
    ck_assert_int_gt(moved, 60);
    ck_assert_int_ne(other.count[TEST], task.count[TEST]);
}
END_TEST

START_TEST(texts_of_two_parts_are_counted_as_overlaps)
{
    static Labelled train[] = {{"Open", 0, ""}, {"Close it", 1, ""}, {"Open", 1, ""}};
    static Labelled valid[] = {{"OPEN.", 0, ""}, {"save", 0, ""}, {"save", 1, ""}};
    static Labelled test[] = {{"Save!", 0, ""}, {"close  it", 0, ""}, {"closeit not", 1, ""}};
    const LabelTask t = {.part = {train, valid, test}, .count = {3, 3, 3}};
    ck_assert_int_eq(label_task_overlaps(&t), 3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("label tasks");
    TCase *t = tcase_create("files");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, labels_and_texts_are_read_and_tidied);
    tcase_add_test(t, classes_are_in_the_order_of_their_names);
    tcase_add_test(t, a_heading_is_no_text);
    tcase_add_loop_test(t, files_that_nothing_can_be_learned_from_are_refused, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_test(t, a_missing_file_and_columns_the_wrong_way_round_are_errors);
    suite_add_tcase(s, t);
    t = tcase_create("parts");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, repeated_and_wordless_texts_are_left_out_and_counted);
    tcase_add_test(t, a_text_with_two_labels_stays_in_one_part);
    tcase_add_test(t, the_parts_are_about_a_tenth_and_a_fifth);
    tcase_add_test(t, the_seed_alone_picks_the_part_of_a_text);
    tcase_add_test(t, texts_of_two_parts_are_counted_as_overlaps);
    suite_add_tcase(s, t);
    return run_suite(s);
}
