"""What softmax does to random scores: named statistics over simulated rows, with confidence intervals.

A row is one query with `n_keys` keys, all entries standard normal. Given the query, its scores are
independent N(0, |q|^2), and |q|^2 is chi-square with d_k degrees of freedom; so a row costs n_keys + 1 draws
at any d_k instead of (n_keys + 1) d_k. The draws are the same for every d_k, so curves over d_k are smooth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import scipy

from mathcore._validate import Floats, Integers, dimensions, frozen, real, whole
from mathcore.estimates import Estimate, mean_estimate, median_estimate, ratio_of_medians
from mathcore.gradients import jacobian_norm
from mathcore.information import effective_keys as effective_keys_of
from mathcore.softmax import scale_scores, softmax

Average = Literal["median", "mean"]
DEFAULT_ROWS = 40_000
DEFAULT_SEED = 16
_LEAST_ROWS = 100  # below this the order-statistic interval is not worth showing


@lru_cache(maxsize=4)
def _common_draws(n_keys: int, n_rows: int, seed: int) -> tuple[Floats, Floats]:
    """Directions (n_rows, n_keys), standard normal, and levels (n_rows,), uniform; shared by every d_k."""
    generator = np.random.default_rng(seed)
    levels = generator.random(n_rows)
    # Column order in memory: sums over 16 keys then run along 40 000 rows, which is faster.
    directions = np.asfortranarray(generator.standard_normal((n_rows, n_keys)))
    return frozen(directions), frozen(levels)


def simulate_row_scores(d_k: int, n_keys: int, n_rows: int = DEFAULT_ROWS, seed: int = DEFAULT_SEED) -> Floats:
    """Raw scores of `n_rows` queries with `n_keys` keys each, shape (n_rows, n_keys); exact in law.

    |q| is the chi-square quantile at a level drawn once per row, so it grows smoothly with d_k.
    Raises ValueError unless d_k >= 1, n_keys >= 2 and n_rows >= 100.
    """
    return _row_scores(d_k, n_keys, n_rows, seed).copy(order="K")


def _row_scores(d_k: int, n_keys: int, n_rows: int, seed: int) -> Floats:
    return _kept_row_scores(
        whole("d_k", d_k),
        whole("n_keys", n_keys, least=2),
        whole("n_rows", n_rows, least=_LEAST_ROWS),
        whole("seed", seed, least=0),
    )


# A picture whose divisor changes asks for the same rows at every frame.
@lru_cache(maxsize=2)
def _kept_row_scores(d_k: int, n_keys: int, n_rows: int, seed: int) -> Floats:
    directions, levels = _common_draws(n_keys, n_rows, seed)
    lengths = np.sqrt(2 * scipy.special.gammaincinv(d_k / 2, levels))
    return frozen(lengths[:, None] * directions)


@lru_cache(maxsize=2)
def _kept_scaled_norm(d_k: int, n_keys: int, n_rows: int, seed: int) -> Floats:
    """|J| of every row with scaled scores, shape (n_rows,)."""
    return frozen(jacobian_norm(softmax(scale_scores(_row_scores(d_k, n_keys, n_rows, seed), d_k))))


def _row_weights(d_k: int, n_keys: int, scaled: bool, n_rows: int, seed: int) -> Floats:
    scores = _row_scores(d_k, n_keys, n_rows, seed)
    return softmax(scale_scores(scores, d_k) if scaled else scores)


def _share(raw: Floats, scaled_norm: Floats) -> Estimate:
    """Gradient share from the weights of rows, and what |J| is for the same rows with scaled scores."""
    return ratio_of_medians(jacobian_norm(raw), scaled_norm, "median Jacobian norm, unscaled over scaled")


def _averaged(values: Floats, average: Average, statistic: str) -> Estimate:
    if average == "median":
        return median_estimate(values, f"median {statistic}")
    if average == "mean":
        return mean_estimate(values, f"mean {statistic}")
    raise ValueError(f"average must be 'median' or 'mean', but it is {average!r}.")


def gradient_share(d_k: int, n_keys: int = 16, n_rows: int = DEFAULT_ROWS, seed: int = DEFAULT_SEED) -> Estimate:
    """Share of the gradient left without scaling: median |J(raw)| / median |J(scaled)| over rows, 1 = all.

    J is the softmax Jacobian with respect to the logits it is fed, |J| its Frobenius norm.
    """
    scores = _row_scores(d_k, n_keys, n_rows, seed)
    return _share(softmax(scores), _kept_scaled_norm(d_k, n_keys, n_rows, seed))


def gradient_share_divided(
    d_k: int, divided: float, n_keys: int = 16, n_rows: int = DEFAULT_ROWS, seed: int = DEFAULT_SEED
) -> Estimate:
    """Share of the gradient left when the scores are divided by d_k ** (divided / 2) only, ``divided`` in 0..1.

    median |J(divided)| / median |J(scaled)| over rows: `gradient_share` at 0, all of it, 1, at 1.
    Raises ValueError unless d_k >= 1 and ``divided`` is in 0..1.
    """
    share = real("divided", divided, 0, 1)
    scores = _row_scores(d_k, n_keys, n_rows, seed)
    return _share(softmax(scores / d_k ** (share / 2)), _kept_scaled_norm(d_k, n_keys, n_rows, seed))


def top_weight(
    d_k: int,
    n_keys: int = 16,
    scaled: bool = False,
    average: Average = "median",
    n_rows: int = DEFAULT_ROWS,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Largest attention weight of a row, from 1 / n_keys to 1: its median (the typical row) or its mean."""
    top = _row_weights(d_k, n_keys, scaled, n_rows, seed).max(axis=-1)
    return _averaged(top, average, "largest weight")


