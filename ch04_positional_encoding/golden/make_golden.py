#!/usr/bin/python3
"""Reference values for chapter 4, none of them from the book's own code: the sinusoidal encoding with mpmath's
50 digits; the shift matrix as the linear map that least squares finds between encodings; learned
positions by torch.nn.Embedding; rotary positions by complex numbers; linear biases by counting; attention with
both, and all gradients, by PyTorch's automatic derivatives in double precision.

Run from the top folder (`make golden`); needs Debian's python3-{numpy,torch,mpmath}."""
import mpmath
import numpy as np
import torch

FOLDER = "ch04_positional_encoding/"
torch.set_default_dtype(torch.float64)
mpmath.mp.dps = 50
rng = np.random.default_rng(4)
out = open(FOLDER + "golden/position.txt", "w")
out.write(f"# numpy {np.__version__}, PyTorch {torch.__version__}, mpmath {mpmath.__version__};\n"
          f"# written by {FOLDER}golden/make_golden.py\n")


def write(name, value):
    m = np.atleast_2d(np.asarray(value, dtype=np.float64))
    m = m.reshape(-1, m.shape[-1])  # a batch is stacked by rows
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row) + "\n")


def noise(*shape):
    """Multiples of 1/64, which float32 holds exactly."""
    return torch.tensor(np.round(rng.standard_normal(shape) * 64) / 64)


def leaf(*shape):
    return noise(*shape).requires_grad_()


def encode(position, d):
    def column(j):
        angle = position / mpmath.power(10000, mpmath.mpf(j - j % 2) / d)
        return float(mpmath.cos(angle) if j % 2 else mpmath.sin(angle))
    return [column(j) for j in range(d)]


def sinusoidal():
    positions = [0, 1, 2, 17, 511, 1000, 65535, 999999, 1000000]
    write("positions", positions)
    for d in (1, 2, 5, 6, 64, 65):
        write(f"sinusoidal{d}", [encode(p, d) for p in positions])


def shift(d, delta):
    """Fits M in PE(p + delta) = M PE(p) on 400 positions, spread so that the slowest wave turns, too."""
    positions = np.unique(np.geomspace(1, 60000, 400).astype(int))
    here = np.array([encode(int(p), d) for p in positions])
    there = np.array([encode(int(p) + delta, d) for p in positions])
    write(f"shift{d}.{delta}", np.linalg.lstsq(here, there, rcond=None)[0].T)


def learned():
    table = torch.nn.Embedding(7, 6)
    with torch.no_grad():
        table.weight.copy_(noise(7, 6))
    x, d_out = leaf(3, 5, 6), noise(3, 5, 6)
    result = x + table(torch.arange(5))
    result.backward(d_out)
    for name, value in [("table", table.weight), ("x", x), ("out", result), ("d_out", d_out), ("d_x", x.grad),
                        ("d_table", table.weight.grad)]:
        write(f"learned.{name}", value.detach().numpy())


def frequencies(d):
    return 10000.0**(-2 * torch.arange(d // 2) / d)


def turn(x, positions, pairing):
    """x: ... T x d, the pairs as complex numbers."""
    half = x.shape[-1] // 2
    a, b = (x[..., 0::2], x[..., 1::2]) if pairing == "adjacent" else (x[..., :half], x[..., half:])
    angles = positions[:, None] * frequencies(x.shape[-1])
    turned = torch.complex(a, b) * torch.polar(torch.ones_like(angles), angles)
    if pairing == "adjacent":
        return torch.stack([turned.real, turned.imag], -1).flatten(-2)
    return torch.cat([turned.real, turned.imag], -1)


def rotary(pairing, first):
    x, d_out = leaf(2, 4, 2, 6), noise(2, 4, 2, 6)  # sequences, tokens, heads, columns
    result = turn(x.transpose(1, 2), first + torch.arange(4), pairing).transpose(1, 2)
    result.backward(d_out)
    for name, value in [("x", x), ("out", result), ("d_out", d_out), ("d_x", x.grad)]:
        write(f"rotary.{pairing}.{name}", value.detach().reshape(8, 12).numpy())


def attention(name, heads, place, bias, causal):
    """Self-attention of 2 sequences of 5 tokens, with place(q or k: B x H x T x d_h), and bias: H x T x T."""
    B, T, d = 2, 5, 12
    x, d_out = leaf(B, T, d), noise(B, T, d)
    w = {n: leaf(d, d) for n in ("w_q", "w_k", "w_v", "w_o")} | {n: leaf(1, d) for n in ("b_q", "b_k", "b_v", "b_o")}
    with torch.no_grad():
        for n in ("w_q", "w_k", "w_v", "w_o"):
            w[n] /= 4

    def split(y):
        return y.reshape(B, T, heads, d // heads).transpose(1, 2)
    q, k, v = [split(x @ w["w_" + n] + w["b_" + n]) for n in "qkv"]
    scores = place(q) @ place(k).transpose(-1, -2) / np.sqrt(d // heads) + bias
    if causal:
        scores = scores.masked_fill(torch.triu(torch.ones(T, T, dtype=torch.bool), 1), -torch.inf)
    context = (scores.softmax(-1) @ v).transpose(1, 2).reshape(B, T, d)
    result = context @ w["w_o"] + w["b_o"]
    result.backward(d_out)
    for n, value in [("x", x), ("out", result), ("d_out", d_out), ("d_x", x.grad)]:
        write(f"{name}.{n}", value.detach().numpy())
    for n, value in w.items():
        write(f"{name}.{n}", value.detach().numpy())
        write(f"{name}.d_{n}", value.grad.numpy())


def linear_bias(slopes, one_sided):
    T = 5
    bias = torch.zeros(len(slopes), T, T)
    for h, slope in enumerate(slopes):
        for i in range(T):
            for j in range(T):
                seen = not one_sided or (j <= i if h % 2 == 0 else j >= i)
                bias[h, i, j] = -slope * abs(i - j) if seen else -torch.inf
    return bias


sinusoidal()
for size, delta in [(6, 1), (6, -3), (8, 50)]:
    shift(size, delta)
learned()
rotary("adjacent", 0)
rotary("halves", 7)
for kind in ("adjacent", "halves"):
    attention(f"attention.{kind}", 3, lambda y, kind=kind: turn(y, torch.arange(5), kind), torch.zeros(()), False)
attention("attention.causal_alibi", 4, lambda y: y, linear_bias([1 / 4, 1 / 16, 1 / 64, 1 / 256], False), True)
attention("attention.alibi", 3, lambda y: y, linear_bias([1 / 16, 1 / 256, 1 / 4], True), False)
