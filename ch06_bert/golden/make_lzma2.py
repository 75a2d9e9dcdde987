#!/usr/bin/python3
"""Streams for the decompressor: what liblzma makes of some bytes, as R asks it to (LZMA2 without the
frame of a file). Run from the top folder (`make golden`).

`noise` are bytes that do not compress, `far` is noise, 20,000 zeros and the same noise again."""
import lzma
import random

noise = random.Random(6).randbytes(150)
out = open("ch06_bert/golden/lzma2.txt", "w")
out.write("# liblzma through Python's module lzma; written by ch06_bert/golden/make_lzma2.py\n")


def write(name, data):
    out.write(f"{name} 1 {len(data)}\n" + " ".join(map(str, data)) + "\n")


def packed(data):
    return lzma.compress(data, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": 6}])


write("noise", noise)
write("packed_noise", packed(noise))
write("packed_far", packed(noise + bytes(20000) + noise))
