#!/usr/bin/env python3
"""Reference values for BERT's tokenizer: those of the package tokenizers 0.23.3 (Hugging Face).

Run from the top folder in an environment of its own: python3 -m venv build/tokenizers &&
build/tokenizers/bin/pip install tokenizers==0.23.3 && build/tokenizers/bin/python FILE. Writes

tokenizer_vocabulary.txt  a vocabulary of made-up pieces over all planes of Unicode
tokenizer_texts.tsv       rules, a text, its pieces: "id@byte+bytes"; a rule is on where its letter
                          is there: lower-case, accents stripped, ideographs alone, specials known.
                          Only "id" where accents change places: the package then gives a character
                          the bytes of one that has gone
tokenizer_characters.txt  of every 4096 code points a hash (FNV-1a, 64 bits) of the words of the
                          texts "aXb" in uncased and in cased mode, where X is each of them
tokenizer_learned.txt     words with their counts, and the pieces that are learned from them

In texts a backslash begins \\\\ or \\u{HEX}, the latter for what cannot be seen."""
import random
import sys
import unicodedata

try:
    import tokenizers
    from tokenizers import Tokenizer, normalizers, pre_tokenizers
    from tokenizers.models import WordPiece
    from tokenizers.trainers import WordPieceTrainer
except ImportError:
    print("tokenizers is not installed here: its values stay as they are")
    sys.exit(0)

FOLDER = "ch06_bert/golden/"
HEADER = f"# tokenizers {tokenizers.__version__}; written by {FOLDER}make_tokenizer.py"
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def ranges(*pairs):
    return [chr(c) for first, last in pairs for c in range(first, last + 1)]


# What is left out. The package's table of ideographs has a slip of the pen, 0x2B920 for 0x2B820, which
# BERT's own code has. And it knows lower-case letters younger than Unicode
# 15, which libutf8proc may not know yet.
SLIP = ranges((0x2B820, 0x2B91F))
YOUNG = ranges((0x1C89, 0x1C89), (0xA7CB, 0xA7CC), (0xA7CE, 0xA7CE), (0xA7D2, 0xA7D4), (0xA7DA, 0xA7DC),
               (0x10D50, 0x10D65), (0x16EA0, 0x16EB8))
SKIPPED = set(SLIP + YOUNG)


def pipeline(model, lower=True, strip=True, ideographs=True, specials=True):
    t = Tokenizer(model)
    t.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=ideographs,
                                              strip_accents=strip, lowercase=lower)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if specials:
        t.add_special_tokens(SPECIALS)
    return t


def escape(text):
    return "".join("\\\\" if c == "\\" else c if c == " " or c.isprintable() and ord(c) < 0x10000 and c != "\ufffd"
                   else f"\\u{{{ord(c):x}}}" for c in text)


# ---- texts ------------------------------------------------------------------------------------------------

ACCENTS = ranges((0x300, 0x36F), (0x483, 0x487), (0x591, 0x5AF), (0x610, 0x61A), (0x64B, 0x655), (0x93C, 0x93C),
                 (0xE31, 0xE31), (0xE34, 0xE3A), (0x1DC0, 0x1DCF), (0x20D0, 0x20F0), (0xFE20, 0xFE2F))
SPACES = list(" \t\n\r\u00a0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000")
HIDDEN = list("\0\x01\x0b\x0c\x1c\x1f\x7f\x85\x97\xad\u061c\u180e\u200b\u200d\u200e\u2060\u2066\ufeff\ufffd\ue000"
              "\U000e0041\U000f0000\U0010fffd")
