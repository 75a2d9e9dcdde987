/* fingerprint - FNV-1a: each byte is xored in, and a product spreads it. */
#include "fingerprint.h"

uint64_t fingerprint_bytes(uint64_t before, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) before = (before ^ byte[i]) * UINT64_C(0x100000001b3);
    return before;
}

/* As four bytes, the lowest first, whatever order the machine has. */
static uint64_t add_int(uint64_t before, int value)
{
    const uint32_t v = (uint32_t)value;
    const unsigned char bytes[] = {v & 255, v >> 8 & 255, v >> 16 & 255, (unsigned char)(v >> 24)};
    return fingerprint_bytes(before, bytes, sizeof bytes);
}

uint64_t fingerprint_ints(uint64_t before, const int *values, int count)
{
    before = add_int(before, count);
    for (int i = 0; i < count; i++) before = add_int(before, values[i]);
    return before;
}
