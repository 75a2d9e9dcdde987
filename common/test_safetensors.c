/* Tests of reading safetensors: numbers of every type and all that the format allows, in files that
 * golden/make_safetensors.py wrote or that are built here. */
#include "test_safetensors_file.h"

#include <math.h>

#define TYPES "common/golden/types.safetensors"
#define VALUES "common/golden/safetensors.txt"

/* As doubles: some of the numbers are NaN or infinite, which no matrix takes from a file. */
static void assert_tensor_of_types(const char *name)
{
    Safetensors s;
    Error e;
    open_or_fail(&s, TYPES);
    Mat want = golden(&arena, VALUES, name), got = mat_new(&arena, want.rows, want.cols);
    const int count = want.rows * want.cols;
    double *wide = arena_alloc(&arena, (size_t)count * sizeof *wide);
    ck_assert_msg(safetensors_read_doubles(&s, name, wide, count, &e), "%s", e.text);
    for (int i = 0; i < count; i++) got.data[i] = (float)wide[i];
    assert_same(got, want);
    safetensors_close(&s);
}

/* ---- reading ---------------------------------------------------------------------------------*/

START_TEST(f32_keeps_every_bit)
{
    assert_tensor_of_types("single");
    assert_tensor_of_types("number");
}
END_TEST

START_TEST(f16_and_bf16_widen_exactly)
{
    assert_tensor_of_types("half");
    assert_tensor_of_types("brain");
}
END_TEST

/* A 16-bit number by the definition: (-1)^sign 2^(exponent - bias) 1.fraction. */
static double by_definition(int bits, int fraction_bits)
{
    const int exponent_bits = 15 - fraction_bits, exponent = (bits & 0x7fff) >> fraction_bits;
    const int fraction = bits & ((1 << fraction_bits) - 1), most = (1 << exponent_bits) - 1;
    double value = fraction;
    if (exponent > 0) value += 1 << fraction_bits;
    if (exponent == most) return fraction ? NAN : bits & 0x8000 ? -INFINITY : INFINITY;
    const int scale = (exponent > 0 ? exponent : 1) - most / 2 - fraction_bits;
    return ldexp(bits & 0x8000 ? -value : value, scale);
}

static void assert_all_16_bit_numbers(const char *dtype, int fraction_bits)
{
    enum { ALL = 1 << 16 };
    static unsigned char data[ALL * 2];
    static double got[ALL];
    char header[100];
    for (int i = 0; i < ALL; i++) {
        data[2 * i] = (unsigned char)(i & 0xff);
        data[2 * i + 1] = (unsigned char)(i >> 8);
    }
    snprintf(header, sizeof header,
             "{\"all\":{\"dtype\":\"%s\",\"shape\":[256,256],\"data_offsets\":[0,131072]}}", dtype);
    write_tensors(header, data, sizeof data);
    Safetensors s;
    Error e;
    open_or_fail(&s, path);
    ck_assert_msg(safetensors_read_doubles(&s, "all", got, ALL, &e), "%s", e.text);
    for (int i = 0; i < ALL; i++) {
        const double want = by_definition(i, fraction_bits);
        ck_assert_msg(isnan(want) ? isnan(got[i])
                                  : got[i] == want && !signbit(got[i]) == !signbit(want),
                      "number 0x%04x is %g, not %g", (unsigned)i, got[i], want);
    }
    safetensors_close(&s);
}

START_TEST(all_65536_numbers_of_f16_are_right)
{
    assert_all_16_bit_numbers("F16", 10);
}
END_TEST

START_TEST(all_65536_numbers_of_bf16_are_right)
{
    assert_all_16_bit_numbers("BF16", 7);
}
END_TEST

START_TEST(tensors_are_listed_by_name_with_type_and_shape)
{
    const char *names[] = {"brain", "double", "flags",        "half",
                           "none",  "number", "position_ids", "single"};
    const char *types[] = {"BF16", "F64", "U8", "F16", "F32", "F32", "I64", "F32"};
    const char *shapes[] = {"12", "3", "3", "3x4", "0x768", "a single number", "1x4", "3x2x2"};
    Safetensors s;
    open_or_fail(&s, TYPES);
    ck_assert_int_eq(s.count, 8);
    for (int i = 0; i < s.count; i++) {
        char shape[SHAPE_SIZE];
        ck_assert_str_eq(s.tensors[i].name, names[i]);
        ck_assert_str_eq(s.tensors[i].dtype, types[i]);
        ck_assert_str_eq(safetensors_shape(&s.tensors[i], shape), shapes[i]);
        ck_assert_ptr_eq(safetensors_find(&s, names[i]), &s.tensors[i]);
    }
    ck_assert_ptr_null(safetensors_find(&s, "hal"));
    ck_assert_ptr_null(safetensors_find(&s, "zzz"));
    safetensors_close(&s);
}
END_TEST

START_TEST(metadata_is_text_by_name)
{
    Safetensors s;
    open_or_fail(&s, TYPES);
    ck_assert_str_eq(safetensors_metadata(&s, "note"), "a \"quoted\" } brace, 从核回归到 BERT");
    ck_assert_str_eq(safetensors_metadata(&s, "format"), "pt");
    ck_assert_ptr_null(safetensors_metadata(&s, "Format"));
    safetensors_close(&s);
}
END_TEST

