"""Scores q.k: nested draws, measured moments, and the exact law for normal entries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mathcore import _density
from mathcore._validate import Floats, Integers, along, finite, no_nan, whole
from mathcore.estimates import Estimate, from_error, mean_estimate

_ROWS_AT_ONCE = 1_000  # keeps the temporary arrays of a sweep near 4 MB at d_max = 512


def products(queries: ArrayLike, keys: ArrayLike) -> Floats:
    """Terms q_i k_i of the dot product, shape (..., d); leading axes broadcast.

    The last axes must be equally long: a query of 512 entries and a key of 64 have no dot product, and
    numpy's own broadcasting of a length of 1 would hide that. Raises ValueError.
    """
    left, right = finite("queries", queries), finite("keys", keys)
    along("queries", left)
    along("keys", right)
    if left.shape[-1] != right.shape[-1]:
        raise ValueError(
            f"queries have {left.shape[-1]} entries and keys have {right.shape[-1]}, "
            "so they have no dot product; project both to one d_k first."
        )
    try:
        return np.asarray(left * right)
    except ValueError:
        raise ValueError(
            f"queries of shape {left.shape} and keys of shape {right.shape} do not broadcast together."
        ) from None


def nested_scores(products: ArrayLike) -> Floats:
    """Score at every d_k = 1..D: cumulative sums over the last axis, shape kept; d_k is at index d_k - 1.

    Moving d_k therefore only adds terms; nothing is drawn again.
    """
    terms = finite("products", products)
    along("products", terms)
    return np.cumsum(terms, axis=-1)


def simulate_products(n: int, d_max: int, seed: int) -> Floats:
    """Terms q_i k_i of `n` independent query-key pairs with standard normal entries, shape (n, d_max).

    Rows are drawn one after the other, so the first rows of a larger draw are the smaller draw.
    """
    n, d_max = whole("n", n), whole("d_max", d_max)
    generator = np.random.default_rng(whole("seed", seed, least=0))
    terms = np.empty((n, d_max))
    for start in range(0, n, _ROWS_AT_ONCE):
        stop = min(start + _ROWS_AT_ONCE, n)
        pairs = generator.standard_normal((stop - start, 2, d_max))
        np.multiply(pairs[:, 0], pairs[:, 1], out=terms[start:stop])
    return terms


@dataclass(frozen=True, slots=True)
class Moments:
    """Measured moments of a sample of scores, each with its confidence interval."""

    mean: Estimate
    variance: Estimate
    std: Estimate
    excess_kurtosis: Estimate


def moments(scores: ArrayLike) -> Moments:
    """Mean, variance (n - 1 in the denominator), standard deviation and excess kurtosis of a 1-D sample.

    Intervals are at 95 % and use the sample's own higher moments (the influence function of each
    statistic), since scores at small d_k are far from normal. Raises ValueError for fewer than 8 scores, a
    sample without spread, NaN, or another shape than (n,).
    """
    sample = finite("scores", scores)
    if sample.ndim != 1 or sample.size < 8:
        raise ValueError(f"scores must be a list of at least 8 numbers, but its shape is {sample.shape}.")
    n = sample.size
    centred = sample - sample.mean()
    spread = float(np.sqrt(np.mean(centred**2)))
    if spread == 0:
        raise ValueError("scores must differ from each other, but they are all equal.")
    z = centred / spread
    kurtosis = float(np.mean(z**4))
    variance = float(sample.var(ddof=1))
    variance_error = spread**2 * float(np.sqrt(max(kurtosis - 1, 0) / n))
    # Influence of one score on the fourth standardised moment; its spread gives the standard error.
    influence = z**4 - kurtosis - 2 * kurtosis * (z**2 - 1) - 4 * np.mean(z**3) * z
    return Moments(
        mean=mean_estimate(sample, "mean score"),
        variance=from_error(variance, variance_error, "variance of the scores", n),
        std=from_error(float(np.sqrt(variance)), variance_error / (2 * spread), "standard deviation of the scores", n),
        excess_kurtosis=from_error(
            kurtosis - 3, float(influence.std() / np.sqrt(n)), "excess kurtosis of the scores", n
        ),
    )


def score_variance(d_k: int) -> float:
    """Var(q.k) = d_k for independent entries with mean 0, variance 1 (Vaswani et al. 2017, 3.2.1)."""
    return float(whole("d_k", d_k))


def score_std(d_k: int) -> float:
    """Standard deviation of q.k: sqrt(d_k)."""
    return float(np.sqrt(whole("d_k", d_k)))


def excess_kurtosis(d_k: int) -> float:
    """Excess kurtosis of q.k with standard normal entries: 6 / d_k, heavier tails than normal."""
    return 6 / whole("d_k", d_k)


def score_pdf(x: ArrayLike, d_k: int) -> Floats:
    """Exact density of q.k for standard normal entries, per unit of score; same shape as `x`.

    f(x) = |x|^v K_v(|x|) / (2^v sqrt(pi) Gamma(d_k / 2)) with v = (d_k - 1) / 2, a variance-gamma law.
    At x = 0 it is infinite for d_k = 1 and Gamma(v) / (2 sqrt(pi) Gamma(d_k / 2)) otherwise; d_k = 2 is
    the Laplace law exp(-|x|) / 2. Infinite x gives 0; NaN raises ValueError.
    Source: Madan, Carr and Chang 1998 for the law; DLMF 10.40 and 10.41 for K_v.
    """
    d_k = whole("d_k", d_k)
    return np.asarray(np.exp(_density.log_score_pdf(no_nan("x", x), d_k)))


def histogram_sweep(products: ArrayLike, edges: ArrayLike) -> Integers:
    """Counts of the nested scores in each bin, for every d_k = 1..D; shape (D, bins).

    `products` has shape (n, D) and `edges` (bins + 1,) increasing. As in numpy.histogram a bin holds its
    left edge, the last bin also its right one, and scores outside all bins are not counted.
    """
    terms, ends = finite("products", products), finite("edges", edges)
    if terms.ndim != 2 or 0 in terms.shape:
        raise ValueError(f"products must have shape (n, D), n and D at least 1, but it is {terms.shape}.")
    if ends.ndim != 1 or ends.size < 2 or not (np.diff(ends) > 0).all():
        raise ValueError("edges must be a list of at least two increasing numbers.")
    d_max, bins = terms.shape[1], ends.size - 1
    slots = bins + 2  # one more on each side collects what falls outside
    counts = np.zeros(d_max * slots, dtype=np.int64)
    offsets = np.arange(d_max) * slots
    for start in range(0, terms.shape[0], _ROWS_AT_ONCE):
        scores = nested_scores(terms[start : start + _ROWS_AT_ONCE])
        slot = np.searchsorted(ends, scores, side="right")
        slot[scores == ends[-1]] = bins
        counts += np.bincount((slot + offsets).ravel(), minlength=counts.size)
    return counts.reshape(d_max, slots)[:, 1:-1]
