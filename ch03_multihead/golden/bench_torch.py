#!/usr/bin/python3
"""One step of torch.nn.MultiheadAttention, forward and backward, timed on demand: the other side of
bench_multihead.c, which starts this script and takes turns with it over a pipe.

usage: bench_torch.py THREADS     Prints "ready VERSION"; then answers every line "N B T D H" with the
seconds of the fastest of N steps of self-attention on B sequences of T tokens with D features and H
heads."""
import sys
import time

import torch

torch.set_num_threads(int(sys.argv[1]))
torch.manual_seed(1)
print("ready", torch.__version__, flush=True)
known = {}


def new_case(batch, tokens, d, heads):
    m = torch.nn.MultiheadAttention(d, heads, batch_first=True)
    x = torch.randn(batch, tokens, d, requires_grad=True)
    return m, x, torch.randn(batch, tokens, d)


def seconds(m, x, d_out):
    start = time.perf_counter()
    m.zero_grad(set_to_none=True)
    x.grad = None
    out, _ = m(x, x, x, need_weights=False)
    out.backward(d_out)
    return time.perf_counter() - start


for line in sys.stdin:
    steps, *sizes = map(int, line.split())
    sizes = tuple(sizes)
    if sizes not in known:
        known[sizes] = new_case(*sizes)
    print(min(seconds(*known[sizes]) for _ in range(steps)), flush=True)
