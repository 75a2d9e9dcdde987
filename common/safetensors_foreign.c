/* safetensors_foreign - what is often found in place of a safetensors file: pointers and web pages
 * that were saved instead of a download, and models in other formats, told by their first bytes. */
#include "safetensors_parts.h"

#include <string.h>

static const struct {
    const char *start;
    size_t size;
    const char *format;
} formats[] = {
    {"version https://git-lfs", 23, "a Git LFS pointer: fetch the file itself (git lfs pull)"},
    {"PK\003\004", 4, "a zip archive, such as PyTorch's .bin or NumPy's .npz"},
    {"\x80\002", 2, "a Python pickle, such as an old PyTorch .bin"},
    {"\x89HDF", 4, "an HDF5 file, such as Keras' .h5"},
    {"\x93NUMPY", 6, "a NumPy array (.npy)"},
    {"GGUF", 4, "a GGUF model"},
    {"\x1f\x8b", 2, "compressed by gzip"},
    {"{", 1, "JSON text"},
};

/* A page may open with a byte order mark and white space. */
static bool is_markup(const char *bytes, size_t size)
{
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) bytes += 3, size -= 3;
    while (size && *bytes && strchr(" \t\r\n", *bytes)) bytes++, size--;
    return size >= 2 && *bytes == '<' && bytes[1] && strchr("!?HhBb", bytes[1]);
}

const char *foreign_format(const char *bytes, size_t size)
{
    if (is_markup(bytes, size)) return "a web page (HTML)";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (size >= formats[i].size && memcmp(bytes, formats[i].start, formats[i].size) == 0)
            return formats[i].format;
    return NULL;
}
