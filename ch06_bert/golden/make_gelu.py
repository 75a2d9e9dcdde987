#!/usr/bin/python3
"""Reference values of GELU and its derivative in double precision, and the polynomial of gelu.c.

Run from the top folder (`make golden`); needs Debian's python3-scipy.

With u = 1 / (1 + 0.265 a), the function e^(a^2 / 2) P(-a) / u is smooth and between 0.1 and 0.5 for all
a >= 0; a polynomial in u of degree 8 comes within 1.1e-8 of it, relative to its value. It is fitted by Lawson's
method: least squares again and again, each time with more weight where the error was large."""
import numpy as np
from scipy.special import erfc, erfcx, expit

DEGREE, RATE, LARGEST = 8, 0.265, 13.2  # beyond it e^(-a^2 / 2) is no float32 any more


def polynomial():
    lowest = 1 / (1 + RATE * LARGEST)
    k = np.arange(600)
    u = (lowest + 1) / 2 + (1 - lowest) / 2 * np.cos(np.pi * (k + 0.5) / 600)
    want = erfcx((1 / u - 1) / RATE / np.sqrt(2)) / 2 / u
    powers, weight = np.vander(u, DEGREE + 1, increasing=True), np.ones_like(u)
    for _ in range(500):
        w = np.sqrt(weight) / want
        p = np.linalg.lstsq(powers * w[:, None], want * w, rcond=None)[0]
        error = abs((powers @ p - want) / want)
        weight *= error / np.mean(weight * error)
    return p, error.max()


def probability(x):
    return erfc(-x / np.sqrt(2)) / 2


def erf_form(x):
    p = probability(x)
    return x * p, p + x * np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def tanh_form(x):
    """x (1 + tanh u) / 2 = x expit(2 u): without cancellation for negative x."""
    s = np.sqrt(2 / np.pi)
    p = expit(2 * s * (x + 0.044715 * x**3))
    return x * p, p + x * p * (1 - p) * 2 * s * (1 + 3 * 0.044715 * x * x)


out = open("ch06_bert/golden/gelu.txt", "w")
out.write("# float64; written by ch06_bert/golden/make_gelu.py\n")


def write(name, row):
    out.write(f"{name} 1 {len(row)}\n" + " ".join(f"{v:.17g}" for v in row) + "\n")


near = np.round(np.linspace(-6, 6, 97) * 64) / 64
x = np.concatenate([[-100, -20, -12, -10, -8], near, [1e-8, -1e-8, 1e-30, 8, 10, 20, 100]])
x = x.astype(np.float32).astype(np.float64)
write("x", x)
for name, form in (("erf", erf_form), ("tanh", tanh_form)):
    value, slope = form(x)
    write(name, value)
    write(name + ".slope", slope)
coefficients, error = polynomial()
print("polynomial in u, lowest power first, relative error %.2g:" % error)
print(" ".join(f"{c:.9g}" for c in coefficients))
