/* lzma2 - a decompressor after Igor Pavlov's specification of LZMA (7-zip.org/sdk.html, LZMA
 * specification, 2015) and the chunks that LZMA2 puts around it.
 *
 * What was compressed is a row of literals (a byte) and matches (copy `length` bytes from
 * `distance` back), each told by bits. A binary arithmetic code stores them: an interval `range` is
 * cut in proportion to the probability that the next bit is 0, and `code`, read from the input,
 * lies in the part that belongs to the bit. The probabilities adapt; which of them is used depends
 * on what came before: `state` says whether the last things were literals or matches. */
#include "lzma2.h"

#include <stdint.h>
#include <string.h>

typedef uint16_t Probability; /* that a bit is 0, of 2048 */
enum { CERTAIN = 2048, STATES = 12, POSITIONS = 16, LITERAL = 0x300, MOST_LITERAL_BITS = 4 };

typedef struct {
    Probability is_long, is_very_long;
    Probability low[POSITIONS][8], middle[POSITIONS][8], high[256];
} Lengths;

/* All that adapts: reset to one half. */
typedef struct {
    Probability is_match[STATES][POSITIONS], is_repeat[STATES];
    Probability is_older[STATES], is_second[STATES], is_third[STATES]; /* which distance repeats */
    Probability is_longer[STATES][POSITIONS];                          /* than one byte */
    Probability slot[4][64], special[128], aligned[16];                /* of distances */
    Probability literal[LITERAL << MOST_LITERAL_BITS];
    Lengths match, repeat;
} Model;

typedef struct {
    const unsigned char *in, *end;      /* input of the chunk that is left */
    unsigned char *start, *out, *limit; /* of the dictionary, the next byte, the chunk's end */
    uint32_t range, code;
    bool damaged;
    unsigned state, distance[4]; /* the last four, less 1; the newest first */
    unsigned literal_context, literal_position, position; /* how many bits of each are looked at */
    Model model;
} Decoder;

/* ---- bits ------------------------------------------------------------------------------------*/

static unsigned next_byte(Decoder *d)
{
    if (d->in < d->end) return *d->in++;
    d->damaged = true;
    return 0;
}

static void refill(Decoder *d)
{
    if (d->range >= UINT32_C(1) << 24) return;
    d->range <<= 8;
    d->code = d->code << 8 | next_byte(d);
}

static unsigned read_bit(Decoder *d, Probability *p)
{
    enum { RATE = 5 };
    const uint32_t bound = d->range / CERTAIN * *p;
    const unsigned bit = d->code >= bound;
    if (bit) {
        d->range -= bound, d->code -= bound;
        *p = (Probability)(*p - (*p >> RATE));
    } else {
        d->range = bound;
        *p = (Probability)(*p + ((CERTAIN - *p) >> RATE));
    }
    refill(d);
    return bit;
}

/* `count` bits as likely 0 as 1, the highest first. */
static unsigned read_plain(Decoder *d, unsigned count)
{
    unsigned number = 0;
    for (; count; count--) {
        d->range >>= 1;
        const unsigned bit = d->code >= d->range;
        if (bit) d->code -= d->range;
        number = number << 1 | bit;
        refill(d);
    }
    return number;
}

/* A number of `count` bits, the highest first; each has a probability for all bits before it. */
static unsigned read_number(Decoder *d, Probability *p, unsigned count)
{
    unsigned node = 1;
    for (unsigned i = 0; i < count; i++) node = node << 1 | read_bit(d, &p[node]);
    return node - (1U << count);
}

/* The same, the lowest bit first. */
static unsigned read_reversed(Decoder *d, Probability *p, unsigned count)
{
    unsigned node = 1, number = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned bit = read_bit(d, &p[node]);
        node = node << 1 | bit;
        number |= bit << i;
    }
    return number;
}

/* ---- literals and matches --------------------------------------------------------------------*/

static size_t position(const Decoder *d)
{
    return (size_t)(d->out - d->start);
}

