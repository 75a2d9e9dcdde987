/* safetensors_header - from the header's JSON to tensors that can be trusted: types that are known,
 * shapes whose product does not overflow, offsets that agree with the shape and with each other,
 * names that are there once. */
#include "safetensors_parts.h"
#include "text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text --------------------------------------------------------------------------------*/

/* Position of the first character that is zero or not UTF-8; `size` when there is none. */
static size_t valid_size(const char *text, size_t size)
{
    int length;
    for (size_t i = 0; i < size; i += (size_t)length)
        if (text_decode(text + i, size - i, &length) <= 0) return i;
    return size;
}

bool utf8_is_valid(const char *text, size_t size)
{
    return valid_size(text, size) == size;
}

/* The escape \u0000 would end a name early. */
static bool has_escaped_zero(const char *text)
{
    for (const char *c = text; (c = strchr(c, '\\')) && c[1]; c += 2)
        if (strncmp(c, "\\u0000", 6) == 0) return true;
    return false;
}

/* The object that the text is. Its length is known to be without zero bytes, so cJSON may look for
 * the end itself. */
static bool parse_json(Safetensors *s, const char *text, size_t length, Error *e)
{
    const size_t valid = valid_size(text, length);
    if (valid < length)
        return fail(e, "%s: byte %zu of the header, 0x%02X, is not UTF-8 text", s->path, valid + 1,
                    (unsigned char)text[valid]);
    if (has_escaped_zero(text)) return fail(e, "%s: a zero character in the header", s->path);
    const char *end = text;
    s->header = cJSON_ParseWithOpts(text, &end, true);
    if (s->header) return true;
    return fail(e, "%s: the header is not JSON: a mistake near its byte %zu of %zu", s->path,
                (size_t)(end - text) + 1, length);
}

/* ---- one tensor ------------------------------------------------------------------------------*/

/* The member of that name; NULL when there are none or two. */
static const cJSON *member(const cJSON *object, const char *name)
{
    const cJSON *found = NULL, *item;
    cJSON_ArrayForEach(item, object)
    {
        if (strcmp(item->string, name) != 0) continue;
        if (found) return NULL;
        found = item;
    }
    return found;
}

/* A whole number that is not negative, and small enough to be exact as a double. */
static bool whole_number(const cJSON *item, int64_t *value)
{
    if (!cJSON_IsNumber(item)) return false;
    const double number = item->valuedouble;
    if (!(number >= 0 && number < 0x1p53 && floor(number) == number)) return false;
    *value = (int64_t)number;
    return true;
}

/* Reads the shape, and the count of numbers in it. */
static const char *take_shape(StoredTensor *t, Arena *a, const cJSON *list, int64_t *count)
{
    if (!cJSON_IsArray(list)) return "no \"shape\", or not one list";
    int64_t *sizes = arena_alloc(a, (size_t)cJSON_GetArraySize(list) * sizeof *sizes);
    const cJSON *item;
    *count = 1;
    cJSON_ArrayForEach(item, list)
    {
        int64_t size;
        if (!whole_number(item, &size)) return "a size in its shape is not a whole number";
        if (size > 0 && *count > INT64_MAX / 8 / size) return "its shape is too large";
        *count *= size;
        sizes[t->rank++] = size;
    }
    t->shape = sizes;
    return NULL;
}

static const char *take_offsets(StoredTensor *t, const cJSON *list)
{
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != 2)
        return "no \"data_offsets\", or not one list of two";
    if (!whole_number(list->child, &t->begin) || !whole_number(list->child->next, &t->end))
        return "an offset is not a whole number";
    return t->begin > t->end ? "its data end before they begin" : NULL;
}

