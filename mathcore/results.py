"""The slow results of the lesson, kept in results.npz beside this file.

`python -m mathcore.results` computes them again and writes the file; a test does so and compares.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mathcore import _kept, parameters
from mathcore.saturation import sweep
from mathcore.scores import histogram_sweep, nested_scores, simulate_products
from mathcore.training import train_seeds

PATH = Path(__file__).with_name("results.npz")


def training_name(d_k: int, scaled: bool) -> str:
    """Name of one training experiment in the file."""
    return f"{d_k}_{'scaled' if scaled else 'raw'}"


def _score_results() -> dict[str, NDArray[Any]]:
    """Histogram counts (D, bins) and measured variances (D,) of the nested scores."""
    terms = simulate_products(parameters.N_SCORES, parameters.D_MAX, parameters.SCORE_SEED)
    return {
        "histogram": histogram_sweep(terms, parameters.BIN_EDGES).astype(np.uint16),
        "variance": nested_scores(terms).var(axis=0, ddof=1),
    }


def _sweep_results() -> dict[str, NDArray[Any]]:
    """Medians over rows of 16 keys, at every d_k of the sweep."""
    swept = sweep(parameters.SWEEP_D_KS, parameters.N_KEYS, parameters.SWEEP_ROWS, parameters.SWEEP_SEED)
    return {
        "sweep_d_ks": swept.d_ks.astype(np.int32),
        "share": swept.share,
        "share_low": swept.share_low,
        "share_high": swept.share_high,
        "top_median": swept.top_median,
        "top_mean": swept.top_mean,
        "effective_median": swept.effective_median,
    }


def _training_results() -> dict[str, NDArray[Any]]:
    """Loss curves and final accuracies of the training experiment, by d_k and scaling."""
    found: dict[str, NDArray[Any]] = {}
    seeds = range(parameters.N_TRAINING_SEEDS)
    for d_k in parameters.TOGGLE_STOPS:
        for scaled in (False, True):
            name = training_name(d_k, scaled)
            losses, accuracies = train_seeds(d_k, scaled, seeds, parameters.TRAINING_STEPS)
            found[f"losses_{name}"] = losses.astype(np.float32)
            found[f"accuracy_{name}"] = accuracies
    return found


def compute() -> dict[str, NDArray[Any]]:
    """Everything that results.npz holds, from the parameters and nothing else; takes under half a minute."""
    return {**_score_results(), **_sweep_results(), **_training_results()}


def write(path: Path = PATH) -> None:
    """Compute the results and put them in `path`, which is replaced only when the new file is whole."""
    _kept.write(path, parameters.fingerprint(), compute())


def read(path: Path = PATH) -> Mapping[str, NDArray[Any]]:
    """Read-only arrays of `path`. Raises ValueError if missing, damaged, or made with other parameters."""
    return _kept.read(path, parameters.fingerprint(), "mathcore.results")


@cache
def results() -> Mapping[str, NDArray[Any]]:
    """The kept results, read once."""
    return read()


if __name__ == "__main__":
    write()
    sys.stdout.write(f"{PATH}: {PATH.stat().st_size:,} bytes\n")