KINDS = {
    "ascii": list("abcde"), "letters": ranges((0x41, 0x5A), (0x61, 0x7A)), "digits": list("0123456789"),
    "punctuation": ranges((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)) + list("“”‘’—–…«»¿¡§¶·‰、。，！？「」；：·"),
    "latin": ranges((0xA1, 0x24F), (0x1E00, 0x1EFF)), "accents": ACCENTS,
    "greek": ranges((0x370, 0x3FF), (0x1F00, 0x1FFF)), "cyrillic": ranges((0x400, 0x52F)),
    "signs": ranges((0x2000, 0x2BFF)), "kana": ranges((0x3000, 0x30FF), (0xFF00, 0xFFEF)),
    "han": ranges((0x4E00, 0x4E20), (0x9FF0, 0x9FFF), (0x33F0, 0x3410), (0x4DB0, 0x4DC5), (0xF900, 0xFAFF)),
    "rare han": ranges((0x1FFF0, 0x20010), (0x2A6D0, 0x2A710), (0x2B730, 0x2B81F), (0x2CEA0, 0x2CEC0), (0x2F7F0, 0x2FA2F)),
    "hangul": ranges((0x1100, 0x11FF), (0xAC00, 0xAC40), (0xD790, 0xD7A5)), "south asia": ranges((0x900, 0xDFF)),
    "east asia": ranges((0xE00, 0xFFF), (0x1000, 0x109F), (0x1780, 0x17FF)), "right to left": ranges((0x590, 0x7BF)),
    "emoji": ranges((0x1F300, 0x1F9FF), (0x2600, 0x27BF)), "spaces": SPACES, "hidden": HIDDEN,
    "music": ranges((0x1D100, 0x1D1FF), (0x1D400, 0x1D440)), "letters again": ranges((0x41, 0x5A), (0x61, 0x7A)),
}
SPELLED = SPECIALS + ["[mask]", "[ MASK ]", "[[MASK]]", "[MASK", "MASK]", "[SEP", "##", "##a", "#", "[UNK]q", "[]"]
SPELLED += ["Café", "cafe\u0301", "Ångström", "\u212bngstro\u0308m", "İstanbul", "ΣΑΣ", "straße", "ﬁn", "é̂", "≠", "≮", "\u037e", "\u1fef"]
RULES = ["lais", "lais", "lais", "is", "is", "lis", "ais", "las", "s", "lai", "i"]


def anywhere():
    while True:
        c = chr(random.randrange(random.choice([0x800, 0x3000, 0x10000, 0x20000, 0x110000])))
        if not 0xD800 <= ord(c) <= 0xDFFF and c not in SKIPPED:
            return c


def chunk():
    draw = random.random()
    if draw < 0.15:
        return random.choice(SPELLED)
    if draw < 0.3:
        return "".join(anywhere() for _ in range(random.randint(1, 4)))
    if draw < 0.45:
        return random.choice([" ", " ", " ", random.choice(SPACES), random.choice(HIDDEN), random.choice(ACCENTS)])
    kind = random.choice(["ascii"] * 6 + list(KINDS))
    return "".join(random.choice(KINDS[kind]) for _ in range(random.randint(1, 6)))


def long_word():
    """A word of about 100 characters, from more or fewer characters of the text."""
    letter = random.choice(["a", "é", "e\u0301", "e\u0323\u0301", "\u200da", "ｂ", "\U00010428", "각", "a\xad", "≠a", "ab"])
    size = 100 // {"각": 3, "ab": 2}.get(letter, 1)
    word = letter * (size + random.choice([-1, 0, 0, 1]))
    return random.choice(["", "a ", "-", "中"]) + word + random.choice(["", "", " b", "-", "\u0301", "中", "[SEP]"])


def text():
    if random.random() < 0.02:
        return long_word()
    return "".join(chunk() for _ in range(random.randint(1, 8)))


def vocabulary():
    """Pieces that make the longest match count, and some characters of every kind."""
    pieces = ["[PAD]", "[unused1]"] + SPECIALS[1:]
    for kind, characters in KINDS.items():
        some = characters if len(characters) < 60 else random.sample(characters, 40)
        if kind not in ("spaces", "hidden"):
            pieces += some + ["##" + c for c in some]
    for _ in range(250):
        word = "".join(random.choice("abcdeé中") for _ in range(random.randint(2, 5)))
        pieces.append(random.choice(["", "##"]) + word)
    pieces += ["##" + c for c in "αςσб한각각ｂ\U00010428"] + list("αςσб한ᄀ각ｂ\U00010428\u2028") + ["mask", "un", "##k"]
    kept = list(dict.fromkeys(pieces))
    return [p for p in kept if p == p.strip("\n\r")]


def is_moving(written):
    """Whether accents change places in the canonical decomposition."""
    return unicodedata.normalize("NFD", written) != "".join(unicodedata.normalize("NFD", c) for c in written)


def place(encoding, i, starts):
    begin, end = encoding.offsets[i]
    return f"{encoding.ids[i]}@{starts[begin]}+{starts[end] - starts[begin]}"


