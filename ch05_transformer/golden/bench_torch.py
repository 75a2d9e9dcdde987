#!/usr/bin/python3
"""One step of training a Transformer, timed on demand: the other side of bench_transformer.c, which starts this
script and takes turns with it over a pipe.

usage: bench_torch.py THREADS     Prints "ready VERSION"; then answers every line "N LAYERS D HEADS HIDDEN PRE_NORM
DROPOUT SMOOTHING SOURCE_IDS TARGET_IDS BATCH LENGTH SHORTEST" with the seconds of the fastest of N steps: forward,
backward, clipping, Adam. Sentences have SHORTEST to LENGTH ids; TARGET_IDS 0: one vocabulary for both sides."""
import sys
import time

import torch
from torch import nn
from torch_model import Transformer

FIRST = 4  # smaller ids are special
torch.set_num_threads(int(sys.argv[1]))
torch.manual_seed(1)
print("ready", torch.__version__, flush=True)
known = {}


class Case:
    def __init__(self, layers, d, heads, hidden, pre_norm, dropout, smoothing, source_ids, target_ids, batch, length,
                 shortest):
        self.model = Transformer(int(layers), int(d), int(heads), int(hidden), pre_norm == "1", float(dropout),
                                 int(source_ids), int(target_ids))
        self.smoothing = float(smoothing)
        self.adam = torch.optim.Adam(self.model.parameters(), lr=1e-4)
        shape = int(batch), int(length)
        self.source = torch.randint(FIRST, int(source_ids), shape)
        target = torch.randint(FIRST, int(target_ids) or int(source_ids), shape)
        self.lengths, valid = torch.randint(int(shortest), shape[1] + 1, (2, shape[0]))
        self.input = torch.cat([torch.ones(shape[0], 1, dtype=torch.long), target[:, :-1]], 1)
        self.labels = target.masked_fill(torch.arange(shape[1]) >= valid[:, None], -100).reshape(-1)

    def seconds(self):
        start = time.perf_counter()
        scores = self.model(self.source, self.lengths, self.input)
        loss = nn.functional.cross_entropy(scores.reshape(-1, scores.shape[-1]), self.labels,
                                           label_smoothing=self.smoothing)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.adam.step()
        return time.perf_counter() - start


for line in sys.stdin:
    steps, *fields = line.split()
    key = tuple(fields)
    if key not in known:
        known.clear()  # only one case at a time in memory
        known[key] = Case(*fields)
    print(min(known[key].seconds() for _ in range(int(steps))), flush=True)
