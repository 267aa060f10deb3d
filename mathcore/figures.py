"""Every named number that the film shows or speaks, with its rounding and what it measures."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np

from mathcore import film, parameters
from mathcore.caption import caption_attention
from mathcore.results import results, training_name
from mathcore.scores import score_std

_MINUS, _THIN_SPACE = "\u2212", "\u2009"


@dataclass(frozen=True, slots=True)
class Number:
    """One number of the lesson. `value` is exact and already in `unit` ("" or "%").

    `decimals` says how it is rounded when shown; -2 rounds to hundreds. `meaning` names the statistic.
    `grouped` is off for a year, which takes no thousands space.
    """

    name: str
    value: float
    decimals: int
    unit: str
    meaning: str
    grouped: bool = True

    @property
    def rounded(self) -> float:
        """`value` rounded to `decimals`, and never a negative zero."""
        return round(self.value, self.decimals) + 0.0

    @property
    def text(self) -> str:
        """The rounded digits as shown, without the unit: a true minus, and a thin space from 1 000 on."""
        digits = f"{self.rounded:{',' if self.grouped else ''}.{max(self.decimals, 0)}f}"
        return digits.replace(",", _THIN_SPACE).replace("-", _MINUS)

    @property
    def label(self) -> str:
        """`text` with its unit behind it: 37%, 22.6."""
        return self.text + self.unit


def at_stop(values: Mapping[str, np.ndarray], name: str, d_k: int) -> np.ndarray:
    """The column of a swept statistic at one d_k of the sweep."""
    return np.asarray(values[name][..., int(np.searchsorted(values["sweep_d_ks"], d_k))])


def _given() -> Iterator[Number]:
    """Numbers that are choices."""
    p = parameters
    yield Number("d_query", p.D_QUERY, 0, "", "entries of the query in the opening question")
    yield Number("d_key", p.D_KEY, 0, "", "entries of the key in the opening question")
    yield Number("d_unpaired", p.D_QUERY - p.D_KEY, 0, "", "query entries that no key entry meets")
    yield Number("n_keys", p.N_KEYS, 0, "", "keys that one query attends over")
    yield Number("n_scores", p.N_SCORES, 0, "", "simulated scores in the histogram")
    yield Number("n_walks", p.N_WALKS, 0, "", "scores drawn as walks")
    for stop in p.STOPS:
        yield Number(f"d_stop_{stop}", stop, 0, "", "d_k where the slider rests")
    yield Number("d_small", p.STOPS[0], 0, "", "smallest d_k of the prediction")
    yield Number("d_large", p.STOPS[-1], 0, "", "largest d_k of the prediction")
    yield Number("n_seeds", p.N_TRAINING_SEEDS, 0, "", "seeds of each training experiment")
    yield Number("train_steps", p.TRAINING_STEPS, 0, "", "gradient descent steps of one training run")
    yield Number("image_std", p.IMAGE_STD, 0, "", "standard deviation of the image side that is too wide")
    yield Number("prediction_seconds", p.PREDICTION_SECONDS, 0, "", "seconds to make a prediction")
    yield Number("paper_year", p.PAPER_YEAR, 0, "", "year of Attention Is All You Need", grouped=False)
    for size in sorted({size for _, size in p.MODEL_HEAD_DIMS}):
        models = ", ".join(name for name, d_k in p.MODEL_HEAD_DIMS if d_k == size)
        yield Number(f"head_{size}", size, 0, "", f"dimension of one attention head in {models}")


def _spread() -> Iterator[Number]:
    """The spread of scores: exact, and measured on the 20 000."""
    for d_k in (4, 16, 64, 512):
        exact = f"exact standard deviation of a score at d_k = {d_k}"
        yield Number(f"sigma_{d_k}", score_std(d_k), 1, "", exact)
        measured = f"standard deviation of the simulated scores at d_k = {d_k}"
        yield Number(f"sample_std_{d_k}", film.score_sample_std(d_k), 1, "", measured)
    for d_k in parameters.STOPS:
        measured = f"variance of the simulated scores at d_k = {d_k}"
        yield Number(f"sample_var_{d_k}", film.score_sample_variance(d_k), 1, "", measured)
    yield Number("sigma_scaled", 1, 0, "", "exact standard deviation of a scaled score at any d_k")


def _exponentials() -> Iterator[Number]:
    """How softmax turns a gap between scores into a ratio of weights."""
    scores = np.sort(film.film_scores(parameters.D_MAX))
    gap, points = float(scores[-1] - scores[-2]), 10
    yield Number("odds_one", float(np.exp(1)), 1, "", "ratio of two weights whose scores are one point apart")
    yield Number("gap_points", points, 0, "", "an ordinary gap between scores at d_k = 512")
    ratio = "ratio of two weights whose scores are ten points apart"
    yield Number("odds_ten", float(np.exp(points)), -3, "", ratio)
    yield Number("gap_512", gap, 1, "", "gap between the two best of the film's scores at d_k = 512")
    ratio = "ratio of the film's two largest weights at d_k = 512"
    yield Number("odds_gap_512", float(np.exp(gap)), -2, "", ratio)


def _film() -> Iterator[Number]:
    """Single draws: the film's own 16 keys."""
    top_decimals = {4: 2, 16: 2, 64: 2, 256: 3, 512: 4}
    for d_k in parameters.STOPS:
        for scaled, name in ((False, ""), (True, "scaled_")):
            how = f"of the film's 16 keys at d_k = {d_k}, {'scaled' if scaled else 'raw'} (a single draw)"
            top = float(film.film_weights(d_k, scaled).max())
            decimals = 2 if scaled else top_decimals[d_k]
            yield Number(f"film_top_{name}{d_k}", top, decimals, "", f"largest weight {how}")
            counted = film.film_effective_keys(d_k, scaled)
            yield Number(f"film_effective_{name}{d_k}", counted, 1, "", f"effective keys {how}")
        share = film.film_gradient_share(d_k)
        meaning = f"Jacobian norm, raw as a share of scaled, film's 16 keys at d_k = {d_k} (a single draw)"
        yield Number(f"film_gradient_{d_k}", share, 0 if share >= 1 else 1, "%", meaning)


