"""Logarithm of the variance-gamma density, without overflow at any d_k or x.

scipy's scaled Bessel function `kve` overflows once its order passes about 100 near x = 0. Above a
modest order the uniform expansion of K_v (DLMF 10.41.4) is exact to rounding, so it takes over there.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import scipy
from numpy.polynomial import Polynomial

from mathcore._validate import Floats

_LARGE_ORDER = 25.0
_TERMS = 9  # the first term left out is below 1e-13 of the sum at the smallest large order


@cache
def _expansion_polynomials() -> tuple[Polynomial, ...]:
    """U_0 .. U_8 of DLMF 10.41.9: U_{k+1} = t^2 (1 - t^2) U_k' / 2 + (1/8) integral of (1 - 5 s^2) U_k."""
    rise, weight = Polynomial([0, 0, 0.5, 0, -0.5]), Polynomial([0.125, 0, -0.625])
    found = [Polynomial([1.0])]
    while len(found) < _TERMS:
        found.append(rise * found[-1].deriv() + (weight * found[-1]).integ())
    return tuple(found)


def _log_share_of_middle(x: Floats, order: float) -> Floats:
    """log(f(x) / f(0)) for large order v and x > 0, by the uniform expansion of x^v K_v(x) in 1 / v."""
    z = x / order
    root = np.hypot(1.0, z)
    # x^v exp(-v eta) with eta = root + log(z / (1 + root)): the powers of z cancel and are never formed, nor is any
    # logarithm of that size. `beyond` is root - 1.
    beyond = z * (z / (1 + root))
    exponent = order * (np.log1p(beyond / 2) - beyond)
    return np.asarray(exponent - 0.5 * np.log(root) + np.log(_series(1 / root, order) / _series(np.ones(()), order)))


def _series(t: Floats, order: float) -> Floats:
    terms = ((-1.0) ** k * u(t) / order**k for k, u in enumerate(_expansion_polynomials()))
    return np.asarray(sum(terms))


def _log_at_zero(d_k: int) -> float:
    """log f(0): infinite for one dimension, Gamma((d_k - 1) / 2) / (2 sqrt(pi) Gamma(d_k / 2)) for more."""
    if d_k == 1:
        return float("inf")
    gammas = scipy.special.gammaln((d_k - 1) / 2) - scipy.special.gammaln(d_k / 2)
    return float(gammas - np.log(2) - 0.5 * np.log(np.pi))


def log_score_pdf(x: Floats, d_k: int) -> Floats:
    """log f(x) of mathcore.scores.score_pdf, for any x that is not NaN; -inf where x is infinite."""
    order = (d_k - 1) / 2
    size = np.abs(x)
    result = np.full(size.shape, _log_at_zero(d_k))
    result[np.isinf(size)] = -np.inf
    inside = (size > 0) & np.isfinite(size)
    s = size[inside]
    if order > _LARGE_ORDER:
        result[inside] += _log_share_of_middle(s, order)
        return result
    norm = order * np.log(2) + 0.5 * np.log(np.pi) + scipy.special.gammaln(d_k / 2)
    bessel = scipy.special.kve(order, s)
    with np.errstate(over="ignore", invalid="ignore"):
        value = order * np.log(s) + np.log(bessel) - s - norm
    # kve overflows only where x is so small that f(x) equals f(0) to the last digit.
    result[inside] = np.where(np.isfinite(bessel), value, result[inside])
    return result
