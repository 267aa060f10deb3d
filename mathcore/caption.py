"""A constructed example of attention between two kinds of data: six caption words over 36 image patches.

Not a trained model: word and patch vectors are built so that "red" and "boat" point at the boat and "sun"
at the sun, once two fixed random projections have carried both sides to d_k = 64. Scales are those of real
layers: every vector has entries of mean 0 and variance 1, and the projections keep that variance. The seed
is the first for which the three meaningful words give over 0.6 of their weight to what they mean, the other
words under 0.15 to any one patch, and a wide image side pushes every meaningful word past 0.9 on one patch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mathcore import parameters
from mathcore._validate import Floats, along, finite, frozen
from mathcore.softmax import scale_scores, softmax

WORDS: Final = ("a", "red", "boat", "under", "the", "sun")
IMAGE: Final = (
    ("sky", "sky", "sky", "sky", "sun", "sun"),
    ("sky", "sky", "sky", "sky", "sun", "sun"),
    ("sky", "sky", "boat", "sky", "sky", "sky"),
    ("sky", "boat", "boat", "boat", "sky", "sky"),
    ("water", "water", "water", "water", "water", "water"),
    ("water", "water", "water", "water", "water", "water"),
)
MEANINGS: Final = {"red": "boat", "boat": "boat", "sun": "sun"}
"""The class of patch that a word is built to look for; the other words look for nothing."""

D_SHARED: Final = 64
_SEED: Final = 261
# Share of a vector's length that it owes to its class; the rest is noise.
_PATCH_SHARE, _WORD_SHARE = 0.7, 0.65
_RANDOM_HEADS: Final = 256


@dataclass(frozen=True, slots=True)
class CaptionAttention:
    """All arrays are read-only. A row is a word of `words`, a column a patch, row by row of `image_classes`.

    image_classes (6, 6) text; query_vectors (6, 512); patch_vectors (36, 64); query_projection (512, 64);
    key_projection (64, 64); scores (6, 36) raw; weights (6, 36) scaled; weights_unscaled; weights_wide:
    scaled, but the image side has standard deviation 3; weights_normalised: the same wide patches after a
    layer norm. spread, spread_wide, spread_normalised: standard deviation of the scaled scores over random
    heads, for the same three image sides.
    """

    words: tuple[str, ...]
    image_classes: NDArray[np.str_]
    query_vectors: Floats
    patch_vectors: Floats
    query_projection: Floats
    key_projection: Floats
    scores: Floats
    weights: Floats
    weights_unscaled: Floats
    weights_wide: Floats
    weights_normalised: Floats
    spread: float
    spread_wide: float
    spread_normalised: float

    def class_weight(self, word: str, content: str) -> float:
        """Weight that a word gives to all patches of one class together, scaled, from 0 to 1."""
        if word not in self.words:
            raise ValueError(f"word must be one of {', '.join(self.words)}, but it is {word!r}.")
        here = self.image_classes.ravel() == content
        if not here.any():
            raise ValueError(f"content must be a class of the image, but it is {content!r}.")
        return float(self.weights[self.words.index(word), here].sum())


def layer_norm(vectors: ArrayLike, epsilon: float = 1e-5) -> Floats:
    """(x - mean) / sqrt(variance + epsilon) over the last axis, same shape, without gain or bias.

    Raises ValueError for NaN or an empty axis. Source: Ba, Kiros and Hinton 2016.
    """
    x = finite("vectors", vectors)
    along("vectors", x)
    centred = x - x.mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + epsilon))


def _standardised(x: Floats) -> Floats:
    """Mean 0 and variance 1 over the last axis."""
    return layer_norm(x, epsilon=0.0)


def _mixed(share: float, direction: Floats, noise: Floats) -> Floats:
    """A vector of entries with variance 1 that owes `share` of its length to `direction`."""
    return np.asarray(share * direction + np.sqrt(1 - share**2) * noise)


def _scaled_scores(queries: Floats, keys: Floats) -> Floats:
    return scale_scores(queries @ keys.T, D_SHARED)


def _random_head_spreads(words: Floats, sides: dict[str, Floats], seed: int) -> dict[str, float]:
    """Standard deviation of the scaled scores over heads with random projections, for each image side.

    Projection entries have variance 1 / inputs. All sides go through the same heads, so they differ in
    nothing else.
    """
    generator = np.random.default_rng(seed)
    found: dict[str, list[Floats]] = {name: [] for name in sides}
    for _ in range(_RANDOM_HEADS):
        w_q = generator.standard_normal((parameters.D_QUERY, D_SHARED)) / np.sqrt(parameters.D_QUERY)
        w_k = generator.standard_normal((parameters.D_KEY, D_SHARED)) / np.sqrt(parameters.D_KEY)
        queries = words @ w_q
        for name, patches in sides.items():
            found[name].append(_scaled_scores(queries, patches @ w_k))
    return {name: float(np.std(scores)) for name, scores in found.items()}


@cache
def caption_attention() -> CaptionAttention:
    """The example, built from its fixed seed; see the class for what it holds."""
    return _build(_SEED)


def _build(seed: int) -> CaptionAttention:
    generator = np.random.default_rng(seed)
    d_text, d_image = parameters.D_QUERY, parameters.D_KEY
    w_q = generator.standard_normal((d_text, D_SHARED)) / np.sqrt(d_text)
    w_k = generator.standard_normal((d_image, D_SHARED)) / np.sqrt(d_image)
    classes = np.array(IMAGE)
    flat = classes.ravel()
    names = sorted(set(flat.tolist()))
    directions = {name: _standardised(generator.standard_normal(d_image)) for name in names}
    shared = np.array([directions[name] for name in flat.tolist()])
    patches = _standardised(_mixed(_PATCH_SHARE, shared, generator.standard_normal((flat.size, d_image))))

    # A word's query is chosen in the shared space, then carried back: the shortest vector that projects to
    # it, plus noise that the projection does not see.
    noise = _standardised(generator.standard_normal((len(WORDS), D_SHARED)))
    queries = noise.copy()
    for row, word in enumerate(WORDS):
        if word in MEANINGS:
            target = _standardised(directions[MEANINGS[word]] @ w_k)
            queries[row] = _standardised(_mixed(_WORD_SHARE, target, noise[row]))
    back = np.linalg.pinv(w_q)
    unseen = generator.standard_normal((len(WORDS), d_text))
    words = _standardised(queries @ back + unseen - unseen @ w_q @ back)

    scores = (words @ w_q) @ (patches @ w_k).T
    wide = parameters.IMAGE_STD * patches
    normalised = layer_norm(wide)
    sides = {"spread": patches, "spread_wide": wide, "spread_normalised": normalised}
    spreads: dict[str, Any] = _random_head_spreads(words, sides, seed + 1)
    arrays: dict[str, NDArray[Any]] = {
        "image_classes": classes,
        "query_vectors": words,
        "patch_vectors": patches,
        "query_projection": w_q,
        "key_projection": w_k,
        "scores": scores,
        "weights": softmax(scale_scores(scores, D_SHARED)),
        "weights_unscaled": softmax(scores),
        "weights_wide": softmax(_scaled_scores(words @ w_q, wide @ w_k)),
        "weights_normalised": softmax(_scaled_scores(words @ w_q, normalised @ w_k)),
    }
    held: dict[str, Any] = {name: frozen(array) for name, array in arrays.items()}
    return CaptionAttention(words=WORDS, **held, **spreads)
