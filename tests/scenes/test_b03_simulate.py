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
from scenes.answers_grid import AnswersGrid
from scenes.kit.layout import extent, to_pixels
from scenes.kit.look import Look, set_look
from scenes.kit.timeline import Play
from scenes.simulate_parts import SIDE_BY_SIDE, Traces, Trio, score_chart, weight_chart

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


def test_every_stop_that_is_passed_leaves_its_curve_behind() -> None:
    chart = score_chart()
    traces = Traces(chart)
    for d_k in np.geomspace(4, 512, 30):
        traces.set_d_k(float(d_k))
        seen = {stop for stop, path in traces.by_stop.items() if path.get_stroke_opacity() > 0}
        assert seen == {stop for stop in lesson.STOPS[:-1] if stop <= d_k}
    for stop, path in traces.by_stop.items():
        assert chart.box.bottom - extent(path).y == pytest.approx(chart.box.h * peak_share(stop), rel=0.01)


def test_the_weights_go_to_the_diagonal_and_the_gradient_spreads_from_there() -> None:
    weights = weight_chart()
    answers = AnswersGrid(weights, 4)
    answers.carry(0.0)
    np.testing.assert_allclose(answers.carried.points, weights.bars.points, atol=1e-9)
    answers.carry(1.0)
    corners = answers.carried.points.reshape(lesson.N_KEYS, -1, 3)
    middles = [to_pixels((square.min(axis=0) + square.max(axis=0)) / 2) for square in corners]
    diagonal = slice(None, None, lesson.N_KEYS + 1)
    expected = np.stack([answers.grid.x[diagonal], answers.grid.y[diagonal]], axis=1)
    np.testing.assert_allclose(middles, expected, atol=0.01)

    def drawn() -> list[int]:
        return [len(path.points) for path in answers.grid]

    answers.spread(0.2)
    part = drawn()
    answers.spread(1.0)
    whole = drawn()
    answers.set_d_k(4)
    assert part != whole == drawn()
    assert sum(part) == sum(whole) == 16 * lesson.N_KEYS**2  # every cell has its slot at all times


def peak_share(d_k: int) -> float:
    """The density over 0 as a share of the axis, whose top is the one over 0 at the smallest stop."""
    return float(score_pdf(np.array([0.0]), d_k)[0] / score_pdf(np.array([0.0]), lesson.STOPS[0])[0])
