"""The gradient of softmax, from terms that are all added with one sign, so nothing cancels."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mathcore._validate import Floats, along, finite
from mathcore._validate import weights as check_weights


def _sum_of_others(values: Floats) -> Floats:
    """sum_{j != i} x_j for each i along the last axis, by sums from both ends (never total - x_i)."""
    others = np.zeros_like(values)
    n = values.shape[-1]
    # A loop over keys with whole columns inside is several times faster than cumsum for many rows.
    for order in (range(n), range(n - 1, -1, -1)):
        running = np.zeros(values.shape[:-1])
        for i in order:
            others[..., i] += running
            running += values[..., i]
    return others


def softmax_jacobian(weights: ArrayLike) -> Floats:
    """J_ij = dp_i / dx_j = p_i (delta_ij - p_j), shape (..., n, n) for weights of shape (..., n).

    The diagonal is p_i times the sum of the other weights: the same as p_i (1 - p_i), but right to the
    last digit when p_i rounds to 1. Raises ValueError unless the rows are weights.
    """
    p = check_weights("weights", weights)
    jacobian = -p[..., :, None] * p[..., None, :]
    place = np.arange(p.shape[-1])
    jacobian[..., place, place] = p * _sum_of_others(p)
    return np.asarray(jacobian)


def softmax_backward(weights: ArrayLike, upstream: ArrayLike) -> Floats:
    """What a backward pass through softmax leaves: sum_i g_i J_ij, shape (..., n).

    ``upstream`` (..., n) is the gradient g with respect to the weights (..., n); the result is the gradient with
    respect to the logits. As sum_{i != j} p_i p_j (g_j - g_i), which is p_j (g_j - sum_i p_i g_i) but right to the last
    digits when one p_i rounds to 1. It sums to 0, and a g that is the same for all keys leaves nothing.
    Raises ValueError unless the rows are weights, g is finite and both have one shape.
    """
    p, g = check_weights("weights", weights), finite("upstream", upstream)
    along("upstream", g)
    if p.shape != g.shape:
        raise ValueError(f"upstream must have the shape of the weights, {p.shape}, but its shape is {g.shape}.")
    pairs = p[..., :, None] * p[..., None, :] * (g[..., :, None] - g[..., None, :])
    return np.asarray(pairs.sum(axis=-1))


def jacobian_norm(weights: ArrayLike) -> Floats:
    """Frobenius norm of the softmax Jacobian, shape (...) for weights of shape (..., n).

    sqrt( sum_i (p_i sum_{j != i} p_j)^2 + sum_i p_i^2 sum_{j != i} p_j^2 ), which is the root of the sum
    of all squared entries. The closed form with power sums of p subtracts nearly equal numbers when the
    softmax is saturated, and then takes the root of a negative number; every term here is positive.
    """
    p = check_weights("weights", weights)
    diagonal = p * _sum_of_others(p)
    # The largest entry of J is on its diagonal. Measuring in that unit keeps squares from underflowing.
    unit = np.maximum(diagonal.max(axis=-1, keepdims=True), np.finfo(np.float64).tiny)
    squares = (p / np.sqrt(unit)) ** 2
    total = (diagonal / unit) ** 2 + squares * _sum_of_others(squares)
    return np.asarray(unit[..., 0] * np.sqrt(total.sum(axis=-1)))
