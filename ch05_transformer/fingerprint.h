/* A fingerprint: 64 bits that depend on every value of the data, the same on every machine (FNV-1a,
 * of Fowler, Noll and Vo). It tells data that was changed, not data that was forged. Begin with
 * FINGERPRINT_BEGIN, and give each call what the one before it returned. */
#ifndef CH05_FINGERPRINT_H
#define CH05_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#define FINGERPRINT_BEGIN UINT64_C(0xcbf29ce484222325)

uint64_t fingerprint_bytes(uint64_t before, const void *bytes, size_t size);

/* How many there are counts as well: where one array ends and the next begins matters. */
uint64_t fingerprint_ints(uint64_t before, const int *values, int count);

#endif
