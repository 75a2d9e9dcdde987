#!/usr/bin/python3
"""Reference values for test_bpe_golden.c: byte-pair encoding by its definition, slowly.

Run from the top folder; reads bpe_corpus.txt and writes bpe.txt (the merges, in the file format of
common/bpe_file.c) and bpe_ids.txt (the ids of every line). Every merge counts all pairs anew."""
import unicodedata
from collections import Counter

FOLDER, MERGES, LEAST, LONGEST = "common/golden/", 400, 2, 256
IDEOGRAPHS = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2CEAF)]


def kind(c):
    category = unicodedata.category(c)
    if c in "\t\n\r" or category[0] == "Z":
        return " "
    if any(first <= ord(c) <= last for first, last in IDEOGRAPHS):
        return "ideograph"
    return category[0] if category[0] in "LMN" else "other"


def first_word(text):
    """The text's first word. White space but for its last character is one, when text follows."""
    kinds = [kind(c) for c in text]
    spaces = next((i for i, k in enumerate(kinds) if k != " "), len(text))
    if spaces == len(text):
        return text
    if spaces > 1:
        return text[: spaces - 1]
    run, i = kinds[spaces], spaces + 1
    while i < len(text) and (kinds[i] == "M" or (kinds[i] == run and run != "N")):
        i += 1
    if run == "L" and text[i : i + 1] in ("'", "’") and kinds[i + 1 : i + 2] == ["L"]:
        i += 1
    return text[:i]


def words(text):
    while text:
        word = first_word(text)
        assert len(word.encode()) <= LONGEST
        yield word
        text = text[len(word) :]


def symbols(word, characters):
    for c in word:
        yield from [c.encode()] if c in characters else [bytes([b]) for b in c.encode()]


def replace(row, pair):
    out, i = [], 0
    while i < len(row):
        step = 2 if tuple(row[i : i + 2]) == pair else 1
        out.append(b"".join(row[i : i + step]))
        i += step
    return out


def escape(symbol):
    out = ""
    for c in symbol.decode(errors="surrogateescape"):
        hidden = unicodedata.category(c)[0] in "CZ"
        data = c.encode(errors="surrogateescape")
        out += "".join(f"\\x{b:02X}" for b in data) if hidden else c.replace("\\", "\\\\")
    return out


lines = open(FOLDER + "bpe_corpus.txt", encoding="utf-8", newline="\n").read().split("\n")[:-1]
counts = Counter(c for line in lines for c in line if ord(c) >= 128)
characters = sorted(c for c in counts if counts[c] >= LEAST)
ids = {bytes([b]): 3 + b for b in range(256)}
for c in characters:
    ids[c.encode()] = 3 + len(ids)

rows = [[list(symbols(w, characters)) for w in words(line)] for line in lines]
merges = []
while len(merges) < MERGES:
    pairs = Counter((a, b) for line in rows for row in line for a, b in zip(row, row[1:]))
    pair = min(pairs, key=lambda p: (-pairs[p], ids[p[0]], ids[p[1]]))
    if pairs[pair] < 2:
        break
    merges.append(pair)
    ids[pair[0] + pair[1]] = 3 + len(ids)
    rows = [[replace(row, pair) for row in line] for line in rows]

with open(FOLDER + "bpe.txt", "w", encoding="utf-8") as f:
    f.write(f"bpe 1\ncharacters {len(characters)}\n")
    f.writelines(escape(c.encode()) + "\n" for c in characters)
    f.write(f"merges {len(merges)}\n")
    f.writelines(f"{escape(a)} {escape(b)}\n" for a, b in merges)
with open(FOLDER + "bpe_ids.txt", "w", encoding="utf-8") as f:
    for i, line in enumerate(rows):
        line = [ids[s] for row in line for s in row]
        if line:
            f.write(f"line{i + 1} 1 {len(line)}\n{' '.join(map(str, line))}\n")
