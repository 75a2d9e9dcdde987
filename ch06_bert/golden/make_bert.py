#!/usr/bin/python3
"""Reference values for BERT: outputs, losses and every gradient, from PyTorch in double precision.

Run from the top folder (`make golden`); needs Debian's python3-torch. The model is written out below, in the
terms of the paper; names and layouts of the weights are Hugging Face's, with "hf." before them, so that the
tests can make a published model's folder of them."""
import math
import torch
from torch.nn import functional as F

torch.manual_seed(6)
torch.set_default_dtype(torch.float64)
V, LAYERS, D, HEADS, HIDDEN, POSITIONS, TYPES, CLASSES = 13, 2, 8, 2, 12, 7, 2, 3
IDS = torch.tensor([[3, 7, 12, 5, 4], [3, 9, 4, 0, 0]])
KINDS = torch.tensor([[0, 0, 0, 1, 1], [0, 1, 1, 0, 0]])
VALID = torch.tensor([5, 3])
LABELS = torch.tensor([[-100, 7, -100, 11, -100], [-100, 0, -100, -100, -100]])
IS_NOT_NEXT = torch.tensor([1, 0])
CLASS = torch.tensor([2, 0])

out = open("ch06_bert/golden/bert.txt", "w")
out.write(f"# PyTorch {torch.__version__}, float64; written by ch06_bert/golden/make_bert.py\n")


def write(name, value):
    m = value.detach()
    m = m.reshape(1, -1) if m.dim() < 2 else m.reshape(-1, m.shape[-1])
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row.tolist()) + "\n")


def make_weights():
    w = {}

    def noise(name, *shape, mean=0):
        w[name] = (torch.round(torch.randn(*shape) * 32) / 64 + mean).requires_grad_()

    def linear(name, inputs, outputs):
        noise(name + ".weight", outputs, inputs)
        noise(name + ".bias", outputs)

    def norm(name):
        noise(name + ".weight", D, mean=1)
        noise(name + ".bias", D)

    noise("bert.embeddings.word_embeddings.weight", V, D)
    noise("bert.embeddings.position_embeddings.weight", POSITIONS, D)
    noise("bert.embeddings.token_type_embeddings.weight", TYPES, D)
    norm("bert.embeddings.LayerNorm")
    for l in range(LAYERS):
        at = f"bert.encoder.layer.{l}."
        for part in ("query", "key", "value"):
            linear(at + "attention.self." + part, D, D)
        linear(at + "attention.output.dense", D, D)
        norm(at + "attention.output.LayerNorm")
        linear(at + "intermediate.dense", D, HIDDEN)
        linear(at + "output.dense", HIDDEN, D)
        norm(at + "output.LayerNorm")
    linear("bert.pooler.dense", D, D)
    linear("cls.predictions.transform.dense", D, D)
    norm("cls.predictions.transform.LayerNorm")
    noise("cls.predictions.bias", V)
    linear("cls.seq_relationship", D, 2)
    linear("classifier", D, CLASSES)
    return w


def run(w, act):
    """The loss, after writing all outputs under the name of the activation."""

    def linear(name, x):
        return x @ w[name + ".weight"].t() + w[name + ".bias"]

    def norm(name, x):
        centred = x - x.mean(-1, keepdim=True)
        deviation = (centred.square().mean(-1, keepdim=True) + 1e-12).sqrt()
        return centred / deviation * w[name + ".weight"] + w[name + ".bias"]

    def gelu(x):
        if act == "erf":
            return x * (1 + torch.erf(x / math.sqrt(2))) / 2
        return x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2

    def split(x):
        return x.reshape(*x.shape[:2], HEADS, -1).transpose(1, 2)

    x = (w["bert.embeddings.word_embeddings.weight"][IDS]
         + w["bert.embeddings.position_embeddings.weight"][: IDS.shape[1]]
         + w["bert.embeddings.token_type_embeddings.weight"][KINDS])
    x = norm("bert.embeddings.LayerNorm", x)
    hidden_keys = torch.arange(IDS.shape[1]) >= VALID[:, None]
    for l in range(LAYERS):
        at = f"bert.encoder.layer.{l}."
        q, k, v = (split(linear(at + "attention.self." + p, x)) for p in ("query", "key", "value"))
        scores = q @ k.transpose(2, 3) / math.sqrt(D / HEADS)
        weights = scores.masked_fill(hidden_keys[:, None, None], -math.inf).softmax(-1)
        said = (weights @ v).transpose(1, 2).reshape(x.shape)
        x = norm(at + "attention.output.LayerNorm", x + linear(at + "attention.output.dense", said))
        said = linear(at + "output.dense", gelu(linear(at + "intermediate.dense", x)))
        x = norm(at + "output.LayerNorm", x + said)
    pooled = torch.tanh(linear("bert.pooler.dense", x[:, 0]))
    seen = norm("cls.predictions.transform.LayerNorm", gelu(linear("cls.predictions.transform.dense", x)))
    scores = seen @ w["bert.embeddings.word_embeddings.weight"].t() + w["cls.predictions.bias"]
    nsp = linear("cls.seq_relationship", pooled)
    classes = linear("classifier", pooled)
    losses = (F.cross_entropy(scores.reshape(-1, V), LABELS.reshape(-1)), F.cross_entropy(nsp, IS_NOT_NEXT),
              F.cross_entropy(classes, CLASS))
    for name, value in (("hidden", x), ("pooled", pooled), ("mlm", scores), ("nsp", nsp), ("classes", classes),
                        ("losses", torch.stack(losses))):
        write(f"{act}.{name}", value)
    return sum(losses)


weights = make_weights()
for name, value in weights.items():
    write("hf." + name, value)
for act in ("erf", "tanh"):
    for value in weights.values():
        value.grad = None
    run(weights, act).backward()
    for name, value in weights.items():
        write(f"{act}.d.{name}", value.grad)
