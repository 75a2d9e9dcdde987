#!/usr/bin/python3
"""Reference values for the tests of common/: PyTorch in double precision.

Run from the top folder (`make golden`); needs Debian's python3-torch and python3-numpy.
Inputs are multiples of 1/64, so that float32 holds them exactly."""
import numpy as np
import torch

torch.manual_seed(1)
torch.set_default_dtype(torch.float64)


def noise(*shape):
    return torch.round(torch.randn(*shape) * 64) / 64


def write(f, name, value):
    m = np.atleast_2d(value.detach().numpy())
    f.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        f.write(" ".join(f"{x:.17g}" for x in row) + "\n")


def softmax(f):
    s, d = noise(4, 7).requires_grad_(), noise(4, 7)
    s.data[2, 3] = -torch.inf
    out = torch.softmax(s, 1)
    out.backward(d)
    for name, value in [("scores", s), ("out", out), ("d_out", d), ("d_scores", s.grad)]:
        write(f, "softmax." + name, value)


def linear(f):
    x, w, b = noise(5, 3).requires_grad_(), noise(3, 4).requires_grad_(), noise(1, 4).requires_grad_()
    d = noise(5, 4)
    out = x @ w + b
    out.backward(d)
    for name, value in [("x", x), ("weight", w), ("bias", b), ("out", out), ("d_out", d),
                        ("d_x", x.grad), ("d_weight", w.grad), ("d_bias", b.grad)]:
        write(f, "linear." + name, value)


def optimiser(f, name, make):
    w, grads = noise(1, 6).requires_grad_(), noise(5, 6)
    write(f, name + ".start", w)
    write(f, name + ".grads", grads)
    step, path = make([w]), []
    for g in grads:
        w.grad = g[None].clone()
        step.step()
        path.append(w.detach().clone())
    write(f, name + ".path", torch.cat(path))


def embedding(f):
    table, ids = noise(5, 3).requires_grad_(), torch.tensor([3, 0, 3, 4])
    out, d = torch.nn.functional.embedding(ids, table), noise(4, 3)
    out.backward(d)
    for name, value in [("table", table), ("out", out), ("d_out", d), ("d_table", table.grad)]:
        write(f, "embedding." + name, value)


def cross_entropy(f):
    """Row 2 is not counted."""
    logits = (noise(5, 6) * 3).requires_grad_()
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor([5, 0, -100, 3, 3]))
    loss.backward()
    for name, value in [("logits", logits), ("log_probs", torch.log_softmax(logits, 1)), ("loss", loss),
                        ("d_logits", logits.grad)]:
        write(f, "cross_entropy." + name, value)


with open("common/golden/layers.txt", "w") as f:
    f.write(f"# PyTorch {torch.__version__}, float64; written by common/golden/make_golden.py\n")
    softmax(f)
    linear(f)
    optimiser(f, "sgd", lambda p: torch.optim.SGD(p, lr=0.5))
    optimiser(f, "adam", lambda p: torch.optim.Adam(p, lr=0.0625))
    embedding(f)
    cross_entropy(f)
