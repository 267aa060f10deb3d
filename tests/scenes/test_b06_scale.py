"""Beat 6 squeezes honestly: areas stay, the axis stays, three dimensions meet, and the socket is filled in time."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from rehearsing import BOTH, assert_keeps_time, run_beat

from mathcore import lesson
from pipeline.settings import Settings
from scenes import curves
from scenes.b06_scale import Scale
from scenes.kit.layout import to_pixels
from scenes.kit.script import load_script
from scenes.kit.timeline import Play, Timeline

_run = partial(run_beat, Scale)


def _pixels(points: np.ndarray) -> np.ndarray:
    return np.array([to_pixels(p) for p in points])


def _mark(timeline: Timeline, name: str) -> int:
    return next(line.marks[name] for line in timeline.lines if name in line.marks)


@BOTH
def test_all_lines_are_said_nothing_is_still_for_long_and_the_end_is_held(settings: Settings) -> None:
    timeline, _ = _run(settings)
    assert [line.id for line in timeline.lines] == list(load_script("scale"))
    assert_keeps_time(timeline)


@BOTH
def test_the_squeeze_keeps_the_area_and_the_axis(settings: Settings) -> None:
    axes = set()

    def look(beat: Any, play: Play) -> None:
        axes.add((beat.chart.x, beat.chart.y, beat.wide.x, beat.wide.y))

    _, beat = _run(settings, look)
    assert len(axes) == 1
    assert (beat.chart.x.low, beat.chart.x.high) == (-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT)
    wide = _shape(beat.wide.squeeze(1.0))
    for factor in (2.0, 7.0, np.sqrt(512)):
        width, peak = _shape(beat.wide.squeeze(factor))
        assert (width * factor, peak / factor) == pytest.approx(wide, rel=0.01)
    assert wide[0] == pytest.approx(2.3548 * np.sqrt(512), rel=0.01)  # the full width of a bell at half its height


def _shape(histogram: Any) -> tuple[float, float]:
    """Full width at half height, in scores, and height, in density, of the drawn curve."""
    at = _pixels(histogram.curve.points)
    values = (at[:, 0] - float(histogram.x(0))) / float(histogram.x(1) - histogram.x(0))
    heights = (histogram.y.start - at[:, 1]) / (histogram.y.start - histogram.y.stop) * histogram.y.high
    peak = float(heights.max())
    falling = values >= 0
    return 2 * float(np.interp(-peak / 2, -heights[falling], values[falling])), peak


@BOTH
def test_all_three_end_on_the_unit_curve_on_both_axes(settings: Settings) -> None:
    _, beat = _run(settings)
    shown = {512: beat.wide, **beat.both}
    for d_k in (16, 64, 512):
        for part in (shown[d_k], beat.near[d_k]):
            at = _pixels(part.curve.points)
            values = (at[:, 0] - float(part.x(0))) / float(part.x(1) - part.x(0))
            heights = (part.y.start - at[:, 1]) / (part.y.start - part.y.stop) * part.y.high
            unit = np.exp(-(values**2) / 2) / np.sqrt(2 * np.pi)
            # The sum of d_k terms is not quite normal: its peak is higher by about 3 / (4 d_k) of itself.
            assert np.abs(heights - unit).max() <= 0.4 / d_k + 0.003
            exact = np.interp(values * np.sqrt(d_k), curves.X, curves.density(d_k)) * np.sqrt(d_k)
            np.testing.assert_allclose(heights, exact, atol=2e-3)


@BOTH
def test_the_closer_look_has_an_axis_of_its_own_and_draws_nothing_beside_it(settings: Settings) -> None:
    _, beat = _run(settings)
    x = beat.closer.x
    assert (x.low, x.high) == (-4, 4)
    for factor in (1.0, 2.0, np.sqrt(512)):
        for part in beat.near.values():
            part.squeeze(min(factor, part.full))
            at = np.concatenate([_pixels(path.points)[:, 0] for path in part.submobjects if len(path.points)])
            assert at.min() >= x.start - 0.01 and at.max() <= x.stop + 0.01


@BOTH
def test_the_socket_is_empty_until_softmax_is_spoken_of_and_full_afterwards(settings: Settings) -> None:
    filled: dict[int, tuple[float, float]] = {}

    def look(beat: Any, play: Play) -> None:
        filled[play.end] = (beat.attention.root[0].get_fill_opacity(), beat.attention.socket.get_stroke_opacity())

    timeline, _ = _run(settings, look)
    due = _mark(timeline, "softmax")
    assert {state for end, state in filled.items() if end <= due} == {(0.0, 1.0)}
    assert filled[max(filled)] == (1.0, 0.0)


@BOTH
def test_attention_is_the_raw_one_before_and_the_scaled_one_after(settings: Settings) -> None:
    seen: dict[int, tuple[np.ndarray, str]] = {}

    def look(beat: Any, play: Play) -> None:
        seen[play.end] = (beat.softmax.weights.weights, beat.softmax.keys.number.text)

    timeline, beat = _run(settings, look)
    for end, scaled in ((_mark(timeline, "softmax"), False), (timeline.frames, True)):
        weights, text = seen[max(e for e in seen if e <= end)]
        np.testing.assert_allclose(weights, lesson.film_weights(512, scaled=scaled), rtol=1e-9)
        assert text == lesson.number("film_effective_scaled_512" if scaled else "film_effective_512").text
    levels = [len(path.points) // 16 for path in beat.softmax.grid.submobjects]
    assert sum(levels) == lesson.N_KEYS**2 and levels[0] < lesson.N_KEYS**2


@BOTH
def test_the_spread_readout_goes_from_the_exact_sigma_to_one(settings: Settings) -> None:
    texts: list[str] = []

    def look(beat: Any, play: Play) -> None:
        texts.append(beat.spread.number.text)

    _run(settings, look)
    assert (texts[0], texts[-1]) == (f"{np.sqrt(512):.1f}", "1.0")
