#!/usr/bin/python3
"""Reference values for chapter 2 by PyTorch in double precision, with its automatic derivatives: scores,
masks, attention weights, outputs and all gradients. Nothing here is from the book's own code.

Run from the top folder (`make golden`); needs Debian's python3-{numpy,torch}."""
import numpy as np
import torch

FOLDER = "ch02_attention_scoring/"
torch.set_default_dtype(torch.float64)
rng = np.random.default_rng(2)
out = open(FOLDER + "golden/attention.txt", "w")
out.write(f"# numpy {np.__version__}, PyTorch {torch.__version__};\n# written by {FOLDER}golden/make_golden.py\n")


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


# Every function takes q: B x Tq x d_q, k: B x Tk x d_k and a dict of weights, in the book's orientation.
def gaussian(q, k, w):
    return -((w["width"] * (q[:, :, None] - k[:, None]))**2).sum(-1) / 2


def additive(q, k, w):
    return torch.tanh((q @ w["w_q"])[:, :, None] + (k @ w["w_k"])[:, None]) @ w["w_v"][0]


def dot(q, k, w):
    return torch.einsum("bid,bjd->bij", q, k)


def bilinear(q, k, w):
    return torch.einsum("bid,de,bje->bij", q, w["w"], k)


def scaled(q, k, w):
    return dot(q, k, w) / np.sqrt(q.shape[-1])


def weights_of(kind, d_q, d_k, size):
    if kind is gaussian:
        return {"width": leaf(1, d_k)}
    if kind is additive:
        return {"w_q": leaf(d_q, size), "w_k": leaf(d_k, size), "w_v": leaf(1, size)}
    return {"w": leaf(d_q, d_k)} if kind is bilinear else {}


KINDS = [gaussian, additive, dot, bilinear, scaled]


def write_gradients(group, tensors):
    for name, tensor in tensors.items():
        write(f"{group}.{name}", tensor.detach())
        write(f"{group}.d_{name}", tensor.grad)


def scoring(kind, group, d_q, d_k, batch=2, queries=3, keys=5, size=4):
    """Scores alone. The rows of their gradient sum to zero, as those of a softmax's do."""
    q, k, w = leaf(batch, queries, d_q), leaf(batch, keys, d_k), weights_of(kind, d_q, d_k, size)
    d_scores = noise(batch, queries, keys)
    d_scores[:, :, -1] = -d_scores[:, :, :-1].sum(-1)
    scores = kind(q, k, w)
    (scores * d_scores).sum().backward()
    write(f"{group}.scores", scores.detach())
    write(f"{group}.d_scores", d_scores)
    write_gradients(group, {"q": q, "k": k, **w})


def visible(mask, batch, queries, keys, group):
    """The mask as booleans B x Tq x Tk; what it is made of goes to the file."""
    allowed = torch.ones(batch, queries, keys, dtype=torch.bool)
    if "valid" in mask:
        valid = torch.tensor([4, 2])
        write(f"{group}.valid", valid.reshape(1, -1))
        allowed &= torch.arange(keys) < valid[:, None, None]
    if "causal" in mask:
        allowed &= torch.arange(keys) <= torch.arange(queries)[:, None] + keys - queries
    if "shared" in mask:
        part = torch.tensor(rng.random((queries, keys)) < 0.6)
        write(f"{group}.allowed", part)
        allowed &= part
    if "own" in mask:
        part = torch.tensor(rng.random((batch, queries, keys)) < 0.5)
        part[1, 0] = False  # a query that sees nothing
        write(f"{group}.allowed", part)
        allowed &= part
    return allowed


def masked_softmax(scores, allowed):
    """Zeros where nothing is visible; elsewhere torch's softmax."""
    some = allowed.any(-1, keepdim=True)
    weights = torch.softmax(scores.masked_fill(~allowed & some, -torch.inf), -1)
    return torch.where(some, weights, torch.zeros(()))


def attention(kind, group, mask, d_q=4, d_k=4, d_v=3, batch=2, queries=3, keys=5, size=4):
    q, k, v = leaf(batch, queries, d_q), leaf(batch, keys, d_k), leaf(batch, keys, d_v)
    w = weights_of(kind, d_q, d_k, size)
    allowed = visible(mask, batch, queries, keys, group)
    weights = masked_softmax(kind(q, k, w), allowed)
    output = weights @ v
    d_out = noise(batch, queries, d_v)
    (output * d_out).sum().backward()
    if kind is scaled and allowed.any(-1).all():  # PyTorch's own attention says the same
        own, own_weights = torch.nn.functional._scaled_dot_product_attention(
            q, k, v, torch.zeros(allowed.shape).masked_fill(~allowed, -torch.inf), 0.0, True)
        assert torch.allclose(own, output) and torch.allclose(own_weights, weights)
    for name, value in [("weights", weights.detach()), ("out", output.detach()), ("d_out", d_out)]:
        write(f"{group}.{name}", value)
    write_gradients(group, {"q": q, "k": k, "v": v, **w})


for kind in KINDS:
    scoring(kind, kind.__name__, 4, 4)
for kind in (additive, bilinear):
    scoring(kind, kind.__name__ + ".two_sizes", 3, 6)
for kind in KINDS:
    attention(kind, "attention." + kind.__name__, ["valid", "causal"])
for mask in ([], ["valid"], ["causal"], ["shared"], ["own"], ["valid", "causal", "own"]):
    attention(scaled, "attention.scaled." + ("_".join(mask) or "nothing"), mask)
attention(scaled, "attention.scaled.more_queries", ["causal"], queries=5, keys=3)
