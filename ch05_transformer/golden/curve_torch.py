#!/usr/bin/python3
"""The steps of `./ch5 curve --out FOLDER` taken again by PyTorch: the same first weights, batches, schedule, clipping
and label smoothing. Writes FOLDER/curve_torch.tsv, with the losses in single and in double precision, and prints, as
key=value, how far those in single precision are from FOLDER/curve.tsv, and from those in double precision: what
rounding alone does.

usage: curve_torch.py FOLDER     from anywhere; OMP_NUM_THREADS limits the threads"""
import itertools
import json
import struct
import sys

import numpy
import torch
from torch import nn
from torch_model import Transformer

BEGIN, IGNORED = 1, -100


def read_safetensors(path):
    """Its float32 tensors by name, and its texts."""
    with open(path, "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        data = f.read()
    texts = header.pop("__metadata__")
    tensors = {}
    for name, t in header.items():
        begin, end = t["data_offsets"]
        if t["dtype"] != "F32":
            sys.exit(f"{path}: {name} is {t['dtype']}, not F32")
        tensors[name] = torch.from_numpy(numpy.frombuffer(data[begin:end], "<f4").reshape(t["shape"]).copy())
    return tensors, texts


def read_settings(path):
    with open(path) as f:
        lines = (line.rstrip("\n").split("=", 1) for line in f if not line.startswith("#"))
        return {key.removeprefix("curve."): value for key, value in lines}


def named_weights(model, layers):
    """Every weight of PyTorch's model under the name that ours has in the file, as a matrix that is written to in
    place: PyTorch keeps a linear layer out x in, ours is in x out."""
    def attention(prefix, a):
        for part, w, b in zip("qkv", a.in_proj_weight.chunk(3), a.in_proj_bias.chunk(3)):
            yield f"{prefix}.w_{part}", w.t()
            yield f"{prefix}.b_{part}", b
        yield f"{prefix}.w_o", a.out_proj.weight.t()
        yield f"{prefix}.b_o", a.out_proj.bias

    def norm(prefix, n):
        if isinstance(n, nn.LayerNorm):
            yield f"{prefix}.gamma", n.weight
            yield f"{prefix}.beta", n.bias

    def layer(prefix, l, decoder):
        yield from attention(prefix + ".self", l.self_attn)
        yield from norm(prefix + ".norm_1", l.norm1)
        if decoder:
            yield from attention(prefix + ".cross", l.multihead_attn)
        yield from norm(prefix + (".norm_2" if decoder else ".norm_3"), l.norm2)
        if decoder:
            yield from norm(prefix + ".norm_3", l.norm3)
        for k, f in ((1, l.linear1), (2, l.linear2)):
            yield f"{prefix}.ffn.w_{k}", f.weight.t()
            yield f"{prefix}.ffn.b_{k}", f.bias

    yield "embedding", model.source.weight
    for i in range(layers):
        yield from layer(f"encoder.{i}", model.encoder[i], False)
        yield from layer(f"decoder.{i}", model.decoder[i], True)
    yield from norm("encoder.norm", model.encoder_norm)
    yield from norm("decoder.norm", model.decoder_norm)


def read_model(path):
    tensors, texts = read_safetensors(path)
    layers, d, heads, hidden, ids, longest = (int(texts[k]) for k in ("layers", "d_model", "heads", "d_hidden",
                                                                      "vocabulary", "longest"))
    model = Transformer(layers, d, heads, hidden, texts["norm"] == "pre", 0.0, ids, longest=longest)
    with torch.no_grad():
        for name, weight in named_weights(model, layers):
            weight.copy_(tensors.pop(name).reshape(weight.shape))
    if tensors:
        sys.exit(f"{path}: unknown weights {', '.join(tensors)}")
    return model


def padded(rows, filler):
    rows = [torch.tensor(r) for r in rows]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=filler)


def read_batches(path):
    """For each step: sources, their lengths, decoder inputs, labels."""
    with open(path) as f:
        for _, lines in itertools.groupby((line.split("\t") for line in f), key=lambda fields: fields[0]):
            pairs = [([int(i) for i in source.split()], [int(i) for i in target.split()])
                     for _, source, target in lines]
            yield (padded([s for s, _ in pairs], 0), torch.tensor([len(s) for s, _ in pairs]),
                   padded([[BEGIN] + t[:-1] for _, t in pairs], 0), padded([t for _, t in pairs], IGNORED))


def rate(settings, n):
    peak, warm_up = float(settings["rate"]), float(settings["warm_up"])
    total = float(settings["schedule_steps"]) + 1
    if n < warm_up:
        return peak * n / warm_up
    if settings["schedule"] == "linear":
        return peak * (total - n) / (total - warm_up)
    return peak * (warm_up / n)**0.5


def losses(model, batches, settings):
    """The mean of -log p of each step, before it is taken."""
    smoothing, clip = float(settings["smoothing"]), float(settings["clip"])
    adam = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    for n, (source, lengths, given, labels) in enumerate(batches, 1):
        scores = model(source, lengths, given).flatten(0, 1)
        labels = labels.flatten()
        loss = nn.functional.cross_entropy(scores, labels, label_smoothing=smoothing)
        yield nn.functional.cross_entropy(scores.detach(), labels).item()
        adam.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), clip)
        adam.param_groups[0]["lr"] = rate(settings, n)
        adam.step()


def main(folder):
    settings = read_settings(folder + "/results.txt")
    theirs, exact = (numpy.array(list(losses(read_model(folder + "/model.safetensors").to(dtype),
                                             read_batches(folder + "/batches.txt"), settings)))
                     for dtype in (torch.float32, torch.float64))
    ours = numpy.loadtxt(folder + "/curve.tsv", skiprows=1, ndmin=2)[:, 1]
    with open(folder + "/curve_torch.tsv", "w") as f:
        f.write("step\tloss\tdouble\n")
        f.writelines(f"{n}\t{x:.9g}\t{y:.9g}\n" for n, (x, y) in enumerate(zip(theirs, exact), 1))
    print(f"curve.torch.last={theirs[-1]:.6g}")
    for name, difference in (("difference", abs(ours - theirs)), ("rounding", abs(exact - theirs))):
        print(f"curve.{name}.first_30={difference[:30].max():.6g}")
        print(f"curve.{name}.largest={difference.max():.6g}")
        print(f"curve.{name}.mean={difference.mean():.6g}")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
