"""The exact density of scores on the film's fixed axis, as beats 3, 4, 6 and 9 draw it."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from mathcore import lesson
from mathcore.scores import score_pdf

X = np.linspace(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, 561)
TOP = float(score_pdf(np.array([0.0]), lesson.STOPS[0])[0])  # the highest density the film's slider shows


@cache
def _at(d_k: int) -> np.ndarray:
    return np.asarray(score_pdf(X, d_k))


def density(d_k: float) -> np.ndarray:
    """Density (561,) at X. Between whole d_k it is drawn linearly, as ``lesson.score_histogram`` is."""
    low = math.floor(d_k)
    share = d_k - low
    return _at(low) if share == 0 else (1 - share) * _at(low) + share * _at(low + 1)
