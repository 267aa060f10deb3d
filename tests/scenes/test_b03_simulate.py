"""Beat 3 reads the numbers of the lesson at every stop, on an axis that stays, and its charts part without crossing."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest

from mathcore import lesson
from mathcore.scores import score_pdf
from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes import curves
from scenes.answers_grid import AnswersGrid
from scenes.cards_return import CardsReturn
from scenes.kit.layout import extent, to_pixels
from scenes.kit.look import Look, set_look
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.weights import share
from scenes.kit.timeline import Play
from scenes.predictions import answer_cards, pins
from scenes.simulate_parts import SIDE_BY_SIDE, Traces, Trio, score_chart, weight_chart

SETTINGS = Settings(256, 144, Fraction(15))


def test_at_every_stop_the_readouts_and_the_bars_are_those_of_the_lesson() -> None:
    seen: dict[float, tuple[str, str, np.ndarray]] = {}

    def watch(beat: Any, play: Play, moment: str) -> None:
        if moment == "end" and beat.d_k.value in lesson.STOPS:
            texts = (beat.variance.number.text, beat.keys.number.text)
            seen.setdefault(beat.d_k.value, (*texts, beat.weights.weights.copy()))

    rehearse("simulate", SETTINGS, [watch])
    assert set(seen) == set(lesson.STOPS)
    for d_k, (variance, keys, weights) in seen.items():
        assert variance == lesson.number(f"sample_var_{d_k:.0f}").text
        assert keys == lesson.number(f"film_effective_{d_k:.0f}").text
        np.testing.assert_array_equal(weights, lesson.film_weights(d_k, scaled=False))


def test_all_numbers_in_one_frame_are_those_of_one_whole_dimension() -> None:
    between: set[int] = set()

    def watch(beat: Any, play: Play, frame: int) -> None:
        if not {beat.variance.number, beat.keys.number, beat.weights.value} <= set(beat.get_mobject_family_members()):
            return
        whole = round(beat.d_k.value)
        assert beat.variance.number.text == f"{lesson.score_sample_variance(whole):.1f}"
        assert beat.spread.number.text == f"{lesson.score_sample_std(whole):.2f}"
        assert beat.keys.number.text == f"{lesson.film_effective_keys(whole, scaled=False):.1f}"
        assert beat.weights.value.text == share(lesson.film_weights(whole, scaled=False).max())
        lit = [tick for tick, label in beat.slider.lit.items() if label.get_fill_opacity() > 0]
        assert set(lit) <= {whole}
        between.add(whole)

    rehearse("simulate", SETTINGS, glance=watch)
    assert len(between - set(lesson.STOPS)) > 50


def test_the_gradient_is_read_with_its_statistic_only_once_the_grid_is_there() -> None:
    gaps: list[float] = []
    without_grid = 0

    def watch(beat: Any, play: Play, moment: str) -> None:
        nonlocal without_grid
        on_screen = set(beat.get_mobject_family_members())
        if beat.gradient.number in on_screen:
            assert beat.answers.grid in on_screen
            assert beat.gradient.label.text == "gradient, median row"
            assert beat.gradient.aside.text == "of that at spread 1"
        else:
            without_grid += 1
        for readout in (beat.variance, beat.spread, beat.keys, beat.gradient):
            gaps.append(extent(readout.aside).x - extent(readout.number).right)

    rehearse("simulate", SETTINGS, [watch])
    assert without_grid > 20
    assert 10 < min(gaps) <= max(gaps) < 30


def test_the_grid_is_half_way_out_at_the_word_and_stays_out_for_as_long_as_a_claim() -> None:
    brightest: list[tuple[int, int, str]] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        if moment == "end" and hasattr(beat, "answers"):
            lit = [level for level, path in enumerate(beat.answers.grid) if len(path.points)]
            brightest.append((beat.frame_now, max(lit), beat.gradient.number.text))

    stops: dict[int, float] = {}

    def look(beat: Any, play: Play, frame: int) -> None:
        stops[play.start + frame] = beat.d_k.value

    timeline = rehearse("simulate", SETTINGS, [watch], glance=look)
    line = next(line for line in timeline.lines if line.id == "grid")
    spoken = line.marks["out"]
    assert stops[round(spoken - 0.3 * SETTINGS.fps)] < stops[round(spoken + 0.3 * SETTINGS.fps)] == lesson.STOPS[2]
    before = [level for frame, level, _ in brightest if line.marks["score"] <= frame <= line.marks["hardens"]]
    after = [(frame, level, text) for frame, level, text in brightest if frame > spoken]
    assert min(before) > 20
    assert after[1][0] - after[0][0] >= round(1.5 * SETTINGS.fps)
    assert {level for _, level, _ in after} == {0}
    assert {text for _, _, text in after} == {lesson.number("share_512").label}


def test_while_the_grid_fades_all_is_that_of_the_dimension_at_which_the_handle_stands_in_every_frame() -> None:
    visited: list[tuple[int, int]] = []

    def watch(beat: Any, play: Play, frame: int) -> None:
        if beat.gradient.number not in set(beat.get_mobject_family_members()):
            return
        at = extent(beat.slider.handle).cx
        stop = min(lesson.STOPS, key=lambda each: abs(float(beat.slider.x(each)) - at))
        assert float(beat.slider.x(stop)) == pytest.approx(at, abs=0.1)
        visited.append((stop, play.start + frame))
        np.testing.assert_array_equal(beat.weights.weights, lesson.film_weights(stop, scaled=False))
        assert beat.weights.value.text == lesson.number(f"film_top_{stop}").text
        assert beat.keys.number.text == lesson.number(f"film_effective_{stop}").text
        share = lesson.gradient_share_at(stop)
        assert beat.gradient.number.text == (f"{share:.0f}%" if share >= 1 else f"{share:.1f}%")
        expected = MatrixGrid(beat.answers.grid.box, (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        expected.set_matrix(lesson.film_jacobian(stop, scaled=False))
        for drawn, level in zip(beat.answers.grid, expected, strict=True):
            np.testing.assert_allclose(drawn.points, level.points, atol=1e-6)

    rehearse("simulate", SETTINGS, glance=watch)
    first = {stop: next(seen)[1] for stop, seen in groupby(visited, key=lambda each: each[0])}
    assert list(first) == list(lesson.STOPS)
    assert min(later - sooner for sooner, later in pairwise(first.values())) >= 0.7 * SETTINGS.fps


@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_the_three_panels_part_and_the_first_comes_back_without_scores_crossing_weights(portrait: bool) -> None:
    set_look(Look("dark", portrait))
    try:
        trio = Trio(score_chart().box, weight_chart().box)
        for move, panels in ((trio.part, range(3)), (trio.gather, range(1))):
            for t in np.linspace(0, 1, 41):
                move(float(t))
                for scores in (trio.histograms[i].box for i in panels):
                    for weights in (trio.weights[i].box for i in panels):
                        beside = scores.right < weights.x or weights.right < scores.x
                        assert beside or scores.bottom < weights.y or weights.bottom < scores.y
        assert trio.weights[0].box == weight_chart().box
        assert trio.histograms[0].box == score_chart().box
        trio.part(1.0)
        for histogram, weights, d_k in zip(trio.histograms, trio.weights, SIDE_BY_SIDE, strict=True):
            peak = histogram.box.bottom - extent(histogram.curve).y
            assert peak == pytest.approx(histogram.box.h * peak_share(d_k), rel=0.02)
            np.testing.assert_allclose(weights.weights, lesson.film_weights(d_k, scaled=False))
        assert [name[1].text for name in trio.labels] == [f"sigma = {np.sqrt(d_k):.1f}" for d_k in SIDE_BY_SIDE]
    finally:
        set_look(Look())


@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_the_pins_grow_into_the_cards_and_the_chart_stays_inside_the_card_that_forms_around_it(portrait: bool) -> None:
    set_look(Look("dark", portrait))
    try:
        cards, corner, seen = answer_cards(), pins(), weight_chart().set_weights(lesson.film_weights(512, False))
        moving = CardsReturn(corner, cards, seen, "C")
        np.testing.assert_allclose(moving.forming.bars.bars.points, seen.bars.points, atol=1e-9)
        for t in np.linspace(0, 1, 21):
            moving.stand(float(t))
            around, chart = extent(moving.forming.panel), extent(moving.forming.bars)
            assert around.x <= chart.x + 1e-6 < chart.right <= around.right + 1e-6
            assert around.y <= chart.y + 1e-6 < chart.bottom <= around.bottom + 2
            one, other = (extent(card.panel) for card in moving.growing)
            assert one.right < other.x + 1 or one.bottom < other.y + 1
            # Clear of a heading of the greatest length that one here has.
            assert portrait or one.x > 720 or one.y > 102
        for letter, moved in zip("ABC", (*moving.growing, moving.forming), strict=True):
            card = cards.by_letter[letter]
            for part, end in ((moved.panel, card.panel), (moved.letter, card.letter), (moved.text, card.text)):
                np.testing.assert_allclose(part.points, end.points, atol=1e-6)
            assert moved.bars.box == card.bars.box
    finally:
        set_look(Look())


def test_the_flattest_curve_reaches_as_far_as_its_bars() -> None:
    chart = score_chart()
    chart.set_heights(lesson.score_histogram(lesson.D_MAX)).set_curve(curves.X, curves.density(lesson.D_MAX))
    curve, bars = extent(chart.curve), extent(chart.bars)
    assert curve.x < bars.x
    assert curve.right > bars.right
    assert (curve.x, curve.right) == pytest.approx((chart.box.x, chart.box.right), abs=1)


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
    answers.harden(4)
    assert part != whole == drawn()
    assert sum(part) == sum(whole) == 16 * lesson.N_KEYS**2  # every cell has its slot at all times


def peak_share(d_k: int) -> float:
    """The density over 0 as a share of the axis, whose top is the one over 0 at the smallest stop."""
    return float(score_pdf(np.array([0.0]), d_k)[0] / score_pdf(np.array([0.0]), lesson.STOPS[0])[0])