def effective_keys(
    d_k: int,
    n_keys: int = 16,
    scaled: bool = False,
    average: Average = "median",
    n_rows: int = DEFAULT_ROWS,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Keys that still count in a row, exp of the entropy, from 1 to n_keys: median or mean over rows."""
    counted = effective_keys_of(_row_weights(d_k, n_keys, scaled, n_rows, seed))
    return _averaged(counted, average, "effective keys")


@dataclass(frozen=True, slots=True)
class Sweep:
    """Statistics at each d_k of `d_ks`; every array has shape (len(d_ks),), except as noted.

    share: gradient share with its 95 % interval in share_low and share_high (1 = all of it is left).
    top_median and effective_median have shape (2, len(d_ks)): row 0 raw, row 1 scaled. top_mean is raw.
    """

    d_ks: Integers
    share: Floats
    share_low: Floats
    share_high: Floats
    top_median: Floats
    top_mean: Floats
    effective_median: Floats


def sweep(d_ks: Sequence[int], n_keys: int = 16, n_rows: int = DEFAULT_ROWS, seed: int = DEFAULT_SEED) -> Sweep:
    """All statistics of this module over several d_k, from one set of common draws."""
    wanted = dimensions("d_ks", d_ks)
    shares: list[Estimate] = []
    top_median, effective_median = np.empty((2, len(wanted))), np.empty((2, len(wanted)))
    top_mean = np.empty(len(wanted))
    for i, d_k in enumerate(wanted):
        scores = _row_scores(d_k, n_keys, n_rows, seed)
        pair = [softmax(scores), softmax(scale_scores(scores, d_k))]
        shares.append(_share(pair[0], jacobian_norm(pair[1])))
        top_median[:, i] = [np.median(weights.max(axis=-1)) for weights in pair]
        effective_median[:, i] = [np.median(effective_keys_of(weights)) for weights in pair]
        top_mean[i] = pair[0].max(axis=-1).mean()
    return Sweep(
        d_ks=frozen(np.array(wanted, dtype=np.int64)),
        share=frozen(np.array([share.value for share in shares])),
        share_low=frozen(np.array([share.low for share in shares])),
        share_high=frozen(np.array([share.high for share in shares])),
        top_median=frozen(top_median),
        top_mean=frozen(top_mean),
        effective_median=frozen(effective_median),
    )
