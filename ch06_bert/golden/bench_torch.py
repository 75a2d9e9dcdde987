#!/usr/bin/python3
"""BERT in PyTorch, timed on demand: the other side of bench_bert.c, which starts this script and takes turns with it
over a pipe.

usage: bench_torch.py THREADS     Prints "ready VERSION"; then answers every line "N MODE LAYERS D HEADS VOCABULARY BATCH
LENGTH MASKED" with the seconds of the fastest of N steps. MODE train: forward, both losses, backward, AdamW; the
vocabulary is scored in MASKED places of each sequence. MODE infer: all vectors and the pooled one, without dropout.
The line "memory" is answered with the most memory the process has held so far, in MB."""
import resource
import sys
import time

import torch
from torch import nn

PIECES, DROPOUT = 5, 0.1  # special pieces
torch.set_num_threads(int(sys.argv[1]))
torch.manual_seed(1)
print("ready", torch.__version__, flush=True)


class Layer(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads, self.qkv, self.out = heads, nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.wide, self.back = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.norm_1, self.norm_2 = nn.LayerNorm(d, 1e-12), nn.LayerNorm(d, 1e-12)
        self.drop = nn.Dropout(DROPOUT)

    def attend(self, x):
        batch, length, d = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        weights = torch.softmax(q @ k.transpose(-1, -2) / (d // self.heads)**0.5, -1)
        return self.out((self.drop(weights) @ v).transpose(1, 2).reshape(batch, length, d))

    def forward(self, x):
        x = self.norm_1(x + self.drop(self.attend(x)))
        return self.norm_2(x + self.drop(self.back(nn.functional.gelu(self.wide(x)))))


class Bert(nn.Module):
    def __init__(self, layers, d, heads, vocabulary, length):
        super().__init__()
        self.words, self.positions, self.types = nn.Embedding(vocabulary, d), nn.Embedding(512, d), nn.Embedding(2, d)
        self.norm, self.drop = nn.LayerNorm(d, 1e-12), nn.Dropout(DROPOUT)
        self.layers = nn.ModuleList(Layer(d, heads) for _ in range(layers))
        self.pooler, self.nsp, self.mlm = nn.Linear(d, d), nn.Linear(d, 2), nn.Linear(d, d)
        self.mlm_norm, self.bias = nn.LayerNorm(d, 1e-12), nn.Parameter(torch.zeros(vocabulary))
        for w in self.parameters():
            if w.dim() > 1:
                nn.init.trunc_normal_(w, std=0.02, a=-0.04, b=0.04)

    def forward(self, ids, types):
        x = self.words(ids) + self.positions.weight[:ids.shape[1]] + self.types(types)
        x = self.drop(self.norm(x))
        for layer in self.layers:
            x = layer(x)
        return x, torch.tanh(self.pooler(x[:, 0]))


class Case:
    def __init__(self, mode, layers, d, heads, vocabulary, batch, length, masked):
        self.model = Bert(int(layers), int(d), int(heads), int(vocabulary), int(length))
        shape = int(batch), int(length)
        self.ids = torch.randint(PIECES, int(vocabulary), shape)
        self.types = (torch.arange(shape[1]) >= shape[1] // 2).long().expand(shape).contiguous()
        self.places = torch.cat([b * shape[1] + torch.randperm(shape[1])[:int(masked)] for b in range(shape[0])])
        self.labels, self.next = self.ids.reshape(-1)[self.places], torch.randint(0, 2, (shape[0],))
        self.adam = torch.optim.AdamW(self.model.parameters(), lr=1e-4, weight_decay=0.01)
        self.step = self.train if mode == "train" else self.infer
        self.model.train(mode == "train")

    def train(self):
        m, cross_entropy = self.model, nn.functional.cross_entropy
        hidden, pooled = m(self.ids, self.types)
        u = m.mlm_norm(nn.functional.gelu(m.mlm(hidden.flatten(0, 1)[self.places])))
        loss = cross_entropy(u @ m.words.weight.t() + m.bias, self.labels) + cross_entropy(m.nsp(pooled), self.next)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()

    def infer(self):
        with torch.inference_mode():
            self.model(self.ids, self.types)

    def seconds(self):
        start = time.perf_counter()
        self.step()
        return time.perf_counter() - start


known = {}
for line in sys.stdin:
    if line.strip() == "memory":
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, flush=True)
        continue
    steps, *fields = line.split()
    key = tuple(fields)
    if key not in known:
        known.clear()  # only one case at a time in memory
        known[key] = Case(*fields)
    print(min(known[key].seconds() for _ in range(int(steps))), flush=True)
