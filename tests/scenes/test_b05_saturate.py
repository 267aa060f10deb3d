"""Beat 5: ratios are the lesson's, towers are exponentials, and the gradient dies for the winner too."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from rehearsing import BOTH, LANDSCAPE, run_beat

from mathcore import lesson
from pipeline.checks.seen import look_at
from pipeline.settings import Settings
from pipeline.stage import render_stills
from scenes.b05_saturate import Saturate
from scenes.jacobian_column import ASKED, DEAD, STEP, JacobianColumn
from scenes.kit.layout import Box, point, to_pixels
from scenes.kit.look import Look, set_look
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.script import load_script
from scenes.kit.timeline import Play
from scenes.laid_down import LaidDown
from scenes.measurement import ratio_text
from scenes.three_spreads import closing as closing_spreads
from scenes.two_columns import KEYS, closing

_run = partial(run_beat, Saturate)


def _rectangles(points: np.ndarray) -> np.ndarray:
    """(n, 4): left, top, right, bottom of the rectangles of one path, in scene units."""
    corners = points.reshape(-1, 16, 3)
    low, high = corners.min(axis=1), corners.max(axis=1)
    return np.stack([low[:, 0], high[:, 1], high[:, 0], low[:, 1]], axis=1)


def _discs(points: np.ndarray) -> np.ndarray:
    """(n, 2): centres of the discs of one path, in design pixels."""
    return np.array([to_pixels(disc.mean(axis=0)) for disc in points.reshape(-1, 32, 3)])


def _pulses(column: JacobianColumn) -> np.ndarray:
    """(n, 2): centres of the pulses that are drawn, from left to right, in design pixels."""
    centres = np.concatenate([_discs(path.points) for path in column.pulses if len(path.points)])
    return centres[np.argsort(centres[:, 0])]


def test_ratios_read_off_the_ruler_are_the_lessons() -> None:
    points = lesson.number("gap_points").value
    scores = np.sort(lesson.film_scores(512))
    assert ratio_text(1.0) == lesson.number("odds_one").text
    assert ratio_text(points) == lesson.number("odds_ten").text
    assert ratio_text(scores[-1] - scores[-2]) == lesson.number("odds_gap_512").text


@BOTH
def test_the_ruler_stops_where_the_narration_says(settings: Settings) -> None:
    read: dict[int, str] = {}
    shown: list[tuple[str, str]] = []
    of_the_tower: set[str] = set()

    def look(beat: Any, play: Play) -> None:
        if hasattr(beat, "measurement"):
            found = beat.measurement
            read[play.end] = found.ratio.text
            family = beat.get_mobject_family_members()
            if found.ratio in family:
                assert found.distance in family and found.more in family
                shown.append((found.distance.text, found.ratio.text))
            if found.times[0] in family:
                of_the_tower.add(found.times[0].text)

    timeline, beat = _run(settings, look)
    line = next(line for line in timeline.lines if line.id == "point")

    def at(frame: int) -> str:
        return read[min(end for end in read if end > frame)]

    assert at(line.marks["odds"]) == f"×{lesson.number('odds_one').text}"
    assert at(line.marks["factor"]) == f"×{lesson.number('odds_ten').text}"
    # Beside the ruler a ratio stands with the distance that it belongs to; the tower's is over the runner-up.
    assert shown[0] == ("1.0", f"×{lesson.number('odds_one').text}")
    assert shown[-1] == (lesson.number("gap_512").text, f"×{lesson.number('odds_gap_512').text}")
    # The gap is said to as many places as it takes: e to what is said is the ratio that is said.
    assert ratio_text(float(beat.measurement.apart[1].text)) == lesson.number("odds_gap_512").text
    assert of_the_tower == {lesson.number("odds_gap_512").text}


@BOTH
def test_towers_stand_on_their_scores_as_exponentials_and_become_the_weights(settings: Settings) -> None:
    shown: list[np.ndarray] = []

    def look(beat: Any, play: Play) -> None:
        bars = _rectangles(beat.towers.bars.points)
        if len(bars):
            shown.append(bars)

    _, beat = _run(settings, look)
    lifted, settled = shown[1] if len(shown) > 1 else shown[0], shown[-1]
    scores, weights = lesson.film_scores(512), lesson.film_weights(512, scaled=False)
    heights = lifted[:, 1] - lifted[:, 3]
    by_position = np.argsort(np.argsort(lifted[:, 0]))
    assert (by_position == np.argsort(np.argsort(scores))).all()
    ratio = heights / heights.max()
    floor = 2.0 / beat.towers.tall.max()  # a bar of two pixels stands for what is too small to see
    np.testing.assert_allclose(ratio, np.maximum(np.exp(scores - scores.max()), floor), atol=1e-6)
    # In their slots, in the order of the keys.
    assert (np.diff(settled[:, 0]) > 0).all()
    assert (settled[:, 1] - settled[:, 3]).argmax() == weights.argmax()
    assert beat.top.text == lesson.number("film_top_512").text


def test_bars_of_the_side_histogram_become_those_of_the_lying_one_without_turning() -> None:
    set_look(Look())
    spreads = closing_spreads()
    station = spreads.stations[-1]
    histogram = Histogram(Box(96, 200, 1728, 540), lesson.BIN_EDGES, 0.02)
    scores = lesson.film_scores(512)
    start = 790.0, spreads.fan.plane.y(scores)
    laid = LaidDown(station, histogram, Dots("raw", 12), scores, start, 712.0, 0.35)
    areas: list[float] = []
    for t in np.linspace(0, 1, 31):
        laid.lay(float(t))
        for bars in (laid.flying, histogram.bars):
            corners = bars.points.reshape(-1, 16, 3)[:, ::4]
            assert all(len(np.unique(np.round(c[:, axis], 6))) == 2 for c in corners for axis in (0, 1))
            # Each keeps clear of the next, beside it or above it, or the way would show one solid and no histogram.
            sides = _rectangles(bars.points)
            if len(sides):
                left, top, right, bottom = sides.T
                across = (left[1:] > right[:-1]) | (right[1:] < left[:-1])
                assert (across | (bottom[1:] > top[:-1])).all()
                areas.append(float(((right - left) * abs(bottom - top)).sum()))
    # On the way it once was a thread: at every moment much of it stands on one axis or the other.
    assert min(areas) > 0.3 * min(areas[0], areas[-1])
    assert len(station.bars.points) == 0
    lying = histogram.bars.points.copy()
    np.testing.assert_allclose(lying, histogram.set_heights(lesson.score_histogram(512)).bars.points, atol=1e-6)
    last = laid.dots.points.reshape(lesson.N_KEYS, -1, 3).mean(axis=1)
    expected = [point(float(histogram.x(score)), 712.0) for score in scores]
    np.testing.assert_allclose(last, expected, atol=1e-2)


@BOTH
def test_axis_of_scores_never_rescales(settings: Settings) -> None:
    axes = set()
    _run(settings, lambda beat, play: axes.add((beat.histogram.x, beat.histogram.y)))
    assert len(axes) == 1
    x, _ = axes.pop()
    assert (x.low, x.high) == (-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT)


@BOTH
def test_scores_move_by_the_gradient_that_reaches_them_and_no_raw_one_moves_not_even_the_winners(
    settings: Settings,
) -> None:
    _, beat = _run(settings)
    winner = int(lesson.film_weights(512, scaled=False).argmax())
    for column, scaled in ((beat.columns.raw, False), (beat.columns.gentle, True)):
        # The whole of it, once: the losers' part and the winner's, after the first pass, of both at once, has ebbed.
        arrived = lesson.film_score_gradient(512, scaled)
        np.testing.assert_allclose(column.moved, arrived, atol=1e-12)
        drawn = _discs(column.dots.points)
        np.testing.assert_allclose(drawn[:, 0], column.lanes, atol=0.01)
        np.testing.assert_allclose(column.dots_y - drawn[:, 1], STEP * arrived, atol=0.01)
        asked = _discs(column.asked[2].points)
        np.testing.assert_allclose(column.asked_y - asked[:, 1], ASKED * lesson.film_upstream(), atol=0.01)
        np.testing.assert_allclose(column.jacobian, lesson.film_jacobian(512, scaled=scaled), atol=1e-12)
    raw, gentle = beat.columns.raw, beat.columns.gentle
    assert np.abs(STEP * raw.moved).max() < 0.1 and len(raw.nudges.points) == 0
    assert (STEP * gentle.moved).max() > 10 and (STEP * gentle.moved).min() < -10
    assert gentle.moved.argmin() == winner
    for lanes in (KEYS[winner != KEYS], KEYS[[winner]], KEYS):
        assert (raw.brightness(raw.arriving(lanes)) < DEAD).all()
        assert (gentle.brightness(gentle.arriving(lanes)) >= DEAD).any()
    assert "except" not in " ".join(line.caption for line in load_script("saturate").values())


@BOTH
def test_each_backward_pass_goes_with_its_words_and_none_without(settings: Settings) -> None:
    begun: list[int] = []
    moved: list[tuple[int, np.ndarray]] = []

    def look(beat: Any, play: Play) -> None:
        begun.append(play.start)
        if hasattr(beat, "columns"):
            column = beat.columns.gentle
            drawn = (column.dots_y - _discs(column.dots.points)[:, 1]) / STEP
            if not moved or np.abs(drawn - moved[-1][1]).max() > 1e-4:
                moved.append((play.end, drawn))

    timeline, beat = _run(settings, look)
    marks = {mark: frame for line in timeline.lines for mark, frame in line.marks.items()}
    near = 0.3 * timeline.fps
    whole, losers, again = moved[1:]  # after standing still
    gradient, winner = lesson.film_score_gradient(512, True), beat.winner
    for _, change in (whole, again):
        np.testing.assert_allclose(change, gradient, atol=1e-4)
    np.testing.assert_allclose(losers[1], beat.columns.gentle.arriving(KEYS[winner != KEYS]), atol=1e-4)
    assert marks["back"] in begun and whole[0] < marks["losers"]
    assert marks["losers"] < losers[0] <= marks["winner"] + near < again[0] <= marks["nothing"] + near


@BOTH
def test_the_name_of_the_row_says_on_what_scale_it_is_drawn(settings: Settings) -> None:
    """Softmax passes on less than it gets, and the picture, whose dots move further, says that it magnifies."""
    _, beat = _run(settings)
    for column in (beat.columns.raw, beat.columns.gentle):
        assert " ".join(text.text for text in column.named) == f"change in scores, drawn ×{STEP / ASKED:g}"
        assert np.abs(column.moved).max() < np.abs(column.upstream).max()


@BOTH
def test_a_pulse_leaves_from_what_is_asked_and_ends_where_it_has_moved_the_dot(settings: Settings) -> None:
    _, beat = _run(settings)
    column = beat.columns.gentle.rest()
    column.stand(column.bars.box.x, column.bars.weights, column.jacobian)
    at_weights, at_scores = (_pulses(column.send(t, KEYS)) for t in (0.0, 1 - 1e-9))
    np.testing.assert_allclose(column.asked_y - at_weights[:, 1], ASKED * lesson.film_upstream(), atol=0.01)
    seen = column.brightness(column.arriving(KEYS)) >= DEAD
    np.testing.assert_allclose(at_scores, _discs(column.dots.points)[seen], atol=0.01)


def test_the_copy_of_a_column_comes_out_from_behind_it() -> None:
    """While it is there the first column's chart shows its own winner only, and not two."""
    settings = Settings(480, 270, Fraction(15))
    timeline, beat = _run(settings)
    gentler = next(line for line in timeline.lines if line.id == "compare").marks["gentler"]
    slots = beat.columns.raw.bars.box
    shown = []
    for picture in render_stills("saturate", settings, range(gentler - 12, gentler + 7)):
        row = picture[round(slots.cy / 4), round(slots.x / 4) : round(slots.right / 4)].astype(int)
        green = np.abs(row - [0x7F, 0xF0, 0xC2]).max(axis=1) < 40
        shown.append(int((np.diff(green.astype(int)) == 1).sum()))
    assert shown == [1] * len(shown)


