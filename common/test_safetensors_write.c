/* Tests of writing safetensors: the bytes are those that golden/make_safetensors.py wrote. */
#include "test_safetensors_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define WRITTEN                                                                                    \
    (sizeof(float) == 8 ? "common/golden/written.double.safetensors"                               \
                        : "common/golden/written.float.safetensors")

static const int64_t ids[] = {-1, INT64_C(4611686018427387905)};
static const double rate = 1.0 / 3;

/* The content of golden/written.*, added in another order; the matrix is a window. */
static void add_all(SafetensorsOut *out)
{
    static float bias[] = {1, -2, 0.5};
    Mat whole = mat_new(&arena, 4, 5), weight = mat_block(whole, 1, 1, 2, 3);
    mat_fill(whole, 99);
    for (int i = 0; i < 6; i++) mat_row(weight, i / 3)[i % 3] = ((float)i - 2.5f) / 4;
    safetensors_add(out, "empty", 2, mat_new(&arena, 0, 4));
    safetensors_add_metadata(out, "config", "{\"width\": 3}\n");
    safetensors_add_doubles(out, "rate", &rate, 1);
    safetensors_add(out, "bias", 1, mat_of(1, 3, bias));
    safetensors_add_ints(out, "ids", ids, 2);
    safetensors_add_metadata(out, "a", "回归");
    safetensors_add(out, "a.weight", 2, weight);
}

static void save_or_fail(SafetensorsOut *out)
{
    Error e;
    ck_assert_msg(safetensors_save(out, path, &e), "%s", e.text);
}

static size_t bytes_of(const char *file, char *bytes, size_t room)
{
    FILE *f = fopen(file, "rb");
    ck_assert_msg(f != NULL, "%s", file);
    const size_t size = fread(bytes, 1, room, f);
    fclose(f);
    return size;
}

START_TEST(our_bytes_are_those_of_the_reference_script)
{
    char got[1000], want[1000];
    SafetensorsOut out = {0};
    add_all(&out);
    save_or_fail(&out);
    save_or_fail(&out); /* again, with the same result */
    const size_t size = bytes_of(WRITTEN, want, sizeof want);
    ck_assert_uint_eq(bytes_of(path, got, sizeof got), size);
    ck_assert_mem_eq(got, want, size);
    safetensors_free(&out);
}
END_TEST

START_TEST(what_is_written_is_read_to_the_bit)
{
    enum { ROWS = 37, COLS = 331 }; /* more numbers than one buffer holds */
    Mat m = mat_new(&arena, ROWS, COLS), row = mat_rows(m, 5, 1);
    fill_noise(m, 1);
    for (int i = 0; i < ROWS * COLS; i++) m.data[i] = m.data[i] / 3;
    m.data[9] = (float)-0.0;
    SafetensorsOut out = {0};
    safetensors_add(&out, "m", 2, m);
    safetensors_add(&out, "row", 1, row);
    save_or_fail(&out);
    safetensors_free(&out);
    Safetensors s;
    open_or_fail(&s, path);
    assert_same(read_or_fail(&s, "m", ROWS, COLS), m);
    assert_same(read_or_fail(&s, "row", 1, COLS), row);
    ck_assert(s.data % 8 == 0 && safetensors_find(&s, "row")->rank == 1);
    safetensors_close(&s);
}
END_TEST

START_TEST(nothing_to_write_is_a_file_too)
{
    SafetensorsOut out = {0};
    save_or_fail(&out);
    Safetensors s;
    open_or_fail(&s, path);
    ck_assert_int_eq(s.count, 0);
    safetensors_close(&s);
    safetensors_free(&out);
}
END_TEST

START_TEST(a_full_disk_leaves_the_old_file)
{
    SafetensorsOut out = {0};
    add_all(&out);
    write_bytes("old", 3);
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {100, RLIM_INFINITY}; /* a disk of 100 bytes */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    Error e;
    const bool saved = safetensors_save(&out, path, &e);
    const struct rlimit free = {RLIM_INFINITY, RLIM_INFINITY};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &free), 0);
    char bytes[10];
    ck_assert(!saved && bytes_of(path, bytes, sizeof bytes) == 3);
    assert_error(&e, ": cannot be written: File too large");
    safetensors_free(&out);
}
END_TEST

START_TEST(a_link_stays_a_link_and_a_device_a_device)
{
    char link_path[220], bytes[1000];
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    SafetensorsOut out = {0};
    Error e;
    struct stat s;
    write_bytes("old", 3);
    ck_assert_int_eq(symlink(path, link_path), 0);
    ck_assert_msg(safetensors_save(&out, link_path, &e), "%s", e.text);
    ck_assert(lstat(link_path, &s) == 0 && S_ISLNK(s.st_mode));
    ck_assert_uint_gt(bytes_of(path, bytes, sizeof bytes), 3);
    unlink(link_path);
    ck_assert_int_eq(symlink("/dev/null", link_path), 0);
    ck_assert_msg(safetensors_save(&out, link_path, &e), "%s", e.text);
    ck_assert(stat(link_path, &s) == 0 && S_ISCHR(s.st_mode));
    unlink(link_path);
    safetensors_free(&out);
}
END_TEST

START_TEST(what_cannot_be_written_is_refused)
{
    SafetensorsOut out = {0};
    Error e;
    ck_assert(!safetensors_save(&out, "/tmp/no/such/folder", &e));
    ck_assert_str_eq(e.text, "/tmp/no/such/folder: cannot be written: No such file or directory");
    ck_assert(!safetensors_save(&out, folder, &e));
    safetensors_add_metadata(&out, "file", "\xFF.txt");
    ck_assert(!safetensors_save(&out, path, &e));
    assert_error(&e, ": not written: a name or a text in it is not UTF-8");
    safetensors_free(&out);
}
END_TEST

START_TEST(a_tensor_of_a_name_that_is_there_is_the_programs_mistake)
{
    SafetensorsOut out = {0};
    safetensors_add_ints(&out, "a", ids, 2);
    safetensors_add_doubles(&out, "a", &rate, 1);
}
END_TEST

START_TEST(a_matrix_of_rank_one_is_the_programs_mistake)
{
    SafetensorsOut out = {0};
    safetensors_add(&out, "a", 1, mat_new(&arena, 2, 2));
}
END_TEST

static TCase *writing(void)
{
    TCase *t = tcase_create("writing");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, our_bytes_are_those_of_the_reference_script);
    tcase_add_test(t, what_is_written_is_read_to_the_bit);
    tcase_add_test(t, nothing_to_write_is_a_file_too);
    tcase_add_test(t, a_full_disk_leaves_the_old_file);
    tcase_add_test(t, a_link_stays_a_link_and_a_device_a_device);
    tcase_add_test(t, what_cannot_be_written_is_refused);
    return t;
}

static TCase *mistakes(void)
{
    TCase *t = tcase_create("mistakes");
    tcase_add_test_raise_signal(t, a_tensor_of_a_name_that_is_there_is_the_programs_mistake, 6);
    tcase_add_test_raise_signal(t, a_matrix_of_rank_one_is_the_programs_mistake, 6);
    return t;
}

int main(void)
{
    Suite *s = suite_create("safetensors_write");
    suite_add_tcase(s, writing());
    suite_add_tcase(s, mistakes());
    return run_suite(s);
}
