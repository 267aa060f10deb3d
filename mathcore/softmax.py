"""Softmax and the scaling of scores. scipy does the arithmetic; bad input gets a sentence."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mathcore._validate import Floats, along, finite, no_nan, real, whole


def _logits(logits: ArrayLike, axis: int) -> Floats:
    """Check logits: a real array with something along `axis`, no NaN, no +inf, and not all -inf."""
    array = no_nan("logits", logits)
    along("logits", array, axis)
    if np.isposinf(array).any():
        raise ValueError("logits must not be +inf: the weights would have no limit.")
    if np.isneginf(array).all(axis=axis).any():
        raise ValueError("logits are -inf all along one row, so there is no key to give the weight to.")
    return array


def softmax(logits: ArrayLike, axis: int = -1) -> Floats:
    """Weights p_i = exp(x_i) / sum_j exp(x_j) along `axis`; same shape as `logits`, each row sums to 1.

    An entry of -inf (a masked key) gets weight 0. Raises ValueError for NaN, +inf, an empty axis, or a row
    that is -inf throughout. Source: scipy.special.softmax.
    """
    array = _logits(logits, axis)
    # Logits near the ends of the float range may be further apart than a float can say; the weight is 0 then.
    with np.errstate(over="ignore"):
        return np.asarray(scipy.special.softmax(array, axis=axis))


def log_softmax(logits: ArrayLike, axis: int = -1) -> Floats:
    """log p_i = x_i - log sum_j exp(x_j) along `axis`, in nats; errors as in `softmax`."""
    array = _logits(logits, axis)
    masked = np.isneginf(array)
    # scipy warns about log(0) at masked keys; their -inf is meant.
    with np.errstate(divide="ignore"):
        result = np.asarray(scipy.special.log_softmax(array, axis=axis))
    result[masked] = -np.inf
    return result


def weight_ratio(points: float) -> float:
    """exp(points): how many times larger a weight is whose logit lies `points` higher. Raises ValueError over 700.

    Source: the softmax itself, p_i / p_j = exp(x_i - x_j).
    """
    return float(np.exp(real("points", points, -700, 700)))


def scale_scores(scores: ArrayLike, d_k: int) -> Floats:
    """Scaled scores (q.k) / sqrt(d_k), same shape; their variance is 1 whatever d_k is.

    Raises ValueError for d_k < 1 and scores that are not finite. Source: Vaswani et al. 2017, section 3.2.1.
    """
    return np.asarray(finite("scores", scores) / np.sqrt(whole("d_k", d_k)))
