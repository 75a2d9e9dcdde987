/* bleu_tokenize - sacreBLEU's tokenizers 13a and zh.
 *
 * Both put spaces around single characters first, then around periods, commas and dashes by the
 * character beside them. The latter rules look at pairs of characters from left to right, and a
 * pair never shares a character with the one before it: in "a.,b" the rule for a period after
 * something that is no digit takes "a.", and "," is left to the next pair, ",b". Scores can be
 * compared with published ones only if such details are the same. */
#include "bleu_tokenize.h"
#include "symbols.h"
#include "common/fail.h"

#include <string.h>

typedef bool Class(int code);

const char *bleu_tokenizer_name(BleuTokenizer kind)
{
    static const char *const names[] = {"none", "13a", "zh"};
    require((unsigned)kind < BLEU_TOKENIZERS, "tokenizer %d", (int)kind);
    return names[kind];
}

static void put(Symbols *s, int code)
{
    s->at[s->count++] = code;
}

static bool starts_with(Symbols s, int from, const char *ascii)
{
    int length = (int)strlen(ascii);
    if (s.count - from < length) return false;
    for (int i = 0; i < length; i++)
        if (s.at[from + i] != ascii[i]) return false;
    return true;
}

/* Every `old` replaced by `new`, which is not longer. */
static void replace(Symbols *s, const char *old, const char *new)
{
    int length = (int)strlen(old), count = 0;
    for (int i = 0; i < s->count;) {
        if (!starts_with(*s, i, old)) {
            s->at[count++] = s->at[i++];
            continue;
        }
        for (const char *c = new; *c; c++) s->at[count++] = (unsigned char)*c;
        i += length;
    }
    s->count = count;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_no_digit(int c)
{
    return !is_digit(c);
}

static bool is_point(int c)
{
    return c == '.' || c == ',';
}

static bool is_dash(int c)
{
    return c == '-';
}

/* ASCII's punctuation but ' , - . and the space. */
static bool is_separate(int c)
{
    return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
           (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/* What sacreBLEU takes for a Chinese character. Its source means to list the blocks of ideographs
 * beyond U+FFFF too, but writes them as ranges of strings that hold U+2001 to U+2A6D and U+2F81 to
 * U+2FA1 instead: dashes and quotation marks of every language become single tokens, rare
 * ideographs do not. Scores follow the tool, so this does. */
static bool is_chinese(int c)
{
    static const int ranges[][2] = {
        {0x2001, 0x2a6d}, {0x2e80, 0x2fdf}, {0x2ff0, 0x303f}, {0x3100, 0x312f}, {0x31a0, 0x31ef},
        {0x3200, 0x33ff}, {0x3400, 0x4db5}, {0x4e00, 0x9fbb}, {0xf900, 0xfa2d}, {0xfa30, 0xfa6a},
        {0xfa70, 0xfad9}, {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0xff00, 0xffef}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

/* Every character of the class between two spaces. */
static Symbols set_apart(Arena *a, Symbols s, Class *wanted)
{
    Symbols out = symbols_new(a, 3 * s.count);
    for (int i = 0; i < s.count; i++) {
        bool apart = wanted(s.at[i]);
        if (apart) put(&out, ' ');
        put(&out, s.at[i]);
        if (apart) put(&out, ' ');
    }
    return out;
}

/* Where a character of the class `first` is followed by one of `second`: both and a space between
 * them, and another on the side named, before or after the two. */
typedef enum { BEFORE, AFTER } Side;
static Symbols split_pairs(Arena *a, Symbols s, Class *first, Class *second, Side side)
{
    Symbols out = symbols_new(a, 2 * s.count);
    for (int i = 0; i < s.count; i++) {
        bool pair = i + 1 < s.count && first(s.at[i]) && second(s.at[i + 1]);
        if (pair && side == BEFORE) put(&out, ' ');
        put(&out, s.at[i]);
        if (!pair) continue;
        put(&out, ' ');
        put(&out, s.at[++i]);
        if (side == AFTER) put(&out, ' ');
    }
    return out;
}

/* What 13a and zh have in common. */
static Symbols split_western(Arena *a, Symbols s)
{
    s = set_apart(a, s, is_separate);
    s = split_pairs(a, s, is_no_digit, is_point, AFTER);
    s = split_pairs(a, s, is_point, is_no_digit, BEFORE);
    return split_pairs(a, s, is_digit, is_dash, AFTER);
}

static Symbols trim(Symbols s)
{
    while (s.count && symbol_is_space(s.at[s.count - 1])) s.count--;
    while (s.count && symbol_is_space(*s.at)) s.at++, s.count--;
    return s;
}

/* The lines joined, the entities of HTML replaced, and a space at both ends, so that the first and
 * the last character have neighbours. */
static Symbols prepare_13a(Arena *a, Symbols s)
{
    replace(&s, "<skipped>", "");
    replace(&s, "-\n", "");
    replace(&s, "\n", " ");
    replace(&s, "&quot;", "\"");
    replace(&s, "&amp;", "&");
    replace(&s, "&lt;", "<");
    replace(&s, "&gt;", ">");
    Symbols out = symbols_new(a, s.count + 2);
    put(&out, ' ');
    for (int i = 0; i < s.count; i++) put(&out, s.at[i]);
    put(&out, ' ');
    return out;
}

/* One space in the place of any white space between tokens, none at the ends. */
static Symbols single_spaces(Symbols s)
{
    s = trim(s);
    int count = 0;
    for (int i = 0; i < s.count; i++) {
        bool space = symbol_is_space(s.at[i]);
        if (!space || s.at[count - 1] != ' ') s.at[count++] = space ? ' ' : s.at[i];
    }
    s.count = count;
    return s;
}

char *bleu_tokenize(Arena *a, const char *text, BleuTokenizer kind)
{
    require((unsigned)kind < BLEU_TOKENIZERS, "tokenizer %d", (int)kind);
    Symbols s = trim(symbols_of(a, text));
    if (kind == BLEU_13A) s = split_western(a, prepare_13a(a, s));
    if (kind == BLEU_ZH) s = split_western(a, set_apart(a, s, is_chinese));
    return symbols_text(a, single_spaces(s));
}
