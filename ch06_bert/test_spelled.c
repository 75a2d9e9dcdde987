/* Tests of documents as ids. */
#include "spelled.h"
#include "test_tokenizer_vocabulary.h"

static void teardown(void)
{
    arena_free(&arena);
}

static void assert_spelled(const Spelled *s, int sentence, const char *want)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    const int begin = s->sentences[sentence], end = s->sentences[sentence + 1];
    const Pieces p = {(int *)s->ids + begin, NULL, NULL, end - begin};
    ck_assert_str_eq(pieces_text(&t, p), want);
}

START_TEST(sentences_and_documents_are_runs_of_ids)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    Document d[] = {{(const char *[]){"The sea!", "Seaside", "the"}, 3, "a"},
                    {(const char *[]){"a b"}, 1, "b"}};
    const Spelled s = documents_spell(&arena, &(Documents){d, 2}, &t);
    ck_assert(s.document_count == 2 && s.sentence_count == 4);
    ck_assert(s.documents[0] == 0 && s.documents[1] == 3 && s.documents[2] == 4);
    ck_assert(s.sentences[0] == 0 && s.sentences[4] == 8);
    assert_spelled(&s, 0, "the sea !");
    assert_spelled(&s, 1, "seas ##ide");
    assert_spelled(&s, 2, "the");
    assert_spelled(&s, 3, "a b");
}
END_TEST

START_TEST(what_has_no_pieces_is_left_out)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    Document d[] = {{(const char *[]){"\xE2\x80\x8B", "the"}, 2, "a"}, /* a zero-width space */
                    {(const char *[]){"\xE2\x80\x8B"}, 1, "b"},
                    {(const char *[]){"sea"}, 1, "c"}};
    const Spelled s = documents_spell(&arena, &(Documents){d, 3}, &t);
    ck_assert(s.document_count == 2 && s.sentence_count == 2);
    ck_assert(s.documents[1] == 1 && s.documents[2] == 2);
    assert_spelled(&s, 1, "sea");
    const Spelled none = documents_spell(&arena, &(Documents){d + 1, 1}, &t);
    ck_assert(none.document_count == 0 && none.sentence_count == 0 && none.sentences[0] == 0);
}
END_TEST

START_TEST(a_special_piece_in_a_text_is_spelled_like_any_other)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    ck_assert(t.rules.specials);
    Document d = {(const char *[]){"the [MASK] [SEP]"}, 1, "a"};
    const Spelled s = documents_spell(&arena, &(Documents){&d, 1}, &t);
    assert_spelled(&s, 0, "the [ mask ] [ sep ]");
}
END_TEST

START_TEST(many_sentences_keep_their_places)
{
    enum { COUNT = 2000 };
    const Tokenizer t = test_tokenizer(UNCASED);
    const char **sentences = arena_alloc(&arena, COUNT * sizeof *sentences);
    for (int i = 0; i < COUNT; i++) sentences[i] = i % 3 ? "the seaside" : "sea";
    Document d = {sentences, COUNT, "a"};
    const Spelled s = documents_spell(&arena, &(Documents){&d, 1}, &t);
    ck_assert_int_eq(s.sentence_count, COUNT);
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) wrong += s.sentences[i + 1] - s.sentences[i] != (i % 3 ? 3 : 1);
    ck_assert_int_eq(wrong, 0);
    assert_spelled(&s, COUNT - 1, "the seas ##ide");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("spelled");
    TCase *t = tcase_create("spelled");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, sentences_and_documents_are_runs_of_ids);
    tcase_add_test(t, what_has_no_pieces_is_left_out);
    tcase_add_test(t, a_special_piece_in_a_text_is_spelled_like_any_other);
    tcase_add_test(t, many_sentences_keep_their_places);
    suite_add_tcase(s, t);
    return run_suite(s);
}
