/* Decompresses LZMA2, the method of xz: packages of R keep large data so, without the frame of a
 * file .xz around it. Of a compressor's many options none matters to who reads what it wrote. */
#ifndef CH06_LZMA2_H
#define CH06_LZMA2_H

#include <stdbool.h>
#include <stddef.h>

/* Decompresses `size` bytes into exactly `out_size` bytes at `out`. False, whatever the bytes are:
 * they are damaged, end early, go on after the end, or hold more or less than out_size. */
bool lzma2_decompress(const unsigned char *bytes, size_t size, unsigned char *out, size_t out_size);

#endif