/* After a match the byte that would have gone on with it says which probabilities serve, for as
 * long as the bits agree. */
static void read_literal(Decoder *d)
{
    const unsigned before = position(d) ? d->out[-1] : 0;
    const unsigned low = (unsigned)position(d) & ((1U << d->literal_position) - 1);
    const unsigned context = (low << d->literal_context) + (before >> (8 - d->literal_context));
    Probability *p = d->model.literal + LITERAL * context;
    unsigned node = 1;
    if (d->state >= 7) {
        for (unsigned match = *(d->out - d->distance[0] - 1), same = 1; node < 0x100 && same;) {
            const unsigned expected = match >> 7 & 1;
            const unsigned bit = read_bit(d, &p[((1 + expected) << 8) + node]);
            node = node << 1 | bit;
            match <<= 1;
            same = bit == expected;
        }
    }
    while (node < 0x100) node = node << 1 | read_bit(d, &p[node]);
    *d->out++ = (unsigned char)node;
    d->state = d->state < 4 ? 0 : d->state < 10 ? d->state - 3 : d->state - 6;
}

/* Less 2, the shortest. */
static unsigned read_length(Decoder *d, Lengths *l, unsigned at)
{
    if (!read_bit(d, &l->is_long)) return read_number(d, l->low[at], 3);
    if (!read_bit(d, &l->is_very_long)) return 8 + read_number(d, l->middle[at], 3);
    return 16 + read_number(d, l->high, 8);
}

/* Less 1: a slot gives the two highest bits and how many follow. */
static unsigned read_distance(Decoder *d, unsigned length)
{
    const unsigned slot = read_number(d, d->model.slot[length < 3 ? length : 3], 6);
    if (slot < 4) return slot;
    const unsigned bits = (slot >> 1) - 1, high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + read_reversed(d, d->model.special + high - slot, bits);
    const unsigned middle = read_plain(d, bits - 4) << 4;
    return high + middle + read_reversed(d, d->model.aligned, 4);
}

static void copy_match(Decoder *d, unsigned length)
{
    if (d->distance[0] >= position(d) || length > (size_t)(d->limit - d->out)) {
        d->damaged = true;
        return;
    }
    const size_t back = (size_t)d->distance[0] + 1;
    for (; length; length--, d->out++) *d->out = *(d->out - back); /* may overlap itself */
}

static void read_match(Decoder *d, unsigned at)
{
    memmove(d->distance + 1, d->distance, 3 * sizeof *d->distance);
    const unsigned length = read_length(d, &d->model.match, at);
    d->distance[0] = read_distance(d, length);
    d->state = d->state < 7 ? 7 : 10;
    copy_match(d, length + 2);
}

/* A match at one of the last four distances, which becomes the newest. */
static void read_repeat(Decoder *d, unsigned at)
{
    unsigned which = 0;
    if (read_bit(d, &d->model.is_older[d->state])) {
        which = 1;
        if (read_bit(d, &d->model.is_second[d->state]))
            which = 2 + read_bit(d, &d->model.is_third[d->state]);
    } else if (!read_bit(d, &d->model.is_longer[d->state][at])) {
        d->state = d->state < 7 ? 9 : 11;
        copy_match(d, 1);
        return;
    }
    const unsigned distance = d->distance[which];
    memmove(d->distance + 1, d->distance, which * sizeof *d->distance);
    d->distance[0] = distance;
    const unsigned length = read_length(d, &d->model.repeat, at);
    d->state = d->state < 7 ? 8 : 11;
    copy_match(d, length + 2);
}

/* ---- chunks ----------------------------------------------------------------------------------*/

static void reset(Decoder *d)
{
    Probability *p = (Probability *)&d->model;
    for (size_t i = 0; i < sizeof d->model / sizeof *p; i++) p[i] = CERTAIN / 2;
    memset(d->distance, 0, sizeof d->distance);
    d->state = 0;
}

