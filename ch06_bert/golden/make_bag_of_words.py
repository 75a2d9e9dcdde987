#!/usr/bin/python3
"""Reference values for the bag-of-words baselines, those of scikit-learn: multinomial naive Bayes,
logistic regression, and the scores of predictions.

Run from the top folder (`make golden`); needs Debian's python3-sklearn. Counts are whole numbers. One
class has no text in the training part, one has a single text."""
import sys

import numpy as np

try:
    import sklearn
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import confusion_matrix, precision_recall_fscore_support
    from sklearn.naive_bayes import MultinomialNB
except ImportError:
    print("scikit-learn is not installed here: its values stay as they are")
    sys.exit(0)

FILE = "ch06_bert/golden/bag_of_words.txt"
rng = np.random.default_rng(6)
out = open(FILE, "w")
out.write(f"# scikit-learn {sklearn.__version__}; written by ch06_bert/golden/make_bag_of_words.py\n")


def write(name, value):
    m = np.atleast_2d(np.asarray(value, dtype=float))
    out.write(f"{name} {m.shape[0]} {m.shape[1]}\n")
    for row in m:
        out.write(" ".join(f"{x:.17g}" for x in row) + "\n")


def texts(n, labels, words):
    """Counts of words, drawn from a distribution of the class."""
    return np.array([rng.multinomial(rng.integers(0, 9), words[c]) for c in labels])


CLASSES, WORDS = 4, 12
words = rng.dirichlet(np.full(WORDS, 0.4), CLASSES)
labels = np.array([0] * 14 + [1] * 9 + [3])  # class 2 has none
rng.shuffle(labels)
x, new = texts(len(labels), labels, words), texts(10, rng.integers(0, CLASSES, 10), words)
write("labels", labels)
write("x", x)
write("new", new)

seen = [0, 1, 3]
for alpha in (1, 0.1):
    bayes = MultinomialNB(alpha=alpha).fit(x, labels)
    write(f"bayes.{alpha}.weight", bayes.feature_log_prob_.T)  # of the classes that there are
    write(f"bayes.{alpha}.bias", bayes.class_log_prior_)
    write(f"bayes.{alpha}.predicted", bayes.predict(new))
for decay in (0.5, 0.02):
    model = LogisticRegression(C=1 / (decay * len(labels)), tol=1e-12, max_iter=100000).fit(x, labels)
    assert list(model.classes_) == seen
    write(f"logistic.{decay}.weight", model.coef_.T)
    write(f"logistic.{decay}.log_probabilities", model.predict_log_proba(new))

# Scores: class 1 is never predicted, class 3 is never a label, class 4 is neither.
truth = rng.choice([0, 1, 2], 40, p=[0.6, 0.2, 0.2])
guess = np.where(rng.random(40) < 0.6, truth, rng.choice([0, 2, 3], 40))
guess[guess == 1] = 3
write("truth", truth)
write("guess", guess)
write("confusion", confusion_matrix(truth, guess, labels=range(5)))
write("scores", np.array(precision_recall_fscore_support(truth, guess, labels=range(5), zero_division=0)[:3]).T)
write("accuracy", np.mean(truth == guess))
write("macro_f1", precision_recall_fscore_support(truth, guess, average="macro", zero_division=0)[2])