@BOTH
def test_the_camera_comes_nearer_once_goes_home_and_leaves_the_heading_in_place(settings: Settings) -> None:
    zooms: list[float] = []
    corners: list[tuple[float, float]] = []

    def look(beat: Any, play: Play) -> None:
        picture = look_at(beat)
        zooms.append(picture.view.zoom)
        heading = next(text for text in picture.texts if text.mobject is beat._heading)
        if picture.view.zoom != 1.0 or len(corners):
            corners.append((heading.box.x, heading.box.y))

    _run(settings, look)
    nearer = np.array(zooms) > 1.01
    assert nearer.any() and np.diff(nearer.astype(int)).clip(0).sum() == 1
    assert zooms[-1] == pytest.approx(1.0)
    np.testing.assert_allclose(corners, [corners[0]] * len(corners), atol=1.0)


@BOTH
def test_close_up_reads_entries_of_the_jacobian(settings: Settings) -> None:
    _, beat = _run(settings)
    weights, jacobian = lesson.film_weights(512, scaled=False), lesson.film_jacobian(512, scaled=False)
    winner = int(weights.argmax())
    close = beat.close_up
    assert close.shown == f"the winner: {jacobian[winner, winner]:.4f}"
    for i in range(lesson.N_KEYS):
        close.read(i)
        if weights[i] < 0.00005:  # smaller than four decimals can say is not said to be zero
            assert jacobian[i, i] < 0.0001 and close.shown == "a loser: under 0.0001"
        else:
            assert close.shown.endswith(f": {jacobian[i, i]:.4f}")
        seen = [text for text, line in close.texts.items() if line.get_fill_opacity() > 0]
        assert seen == [close.shown]