/* The numbers of bits in one byte: (position * 5 + literal_position) * 9 + literal_context. */
static bool set_properties(Decoder *d, unsigned byte)
{
    d->literal_context = byte % 9, d->literal_position = byte / 9 % 5, d->position = byte / 45;
    return d->position <= 4 && d->literal_context + d->literal_position <= MOST_LITERAL_BITS;
}

/* A chunk of `in` up to `end`: decodes until its output is full. */
static bool read_chunk(Decoder *d)
{
    const bool first = next_byte(d) == 0;
    d->range = UINT32_MAX, d->code = 0;
    for (int i = 0; i < 4; i++) d->code = d->code << 8 | next_byte(d);
    while (d->out < d->limit && !d->damaged) {
        const unsigned at = (unsigned)position(d) & ((1U << d->position) - 1);
        if (!read_bit(d, &d->model.is_match[d->state][at]))
            read_literal(d);
        else if (!read_bit(d, &d->model.is_repeat[d->state]))
            read_match(d, at);
        else
            read_repeat(d, at);
    }
    return first && !d->damaged && d->code == 0 && d->in == d->end;
}

/* The input as a whole, and what the chunks so far leave to the next one. */
typedef struct {
    const unsigned char *in, *end;
    unsigned char *out_end;
    unsigned least; /* compressed chunks with a smaller first byte need what is not there */
} Stream;

enum { STORED_AFTER_RESET = 1, STORED = 2, COMPRESSED = 0x80, WITH_PROPERTIES = 0xc0 };
enum { WITH_RESET = 0xe0 };

static size_t big_endian(const unsigned char *bytes)
{
    return (size_t)bytes[0] << 8 | bytes[1];
}

/* Bytes as they are: two bytes with their number less 1, and they. */
static bool take_stored(Decoder *d, Stream *s, unsigned control)
{
    if (s->end - s->in < 2) return false;
    const size_t size = big_endian(s->in) + 1;
    s->in += 2;
    if (size > (size_t)(s->end - s->in) || size > (size_t)(s->out_end - d->out)) return false;
    if (control == STORED_AFTER_RESET) d->start = d->out, s->least = WITH_PROPERTIES;
    memcpy(d->out, s->in, size);
    d->out += size, s->in += size;
    return true;
}

/* `control`: whether dictionary, properties and model begin anew, and 5 bits of the size. Then come
 * the rest of the size and the compressed size, each less 1, and perhaps properties. */
static bool take_compressed(Decoder *d, Stream *s, unsigned control)
{
    if (s->end - s->in < 5) return false;
    const size_t size = ((size_t)(control & 31) << 16) + big_endian(s->in) + 1;
    const size_t packed = big_endian(s->in + 2) + 1;
    s->in += 4;
    if (control >= WITH_RESET) d->start = d->out;
    if (control >= WITH_PROPERTIES && !set_properties(d, *s->in++)) return false;
    if (control >= COMPRESSED + 32) reset(d);
    if (packed > (size_t)(s->end - s->in) || size > (size_t)(s->out_end - d->out)) return false;
    d->in = s->in, d->end = s->in += packed, d->limit = d->out + size;
    s->least = COMPRESSED;
    return read_chunk(d);
}

/* Whether what the chunk does not bring along is there. */
static bool is_in_order(const Stream *s, unsigned control)
{
    if (control == STORED_AFTER_RESET) return true;
    return control == STORED ? s->least != WITH_RESET : control >= s->least;
}

bool lzma2_decompress(const unsigned char *bytes, size_t size, unsigned char *out, size_t out_size)
{
    Decoder d = {.start = out, .out = out};
    Stream s = {bytes, bytes + size, out + out_size, WITH_RESET};
    while (s.in < s.end) {
        const unsigned control = *s.in++;
        if (control == 0) return s.in == s.end && d.out == s.out_end;
        if (!is_in_order(&s, control)) return false;
        if (!(control < COMPRESSED ? take_stored : take_compressed)(&d, &s, control)) return false;
    }
    return false;
}
