/* lzma2 - liblzma's decoder, without the frame of a file .xz. */
#include "lzma2.h"

#include <lzma.h>
#include <stdint.h>

bool lzma2_decompress(const unsigned char *bytes, size_t size, unsigned char *out, size_t out_size)
{
    /* how far back the data may refer: not further than its own beginning */
    lzma_options_lzma options = {.dict_size = LZMA_DICT_SIZE_MIN};
    if (out_size > options.dict_size) options.dict_size = (uint32_t)out_size;
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    size_t read = 0, written = 0;
    return out_size < UINT32_MAX &&
           lzma_raw_buffer_decode(filters, NULL, bytes, &read, size, out, &written, out_size) ==
               LZMA_OK &&
           read == size && written == out_size;
}
