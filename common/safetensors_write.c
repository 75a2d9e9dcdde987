/* safetensors_write - writes a file in one step. The tensors of the largest numbers come first,
 * then by name, and blanks fill the header up to a multiple of 8 bytes, so that every number's
 * place is a multiple of its size. */
#include "safetensors_parts.h"
#include "place.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct TensorToStore {
    const char *name;
    const Dtype *type;
    int rank, rows, cols;
    const char *data;
    size_t stride; /* bytes from one row to the next */
} TensorToStore;

typedef struct TextToStore {
    const char *key, *value;
} TextToStore;

/* ---- what goes in ----------------------------------------------------------------------------*/

static const char *copy_text(Arena *a, const char *text)
{
    return strcpy(arena_alloc(a, strlen(text) + 1), text);
}

/* The list with room for one item of `size` bytes more. */
static void *grow(Arena *a, void *list, int count, int *capacity, size_t size)
{
    if (count < *capacity) return list;
    *capacity = *capacity ? 2 * *capacity : 64;
    void *larger = arena_alloc(a, (size_t)*capacity * size);
    return count ? memcpy(larger, list, (size_t)count * size) : larger;
}

static void add(SafetensorsOut *out, TensorToStore tensor)
{
    require(strcmp(tensor.name, "__metadata__") != 0, "a tensor named __metadata__");
    for (int i = 0; i < out->count; i++)
        require(strcmp(out->tensors[i].name, tensor.name) != 0, "two tensors named %s",
                tensor.name);
    out->tensors =
        grow(&out->arena, out->tensors, out->count, &out->capacity, sizeof *out->tensors);
    tensor.name = copy_text(&out->arena, tensor.name);
    out->tensors[out->count++] = tensor;
}

void safetensors_add(SafetensorsOut *out, const char *name, int rank, Mat m)
{
    require(rank == 2 || (rank == 1 && m.rows == 1), "%s: rank %d, " SHAPE, name, rank,
            SHAPE_OF(m));
    add(out, (TensorToStore){.name = name,
                             .type = dtype_find(sizeof(float) == 8 ? "F64" : "F32"),
                             .rank = rank,
                             .rows = m.rows,
                             .cols = m.cols,
                             .data = (const char *)m.data,
                             .stride = (size_t)m.stride * sizeof *m.data});
}

static void add_vector(SafetensorsOut *out, const char *name, const char *type, const void *v,
                       int count)
{
    require(count >= 0, "%s: %d numbers", name, count);
    add(out, (TensorToStore){name, dtype_find(type), 1, 1, count, v, 0});
}

void safetensors_add_ints(SafetensorsOut *out, const char *name, const int64_t *v, int count)
{
    add_vector(out, name, "I64", v, count);
}

void safetensors_add_doubles(SafetensorsOut *out, const char *name, const double *v, int count)
{
    add_vector(out, name, "F64", v, count);
}

void safetensors_add_metadata(SafetensorsOut *out, const char *key, const char *value)
{
    for (int i = 0; i < out->text_count; i++)
        require(strcmp(out->texts[i].key, key) != 0, "two texts named %s", key);
    out->texts =
        grow(&out->arena, out->texts, out->text_count, &out->text_capacity, sizeof *out->texts);
    out->texts[out->text_count++] =
        (TextToStore){copy_text(&out->arena, key), copy_text(&out->arena, value)};
}

void safetensors_free(SafetensorsOut *out)
{
    arena_free(&out->arena);
    *out = (SafetensorsOut){0};
}

/* ---- the header ------------------------------------------------------------------------------*/

static int by_size_and_name(const void *a, const void *b)
{
    const TensorToStore *s = a, *t = b;
    return s->type->size != t->type->size ? t->type->size - s->type->size
                                          : strcmp(s->name, t->name);
}

static int by_key(const void *a, const void *b)
{
    const TextToStore *s = a, *t = b;
    return strcmp(s->key, t->key);
}

static void sort(SafetensorsOut *out)
{
    if (out->count) qsort(out->tensors, (size_t)out->count, sizeof *out->tensors, by_size_and_name);
    if (out->text_count) qsort(out->texts, (size_t)out->text_count, sizeof *out->texts, by_key);
}

/* A new member of the object. Returns it. */
static cJSON *put(cJSON *object, const char *name, cJSON *value)
{
    if (!value || !cJSON_AddItemToObject(object, name, value)) die("no memory left");
    return value;
}

static void put_pair(cJSON *object, const char *name, const double *numbers, int count)
{
    put(object, name, cJSON_CreateDoubleArray(numbers, count));
}

