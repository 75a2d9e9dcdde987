#!/usr/bin/python3
"""Reference values for the recurrent modules: torch.nn.LSTM on packed sequences, and the encoder-decoder
with additive attention built of PyTorch's parts, in double precision, with all gradients.

Run from the top folder (`make golden`); needs Debian's python3-torch. Weights are written the way the book
stores them: a linear layer is in x out, so PyTorch's are transposed. Inputs are multiples of 1/64, which
float32 holds exactly."""
import torch
from torch import nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(7)
torch.set_default_dtype(torch.float64)
FILE = "ch05_transformer/golden/recurrent.txt"
out = open(FILE, "w")
out.write(f"# PyTorch {torch.__version__}, float64; written by ch05_transformer/golden/make_recurrent.py\n")


def noise(*shape):
    return torch.round(torch.randn(*shape) * 32) / 64


def write(name, value):
    m = value.detach().reshape(1, -1) if value.dim() < 2 else value.detach().reshape(-1, value.shape[-1])
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row.tolist()) + "\n")


def both(name, p, transpose=False):
    """A parameter and its gradient."""
    write(name, p.t() if transpose else p)
    write(name + ".grad", p.grad.t() if transpose else p.grad)


def randomise(lstm):
    """PyTorch has two biases that are added; the second stays zero."""
    with torch.no_grad():
        for key, p in lstm.named_parameters():
            p.copy_(torch.zeros_like(p) if "bias_hh" in key else noise(*p.shape))


def lstm_weights(prefix, lstm, suffix=""):
    for ours, theirs in (("w_x", "weight_ih_l0"), ("w_h", "weight_hh_l0"), ("b", "bias_ih_l0")):
        both(f"{prefix}.{ours}", getattr(lstm, theirs + suffix), ours != "b")


def run_packed(lstm, x, valid, state=None):
    packed = pack_padded_sequence(x, torch.tensor(valid), batch_first=True, enforce_sorted=False)
    y, last = lstm(packed, state)
    return pad_packed_sequence(y, batch_first=True, total_length=x.shape[1])[0], last


def lstm(name, inputs, hidden, valid, length, bidirectional):
    batch = len(valid)
    net = nn.LSTM(inputs, hidden, batch_first=True, bidirectional=bidirectional)
    randomise(net)
    directions = ["forward", "backward"] if bidirectional else ["forward"]
    x = noise(batch, length, inputs).requires_grad_()
    first = [noise(len(directions), batch, hidden).requires_grad_() for _ in range(2)]
    y, last = run_packed(net, x, valid, first)
    d_y, d_last = noise(*y.shape), [noise(*s.shape) for s in last]
    ((y * d_y).sum() + sum((s * d).sum() for s, d in zip(last, d_last))).backward()
    for key, value in (("x", x), ("out", y), ("d_out", d_y), ("d_x", x.grad)):
        write(f"{name}.{key}", value)
    for i, direction in enumerate(directions):
        lstm_weights(f"{name}.{direction}", net, "_reverse" * i)
        for part, f, l, d in zip(("hidden", "cell"), first, last, d_last):
            for key, value in (("first", f[i]), ("last", l[i]), ("d_last", d[i]), ("d_first", f.grad[i])):
                write(f"{name}.{direction}.{key}_{part}", value)


D, H, V = 6, 4, 9
SOURCE, VALID = torch.tensor([[3, 4, 5, 6, 2], [7, 8, 2, 0, 0], [4, 2, 0, 0, 0]]), [5, 3, 2]
TARGET_IN = torch.tensor([[1, 5, 7, 8], [1, 4, 0, 0], [1, 3, 6, 0]])
TARGET = torch.tensor([[5, 7, 8, 2], [4, 2, -100, -100], [3, 6, 2, -100]])


def recurrent():
    embedding = nn.Parameter(noise(V, D))
    encoder, decoder = nn.LSTM(D, H, batch_first=True, bidirectional=True), nn.LSTMCell(D + 2 * H, H)
    w_q, w_k, w_v = nn.Linear(H, H, bias=False), nn.Linear(2 * H, H, bias=False), nn.Linear(H, 1, bias=False)
    first, readout = nn.Linear(H, H), nn.Linear(H + D + 2 * H, D)
    randomise(encoder)
    randomise(decoder)
    for layer in (w_q, w_k, w_v, first, readout):
        for p in layer.parameters():
            p.data = noise(*p.shape)
    memory, (last, _) = run_packed(encoder, embedding[SOURCE] * D**0.5, VALID)
    padding = torch.arange(SOURCE.shape[1])[None] >= torch.tensor(VALID)[:, None]
    h, c, outputs, alignments = torch.tanh(first(last[1])), torch.zeros(len(VALID), H), [], []
    y = embedding[TARGET_IN] * D**0.5
    for t in range(TARGET.shape[1]):
        scores = w_v(torch.tanh(w_q(h)[:, None] + w_k(memory)))[..., 0]
        weights = torch.softmax(scores.masked_fill(padding, -torch.inf), 1)
        context = (weights[..., None] * memory).sum(1)
        h, c = decoder(torch.cat([y[:, t], context], 1), (h, c))
        outputs.append(torch.tanh(readout(torch.cat([h, y[:, t], context], 1))))
        alignments.append(weights)
    hidden = torch.stack(outputs, 1)
    loss = cross_entropy((hidden @ embedding.t()).reshape(-1, V), TARGET.reshape(-1), label_smoothing=0.1)
    loss.backward()
    for key, value in (("readout", hidden), ("weights", torch.stack(alignments, 1)), ("loss", loss)):
        write("model." + key, value)
    both("model.embedding", embedding)
    lstm_weights("model.encoder.forward", encoder)
    lstm_weights("model.encoder.backward", encoder, "_reverse")
    for ours, theirs in (("w_x", "weight_ih"), ("w_h", "weight_hh"), ("b", "bias_ih")):
        both(f"model.decoder.{ours}", getattr(decoder, theirs), ours != "b")
    for key, layer in (("w_q", w_q), ("w_k", w_k)):
        both(f"model.alignment.{key}", layer.weight, True)
    both("model.alignment.w_v", w_v.weight)
    for key, layer in (("first", first), ("out", readout)):
        both(f"model.{key}.w", layer.weight, True)
        both(f"model.{key}.b", layer.bias)


lstm("plain", inputs=3, hidden=5, valid=[4, 4], length=4, bidirectional=False)
lstm("padded", inputs=4, hidden=3, valid=[2, 5, 1], length=5, bidirectional=False)
lstm("both", inputs=3, hidden=4, valid=[6, 1, 3], length=6, bidirectional=True)
lstm("one", inputs=1, hidden=1, valid=[1], length=1, bidirectional=True)
recurrent()
