"""The numbers of the page's figures as plain data: the explorer, the boundary plot and the training curves."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mathcore import explorer, lesson
from mathcore.scores import score_pdf

LOSS_TICKS = (0, 1, 2)
SCORE_TICKS = (-60, -40, -20, 0, 20, 40, 60)


def packed(array: NDArray[Any], kind: str) -> str:
    """An array in the little-endian type `kind` ("i4", "u2", "f4"), last index fastest, as base64."""
    return base64.b64encode(np.ascontiguousarray(array, dtype=f"<{kind}").tobytes()).decode()


def rounded(array: NDArray[Any], digits: int = 7) -> list[float]:
    """Numbers with so many significant digits, which JSON writes shorter than all sixteen."""
    return [float(f"{value:.{digits}g}") for value in array]


def explorer_data() -> dict[str, Any]:
    """All that the live figure needs at every stop of its slider; shapes are in the comment at each array."""
    variances = explorer.sample_variances()
    scores = np.array([explorer.set_scores(number) for number in range(len(explorer.SET_SEEDS))])
    return {
        "stops": list(explorer.STOPS),
        "film_stops": list(lesson.STOPS),
        "toggle_stops": list(lesson.TOGGLE_STOPS),
        "n_sets": len(explorer.SET_SEEDS),
        "set_keys": explorer.SET_KEYS,
        "film_keys": lesson.N_KEYS,
        "key_counts": list(explorer.KEY_COUNTS),
        "score_unit": 2.0**-explorer.SCORE_BITS,
        "scores": packed(explorer.fixed_point(scores), "i4"),  # sets, stops, keys
        "edges": lesson.BIN_EDGES.tolist(),
        "n_scores": lesson.N_SCORES,
        "histogram": packed(explorer.histograms(), "u2"),  # stops, bins
        "curve_step": explorer.CURVE_STEP,
        "curve_points": explorer.curves().shape[1],
        "curve": packed(explorer.curves(), "f4"),  # stops, points
        "axis": {
            "limit": lesson.SCORE_LIMIT,
            # The highest density of the film's slider, which begins at the smallest of its stops.
            "top": float(score_pdf(np.array([0.0]), lesson.STOPS[0])[0]),
            "ticks": list(SCORE_TICKS),
        },
        "variance": rounded(variances, 9),
        "std": rounded(np.sqrt(variances), 9),
        "gradient_share": [rounded(100 * row, 9) for row in explorer.gradient_shares()],
    }


def boundary_data() -> dict[str, Any]:
    """The gradient left without scaling, against d_k, with what beat 7 marks on the curve."""
    from scenes.boundary import CATASTROPHIC, COSMETIC, DEFINITION, TOP

    d_ks, shares = lesson.gradient_curve()
    sizes = sorted({size for _, size in lesson.MODEL_HEAD_DIMS})
    return {
        "d_ks": d_ks.tolist(),
        "shares": rounded(shares),
        "cosmetic": COSMETIC,
        "catastrophic": CATASTROPHIC,
        "top": TOP,
        "definition": " ".join(DEFINITION),
        "models": [
            {"d_k": size, "names": [name for name, other in lesson.MODEL_HEAD_DIMS if other == size]} for size in sizes
        ],
    }


def training_data() -> dict[str, Any]:
    """Loss against step, raw and scaled, for the three d_k of beat 7: mean over the seeds, lowest and highest seed."""
    from scenes.training_panels import LOSS_TOP, VERDICTS

    curves = lesson.training_curves()
    losses = [
        [[c.mean(axis=0), c.min(axis=0), c.max(axis=0)] for c in (curves[d_k, False], curves[d_k, True])]
        for d_k in lesson.TOGGLE_STOPS
    ]
    return {
        "steps": lesson.TRAINING_STEPS,
        "seeds": lesson.N_TRAINING_SEEDS,
        "loss_top": LOSS_TOP,
        "loss_ticks": list(LOSS_TICKS),
        "chance": lesson.number("train_chance").label,
        "d_ks": list(lesson.TOGGLE_STOPS),
        "verdicts": [VERDICTS[d_k] for d_k in lesson.TOGGLE_STOPS],
        "accuracy": [
            [lesson.number(f"train_accuracy_{d_k}_{side}").label for side in ("raw", "scaled")]
            for d_k in lesson.TOGGLE_STOPS
        ],
        "losses": packed(np.array(losses), "f4"),  # dimensions, raw and scaled, mean lowest highest, steps
    }
