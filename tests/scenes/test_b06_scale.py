"""Beat 6 squeezes honestly: counts stay, the axis stays, three dimensions meet, and the socket is filled in time."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from rehearsing import BOTH, assert_keeps_time, run_beat

from mathcore import lesson
from pipeline.settings import Settings
from scenes import curves
from scenes.b06_scale import DIMENSIONS, LANDING, Scale
from scenes.kit.layout import to_pixels
from scenes.kit.look import colour
from scenes.kit.motion import phase
from scenes.kit.script import load_script
from scenes.kit.timeline import Play, Timeline

_run = partial(run_beat, Scale)


def _pixels(points: np.ndarray) -> np.ndarray:
    return np.array([to_pixels(p) for p in points])


def _mark(timeline: Timeline, name: str) -> int:
    return next(line.marks[name] for line in timeline.lines if name in line.marks)


def _drawn(histogram: Any) -> tuple[np.ndarray, np.ndarray]:
    """Values and heights of the drawn curve, read back from its pixels."""
    at = _pixels(histogram.curve.points)
    values = (at[:, 0] - float(histogram.x(0))) / float(histogram.x(1) - histogram.x(0))
    return values, (histogram.y.start - at[:, 1]) / (histogram.y.start - histogram.y.stop) * histogram.y.high


def _width(histogram: Any) -> float:
    """Full width of the drawn curve at half its height, in scores."""
    values, heights = _drawn(histogram)
    right = values >= 0
    return 2 * float(np.interp(-heights.max() / 2, -heights[right], values[right]))


@BOTH
def test_all_lines_are_said_nothing_is_still_for_long_and_the_end_is_held(settings: Settings) -> None:
    timeline, _ = _run(settings)
    assert [line.id for line in timeline.lines] == list(load_script("scale"))
    assert_keeps_time(timeline)


@BOTH
def test_the_squeeze_keeps_every_count_and_the_axis(settings: Settings) -> None:
    alone, rows = set(), set()

    def look(beat: Any, play: Play) -> None:
        alone.add(beat.wide.x)
        rows.update(row.bell.x for row in beat.rows.values())

    _, beat = _run(settings, look)
    assert alone == {beat.chart.x} and rows == {beat.axis.x}
    assert {(x.low, x.high) for x in alone | rows} == {(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT)}
    wide = beat.wide.squeeze(1.0)
    width, peak = _width(wide), float(_drawn(wide)[1].max())
    assert width == pytest.approx(2.3548 * np.sqrt(512), rel=0.01)  # of a bell at half its height
    for factor in (2.0, 7.0, np.sqrt(512)):
        wide.squeeze(factor)
        assert _width(wide) * factor == pytest.approx(width, rel=0.01)
        assert float(_drawn(wide)[1].max()) == pytest.approx(peak, abs=1e-3)


@BOTH
def test_rows_show_the_spread_of_their_dimension_and_then_all_show_one(settings: Settings) -> None:
    seen: dict[int, dict[int, tuple[float, str]]] = {}

    def look(beat: Any, play: Play) -> None:
        seen[play.end] = {d: (row.bell.factor, row.number.text) for d, row in beat.rows.items()}

    timeline, _ = _run(settings, look)
    before = seen[max(end for end in seen if end <= _mark(timeline, "merge"))]
    assert before == {d: (1.0, lesson.number(f"sigma_{d}").text) for d in DIMENSIONS}
    after = seen[max(seen)]
    assert {d: text for d, (_, text) in after.items()} == dict.fromkeys(DIMENSIONS, "1.0")
    for d, (factor, _) in after.items():
        assert factor == pytest.approx(np.sqrt(d))


@BOTH
def test_what_is_raw_is_orange_what_is_divided_is_blue_and_nothing_is_between(settings: Settings) -> None:
    _, beat = _run(settings)
    for factor in np.geomspace(1.0, np.sqrt(512), 60):
        bell = beat.wide.squeeze(float(factor))
        shown = {path.get_fill_color().to_hex() for path in (bell.bars, bell.washed) if len(path.points)}
        assert shown <= {colour("raw"), colour("scaled")}
        assert (shown == {colour("raw")}) == (factor == 1.0) or len(shown) == 2 or shown == {colour("scaled")}
    assert shown == {colour("scaled")}


@BOTH
def test_a_row_rises_at_its_width_and_its_number_does_not_change(settings: Settings) -> None:
    _, beat = _run(settings)
    for d_k, row in beat.rows.items():
        full = _width(row.squeeze(0.0).bell)
        for share in (0.3, 0.7, 1.0):
            row.rise(share)
            assert row.number.text == lesson.number(f"sigma_{d_k}").text
            assert row.bell.factor == 1.0 and _width(row.bell) == pytest.approx(full, rel=0.02)


@BOTH
def test_all_three_lie_on_one_curve_in_the_closer_look(settings: Settings) -> None:
    _, beat = _run(settings)
    closer = beat.end.closer
    assert (closer.x.low, closer.x.high) == (-4, 4)
    for d_k, bell in closer.bells.items():
        values, heights = _drawn(bell)
        # The sum of d_k terms is not quite normal: at the same peak it is narrower, by an amount that falls as 1 / d_k.
        assert np.abs(heights - np.exp(-(values**2) / 2)).max() <= 0.9 / d_k + 0.008
        density = curves.density(d_k)
        exact = np.interp(values * np.sqrt(d_k), curves.X, density / density.max())
        np.testing.assert_allclose(heights, exact, atol=6e-3)
        at = np.concatenate([_pixels(path.points)[:, 0] for path in bell.submobjects if len(path.points)])
        assert at.min() >= bell.x.start - 0.01 and at.max() <= bell.x.stop + 0.01


@BOTH
def test_the_sixteen_scores_stand_at_their_values_and_are_divided_with_the_rest(settings: Settings) -> None:
    seen: dict[int, np.ndarray] = {}

    def look(beat: Any, play: Play) -> None:
        seen[play.end] = _pixels(beat.dots.points).reshape(lesson.N_KEYS, -1, 2).mean(axis=1)[:, 0]

    timeline, beat = _run(settings, look)
    scores = lesson.film_scores(512)
    for mark, factor in (("squeeze", 1.0), ("over", np.sqrt(512))):
        at = seen[max(end for end in seen if end <= _mark(timeline, mark))]
        np.testing.assert_allclose(at, beat.chart.x(scores / factor), atol=0.5)


@BOTH
def test_the_socket_is_empty_until_softmax_is_spoken_of_and_full_afterwards(settings: Settings) -> None:
    filled: dict[int, tuple[float, float]] = {}

    def look(beat: Any, play: Play) -> None:
        if beat.end.attention in beat.mobjects:
            formula = beat.end.attention
            filled[play.end] = (formula.root[0].get_fill_opacity(), formula.socket.get_stroke_opacity())

    timeline, _ = _run(settings, look)
    due = _mark(timeline, "same")
    assert {state for end, state in filled.items() if end <= due} == {(0.0, 1.0)}
    assert filled[max(filled)] == (1.0, 0.0)


def test_needles_go_into_the_closer_look_one_at_a_time() -> None:
    order = sorted(LANDING, key=lambda d_k: LANDING[d_k])
    assert set(order) == set(DIMENSIONS) and LANDING[order[-1]][1] == 1.0
    for t in np.linspace(0, 1, 101):
        under_way = [d_k for d_k in order if 0.03 < phase(float(t), *LANDING[d_k]) < 0.97]
        assert len(under_way) <= 1, t
    assert order[-1] == min(DIMENSIONS)  # the one that stays filled, as the closer look has it


@BOTH
def test_attention_is_the_raw_one_before_and_the_scaled_one_after(settings: Settings) -> None:
    seen: dict[int, tuple[np.ndarray, str]] = {}

    def look(beat: Any, play: Play) -> None:
        seen[play.end] = (beat.patient.bars.weights, beat.end.keys.number.text)

    timeline, beat = _run(settings, look)
    for end, scaled in ((_mark(timeline, "same"), False), (timeline.frames, True)):
        weights, text = seen[max(e for e in seen if e <= end)]
        np.testing.assert_allclose(weights, lesson.film_weights(512, scaled=scaled), rtol=1e-9)
        assert text == lesson.number("film_effective_scaled_512" if scaled else "film_effective_512").text
    levels = [len(path.points) // 16 for path in beat.patient.grid.submobjects]
    assert sum(levels) == lesson.N_KEYS**2 and levels[0] < lesson.N_KEYS**2


@BOTH
def test_the_spread_readout_goes_from_the_exact_sigma_to_one(settings: Settings) -> None:
    texts: list[str] = []
    _run(settings, lambda beat, play: texts.append(beat.spread.number.text))
    assert (texts[0], texts[-1]) == (f"{np.sqrt(512):.1f}", "1.0")


@BOTH
def test_bars_and_grid_say_for_which_dimension_they_hold_as_long_as_they_are_seen(settings: Settings) -> None:
    seen: list[tuple[bool, bool]] = []

    def look(beat: Any, play: Play) -> None:
        family = {id(m) for m in beat.get_mobject_family_members()}
        seen.append((id(beat.patient.grid) in family, id(beat.end.size[0]) in family))

    _, beat = _run(settings, look)
    assert all(bars == named for bars, named in seen) and seen[-1] == (True, True)
    assert beat.end.size.text == f"d_k = {lesson.D_MAX}"
