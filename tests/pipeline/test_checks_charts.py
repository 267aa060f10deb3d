"""Sins 5 to 8: readouts, bins, axes and baselines, each committed by a small scene and avoided by another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from manim import RIGHT
from small_scenes import findings, rules

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, units
from scenes.kit.motion import Dial, Drive
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import line
from scenes.kit.parts.squeeze import SqueezeHistogram
from scenes.kit.parts.weights import WeightBars

BOX = Box(200, 300, 1400, 400)


def counted(step: Callable[[Numeral, float], object], anchor: str = "left") -> Callable[[Any], None]:
    """A scene in which a number counts up while `step` says how it is shown."""

    def draw(scene: Any) -> None:
        number = Numeral("10", 600, 500, anchor=anchor)
        scene.add(number, line(600, 560, 800, 560))
        scene.play(Drive(lambda t: step(number, t), [number]), run_time=1.0)
        number.set_text(lesson.number("n_keys").text)
        scene.wait(1)

    return draw


@pytest.mark.parametrize("anchor", ["left", "center", "right"])
def test_a_number_that_drifts_while_it_changes(anchor: str) -> None:
    def wander(number: Numeral, t: float) -> None:
        number.show_at(str(round(1 + 99 * t)), 600 + 3 * t, 500)

    def stay(number: Numeral, t: float) -> None:
        number.set_text(str(round(1 + 99 * t)))

    [found] = findings(counted(wander, anchor))
    assert found.rule == "Drift"
    assert 1 < found.measure <= 3.1
    assert rules(counted(stay, anchor)) == {}


def test_a_number_that_is_moved_without_a_word() -> None:
    def shifted(number: Numeral, t: float) -> None:
        number.set_text(str(round(10 + 10 * t)))
        number.shift(units(1) * RIGHT)

    assert "Drift" in rules(counted(shifted))


def test_a_number_that_rides_on_what_it_reads_or_does_not_change_may_move() -> None:
    def ride(number: Numeral, t: float) -> None:
        number.allow_drift = True
        number.show_at(str(round(1 + 99 * t)), 600 + 30 * t, 500)

    assert rules(counted(ride)) == {}
    assert rules(counted(lambda number, t: number.show_at("10", 600 + 30 * t, 500))) == {}


def chart() -> Histogram:
    made = Histogram(BOX, lesson.BIN_EDGES, curves.TOP)
    return made.set_heights(lesson.score_histogram(16)).set_curve(curves.X, curves.density(16))


def shown(spoil: Callable[[Histogram, float], object]) -> Callable[[Any], None]:
    """A scene with a histogram that changes from d_k = 16 to 64, and on the way is spoilt."""

    def draw(scene: Any) -> None:
        histogram = chart()
        scene.add(histogram)

        def turn(t: float) -> None:
            d_k = 16 + 48 * t
            histogram.set_heights(lesson.score_histogram(d_k)).set_curve(curves.X, curves.density(d_k))
            spoil(histogram, t)

        scene.play(Drive(turn, [histogram.bars, histogram.curve]), run_time=1.0)
        scene.wait(1)

    return draw


def test_a_histogram_that_keeps_bins_axis_and_baseline() -> None:
    assert rules(shown(lambda histogram, t: None)) == {}


def test_bins_that_are_drawn_anew() -> None:
    def draw(scene: Any) -> None:
        histogram = chart()
        scene.add(histogram)

        def finer(t: float) -> None:
            histogram.edges = np.linspace(-70, 70, 41 + round(40 * t))
            histogram.set_heights(np.full(len(histogram.edges) - 1, 0.01))

        scene.play(Drive(finer, [histogram.bars]), run_time=1.0)
        scene.wait(1)

    assert "the bins of 'Histogram.bars' have changed" in rules(draw)["Bins"]


def test_bars_that_do_not_stand_on_the_bins() -> None:
    def slipped(histogram: Histogram, t: float) -> None:
        histogram.bars.shift(units(4) * t * RIGHT)

    assert "off the edges of its bins" in rules(shown(slipped))["Bins"]


def test_a_histogram_that_is_squeezed_keeps_its_bins() -> None:
    def draw(scene: Any) -> None:
        base = chart()
        heights = lesson.score_histogram(64)
        squeezed = SqueezeHistogram(
            base.x, replace(base.y, high=1.0), lesson.BIN_EDGES, heights, curves.X, curves.density(64), 8.0
        )
        scene.add(base.axis, squeezed)
        scene.play(Drive(lambda t: squeezed.squeeze(8**t), [squeezed]), run_time=1.0)
        scene.wait(1)

    assert "Bins" not in rules(draw)


def test_an_axis_whose_range_changes() -> None:
    def zoom(histogram: Histogram, t: float) -> None:
        histogram.x = replace(histogram.x, low=-70 + 20 * t, high=70 - 20 * t)

    assert rules(shown(zoom))["Axes"].startswith("the axis Histogram.x went from ")


def test_an_axis_with_ticks_that_is_stretched() -> None:
    def stretch(histogram: Histogram, t: float) -> None:
        histogram.axis.stretch_to_fit_width(units(BOX.w * (1 - 0.3 * t)))

    assert "an axis with ticks went from " in rules(shown(stretch))["Axes"]


def test_an_axis_without_ticks_may_shrink_with_its_chart() -> None:
    def draw(scene: Any) -> None:
        histogram = Histogram(BOX, lesson.BIN_EDGES, curves.TOP, ticks=())
        scene.add(histogram)

        def shrink(t: float) -> None:
            histogram.within(Box(200, 300, 1400 - 600 * t, 400)).set_heights(lesson.score_histogram(64))

        shrink(0.0)
        scene.play(Drive(shrink, [histogram]), run_time=1.0)
        scene.wait(1)

    assert rules(draw) == {}


def test_bars_without_height() -> None:
    def flat(histogram: Histogram, t: float) -> None:
        points = histogram.bars.points.copy()
        points[-16:, 1] = points[0, 1]
        histogram.bars.points = points

    assert rules(shown(flat)) == {"Baseline": "1 bars of 'Histogram.bars' have no height"}


def test_bars_with_a_stroke() -> None:
    def outlined(histogram: Histogram, t: float) -> None:
        histogram.bars.set_stroke(histogram.bars.get_fill_color(), width=2, opacity=1)

    assert "a stroke, which runs through their baseline" in rules(shown(outlined))["Baseline"]


def test_a_curve_along_the_baseline() -> None:
    def tail(histogram: Histogram, t: float) -> None:
        end = histogram.curve.points[-1]
        base = histogram.axis.submobjects[0].points[0, 1]
        floor = np.array([end, [end[0], base, 0], [end[0] + 1, base, 0]])
        histogram.curve.points = np.concatenate([histogram.curve.points, polyline(floor)])

    assert "'Histogram.curve' runs along its baseline for 135 px" in rules(shown(tail))["Baseline"]


def test_weights_that_follow_a_dial() -> None:
    def draw(scene: Any) -> None:
        bars, dial = WeightBars(BOX, lesson.N_KEYS), Dial(4.0, log=True)
        dial.follow(lambda d_k: bars.set_weights(lesson.film_weights(d_k, scaled=False)), bars.bars, bars.value)
        scene.add(bars)
        scene.play(dial.to(512), run_time=1.0)
        scene.wait(1)

    assert rules(draw) == {}
