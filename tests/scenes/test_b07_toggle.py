"""Beat 7: the switch changes the scaling and nothing else, and every plot shows mathcore's values."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from rehearsing import BOTH, run_beat

from mathcore import lesson
from pipeline.settings import Settings
from scenes.b07_toggle import FlipTheSwitch
from scenes.boundary import CATASTROPHIC, COSMETIC
from scenes.kit.layout import extent, to_pixels
from scenes.kit.script import load_script
from scenes.kit.timeline import Play, Timeline
from scenes.kit.type import Words, words
from scenes.training_panels import VERDICTS

_run = partial(run_beat, FlipTheSwitch)


def _line(timeline: Timeline, name: str) -> Any:
    return next(line for line in timeline.lines if line.id == name)


def _pixels(points: np.ndarray) -> np.ndarray:
    return np.array([to_pixels(p) for p in points])


@BOTH
def test_off_on_off_on_shows_the_same_keys_raw_and_scaled(settings: Settings) -> None:
    states: list[float] = []
    boxes: set[Any] = set()

    def look(beat: Any, play: Play) -> None:
        if hasattr(beat, "boundary") or beat.columns[0] not in beat.mobjects:
            return
        states.append(beat.switch.value)
        boxes.update((c.d_k, c.bars.box, c.bars.y) for c in beat.columns)
        scaled = beat.switch.value == 1.0
        name = "scaled_" if scaled else ""
        for column in beat.columns:
            np.testing.assert_allclose(column.bars.weights, lesson.film_weights(column.d_k, scaled), atol=1e-12)
            assert column.bars.value.text == lesson.number(f"film_top_{name}{column.d_k}").text
            assert column.count.text == lesson.number(f"film_effective_{name}{column.d_k}").text

    _run(settings, look)
    turns = [a for a, b in zip(states, [None, *states], strict=False) if a != b]
    assert turns == [1.0, 0.0, 1.0, 0.0, 1.0]
    assert len(boxes) == len(lesson.TOGGLE_STOPS)  # neither axis nor place changes with the switch


@BOTH
def test_the_switch_turns_with_its_words(settings: Settings) -> None:
    values: dict[int, float] = {0: 1.0}
    timeline, _ = _run(settings, lambda beat, play: values.update({play.end: beat.switch.value}))

    def turns_after(frame: int) -> int:
        before = values[max(end for end in values if end <= frame)]
        return min(end for end, value in values.items() if end > frame and value != before)

    for line, mark in (("off", "off"), ("on", "on"), ("again", "off"), ("again", "on")):
        spoken = _line(timeline, line).marks[mark]
        begun = max(p.start for p in timeline.plays if p.end == turns_after(spoken))
        assert abs(begun - spoken) <= 0.3 * timeline.fps + 1


@BOTH
def test_markers_lie_on_the_curve_and_bands_end_where_they_say(settings: Settings) -> None:
    _, beat = _run(settings)
    plot = beat.boundary
    d_ks, shares = lesson.gradient_curve()
    drawn = _pixels(plot.plot.curve.points[[0, -1]])
    expected = np.stack([plot.x(d_ks[[0, -1]]), plot.y(shares[[0, -1]])], axis=1)
    np.testing.assert_allclose(drawn, expected, atol=0.1)
    assert plot.at(16)[1] < float(plot.y(1.0)) < plot.at(64)[1] < plot.at(256)[1]
    for d_k, (point, share) in plot.markers.items():
        box = extent(point)
        assert (box.cx, box.cy) == pytest.approx(plot.at(d_k), abs=0.1)
        twin = words(lesson.number(f"share_{d_k}").label, 42, "ink", 600)
        assert len(share.points) == len(twin.points)
        np.testing.assert_allclose(share.points - share.get_center(), twin.points - twin.get_center(), atol=1e-6)
    assert extent(plot.cosmetic[0]).right == pytest.approx(float(plot.x(COSMETIC)), abs=0.1)
    assert extent(plot.catastrophic[0]).x == pytest.approx(float(plot.x(CATASTROPHIC)), abs=0.1)
    assert (shares[d_ks <= COSMETIC] > 0.99).all() and (shares[d_ks >= CATASTROPHIC] < 0.4).all()


@BOTH
def test_the_curve_goes_through_every_value_of_the_sweep_and_has_no_corner(settings: Settings) -> None:
    _, beat = _run(settings)
    plot = beat.boundary
    d_ks, shares = lesson.gradient_curve()
    drawn = _pixels(plot.plot.curve.points)
    x, y = drawn[::4].T
    np.testing.assert_allclose(np.interp(plot.x(d_ks), x, y), plot.y(shares), atol=0.1)
    step = np.diff(drawn, axis=0)
    step = step[np.hypot(*step.T) > 0.01]
    turn = np.abs(np.diff(np.unwrap(np.arctan2(step[:, 1], step[:, 0]))))
    assert np.rad2deg(turn.max()) < 6
    # The bar that marks the side that matters hides nothing of it.
    assert extent(plot.weight).y > drawn[:, 1].max() + 3


@BOTH
def test_what_raw_and_scaled_have_in_common_is_shown_with_its_word(settings: Settings) -> None:
    shown: dict[str, int] = {}

    def look(beat: Any, play: Play) -> None:
        for part in beat.get_mobject_family_members():
            if isinstance(part, Words) and part.text.startswith("same "):
                shown.setdefault(part.text, play.start)

    timeline, _ = _run(settings, look)
    marks = _line(timeline, "training").marks
    assert list(shown) == ["same layer", "same learning rate"]
    for start, mark in zip(shown.values(), ("layer", "rate"), strict=True):
        assert abs(start - marks[mark]) <= 0.5 * timeline.fps


@BOTH
def test_training_panels_show_the_mean_and_the_spread_of_every_seed(settings: Settings) -> None:
    _, beat = _run(settings)
    for panel in beat.panels:
        for scaled, plot in zip((False, True), panel.plots, strict=True):
            losses = lesson.training_curves()[(panel.d_k, scaled)]
            curve, band = _pixels(plot.curve.points), _pixels(plot.band.points)
            assert curve[-1] == pytest.approx((float(plot.x(400)), float(plot.y(losses[:, -1].mean()))), abs=0.1)
            assert band[:, 1].min() == pytest.approx(float(plot.y(losses.max())), abs=0.1)
            assert band[:, 1].max() == pytest.approx(float(plot.y(losses.min())), abs=0.1)
            assert plot.y.low == 0 and plot.y.high >= losses.max()
    assert len({(p.plots[0].y.low, p.plots[0].y.high) for p in beat.panels}) == 1


@BOTH
def test_every_real_model_stands_at_its_own_dimension_on_the_side_that_matters(settings: Settings) -> None:
    _, beat = _run(settings)
    models = beat.boundary.models
    assert set(models) == {size for _, size in lesson.MODEL_HEAD_DIMS}
    on_screen = {id(m) for m in beat.get_mobject_family_members()}
    for d_k, flag in models.items():
        assert d_k >= CATASTROPHIC and id(flag) in on_screen
        assert extent(flag[1]).cx == pytest.approx(float(beat.boundary.x(d_k)), abs=0.1)


@BOTH
def test_the_knob_turns_before_the_bars_do(settings: Settings) -> None:
    seen: list[tuple[float, float]] = []
    _run(settings, lambda beat, play: seen.append((beat.knob.value, beat.switch.value)))
    moves = [a for a, b in zip(seen, [None, *seen], strict=False) if a != b]
    assert moves == [(1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1)]


@BOTH
def test_no_dot_stands_anywhere_but_on_the_curve(settings: Settings) -> None:
    places: dict[int, set[tuple[float, ...]]] = {}

    def look(beat: Any, play: Play) -> None:
        if not hasattr(beat, "boundary"):
            return
        on_screen = {id(m) for m in beat.get_mobject_family_members()}
        for d_k, (dot, _) in beat.boundary.markers.items():
            if id(dot) in on_screen:
                box = extent(dot)
                places.setdefault(d_k, set()).add((round(box.cx), round(box.cy)))

    _, beat = _run(settings, look)
    assert places == {d: {tuple(round(v) for v in beat.boundary.at(d))} for d in lesson.TOGGLE_STOPS}


@BOTH
def test_bars_grow_where_they_stand_and_become_marks_at_their_dimension(settings: Settings) -> None:
    _, beat = _run(settings)
    for column in beat.columns:
        own = lesson.film_weights(column.d_k, scaled=True)
        column.bars.within(column.box)
        for share in (0.5, 1.0):
            np.testing.assert_allclose(column.grow(share).bars.weights, share * own)
            assert column.bars.box == column.box
        assert not len(column.grow(0.0).bars.bars.points)
        foot, x = extent(beat.boundary.feet[column.d_k]), float(beat.boundary.x(column.d_k))
        assert beat.boundary.on_axis(column.d_k).cx == pytest.approx(x)
        assert foot.cx == pytest.approx(x, abs=0.1) and foot.y > beat.boundary.box.bottom


@BOTH
def test_training_is_shown_with_its_word_and_the_heading_goes_with_the_plot(settings: Settings) -> None:
    shown: dict[int, bool] = {}

    def look(beat: Any, play: Play) -> None:
        family = {id(m) for m in beat.get_mobject_family_members()}
        shown[play.end] = hasattr(beat, "panels") and all(id(p.axes) in family for p in beat.panels)

    timeline, _ = _run(settings, look)
    spoken = _line(timeline, "training").marks["training"]
    first = min(end for end, seen in shown.items() if seen)
    begun = max(p.start for p in timeline.plays if p.end == first)
    assert abs(begun - spoken) <= 0.3 * timeline.fps + 1
    # The plot is back, under its new name, before the models are spoken of.
    assert not shown[max(end for end in shown if end <= _line(timeline, "models").marks["models"])]


@BOTH
def test_what_is_off_is_outlined_at_its_height_and_named_raw(settings: Settings) -> None:
    _, beat = _run(settings)
    for column in beat.columns:
        sides, name = column.ghost
        column.bars.within(column.box)
        raw = lesson.film_weights(column.d_k, scaled=False)
        box = extent(sides)
        assert box.y == pytest.approx(float(column.bars.y(raw.max())), abs=1.5)
        assert box.cx == pytest.approx(column.bars.centre(int(raw.argmax())), abs=0.5)
        assert name.text == f"raw {lesson.number(f'film_top_{column.d_k}').text}"
        assert name.role == "raw" and extent(name).right < column.box.right


def test_verdicts_say_what_was_measured() -> None:
    rates = {key: np.asarray(found) for key, found in lesson.training_accuracies().items()}
    chance = float(lesson.number("train_chance").value) / 100
    assert rates[(16, False)].mean() > rates[(16, True)].mean() > 0.8
    assert rates[(64, False)].mean() < rates[(64, True)].mean()
    assert chance < rates[(256, False)].min() and rates[(256, False)].max() < 0.25  # barely, but not never
    assert VERDICTS[256] == "raw barely learns" and "barely learns" in load_script("toggle")["training"].caption
