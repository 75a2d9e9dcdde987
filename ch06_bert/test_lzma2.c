/* Tests of the decompressor: streams as R writes them, and damaged ones. */
#include "lzma2.h"
#include "common/testing.h"

#define GOLDEN "ch06_bert/golden/lzma2.txt"
enum { NOISE = 150, ZEROS = 20000, FAR = NOISE + ZEROS + NOISE };

static Arena arena;
static unsigned char noise[NOISE], stream[1000], out[FAR + 1];
static size_t size; /* of the stream */

static void teardown(void)
{
    arena_free(&arena);
}

static size_t golden_bytes(unsigned char *bytes, const char *name)
{
    const Mat m = golden(&arena, GOLDEN, name);
    for (int i = 0; i < m.cols; i++) bytes[i] = (unsigned char)m.data[i];
    return (size_t)m.cols;
}

static void setup(void)
{
    ck_assert_uint_eq(golden_bytes(noise, "noise"), NOISE);
    size = golden_bytes(stream, "packed_far");
    memset(out, 1, sizeof out);
}

START_TEST(what_was_before_is_found_however_far_back_it_is)
{
    ck_assert(lzma2_decompress(stream, size, out, FAR));
    ck_assert_mem_eq(out, noise, NOISE);
    for (int i = 0; i < ZEROS; i++) ck_assert_uint_eq(out[NOISE + i], 0);
    ck_assert_mem_eq(out + NOISE + ZEROS, noise, NOISE);
}
END_TEST

START_TEST(bytes_that_do_not_compress_are_read)
{
    size = golden_bytes(stream, "packed_noise");
    ck_assert_uint_gt(size, NOISE);
    ck_assert(lzma2_decompress(stream, size, out, NOISE));
    ck_assert_mem_eq(out, noise, NOISE);
}
END_TEST

START_TEST(a_stream_that_is_cut_off_is_refused)
{
    for (size_t n = 0; n < size; n++)
        ck_assert_msg(!lzma2_decompress(stream, n, out, FAR), "%zu of %zu bytes", n, size);
}
END_TEST

START_TEST(a_stream_of_another_size_is_refused)
{
    ck_assert(!lzma2_decompress(stream, size, out, FAR + 1));
    ck_assert(!lzma2_decompress(stream, size, out, FAR - 1));
    stream[size] = 0;
    ck_assert(!lzma2_decompress(stream, size + 1, out, FAR));
}
END_TEST

START_TEST(a_damaged_stream_is_refused)
{
    stream[0] = 0x80; /* goes on from what came before, of which there is nothing */
    ck_assert(!lzma2_decompress(stream, size, out, FAR));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("LZMA2");
    TCase *t = tcase_create("streams");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, what_was_before_is_found_however_far_back_it_is);
    tcase_add_test(t, bytes_that_do_not_compress_are_read);
    tcase_add_test(t, a_stream_that_is_cut_off_is_refused);
    tcase_add_test(t, a_stream_of_another_size_is_refused);
    tcase_add_test(t, a_damaged_stream_is_refused);
    suite_add_tcase(s, t);
    return run_suite(s);
}
