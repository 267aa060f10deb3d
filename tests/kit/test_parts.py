"""Parts draw what they are given, on scales that never move."""

from __future__ import annotations

import numpy as np
import pytest

from scenes.kit.layout import Box, to_pixels
from scenes.kit.look import colour
from scenes.kit.parts.axis import HorizontalAxis, Scale, signed
from scenes.kit.parts.cells import MatrixGrid, VectorStrip
from scenes.kit.parts.histogram import Histogram, SigmaBracket
from scenes.kit.parts.lines import LinePlot, WalkFan
from scenes.kit.parts.paths import dashes, polyline, rectangles
from scenes.kit.parts.slider import Slider
from scenes.kit.parts.toggle import Toggle
from scenes.kit.parts.weights import DUST, WeightBars, share
from scenes.kit.type import words

BOX = Box(100, 200, 700, 400)
EDGES = np.linspace(-70, 70, 71)


def _tops(points: np.ndarray) -> np.ndarray:
    """The heights in pixels of the rectangles of a path, sixteen points each."""
    corners = points.reshape(-1, 16, 3)
    highest = [to_pixels(c[c[:, 1].argmax()])[1] for c in corners]
    lowest = [to_pixels(c[c[:, 1].argmin()])[1] for c in corners]
    return np.array(lowest) - np.array(highest)


def test_rectangles_are_where_they_are_asked_for() -> None:
    points = rectangles(np.array([10.0, 50.0]), np.array([5.0, 7.0]), np.array([20.0, 60.0]), np.array([30.0, 30.0]))
    assert points.shape == (32, 3)
    assert _tops(points) == pytest.approx([25.0, 23.0])
    assert to_pixels(points[:16].min(axis=0))[0] == pytest.approx(10.0)


def test_every_curve_of_a_polyline_is_a_straight_step() -> None:
    vertices = np.array([[0, 0, 0], [1, 2, 0], [4, 2, 0]], float)
    curves = polyline(vertices).reshape(-1, 4, 3)
    assert curves[:, 0] == pytest.approx(vertices[:-1])
    assert curves[:, 3] == pytest.approx(vertices[1:])
    assert curves[:, 1] == pytest.approx(vertices[:-1] + np.diff(vertices, axis=0) / 3)
    assert len(polyline(vertices[:1])) == 0


def test_dashes_stay_on_their_stroke() -> None:
    points = dashes(100, 300, 200, 300)
    x = [to_pixels(p)[0] for p in points]
    assert min(x) == pytest.approx(100) and max(x) <= 200 + 1e-6
    assert len(dashes(5, 5, 5, 5)) == 0


def test_histogram_heights_are_the_densities() -> None:
    histogram = Histogram(BOX, EDGES, 0.25)
    densities = np.random.default_rng(1).uniform(0.01, 0.2, 70)
    histogram.set_heights(densities)
    assert _tops(histogram.bars.points) == pytest.approx(densities / 0.25 * BOX.h, rel=1e-9)


def test_histogram_leaves_out_bars_too_low_to_see() -> None:
    histogram = Histogram(BOX, EDGES, 0.25)
    densities = np.zeros(70)
    densities[35] = 0.1
    histogram.set_heights(densities)
    assert len(histogram.bars.points) == 16


def test_the_score_axis_does_not_move_with_the_data() -> None:
    histogram = Histogram(BOX, EDGES, 0.25)
    before = [float(histogram.x(v)) for v in (-70, 0, 70)], float(histogram.y(0.1))
    furniture = histogram.axis.get_all_points().copy()
    for height in (0.01, 0.2):
        histogram.set_heights(np.full(70, height))
    assert ([float(histogram.x(v)) for v in (-70, 0, 70)], float(histogram.y(0.1))) == before
    assert np.array_equal(histogram.axis.get_all_points(), furniture)


def test_the_bracket_stands_at_plus_and_minus_sigma() -> None:
    histogram = Histogram(BOX, EDGES, 0.25)
    bracket = SigmaBracket(histogram).set_sigma(16.0, 0.02)
    x = [to_pixels(p)[0] for p in bracket.sides.points]
    assert (min(x), max(x)) == pytest.approx((float(histogram.x(-16)), float(histogram.x(16))))


def test_weight_bars_share_one_baseline_and_show_the_largest() -> None:
    weights = np.full(16, 0.02)
    weights[9] = 0.7
    bars = WeightBars(BOX, 16).set_weights(weights)
    assert _tops(bars.bars.points) == pytest.approx(weights * BOX.h)
    assert bars.value.text == "0.70"
    x, y = to_pixels(bars.value.get_center())
    assert x == pytest.approx(bars.centre(9), abs=3)
    assert 10 < BOX.bottom - 0.7 * BOX.h - y < 60


def test_dust_is_two_pixels_and_not_nothing() -> None:
    weights = np.zeros(16)
    weights[0] = 1.0
    assert _tops(WeightBars(BOX, 16).set_weights(weights).bars.points)[1:] == pytest.approx(DUST)