def row(rules, written, tokenizer):
    encoding = tokenizer.encode(written, add_special_tokens=False)
    starts = [0]
    for c in written:
        starts.append(starts[-1] + len(c.encode()))
    places = (place(encoding, i, starts) for i in range(len(encoding.ids)))
    return f"{rules}\t{escape(written)}\t" + " ".join(map(str, encoding.ids) if is_moving(written) else places)


def write_texts(count):
    random.seed(6)
    pieces = vocabulary()
    model = WordPiece({p: i for i, p in enumerate(pieces)}, unk_token="[UNK]", max_input_chars_per_word=100)
    made = {r: pipeline(model, "l" in r, "a" in r, "i" in r, "s" in r) for r in set(RULES)}
    with open(FOLDER + "tokenizer_vocabulary.txt", "w", encoding="utf-8", newline="\n") as f:
        f.write("".join(p + "\n" for p in pieces))
    with open(FOLDER + "tokenizer_texts.tsv", "w", encoding="utf-8", newline="\n") as f:
        f.write(HEADER + "\n")
        for _ in range(count):
            rules = random.choice(RULES)
            f.write(row(rules, text(), made[rules]) + "\n")


# ---- characters -------------------------------------------------------------------------------------------

def fnv(words):
    value = 0xCBF29CE484222325
    for byte in "".join(w + "\n" for w in words).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def words(tokenizer, written):
    return [w for w, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(written))]


def write_characters():
    modes = [pipeline(WordPiece({"[UNK]": 0}, unk_token="[UNK]"), on, on) for on in (True, False)]
    with open(FOLDER + "tokenizer_characters.txt", "w") as f:
        f.write(HEADER + "; left out: " + " ".join(f"{ord(c):x}" for c in YOUNG + SLIP) + "\n")
        for first in range(0, 0x110000, 0x1000):
            codes = [c for c in range(first, first + 0x1000) if not 0xD800 <= c <= 0xDFFF and chr(c) not in SKIPPED]
            hashes = [fnv(w for c in codes for w in words(t, f"a{chr(c)}b")) for t in modes]
            f.write(f"{first:x} {hashes[0]:016x} {hashes[1]:016x}\n")


# ---- learning ---------------------------------------------------------------------------------------------

def made_up_words():
    """Words of few letters, so that pairs are shared, with counts that seldom tie."""
    made = {"".join(random.choice("aaabbcdeé") for _ in range(random.randint(1, 6))) for _ in range(250)}
    return {w: random.randint(2, 400) for w in sorted(made)}


def without_ties(counts, most):
    """How many pieces can be learned before two pairs are equally frequent and it matters which is first."""
    rows = {w: [w[0]] + ["##" + c for c in w[1:]] for w in counts}
    pieces = set(SPECIALS) | {c for w in counts for c in w} | {p for r in rows.values() for p in r}
    while len(pieces) < most:
        pairs = {}
        for w, r in rows.items():
            for pair in zip(r, r[1:]):
                pairs[pair] = pairs.get(pair, 0) + counts[w]
        best = sorted(pairs.items(), key=lambda item: -item[1])[:2]
        if len(best) < 2 or best[0][1] == best[1][1]:
            break
        left, right = best[0][0]
        pieces.add(left + right[2:])
        for r in rows.values():
            i = 0
            while i + 1 < len(r):
                if (r[i], r[i + 1]) == (left, right):
                    r[i:i + 2] = [left + right[2:]]
                i += 1
    return len(pieces)


def write_learned():
    random.seed(6)
    counts, size = max(((c, without_ties(c, 400)) for c in (made_up_words() for _ in range(40))), key=lambda x: x[1])
    lines = [" ".join([w] * n) for w, n in counts.items()]
    t = pipeline(WordPiece(unk_token="[UNK]"), strip=False)
    t.train_from_iterator(lines, WordPieceTrainer(vocab_size=size, min_frequency=2, special_tokens=SPECIALS,
                                                  continuing_subword_prefix="##", show_progress=False))
    with open(FOLDER + "tokenizer_learned.txt", "w", encoding="utf-8", newline="\n") as f:
        f.write(HEADER + f"; {len(counts)} words, {size} pieces in alphabetical order\n")
        f.write("".join(f"{w} {n}\n" for w, n in counts.items()))
        f.write("".join(p + "\n" for p in sorted(t.get_vocab())))


write_texts(3000)
write_characters()
write_learned()
