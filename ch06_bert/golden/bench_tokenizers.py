#!/usr/bin/env python3
"""The other side of bench_tokenizer: the package tokenizers (Hugging Face), on one thread.

Reads lines "train SIZE FILES" and "encode VOCABULARY FILES" (FILES with wildcards) and answers each with
the seconds of the fastest of three passes, of training one."""
import glob
import os
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
import tokenizers  # after the number of threads is set
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordPiece
from tokenizers.trainers import WordPieceTrainer

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def read(pattern):
    lines = []
    for path in sorted(glob.glob(pattern)):
        with open(path, encoding="utf-8", newline="\n") as f:
            lines += f.read().split("\n")
    return lines


def bert(model):
    t = Tokenizer(model)
    t.normalizer = normalizers.BertNormalizer()
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return t


def train(size, lines):
    trainer = WordPieceTrainer(vocab_size=int(size), min_frequency=2, special_tokens=SPECIALS, show_progress=False)
    start = time.perf_counter()
    bert(WordPiece(unk_token="[UNK]")).train_from_iterator(lines, trainer)
    return time.perf_counter() - start


def encode(vocabulary, lines):
    t = bert(WordPiece.from_file(vocabulary, unk_token="[UNK]"))
    t.add_special_tokens(SPECIALS)
    fastest = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for line in lines:
            t.encode(line, add_special_tokens=False)
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


print("ready", tokenizers.__version__, flush=True)
for request in sys.stdin:
    what, first, pattern = request.split()
    print((train if what == "train" else encode)(first, read(pattern)), flush=True)