def _typical() -> Iterator[Number]:
    """Medians and means over many rows of 16 keys."""
    swept = results()
    rows = f"{parameters.SWEEP_ROWS:,}".replace(",", _THIN_SPACE)
    median = float(at_stop(swept, "top_median", 512)[0])
    yield Number("top_512_median", median, 4, "", f"median over {rows} rows of the largest raw weight at d_k = 512")
    mean = float(at_stop(swept, "top_mean", 512))
    yield Number("top_512_mean", mean, 2, "", f"mean over {rows} rows of the largest raw weight at d_k = 512")
    parts = "whole thousandths in the median largest raw weight at d_k = 512"
    yield Number("thousand_parts", float(np.floor(1000 * median)), 0, "", parts)
    for d_k in (16, 64, 256, 512):
        share = float(100 * at_stop(swept, "share", d_k))
        meaning = f"median Jacobian norm over {rows} rows, raw as a share of scaled, at d_k = {d_k}"
        yield Number(f"share_{d_k}", share, 0 if share >= 1 else 1, "%", meaning)


def _training() -> Iterator[Number]:
    """Final accuracy of the training experiment."""
    for d_k in parameters.TOGGLE_STOPS:
        for scaled in (False, True):
            name = training_name(d_k, scaled)
            accuracy = float(100 * results()[f"accuracy_{name}"].mean())
            run = f"at d_k = {d_k}, {'scaled' if scaled else 'raw'}"
            meaning = f"mean over seeds of the share of training inputs routed right at the end, {run}"
            yield Number(f"train_accuracy_{name}", accuracy, 0, "%", meaning)
    chance = 100 / parameters.N_KEYS
    yield Number("train_chance", chance, 0, "%", "share routed right by guessing among 16 keys")


def _caption() -> Iterator[Number]:
    """The constructed caption and image."""
    example = caption_attention()
    yield Number("n_words", len(example.words), 0, "", "words of the caption")
    yield Number("n_patches", example.image_classes.size, 0, "", "patches of the image")
    spread = "standard deviation of scaled scores over random heads"
    for name, value, side in (
        ("image_spread", example.spread, "standard deviation 1"),
        ("image_spread_wide", example.spread_wide, "standard deviation 3"),
        ("image_spread_normalised", example.spread_normalised, "standard deviation 3, then normalised"),
    ):
        yield Number(name, value, 1, "", f"{spread}, image side with {side}")
    boat = example.words.index("boat")
    for name, weights in (("", example.weights), ("_wide", example.weights_wide)):
        side = "standard deviation 3" if name else "standard deviation 1"
        meaning = f"largest weight of the word boat, image side with {side} (constructed example)"
        yield Number(f"image_top{name}", float(weights[boat].max()), 2, "", meaning)


@cache
def numbers() -> Mapping[str, Number]:
    """Every named number of the lesson, by name; read-only."""
    found: dict[str, Number] = {}
    for group in (_given, _spread, _exponentials, _film, _typical, _training, _caption):
        for entry in group():
            if entry.name in found:
                raise ValueError(f"two numbers are named {entry.name!r}.")
            found[entry.name] = entry
    return MappingProxyType(found)


def number(name: str) -> Number:
    """The number of that name. Raises ValueError for an unknown one, and suggests the nearest."""
    known = numbers()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(str(name), known, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else "see mathcore.lesson.numbers() for all of them."
    raise ValueError(f"the lesson has no number named {name!r}; {hint}")
