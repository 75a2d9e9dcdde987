/* codec - pieces of words, or letters and phones, as the ids that a model reads and writes. */
#include "codec.h"
#include "common/text.h"

#include <string.h>

int codec_size(const Codec *c)
{
    return c->phonemes ? PHONEME_VOCABULARY : c->bpe.count;
}

/* The letters a to z of a text, in either case. */
static Sequence letters(Arena *a, const char *text)
{
    char *word = arena_zeros(a, strlen(text) + 1), *to = word;
    for (; *text; text++) {
        const char small = (char)(*text | 0x20);
        if (small >= 'a' && small <= 'z') *to++ = small;
    }
    return phonemes_letters(a, word);
}

/* Names of phones separated by blanks; other words are left out. */
static Sequence phones(Arena *a, const char *text)
{
    int *ids = arena_alloc(a, (strlen(text) + 1) * sizeof *ids), n = 0;
    for (size_t size; *text; text += size) {
        text += strspn(text, " ");
        size = strcspn(text, " ");
        const int id = phoneme_id(text, size);
        if (id >= 0) ids[n++] = id;
    }
    return (Sequence){ids, n};
}

static Sequence pieces(const Codec *c, Arena *a, const char *text)
{
    Sequence s;
    s.ids = bpe_encode(&c->bpe, a, text, strlen(text), &s.length);
    return s;
}

Sequence codec_target(const Codec *c, Arena *a, const char *text)
{
    return c->phonemes ? phones(a, text) : pieces(c, a, text);
}

Sequence codec_source(const Codec *c, Arena *a, const char *text)
{
    const Sequence s = c->phonemes ? letters(a, text) : pieces(c, a, text);
    int *ids = arena_alloc(a, (size_t)(s.length + 1) * sizeof *ids);
    memcpy(ids, s.ids, (size_t)s.length * sizeof *ids);
    ids[s.length] = END_ID;
    return (Sequence){ids, s.length + 1};
}

/* The text with U+FFFD in the place of every byte that is not UTF-8. */
static char *valid_text(Arena *a, const char *text, size_t size)
{
    char *valid = arena_alloc(a, 3 * size + 1), *to = valid;
    int length;
    for (size_t i = 0; i < size; i += (size_t)length) {
        const int code = text_decode(text + i, size - i, &length);
        to += text_encode(code == TEXT_INVALID || code == 0 ? 0xFFFD : code, to);
    }
    *to = '\0';
    return valid;
}

/* The phones among the ids: a model is free to write letters. */
static Sequence only_phones(Arena *a, Sequence s)
{
    int *ids = arena_alloc(a, (size_t)s.length * sizeof *ids), n = 0;
    for (int i = 0; i < s.length; i++)
        if (s.ids[i] >= FIRST_PHONE) ids[n++] = s.ids[i];
    return (Sequence){ids, n};
}

char *codec_text(const Codec *c, Arena *a, Sequence target)
{
    if (c->phonemes) return phonemes_text(a, only_phones(a, target));
    size_t size;
    const char *text = bpe_decode(&c->bpe, a, target.ids, target.length, &size);
    return valid_text(a, text, size);
}

const char *codec_piece(const Codec *c, int id)
{
    static const char *const reserved[] = {"<pad>", "<s>", "</s>"};
    static const char alphabet[26][2] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                         "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                         "s", "t", "u", "v", "w", "x", "y", "z"};
    if (!c->phonemes) return bpe_piece(&c->bpe, id);
    if (id < FIRST_LETTER) return reserved[id];
    return id < FIRST_PHONE ? alphabet[id - FIRST_LETTER] : phoneme_name(id);
}

bool codec_save(const Codec *c, const char *path, Error *e)
{
    return c->phonemes || bpe_save(&c->bpe, path, e);
}

bool codec_load(Codec *c, Arena *a, bool phonemes, const char *path, Error *e)
{
    *c = (Codec){.phonemes = phonemes};
    return phonemes || bpe_load(&c->bpe, a, path, e);
}
