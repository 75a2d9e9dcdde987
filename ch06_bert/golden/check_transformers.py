#!/usr/bin/python3
"""Compares models that the book saved with the transformers library: check_transformers.py FOLDER...

Every folder must load, into the class that its config.json names, without a warning, a missing or an unexpected
tensor. If it holds expected.safetensors (token ids, what the book computed from them, and the gradients under
the weights' names; or hidden states alone), they must agree to 1e-5. Exit status 1: they do not; 77: the library
is not installed."""
import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_NO_ADVISORY_WARNINGS"] = "1"
try:
    import logging
    import torch
    import transformers
    from safetensors.torch import load_file
except ImportError as e:
    print(f"not compared with the transformers library: {e}")
    sys.exit(77)

TOLERANCE = 1e-5
warnings = []


class Collect(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())


transformers.utils.logging.set_verbosity_warning()
transformers.utils.logging.disable_default_handler()
transformers.utils.logging.add_handler(Collect(logging.WARNING))
failures = 0


def check(folder, what, right):
    global failures
    if not right:
        failures += 1
        print(f"{folder}: {what}")


def compare(folder, name, got, want):
    difference = ((got - want).abs() / (1 + want.abs())).max().item()
    check(folder, f"{name} differs by {difference:.2g}", difference <= TOLERANCE)


def load(folder):
    config = transformers.AutoConfig.from_pretrained(folder)
    kind = getattr(transformers, config.architectures[0])
    model, info = kind.from_pretrained(folder, torch_dtype=torch.float64, output_loading_info=True)
    for key in ("missing_keys", "unexpected_keys", "mismatched_keys"):
        check(folder, f"{key}: {info[key]}", not info[key])
    return model.eval()


def check_hidden(folder, model, want):
    out = getattr(model, "bert", model)(want["ids"], attention_mask=want["mask"], token_type_ids=want["types"])
    real = want["mask"].bool()
    compare(folder, "hidden states", out.last_hidden_state[real], want["hidden"][real.reshape(-1)])


def check_numbers(folder, model, want):
    out = model(want["ids"], attention_mask=want["mask"], token_type_ids=want["types"], labels=want["mlm_labels"],
                next_sentence_label=want["nsp_labels"])
    real = want["mask"].bool()
    compare(folder, "scores of words", out.prediction_logits[real], want["mlm"][real.reshape(-1)])
    compare(folder, "scores of next sentences", out.seq_relationship_logits, want["nsp"])
    compare(folder, "loss", out.loss.detach(), want["loss"][0])
    out.loss.backward()
    compared = 0
    for name, p in model.named_parameters():
        compare(folder, "gradient of " + name, p.grad, want["d." + name])
        compared += 1
    check(folder, f"{compared} gradients", compared == sum(name.startswith("d.") for name in want))


for folder in sys.argv[1:]:
    warnings.clear()
    model = load(folder)
    check(folder, f"warnings: {warnings}", not warnings)
    path = os.path.join(folder, "expected.safetensors")
    if os.path.exists(path):
        want = {k: v if v.dtype == torch.int64 else v.double() for k, v in load_file(path).items()}
        want = {k: v.reshape(2, -1) if k in ("ids", "types", "mask", "mlm_labels") else v for k, v in want.items()}
        check_hidden(folder, model, want)
        if "loss" in want:
            check_numbers(folder, model, want)
print(f"{len(sys.argv) - 1} models compared with transformers {transformers.__version__}: {failures} differences")
sys.exit(failures > 0)