/* Returns where the tensor's data end when they begin at `begin`. */
static double put_tensor(cJSON *header, const TensorToStore *t, double begin)
{
    const double shape[] = {t->rows, t->cols};
    const double offsets[] = {begin, begin + (double)t->rows * t->cols * t->type->size};
    cJSON *entry = put(header, t->name, cJSON_CreateObject());
    put(entry, "dtype", cJSON_CreateString(t->type->name));
    put_pair(entry, "shape", shape + 2 - t->rank, t->rank);
    put_pair(entry, "data_offsets", offsets, 2);
    return offsets[1];
}

/* The header as text, which the caller gives back to cJSON_free. */
static char *print_header(const SafetensorsOut *out)
{
    cJSON *header = cJSON_CreateObject();
    if (!header) die("no memory left");
    if (out->text_count) {
        cJSON *texts = put(header, "__metadata__", cJSON_CreateObject());
        for (int i = 0; i < out->text_count; i++)
            put(texts, out->texts[i].key, cJSON_CreateString(out->texts[i].value));
    }
    double at = 0;
    for (int i = 0; i < out->count; i++) at = put_tensor(header, &out->tensors[i], at);
    char *text = cJSON_PrintUnformatted(header);
    if (!text) die("no memory left");
    cJSON_Delete(header);
    return text;
}

/* ---- the file --------------------------------------------------------------------------------*/

/* The bits of a number of 4 or 8 bytes, least significant byte first on any machine. */
static void put_number(unsigned char *to, const char *number, int size)
{
    uint64_t bits = 0;
    uint32_t half;
    if (size == 8)
        memcpy(&bits, number, sizeof bits);
    else
        memcpy(&half, number, sizeof half), bits = half;
    for (int b = 0; b < size; b++) to[b] = (unsigned char)(bits >> 8 * b);
}

static bool write_row(FILE *f, const char *numbers, int count, int size)
{
    enum { CHUNK = 1024 };
    unsigned char bytes[CHUNK * 8];
    for (int i = 0; i < count; i++) {
        const int at = i % CHUNK, used = (at + 1) * size;
        put_number(bytes + at * size, numbers + (size_t)i * (size_t)size, size);
        if ((at == CHUNK - 1 || i == count - 1) &&
            fwrite(bytes, 1, (size_t)used, f) != (size_t)used)
            return false;
    }
    return true;
}

static bool write_all(FILE *f, const SafetensorsOut *out, const char *header)
{
    const size_t length = strlen(header), padded = (length + 7) / 8 * 8;
    for (int b = 0; b < 8; b++) putc((int)((uint64_t)padded >> 8 * b & 0xff), f);
    fprintf(f, "%-*s", (int)padded, header);
    for (int i = 0; i < out->count; i++) {
        const TensorToStore *t = &out->tensors[i];
        for (int row = 0; row < t->rows; row++)
            if (!write_row(f, t->data + (size_t)row * t->stride, t->cols, t->type->size))
                return false;
    }
    if (fflush(f) != 0 || ferror(f)) return false;
    return fsync(fileno(f)) == 0 || errno == EINVAL || errno == ENOTSUP; /* a device or a pipe */
}

/* Returns 0, or the number of the error. */
static int write_file(const char *path, const SafetensorsOut *out, const char *header)
{
    FILE *f = fopen(path, "wb");
    if (!f) return errno;
    int error = write_all(f, out, header) ? 0 : errno;
    if (fclose(f) != 0 && !error) error = errno;
    return error;
}

/* After a crash of the machine the file's new place holds only if its folder is on the disk, too.
 * Not every file system can do that; there is nothing to be done about it then. */
static void sync_folder(Arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char *name = arena_alloc(a, length + 2);
    strcpy(name, "./");
    if (length) memcpy(name, path, length), name[length] = '\0';
    const int folder = open(name, O_RDONLY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

/* The header can be read again: UTF-8, and not too large. */
static bool check_header(const char *header, const char *path, Error *e)
{
    const size_t length = strlen(header);
    if (!utf8_is_valid(header, length))
        return fail(e, "%s: not written: a name or a text in it is not UTF-8", path);
    if (length <= LARGEST_HEADER) return true;
    return fail(e, "%s: not written: a header of %zu bytes is too large (at most %d)", path, length,
                LARGEST_HEADER);
}

bool safetensors_save(SafetensorsOut *out, const char *path, Error *e)
{
    const Arena mark = out->arena;
    sort(out);
    char *header = print_header(out);
    bool saved = check_header(header, path, e);
    if (saved) {
        Place p = place_of(path);
        const char *target = copy_text(&out->arena, p.target ? p.target : path);
        const int error = write_file(p.beside, out, header);
        if (error) errno = error;
        saved =
            place_take(&p, !error) || fail(e, "%s: cannot be written: %s", path, strerror(errno));
        sync_folder(&out->arena, target);
    }
    cJSON_free(header);
    arena_release(&out->arena, mark);
    return saved;
}