/* Returns NULL, or what is wrong with the entry. */
static const char *take_entry(StoredTensor *t, Arena *a, const cJSON *entry)
{
    int64_t count;
    if (!cJSON_IsObject(entry)) return "its entry is not an object";
    const char *dtype = cJSON_GetStringValue(member(entry, "dtype"));
    if (!dtype) return "no \"dtype\", or not one text";
    const Dtype *type = dtype_find(dtype);
    if (!type) return "its dtype is not known";
    t->dtype = type->name;
    const char *wrong = take_shape(t, a, member(entry, "shape"), &count);
    if (!wrong) wrong = take_offsets(t, member(entry, "data_offsets"));
    if (wrong) return wrong;
    return t->end - t->begin == count * type->size ? NULL : "its shape and its bytes do not agree";
}

/* ---- all of them -----------------------------------------------------------------------------*/

static int by_place(const void *a, const void *b)
{
    const StoredTensor *s = a, *t = b;
    if (s->begin != t->begin) return s->begin < t->begin ? -1 : 1;
    return (s->end > t->end) - (s->end < t->end);
}

static int by_name(const void *a, const void *b)
{
    const StoredTensor *s = a, *t = b;
    return strcmp(s->name, t->name);
}

/* One after the other, the tensors must cover the data; leaves them in that order. */
static bool check_places(Safetensors *s, int64_t data_size, Error *e)
{
    int64_t at = 0;
    if (s->count) qsort(s->tensors, (size_t)s->count, sizeof *s->tensors, by_place);
    for (int i = 0; i < s->count; at = s->tensors[i++].end) {
        const StoredTensor *t = &s->tensors[i];
        if (t->begin < at)
            return fail(e, "%s: the tensors \"%.80s\" and \"%.80s\" overlap", s->path,
                        s->tensors[i - 1].name, t->name);
        if (t->begin > at)
            return fail(e, "%s: data bytes %lld to %lld, before tensor \"%.80s\", are of no tensor",
                        s->path, (long long)at, (long long)t->begin - 1, t->name);
    }
    const long long missing = at - data_size, whole = s->data + at;
    if (missing > 0)
        return fail(e, "%s: incomplete: it should have %lld bytes, and %lld are missing", s->path,
                    whole, missing);
    if (missing < 0) return fail(e, "%s: %lld bytes after the last tensor", s->path, -missing);
    return true;
}

/* Leaves the tensors sorted by name. */
static bool check_names(Safetensors *s, Error *e)
{
    if (s->count) qsort(s->tensors, (size_t)s->count, sizeof *s->tensors, by_name);
    for (int i = 1; i < s->count; i++)
        if (strcmp(s->tensors[i - 1].name, s->tensors[i].name) == 0)
            return fail(e, "%s: two tensors have the name \"%.80s\"", s->path, s->tensors[i].name);
    return true;
}

static bool check_metadata(const Safetensors *s, const cJSON *texts, Error *e)
{
    bool right = cJSON_IsObject(texts) && texts == member(s->header, "__metadata__");
    const cJSON *text;
    cJSON_ArrayForEach(text, texts) right = right && cJSON_IsString(text);
    return right || fail(e, "%s: __metadata__ is not one object of texts", s->path);
}

static bool take_entries(Safetensors *s, Error *e)
{
    const size_t most = (size_t)cJSON_GetArraySize(s->header);
    s->tensors = arena_zeros(&s->arena, most * sizeof *s->tensors);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, s->header)
    {
        if (strcmp(entry->string, "__metadata__") == 0) {
            if (!check_metadata(s, entry, e)) return false;
            continue;
        }
        StoredTensor *t = &s->tensors[s->count++];
        t->name = entry->string;
        const char *wrong = take_entry(t, &s->arena, entry);
        if (wrong) return fail(e, "%s: tensor \"%.80s\": %s", s->path, t->name, wrong);
    }
    return true;
}

bool header_parse(Safetensors *s, const char *text, size_t length, int64_t data_size, Error *e)
{
    return parse_json(s, text, length, e) && take_entries(s, e) && check_places(s, data_size, e) &&
           check_names(s, e);
}
