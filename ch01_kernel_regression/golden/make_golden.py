#!/usr/bin/python3
"""Reference values for chapter 1, none of them from the book's own code: numpy's double precision for
the kernels, scikit-learn for the simple predictors, statsmodels for Nadaraya-Watson and its
cross-validated bandwidth, PyTorch for the gradient of the learned width and its training.

Run from the top folder (`make golden`); needs Debian's python3-{numpy,sklearn,statsmodels,torch}."""
import re

import numpy as np
import sklearn
import statsmodels
import torch
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from statsmodels.nonparametric.kernel_regression import KernelReg

FOLDER = "ch01_kernel_regression/"
torch.set_default_dtype(torch.float64)
rng = np.random.default_rng(1)
out = open(FOLDER + "golden/kernel.txt", "w")
out.write(f"# numpy {np.__version__}, scikit-learn {sklearn.__version__}, statsmodels "
          f"{statsmodels.__version__}, PyTorch {torch.__version__};\n"
          f"# written by {FOLDER}golden/make_golden.py\n")


def write(name, value):
    m = np.atleast_2d(np.asarray(value, dtype=np.float64))
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row) + "\n")


def noise(*shape):
    """Multiples of 1/64, which float32 holds exactly."""
    return np.round(rng.standard_normal(shape) * 64) / 64


def column(v):
    return np.asarray(v).reshape(-1, 1)


KERNELS = {
    "gaussian": lambda u: np.exp(-u**2 / 2),
    "boxcar": lambda u: (u <= 1) * 1.0,
    "triangular": lambda u: np.maximum(1 - u, 0),
    "epanechnikov": lambda u: np.maximum(1 - u**2, 0),
}


def kernels(d, h):
    """Weights and predictions with d features, by the formula as it is written."""
    queries, keys, values = noise(6, d), noise(9, d), noise(9, 2)
    for name, value in [("queries", queries), ("keys", keys), ("values", values), ("h", h)]:
        write(f"kernels{d}.{name}", value)
    u = np.linalg.norm(queries[:, None] - keys[None], axis=2) / h
    for name, kernel in KERNELS.items():
        k = kernel(u)
        weights = k / np.maximum(k.sum(1, keepdims=True), 1e-300)
        predicted = weights @ values
        predicted[k.sum(1) == 0] = np.nan
        write(f"kernels{d}.{name}.weights", weights)
        write(f"kernels{d}.{name}.out", predicted)


def baselines():
    queries, keys, values = noise(8, 3), noise(12, 3), noise(12, 1)
    write("baseline.queries", queries)
    write("baseline.keys", keys)
    write("baseline.values", values)
    for k in (1, 2, 5, 12):
        write(f"baseline.nearest{k}", KNeighborsRegressor(k).fit(keys, values).predict(queries))
    write("baseline.line", LinearRegression().fit(keys, values).predict(queries))


def motorcycle():
    """The data as the chapter's C source has them."""
    text = open(FOLDER + "motorcycle.c").read()
    rows = re.findall(r"\{(-?[\d.]+), (-?[\d.]+)\}", text)
    data = np.array(rows, dtype=np.float64)
    assert data.shape == (133, 2)
    return data[:, 0], data[:, 1]


def nadaraya_watson():
    x, y = motorcycle()
    fit = KernelReg(y, x, "c", reg_type="lc", bw="cv_ls")
    write("motorcycle.cv_bandwidth", fit.bw)
    queries = np.linspace(0, 60, 31)
    write("motorcycle.queries", column(queries))
    for h in (0.5, 1.0, 2.5):
        fixed = KernelReg(y, x, "c", reg_type="lc", bw=[h])
        write(f"motorcycle.out_{h}", column(fixed.fit(queries)[0]))
        loo = [KernelReg(np.delete(y, i), np.delete(x, i), "c", reg_type="lc", bw=[h]).fit(x[i:i + 1])[0][0]
               for i in range(len(x))]
        write(f"motorcycle.loo_{h}", column(loo))
        write(f"motorcycle.loo_rmse_{h}", np.sqrt(np.mean((y - np.array(loo))**2)))


def attention(queries, keys, values, w, leave_one_out):
    scores = -(((queries[:, None] - keys[None]) * w)**2).sum(2) / 2
    if leave_one_out:
        scores = scores.masked_fill(torch.eye(len(keys), dtype=torch.bool), -torch.inf)
    weights = torch.softmax(scores, 1)
    return weights, weights @ values


def learned(d, leave_one_out):
    keys, values = torch.tensor(noise(7, d)), torch.tensor(noise(7, 1))
    queries = keys if leave_one_out else torch.tensor(noise(5, d))
    targets = values if leave_one_out else torch.tensor(noise(5, 1))
    w = torch.tensor(np.abs(noise(1, d)) + 0.5, requires_grad=True)
    weights, predicted = attention(queries, keys, values, w, leave_one_out)
    loss = ((predicted - targets)**2).sum()
    loss.backward()
    prefix = f"learned{d}{'.loo' if leave_one_out else ''}."
    for name, value in [("queries", queries), ("keys", keys), ("values", values), ("targets", targets),
                        ("w", w.detach()), ("weights", weights.detach()), ("out", predicted.detach()),
                        ("loss", loss.detach()), ("d_w", w.grad)]:
        write(prefix + name, value.numpy())


def d2l_training():
    """Dive into Deep Learning's set-up: 50 samples, keys without the sample itself, SGD with rate 0.5 on
    the summed squared error, 5 epochs over the full batch."""
    x = np.sort(rng.uniform(0, 5, 50).astype(np.float32)).astype(np.float64)
    y = (2 * np.sin(x) + x**0.8 + rng.normal(0, 0.5, 50)).astype(np.float32).astype(np.float64)
    write("d2l.x", column(x))
    write("d2l.y", column(y))
    keep = ~np.eye(50, dtype=bool)
    keys = torch.tensor(np.tile(x, (50, 1))[keep].reshape(50, 49))
    values = torch.tensor(np.tile(y, (50, 1))[keep].reshape(50, 49))
    tx, ty = torch.tensor(x), torch.tensor(y)
    for name, make, steps in [("sgd", lambda p: torch.optim.SGD(p, lr=0.5), 5),
                              ("adam", lambda p: torch.optim.Adam(p, lr=0.1), 40)]:
        w = torch.tensor([0.25], requires_grad=True)
        optimiser, trace = make([w]), []
        for _ in range(steps + 1):
            weights = torch.softmax(-((tx[:, None] - keys) * w)**2 / 2, dim=1)
            loss = torch.nn.MSELoss(reduction="none")((weights * values).sum(1), ty)
            trace.append([np.sqrt(loss.mean().item()), w.item()])
            optimiser.zero_grad()
            loss.sum().backward()
            optimiser.step()
        write(f"d2l.{name}", trace)


kernels(1, 0.75)
kernels(3, 1.5)
baselines()
nadaraya_watson()
for features in (1, 3):
    learned(features, False)
    learned(features, True)
d2l_training()