def test_the_slider_is_even_in_log2_and_lights_the_tick_it_stands_on() -> None:
    ticks = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
    slider = Slider(Box(200, 800, 900, 0), 1, 512, ticks)
    steps = np.diff([float(slider.x(t)) for t in ticks])
    assert steps == pytest.approx(steps[0])
    slider.set_value(64)
    assert to_pixels(slider.handle.get_center())[0] == pytest.approx(float(slider.x(64)), abs=0.1)
    lit = [t for t, label in slider.lit.items() if label.get_fill_opacity() > 0]
    assert lit == [64]
    slider.set_value(90)
    assert not [t for t, label in slider.lit.items() if label.get_fill_opacity() > 0]


def test_the_switch_reads_on_past_the_middle() -> None:
    toggle = Toggle(words("divide"), 300, 300)
    assert toggle.off.get_fill_opacity() == 1 and toggle.on.get_fill_opacity() == 0
    toggle.set_on(1.0)
    assert toggle.off.get_fill_opacity() == 0 and toggle.on.get_fill_opacity() == 1


def test_every_cell_is_drawn_once_and_brighter_for_larger_entries() -> None:
    values = np.random.default_rng(2).standard_normal(512)
    strip = VectorStrip(values, 64, 100, 100, 20, "query")
    assert sum(len(level.points) for level in strip.submobjects) == 512 * 16
    level_of = {}
    for level, path in enumerate(strip.submobjects):
        for corner in path.points.reshape(-1, 16, 3):
            level_of[tuple(np.round(to_pixels(corner.mean(axis=0)), 1))] = level
    by_place = [level_of[tuple(np.round((x, y), 1))] for x, y in _middles(strip)]
    order = np.argsort(strip.strength)
    assert (np.diff(np.array(by_place)[order]) >= 0).all()


def _middles(strip: VectorStrip) -> list[tuple[float, float]]:
    # The mean of a rectangle's sixteen points lies off its centre by a fixed amount, as its path begins and ends there.
    alone = rectangles(np.array([-1.0]), np.array([-1.0]), np.array([1.0]), np.array([1.0])).mean(axis=0)
    dx, dy = to_pixels(alone)
    side = strip.cell * (1 - strip.gap) / 2
    return [(x + dx * side, y + dy * side) for x, y in zip(strip.x, strip.y, strict=True)]


def test_a_matrix_keeps_one_brightness_scale() -> None:
    grid = MatrixGrid(BOX, (4, 4), "gradient", top=0.25)
    grid.set_matrix(np.full((4, 4), 0.25))
    assert len(grid.submobjects[-1].points) == 16 * 16
    grid.set_matrix(np.full((4, 4), 1e-6))
    assert len(grid.submobjects[0].points) == 16 * 16


def test_a_line_plot_is_revealed_from_the_left_exactly() -> None:
    x = np.array([1.0, 2.0, 4.0])
    plot = LinePlot(x, x * 10, Scale(0, 4, 0, 400), Scale(0, 40, 400, 0), "raw")
    plot.reveal(3.0)
    end = to_pixels(plot.curve.points[-1])
    assert end == pytest.approx((300.0, 100.0))


def test_walks_start_at_zero_and_grow_to_the_asked_step() -> None:
    walks = np.cumsum(np.random.default_rng(3).standard_normal((5, 513)), axis=1)
    walks[:, 0] = 0
    fan = WalkFan(BOX, walks, 70)
    fan.reveal(100.0, 2)
    x = np.array([to_pixels(p)[0] for p in fan.lines.points])
    assert x.min() == pytest.approx(BOX.x) and x.max() == pytest.approx(float(fan.x(100.0)))
    fan.reveal(512.0)
    assert to_pixels(fan.lines.points[-1])[1] == pytest.approx(float(fan.y(walks[-1, -1])))


def test_ticks_have_a_true_minus() -> None:
    assert signed(-20) == "−20"
    axis = HorizontalAxis(BOX, -70, 70, (-20, 0, 20))
    assert set(axis.labels) == {-20, 0, 20}


@pytest.mark.parametrize(
    ("weight", "text"), [(0.31, "0.31"), (0.994, "0.99"), (0.996, "0.996"), (0.99979, "0.9998"), (1.0, "1.0000")]
)
def test_a_weight_below_one_is_not_shown_as_one(weight: float, text: str) -> None:
    assert share(weight) == text


@pytest.mark.parametrize("on_panel", [False, True])
def test_a_dead_cell_is_seen_on_whatever_it_lies(on_panel: bool) -> None:
    grid = MatrixGrid(BOX, (4, 4), "gradient", on_panel=on_panel).set_matrix(np.zeros((4, 4)))
    lies_on = colour("panel" if on_panel else "background")
    assert len(grid.submobjects[0].points) == 16 * 16
    assert grid.submobjects[0].get_fill_color().to_hex().upper() != lies_on.upper()
