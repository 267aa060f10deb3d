"""Beat 3 reads the numbers of the lesson at every stop, on an axis that stays, and its charts part without crossing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mathcore import lesson
from mathcore.scores import score_pdf
from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes.kit.layout import extent
from scenes.kit.look import Look, set_look
from scenes.kit.timeline import Play
from scenes.simulate_parts import SIDE_BY_SIDE, Trio, score_chart, weight_chart

SETTINGS = Settings(256, 144, Fraction(15))


def test_at_every_stop_the_readouts_and_the_bars_are_those_of_the_lesson() -> None:
    seen: dict[float, tuple[str, str, str, np.ndarray]] = {}

    def watch(beat: Any, play: Play, moment: str) -> None:
        if moment == "end" and beat.d_k.value in lesson.STOPS:
            texts = (beat.variance.number.text, beat.keys.number.text, beat.gradient.number.text)
            seen.setdefault(beat.d_k.value, (*texts, beat.weights.weights.copy()))

    rehearse("simulate", SETTINGS, [watch])
    assert set(seen) == set(lesson.STOPS)
    for d_k, (variance, keys, gradient, weights) in seen.items():
        assert variance == lesson.number(f"sample_var_{d_k:.0f}").text
        assert keys == lesson.number(f"film_effective_{d_k:.0f}").text
        if d_k > lesson.STOPS[0]:
            assert gradient == lesson.number(f"share_{d_k:.0f}").label
        np.testing.assert_array_equal(weights, lesson.film_weights(d_k, scaled=False))


def test_the_statistic_of_the_gradient_is_named_and_a_remark_stands_close_to_its_number() -> None:
    gaps: list[float] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        assert beat.gradient.label.text == "gradient, median"
        for readout in (beat.variance, beat.spread, beat.keys):
            gaps.append(extent(readout.aside).x - extent(readout.number).right)

    rehearse("simulate", SETTINGS, [watch])
    assert 10 < min(gaps) <= max(gaps) < 30


@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_the_three_panels_part_without_scores_crossing_weights(portrait: bool) -> None:
    set_look(Look("dark", portrait))
    try:
        trio = Trio(score_chart().box, weight_chart().box)
        for move in (trio.make_room, trio.part):
            for t in np.linspace(0, 1, 21):
                move(float(t))
                for scores in (h.box for h in trio.histograms):
                    for weights in (w.box for w in trio.weights):
                        beside = scores.right < weights.x or weights.right < scores.x
                        assert beside or scores.bottom < weights.y or weights.bottom < scores.y
        for histogram, weights, d_k in zip(trio.histograms, trio.weights, SIDE_BY_SIDE, strict=True):
            peak = histogram.box.bottom - extent(histogram.curve).y
            assert peak == pytest.approx(histogram.box.h * peak_share(d_k), rel=0.02)
            np.testing.assert_allclose(weights.weights, lesson.film_weights(d_k, scaled=False))
    finally:
        set_look(Look())


def peak_share(d_k: int) -> float:
    """The density over 0 as a share of the axis, whose top is the one over 0 at the smallest stop."""
    return float(score_pdf(np.array([0.0]), d_k)[0] / score_pdf(np.array([0.0]), lesson.STOPS[0])[0])