def test_towers_grow_on_their_base_line_from_a_thread_that_leaves_their_dot() -> None:
    _, beat = _run(LANDSCAPE)
    towers = beat.towers
    towers.lift(1e-6)
    x, y = to_pixels(towers.stems.points[0])
    assert (x, y) == pytest.approx((towers.x[0], towers.dots_y - 11), abs=0.1)
    assert len(towers.bars.points) == 0
    towers.lift(0.4)  # on the way up all threads are one length: what differs is only what rises over the line
    tops = towers.stems.points.reshape(-1, 4, 3)[:, -1, 1]
    assert len(tops) == lesson.N_KEYS and np.ptp(tops) == pytest.approx(0)
    for t in np.linspace(0.1, 1, 10):
        towers.lift(float(t))
        for left, _, _, bottom in _rectangles(towers.bars.points):
            assert to_pixels(np.array([left, bottom, 0.0]))[1] == pytest.approx(towers.base_y, abs=0.1)
    assert len(towers.stems.points) == 0


@BOTH
def test_the_beat_closes_on_the_picture_that_beat_6_opens_on(settings: Settings) -> None:
    _, beat = _run(settings)
    shared = closing()
    ours = {id(part) for part in beat.columns.get_family()}
    left = [part for part in beat.get_mobject_family_members() if id(part) not in ours and len(part.points)]
    left.remove(beat.camera.frame)
    assert set(left) <= {
        beat._heading,
        *beat.columns.asked.get_family(),
        *beat.columns.picked.get_family(),
        *beat.columns.shut.get_family(),
    }
    for said, kept in (("picked", beat.columns.picked), ("shut", beat.columns.shut), ("raw", beat.columns.raw)):
        drawn = [part.points for part in kept.get_family() if len(part.points)]
        again = [part.points for part in getattr(shared, said).get_family() if len(part.points)]
        assert len(drawn) == len(again)
        for one, other in zip(drawn, again, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-6)
    np.testing.assert_allclose(beat.columns.gentle.dots.points, shared.gentle.dots.points, atol=1e-6)
