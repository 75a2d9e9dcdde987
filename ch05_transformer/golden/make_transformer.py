#!/usr/bin/python3
"""Reference values for the Transformer's parts: PyTorch's own layers in double precision.

Run from the top folder (`make golden`); needs Debian's python3-torch. Weights are written the way the book
stores them: a linear layer is in x out, so PyTorch's are transposed."""
import torch
from torch import nn

torch.manual_seed(5)
torch.set_default_dtype(torch.float64)
B, TS, TT, D, H, F, V = 2, 5, 4, 8, 2, 12, 11


def noise(*shape):
    return torch.round(torch.randn(*shape) * 32) / 64


def randomise(module):
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(noise(*p.shape) + (1 if p.dim() == 1 and p.min() == 1 else 0))


out = open("ch05_transformer/golden/transformer.txt", "w")
out.write(f"# PyTorch {torch.__version__}, float64; written by ch05_transformer/golden/make_transformer.py\n")


def write(name, value):
    m = value.detach().reshape(1, -1) if value.dim() < 2 else value.detach().reshape(-1, value.shape[-1])
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row.tolist()) + "\n")


def attention(prefix, a, name):
    """name: 'weight' or 'weight.grad'."""
    grad = name == "grad"
    pick = (lambda p: p.grad) if grad else (lambda p: p)
    suffix = ".grad" if grad else ""
    for part, w, b in zip("qkv", pick(a.in_proj_weight).chunk(3), pick(a.in_proj_bias).chunk(3)):
        write(f"{prefix}.w_{part}{suffix}", w.t())
        write(f"{prefix}.b_{part}{suffix}", b)
    write(f"{prefix}.w_o{suffix}", pick(a.out_proj.weight).t())
    write(f"{prefix}.b_o{suffix}", pick(a.out_proj.bias))


def layer(prefix, l, decoder, name):
    grad = name == "grad"
    pick = (lambda p: p.grad) if grad else (lambda p: p)
    suffix = ".grad" if grad else ""
    attention(prefix + ".self", l.self_attn, name)
    norms = [(1, l.norm1), (3, l.norm2)]
    if decoder:
        attention(prefix + ".cross", l.multihead_attn, name)
        norms = [(1, l.norm1), (2, l.norm2), (3, l.norm3)]
    for k, n in norms:
        write(f"{prefix}.norm_{k}.gamma{suffix}", pick(n.weight))
        write(f"{prefix}.norm_{k}.beta{suffix}", pick(n.bias))
    for k, f in ((1, l.linear1), (2, l.linear2)):
        write(f"{prefix}.ffn.w_{k}{suffix}", pick(f.weight).t())
        write(f"{prefix}.ffn.b_{k}{suffix}", pick(f.bias))


def positions(length):
    p = torch.arange(length)[:, None]
    angle = p / 10000 ** (torch.arange(0, D, 2) / D)
    return torch.stack([angle.sin(), angle.cos()], 2).reshape(length, D)


def whole(name, pre_norm):
    """A model of two layers: loss with label smoothing 0.1, and every gradient."""
    options = dict(d_model=D, nhead=H, dim_feedforward=F, dropout=0.0, batch_first=True, norm_first=pre_norm)
    encoder = nn.ModuleList(nn.TransformerEncoderLayer(**options) for _ in range(2))
    decoder = nn.ModuleList(nn.TransformerDecoderLayer(**options) for _ in range(2))
    final = nn.ModuleList(nn.LayerNorm(D) for _ in range(2)) if pre_norm else None
    embedding = nn.Parameter(noise(V, D))
    for m in (encoder, decoder, final):
        if m is not None:
            randomise(m)
    source = torch.tensor([[3, 4, 5, 6, 2], [7, 8, 2, 0, 0]])
    target_in = torch.tensor([[1, 5, 9, 10], [1, 4, 0, 0]])
    target = torch.tensor([[5, 9, 10, 2], [4, 2, -100, -100]])
    padding = source == 0
    causal = torch.triu(torch.ones(TT, TT, dtype=torch.bool), 1)
    x = embedding[source] * D**0.5 + positions(TS)
    for l in encoder:
        x = l(x, src_key_padding_mask=padding)
    memory = final[0](x) if pre_norm else x
    y = embedding[target_in] * D**0.5 + positions(TT)
    for l in decoder:
        y = l(y, memory, tgt_mask=causal, memory_key_padding_mask=padding)
    hidden = final[1](y) if pre_norm else y
    logits = hidden @ embedding.t()
    loss = nn.functional.cross_entropy(logits.reshape(-1, V), target.reshape(-1), label_smoothing=0.1)
    loss.backward()
    write(f"{name}.memory", memory)
    write(f"{name}.hidden", hidden)
    write(f"{name}.loss", loss)
    for what in ("weight", "grad"):
        write(f"{name}.embedding" + (".grad" if what == "grad" else ""),
              embedding.grad if what == "grad" else embedding)
        for side, stack in (("encoder", encoder), ("decoder", decoder)):
            for i, l in enumerate(stack):
                layer(f"{name}.{side}.{i}", l, side == "decoder", what)
        if pre_norm:
            for side, n in zip(("encoder", "decoder"), final):
                suffix = ".grad" if what == "grad" else ""
                write(f"{name}.{side}.norm.gamma{suffix}", n.weight.grad if suffix else n.weight)
                write(f"{name}.{side}.norm.beta{suffix}", n.bias.grad if suffix else n.bias)


def layer_norm():
    x, d = noise(6, 10).requires_grad_(), noise(6, 10)
    n = nn.LayerNorm(10, eps=1e-5)
    randomise(n)
    y = n(x)
    y.backward(d)
    for name, value in (("x", x), ("out", y), ("d_out", d), ("d_x", x.grad), ("gamma", n.weight),
                        ("beta", n.bias), ("d_gamma", n.weight.grad), ("d_beta", n.bias.grad)):
        write("norm." + name, value)


def smoothed():
    """Label-smoothed cross-entropy of a tied projection, with rows that do not count."""
    hidden, embedding = noise(5, 6).requires_grad_(), noise(7, 6).requires_grad_()
    target = torch.tensor([3, -100, 0, 6, -100])
    loss = nn.functional.cross_entropy(hidden @ embedding.t(), target, label_smoothing=0.2, reduction="sum")
    nll = nn.functional.cross_entropy(hidden @ embedding.t(), target, reduction="sum")
    loss.backward()
    for name, value in (("hidden", hidden), ("embedding", embedding), ("loss", loss), ("nll", nll),
                        ("d_hidden", hidden.grad), ("d_embedding", embedding.grad)):
        write("smoothed." + name, value)


layer_norm()
smoothed()
whole("post", False)
whole("pre", True)
