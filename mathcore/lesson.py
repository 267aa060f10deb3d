"""The lesson in one place: its parameters, its drawings' arrays and every number shown or spoken.

Scenes and the script import from here and from nowhere else in the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np

from mathcore import parameters
from mathcore._validate import Floats, Integers, frozen, real
from mathcore.caption import CaptionAttention, caption_attention, layer_norm
from mathcore.figures import Number, number, numbers
from mathcore.film import (
    choose_key_seed,
    choose_upstream_seed,
    film_effective_keys,
    film_gradient_share,
    film_jacobian,
    film_score_gradient,
    film_scores,
    film_upstream,
    film_vectors,
    film_walks,
    film_weights,
    key_seed_distance,
    score_histogram,
    score_sample_std,
    score_sample_variance,
    upstream_seed_distance,
    walks,
)
from mathcore.parameters import (
    BIN_EDGES,
    D_KEY,
    D_MAX,
    D_QUERY,
    IMAGE_STD,
    KEY_SEED,
    KEY_SEED_CANDIDATES,
    MODEL_HEAD_DIMS,
    N_KEYS,
    N_SCORES,
    N_TRAINING_SEEDS,
    N_WALKS,
    SCORE_LIMIT,
    SCORE_SEED,
    STOPS,
    TOGGLE_STOPS,
    TRAINING_STEPS,
    UPSTREAM_SEED,
    UPSTREAM_SEED_CANDIDATES,
)
from mathcore.results import results, training_name

__all__ = [
    "BIN_EDGES",
    "D_KEY",
    "D_MAX",
    "D_QUERY",
    "IMAGE_STD",
    "KEY_SEED",
    "KEY_SEED_CANDIDATES",
    "MODEL_HEAD_DIMS",
    "N_KEYS",
    "N_SCORES",
    "N_TRAINING_SEEDS",
    "N_WALKS",
    "SCORE_LIMIT",
    "SCORE_SEED",
    "STOPS",
    "TOGGLE_STOPS",
    "TRAINING_STEPS",
    "UPSTREAM_SEED",
    "UPSTREAM_SEED_CANDIDATES",
    "CaptionAttention",
    "Number",
    "caption_attention",
    "choose_key_seed",
    "choose_upstream_seed",
    "film_effective_keys",
    "film_gradient_share",
    "film_jacobian",
    "film_score_gradient",
    "film_scores",
    "film_upstream",
    "film_vectors",
    "film_walks",
    "film_weights",
    "gradient_curve",
    "gradient_share_at",
    "key_seed_distance",
    "layer_norm",
    "number",
    "numbers",
    "score_histogram",
    "score_sample_std",
    "score_sample_variance",
    "training_accuracies",
    "training_curves",
    "upstream_seed_distance",
    "walks",
]


def gradient_curve() -> tuple[Integers, Floats]:
    """d_k (m,) and gradient shares (m,): median Jacobian norm over rows, raw over scaled, 1 = all of it."""
    swept = results()
    return frozen(swept["sweep_d_ks"].astype("int64")), swept["share"]


def gradient_share_at(d_k: float) -> float:
    """The median of `gradient_curve` at any d_k, in percent; between the sweep's dimensions even in log2 d_k.

    The film's gradient: what stands at a d_k is the same in every beat. Raises ValueError outside 1..512.
    """
    d_ks, shares = gradient_curve()
    at = real("d_k", d_k, 1, parameters.D_MAX)
    return float(100 * np.interp(np.log2(at), np.log2(d_ks), shares))


def _trained(what: str) -> Mapping[tuple[int, bool], Floats]:
    return MappingProxyType(
        {
            (d_k, scaled): frozen(results()[f"{what}_{training_name(d_k, scaled)}"].astype("float64"))
            for d_k in TOGGLE_STOPS
            for scaled in (False, True)
        }
    )


@cache
def training_curves() -> Mapping[tuple[int, bool], Floats]:
    """Loss curves by (d_k, scaled), (seeds, steps + 1): squared error before every step and at the end."""
    return _trained("losses")


@cache
def training_accuracies() -> Mapping[tuple[int, bool], Floats]:
    """Final accuracies by (d_k, scaled), each (seeds,): share of training inputs routed right, 0..1."""
    return _trained("accuracy")