START_TEST(whole_numbers_and_doubles_are_read_as_such)
{
    Safetensors s;
    Error e;
    int64_t ids[4];
    double doubles[3];
    open_or_fail(&s, TYPES);
    ck_assert_msg(safetensors_read_ints(&s, "position_ids", ids, 4, &e), "%s", e.text);
    ck_assert(ids[0] == 0 && ids[1] == -1 && ids[2] == INT64_C(4611686018427387905));
    ck_assert(ids[3] == INT64_MIN);
    ck_assert_msg(safetensors_read_doubles(&s, "double", doubles, 3, &e), "%s", e.text);
    ck_assert(doubles[0] == 1.0 / 3 && doubles[1] == -1e300 && doubles[2] == 5e-324);
    safetensors_close(&s);
}
END_TEST

START_TEST(an_empty_tensor_is_read_as_nothing)
{
    Safetensors s;
    open_or_fail(&s, TYPES);
    read_or_fail(&s, "none", 0, 768);
    safetensors_close(&s);
}
END_TEST

START_TEST(a_window_receives_its_own_elements_only)
{
    Mat whole = mat_new(&arena, 4, 5);
    mat_fill(whole, 7);
    Safetensors s;
    Error e;
    write_tensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}",
                  four_numbers, 16);
    open_or_fail(&s, path);
    ck_assert(safetensors_read(&s, "a", mat_block(whole, 1, 2, 2, 2), &e));
    safetensors_close(&s);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++) {
            const bool inside = i >= 1 && i < 3 && j >= 2 && j < 4;
            ck_assert_double_eq((double)mat_row(whole, i)[j],
                                inside ? 2 * (i - 1) + (j - 2) + 1 : 7);
        }
}
END_TEST

/* What else the format allows. */
static void assert_four_numbers(const char *header, const char *name, int rows, int cols)
{
    Safetensors s;
    float want[] = {1, 2, 3, 4};
    write_tensors(header, four_numbers, 16);
    open_or_fail(&s, path);
    assert_same(read_or_fail(&s, name, rows, cols), mat_of(rows, cols, want));
    safetensors_close(&s);
}

START_TEST(legal_oddities_are_read)
{
    assert_four_numbers("{\"\\u0062ert.x\\/y\":{\"shape\":[4],\"data_offsets\":[0,16],"
                        "\"dtype\":\"F32\"}}    ",
                        "bert.x/y", 1, 4);
    assert_four_numbers("{\n  \"a\" : {\r\n\t\"dtype\" : \"F32\" , \"shape\" : [ 2 , 2 ] , "
                        "\"data_offsets\" : [ 0 , 16 ] }\n}\n     ",
                        "a", 2, 2);
    assert_four_numbers("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],"
                        "\"comment\":{\"x\":[1,2]}}}",
                        "a", 1, 4);
    assert_four_numbers("{\"a\\\\u0000\":{\"dtype\":\"F32\",\"shape\":[2,1,2],"
                        "\"data_offsets\":[0,16]},\"__metadata__\":{}}",
                        "a\\u0000", 2, 2);
}
END_TEST

START_TEST(data_may_be_in_another_order_than_the_header)
{
    float want_a[] = {1, 2, 3}, want_z[] = {4};
    Safetensors s;
    write_tensors("{\"z\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[12,16]},"
                  "\"e\":{\"dtype\":\"F16\",\"shape\":[9,0],\"data_offsets\":[12,12]},"
                  "\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}",
                  four_numbers, 16);
    open_or_fail(&s, path);
    assert_same(read_or_fail(&s, "a", 1, 3), mat_of(1, 3, want_a));
    assert_same(read_or_fail(&s, "z", 1, 1), mat_of(1, 1, want_z));
    safetensors_close(&s);
}
END_TEST

START_TEST(a_file_without_tensors_is_valid)
{
    Safetensors s;
    write_tensors("{\"__metadata__\":{}}     ", "", 0);
    open_or_fail(&s, path);
    ck_assert(s.count == 0 && !safetensors_find(&s, "a") && !safetensors_metadata(&s, "a"));
    safetensors_close(&s);
    write_tensors("{}", "", 0);
    open_or_fail(&s, path);
    ck_assert(s.count == 0 && !safetensors_metadata(&s, "a"));
    safetensors_close(&s);
}
END_TEST

static TCase *reading(void)
{
    TCase *t = tcase_create("reading");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, f32_keeps_every_bit);
    tcase_add_test(t, f16_and_bf16_widen_exactly);
    tcase_add_test(t, all_65536_numbers_of_f16_are_right);
    tcase_add_test(t, all_65536_numbers_of_bf16_are_right);
    tcase_add_test(t, tensors_are_listed_by_name_with_type_and_shape);
    tcase_add_test(t, metadata_is_text_by_name);
    tcase_add_test(t, whole_numbers_and_doubles_are_read_as_such);
    tcase_add_test(t, an_empty_tensor_is_read_as_nothing);
    tcase_add_test(t, a_window_receives_its_own_elements_only);
    tcase_add_test(t, legal_oddities_are_read);
    tcase_add_test(t, data_may_be_in_another_order_than_the_header);
    tcase_add_test(t, a_file_without_tensors_is_valid);
    return t;
}

int main(void)
{
    Suite *s = suite_create("safetensors");
    suite_add_tcase(s, reading());
    return run_suite(s);
}
