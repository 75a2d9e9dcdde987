#!/usr/bin/python3
"""Reference values for chapter 3: torch.nn.MultiheadAttention in double precision, outputs, weights
and all gradients; a recurrent step and a convolution of width 3, from torch.nn as well; and the
example of the notes, written out with numpy.

Run from the top folder (`make golden`); needs Debian's python3-torch and python3-numpy. PyTorch
stores a weight as out x in and keeps W_q, W_k and W_v in one matrix: both are undone here. Inputs
are multiples of 1/64, so that float32 holds them exactly."""
import numpy as np
import torch

FOLDER = "ch03_multihead/"
torch.manual_seed(3)
torch.set_default_dtype(torch.float64)


def noise(*shape):
    return torch.round(torch.randn(*shape) * 64) / 64


def write(f, name, value):
    m = np.atleast_2d(value.detach().numpy())
    f.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        f.write(" ".join(f"{x:.17g}" for x in row) + "\n")


def open_golden(name):
    f = open(FOLDER + "golden/" + name, "w")
    f.write(f"# PyTorch {torch.__version__}, float64; written by {FOLDER}golden/make_golden.py\n")
    return f


def stack(x):
    """B x T x d as our (B T) x d."""
    return x.reshape(-1, x.shape[-1])


def hidden(queries, keys, causal):
    """PyTorch's attn_mask: True hides. The last query sees all keys."""
    if not causal:
        return None
    return torch.ones(queries, keys, dtype=torch.bool).triu(keys - queries + 1)


def multihead(f, name, d, heads, batch, queries, keys=None, valid=None, causal=False):
    """keys None: self-attention."""
    m = torch.nn.MultiheadAttention(d, heads, batch_first=True)
    m.in_proj_weight.data, m.in_proj_bias.data = noise(3 * d, d) / 2, noise(3 * d) / 2
    m.out_proj.weight.data, m.out_proj.bias.data = noise(d, d) / 2, noise(d)
    x = noise(batch, queries, d).requires_grad_()
    memory = x if keys is None else noise(batch, keys, d).requires_grad_()
    keys = memory.shape[1]
    padding = None if valid is None else torch.arange(keys)[None] >= torch.tensor(valid)[:, None]
    out, weights = m(x, memory, memory, key_padding_mask=padding, attn_mask=hidden(queries, keys, causal),
                     average_attn_weights=False)
    d_out = noise(*out.shape)
    out.backward(d_out)
    values = {"x": stack(x), "memory": stack(memory), "out": stack(out), "d_out": stack(d_out),
              "weights": stack(weights.transpose(0, 1)), "d_x": stack(x.grad), "d_memory": stack(memory.grad),
              "w_o": m.out_proj.weight.T, "b_o": m.out_proj.bias,
              "d_w_o": m.out_proj.weight.grad.T, "d_b_o": m.out_proj.bias.grad}
    for i, part in enumerate("qkv"):
        rows = slice(i * d, (i + 1) * d)
        values |= {"w_" + part: m.in_proj_weight[rows].T, "b_" + part: m.in_proj_bias[rows],
                   "d_w_" + part: m.in_proj_weight.grad[rows].T, "d_b_" + part: m.in_proj_bias.grad[rows]}
    for key, value in values.items():
        write(f, f"{name}.{key}", value)


def biased(f):
    """Numbers added to the scores, head by head (an attn_mask of floats, (B H) x Tq x Tk)."""
    d, heads, batch, t = 4, 2, 2, 3
    m = torch.nn.MultiheadAttention(d, heads, batch_first=True, bias=False)
    m.in_proj_weight.data, m.out_proj.weight.data = noise(3 * d, d) / 2, noise(d, d) / 2
    x, bias = noise(batch, t, d), noise(heads, t, t)
    out, weights = m(x, x, x, attn_mask=bias.repeat(batch, 1, 1), average_attn_weights=False)
    for i, part in enumerate("qkv"):
        write(f, "biased.w_" + part, m.in_proj_weight[i * d:(i + 1) * d].T)
    for key, value in [("w_o", m.out_proj.weight.T), ("x", stack(x)), ("bias", stack(bias)),
                       ("out", stack(out)), ("weights", stack(weights.transpose(0, 1)))]:
        write(f, "biased." + key, value)


def example(f):
    """Two tokens, two heads: by the formulas, with automatic derivatives."""
    x = torch.tensor([[1., 0, 1, 0], [0, 1, 0, 1]], requires_grad=True)
    w = {"w_q": torch.eye(4),
         "w_k": torch.tensor([[1., 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0]]),
         "w_v": torch.tensor([[1., 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 2]]),
         "w_o": torch.tensor([[1., 0, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]])}
    kept = {}

    def keep(name, value):
        value.retain_grad()
        kept[name] = value
        return value

    for value in w.values():
        value.requires_grad_()
    q, k, v = (keep(name, x @ w["w_" + name]) for name in "qkv")
    heads = []
    for h in range(2):
        part = slice(2 * h, 2 * h + 2)
        s = keep(f"s{h + 1}", q[:, part] @ k[:, part].T / 2**0.5)
        heads.append(keep(f"a{h + 1}", torch.softmax(s, 1)) @ v[:, part])
    out = keep("out", keep("context", torch.cat(heads, 1)) @ w["w_o"])
    out.backward(torch.tensor([[1., 0, 0, -1], [0, 1, 0, 0]]))
    for name, value in {**kept, **w, "x": x}.items():
        write(f, "example." + name, value)
        write(f, "example.d_" + name, value.grad)


def recurrence(f):
    batch, t, d = 1, 6, 5
    m = torch.nn.RNN(d, d, batch_first=True)
    for p in m.parameters():
        p.data = noise(*p.shape) / 2
    m.bias_hh_l0.data.zero_()
    x = noise(batch, t, d)
    for key, value in [("x", stack(x)), ("w", m.weight_ih_l0.T), ("u", m.weight_hh_l0.T), ("b", m.bias_ih_l0),
                       ("out", stack(m(x)[0]))]:
        write(f, "recurrence." + key, value)


def convolution(f):
    t, d = 6, 5
    m = torch.nn.Conv1d(d, d, 3, padding=1)
    m.weight.data, m.bias.data = noise(d, d, 3) / 2, noise(d)
    x = noise(t, d)
    taps = torch.cat([m.weight[:, :, tap].T for tap in range(3)])
    for key, value in [("x", x), ("w", taps), ("b", m.bias), ("out", m(x.T[None])[0].T)]:
        write(f, "convolution." + key, value)


with open_golden("multihead.txt") as file:
    multihead(file, "self", d=8, heads=2, batch=2, queries=5)
    multihead(file, "causal", d=8, heads=4, batch=2, queries=4, causal=True)
    multihead(file, "padded", d=8, heads=2, batch=3, queries=4, valid=[4, 2, 1])
    multihead(file, "cross", d=6, heads=3, batch=2, queries=3, keys=5)
    multihead(file, "one", d=4, heads=1, batch=1, queries=1)
    multihead(file, "thin", d=4, heads=4, batch=2, queries=2, keys=4, valid=[4, 3], causal=True)
    biased(file)
    example(file)
with open_golden("rivals.txt") as file:
    recurrence(file)
    convolution(file)
