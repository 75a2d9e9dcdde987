#!/usr/bin/python3
"""Reference values for the BiLSTM text classifier and for adversarial training: an embedding, torch.nn.LSTM
on packed sequences, pooling and a linear layer, with all gradients, clean and under FGM and PGD, in double
precision.

Run from the top folder (`make golden`); needs Debian's python3-torch. Weights are written the way the book
stores them: a linear layer is in x out, so PyTorch's are transposed. Weights are multiples of 1/64, which
float32 holds exactly."""
import torch
from torch import nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(11)
torch.set_default_dtype(torch.float64)
FILE = "ch06_bert/golden/classifier.txt"
out = open(FILE, "w")
out.write(f"# PyTorch {torch.__version__}, float64; written by ch06_bert/golden/make_classifier.py\n")

IDS = torch.tensor([[1, 4, 4, 2, 3], [5, 2, 0, 0, 0], [1, 6, 4, 0, 0]])  # 0 fills up
VALID = torch.tensor([5, 2, 3])
LABELS = torch.tensor([2, 0, 1])
VOCABULARY, SIZE, HIDDEN, CLASSES = 8, 3, 2, 3


def write(name, value):
    m = value.detach()
    m = m.reshape(1, -1) if m.dim() < 2 else m
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row.tolist()) + "\n")


class Classifier(nn.Module):
    def __init__(self, pooling):
        super().__init__()
        self.pooling = pooling
        self.words = nn.Embedding(VOCABULARY, SIZE)
        self.lstm = nn.LSTM(SIZE, HIDDEN, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * HIDDEN, CLASSES)
        with torch.no_grad():  # PyTorch has two biases that are added; the second stays zero
            for key, p in self.named_parameters():
                p.copy_(torch.zeros_like(p) if "bias_hh" in key else torch.round(torch.randn(p.shape) * 48) / 64)

    def forward(self):
        packed = pack_padded_sequence(self.words(IDS), VALID, batch_first=True, enforce_sorted=False)
        y, (last, _) = self.lstm(packed)
        if self.pooling == "last":
            return self.output(torch.cat([last[0], last[1]], dim=1))
        y, _ = pad_packed_sequence(y, batch_first=True, padding_value=float("-inf"))
        return self.output(y.max(dim=1).values)


def weights(net):
    """(the book's name, PyTorch's parameter, whether it is transposed)"""
    yield "embeddings.words", net.words.weight, False
    for direction, suffix in (("forward", ""), ("backward", "_reverse")):
        yield f"bilstm.{direction}.w_x", getattr(net.lstm, "weight_ih_l0" + suffix), True
        yield f"bilstm.{direction}.w_h", getattr(net.lstm, "weight_hh_l0" + suffix), True
        yield f"bilstm.{direction}.b", getattr(net.lstm, "bias_ih_l0" + suffix), False
    yield "output.w", net.output.weight, True
    yield "output.b", net.output.bias, False


def write_gradients(prefix, net, gradients):
    for (name, p, transposed), g in zip(weights(net), gradients):
        write(f"{prefix}.{name}", g.t() if transposed else g)


def gradients_at(net, delta):
    """Logits, loss and all gradients with the table moved by delta."""
    with torch.no_grad():
        net.words.weight.add_(delta)
    logits = net()
    loss = cross_entropy(logits, LABELS)
    g = torch.autograd.grad(loss, [p for _, p, _ in weights(net)])
    with torch.no_grad():
        net.words.weight.sub_(delta)
    return logits, loss, g


def attack(net, steps, alpha, epsilon):
    """The delta that projected gradient ascent ends with."""
    delta = torch.zeros_like(net.words.weight)
    for _ in range(steps):
        g = gradients_at(net, delta)[2][0]
        delta = delta + alpha * g / torch.linalg.vector_norm(g)
        size = torch.linalg.vector_norm(delta)
        if size > epsilon:
            delta = delta * (epsilon / size)
    return delta


for pooling in ("max", "last"):
    net = Classifier(pooling)
    for name, p, transposed in weights(net):
        write(f"{pooling}.{name}", p.t() if transposed else p)
    logits, loss, clean = gradients_at(net, torch.zeros_like(net.words.weight))
    write(f"{pooling}.logits", logits)
    write(f"{pooling}.loss", loss)
    write_gradients(f"{pooling}.grad", net, clean)
    for name, how in (("fgm", (1, 0.5, 0.5)), ("pgd", (4, 0.25, 0.5))):
        delta = attack(net, *how)
        logits, _, moved = gradients_at(net, delta)
        write_gradients(f"{pooling}.{name}", net, [a + b for a, b in zip(clean, moved)])
        write(f"{pooling}.{name}.log_probs", torch.log_softmax(logits, dim=1))
out.close()
