"""How many keys share the attention."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mathcore._validate import Floats, weights


def _as_weights(values: ArrayLike) -> Floats:
    return weights("weights", values)


def entropy(weights: ArrayLike) -> Floats:
    """H = -sum_i p_i log p_i over the last axis, in nats: 0 for one key, log(n_keys) for equal weights.

    Raises ValueError unless the weights are finite, not negative, and sum to 1.
    """
    return np.asarray(scipy.special.entr(_as_weights(weights)).sum(axis=-1))


def effective_keys(weights: ArrayLike) -> Floats:
    """exp(H), the keys that still count: from 1 (all weight on one key) to n_keys (equal weights).

    Source: Hill 1973, the diversity number of order 1 (the exponential of Shannon's entropy).
    """
    return np.asarray(np.exp(entropy(weights)))
