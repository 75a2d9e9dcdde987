#!/usr/bin/python3
"""Reference files for test_safetensors.c, read and written by the format's description alone.

Run from the top folder (`make golden`); needs Debian's python3-numpy. Writes types.safetensors (every
type of number, with its extremes) with its values in safetensors.txt, and written.float.safetensors
and written.double.safetensors, which the C code must write byte for byte."""
import json
import struct

import numpy as np

FOLDER = "common/golden/"


def bfloat16(x):
    """The upper half of float32's bits, for values that need no more."""
    bits = np.asarray(x, np.float32).view(np.uint32)
    assert not (bits & 0xFFFF).any()
    return (bits >> 16).astype(np.uint16)


def save(name, tensors, metadata=None, padding=0):
    """tensors: (name, dtype, array) in the order of their data."""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for key, dtype, array in tensors:
        raw = array.astype(array.dtype.newbyteorder("<")).tobytes()
        header[key] = {"dtype": dtype, "shape": list(array.shape),
                       "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8 + padding)
    with open(FOLDER + name, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def load(name):
    """The tensors of a file as arrays of float64 or int64."""
    with open(FOLDER + name, "rb") as f:
        raw = f.read()
    (length,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8 : 8 + length]), raw[8 + length :]
    types = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "U8": "<u1"}
    arrays = {}
    for key, entry in header.items():
        if key == "__metadata__":
            continue
        part = data[entry["data_offsets"][0] : entry["data_offsets"][1]]
        if entry["dtype"] == "BF16":
            array = (np.frombuffer(part, "<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            array = np.frombuffer(part, types[entry["dtype"]])
        if array.dtype.kind == "f":
            array = array.astype(np.float64)
        arrays[key] = array.reshape(entry["shape"])
    return arrays


def types():
    """Extremes of every type: zeros, the smallest and largest numbers, what is not finite. The odd
    length of the header puts every number at an odd place of the file."""
    half = [0.0, -0.0, 1.5, -2.0, 2.0**-24, 2.0**-14 - 2.0**-24, 2.0**-14, 65504.0, np.inf, -np.inf,
            np.nan, 1 / 3]
    single = [0.0, -0.0, 1.5, -2.0, 2.0**-149, 2.0**-126 - 2.0**-149, 2.0**-126,
              (2 - 2.0**-23) * 2.0**127, np.inf, -np.inf, np.nan, 1 / 3]
    brain = [0.0, -0.0, 1.5, -2.0, 2.0**-133, 2.0**-126 - 2.0**-133, 2.0**-126,
             (2 - 2.0**-7) * 2.0**127, np.inf, -np.inf, np.nan, 0.333984375]
    save("types.safetensors",
         [("flags", "U8", np.array([1, 0, 1], np.uint8)),
          ("half", "F16", np.array(half, np.float16).reshape(3, 4)),
          ("single", "F32", np.array(single, np.float32).reshape(3, 2, 2)),
          ("brain", "BF16", bfloat16(brain)),
          ("number", "F32", np.array(2.5, np.float32)),
          ("none", "F32", np.zeros((0, 768), np.float32)),
          ("position_ids", "I64", np.array([[0, -1, 2**62 + 1, -(2**63)]], np.int64)),
          ("double", "F64", np.array([1 / 3, -1e300, 5e-324]))],
         {"format": "pt", "note": 'a "quoted" } brace, 从核回归到 BERT'}, padding=1)
    with open(FOLDER + "safetensors.txt", "w") as f:
        f.write("# The values of types.safetensors, by make_safetensors.py.\n")
        for key, array in load("types.safetensors").items():
            if array.dtype.kind == "f" and array.size and key != "double":
                rows = array.reshape(-1, array.shape[-1]) if array.ndim else array.reshape(1, 1)
                f.write(f"{key} {rows.shape[0]} {rows.shape[1]}\n")
                f.write("\n".join(" ".join(f"{x:.17g}" for x in row) for row in rows) + "\n")


def written(name, dtype, kind):
    """The largest numbers first, then by name; the metadata by key."""
    i = np.arange(6)
    floats = [("a.weight", dtype, ((i.reshape(2, 3) - 2.5) / 4).astype(kind)),
              ("bias", dtype, np.array([1, -2, 0.5], kind)), ("empty", dtype, np.zeros((0, 4), kind))]
    wide = [("ids", "I64", np.array([-1, 2**62 + 1], np.int64)),
            ("rate", "F64", np.array([1 / 3]))]
    tensors = sorted(wide + floats) if dtype == "F64" else wide + floats
    save(name, tensors, {"a": "回归", "config": '{"width": 3}\n'})


types()
written("written.float.safetensors", "F32", np.float32)
written("written.double.safetensors", "F64", np.float64)
