"""Beat 4 shows the exact density of a term, a walk that is the film's own score, and spreads that were measured."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from rehearsing import BOTH, LANDSCAPE, assert_keeps_time, run_beat
from scipy.special import k0

from mathcore import lesson
from pipeline.settings import Settings
from scenes import variance_fan
from scenes.b04_variance import FIRST, Variance
from scenes.kit.layout import point, to_pixels
from scenes.kit.look import Look, set_look
from scenes.kit.script import load_script
from scenes.kit.timeline import Play
from scenes.variance_fan import STATIONS
from scenes.variance_terms import ENTRY_X, stretched

_run = partial(run_beat, Variance)


@BOTH
def test_all_lines_are_said_nothing_is_still_for_long_and_the_end_is_held(settings: Settings) -> None:
    timeline, _ = _run(settings)
    assert [line.id for line in timeline.lines] == list(load_script("variance"))
    assert_keeps_time(timeline)


def test_the_two_bells_become_the_exact_density_of_their_product() -> None:
    near = np.abs(ENTRY_X) > 1e-3
    # The product of two standard normals has density K0(|x|) / pi, a textbook result that owes nothing to mathcore.
    np.testing.assert_allclose(stretched(1.0)[near], k0(np.abs(ENTRY_X[near])) / np.pi, rtol=1e-9)
    np.testing.assert_allclose(stretched(0.0), np.exp(-(ENTRY_X**2) / 2) / np.sqrt(2 * np.pi))
    for t in (0.25, 0.5, 0.75):
        assert np.trapezoid(stretched(t), ENTRY_X) == pytest.approx(1.0, abs=0.02)


def test_the_chained_terms_end_at_the_film_s_own_score() -> None:
    _, beat = _run(LANDSCAPE)
    beat.bars.draw(1.0, FIRST)
    x, y = to_pixels(beat.bars.walk.points[-1])
    score = float(lesson.film_scores(FIRST)[beat.hero])
    assert (x, y) == pytest.approx((float(beat.bars.x(FIRST)), float(beat.bars.y(score))), abs=0.01)
    assert beat.hero == int(lesson.film_scores(lesson.D_MAX).argmax())


@BOTH
def test_the_sixteen_walks_pass_through_the_film_s_scores_at_every_station(settings: Settings) -> None:
    _, beat = _run(settings)
    drawn = beat.fan.sixteen.lines.points.reshape(lesson.N_KEYS, -1, 3)
    for d in STATIONS:
        at = point(float(beat.fan.plane.x(d)), 0)[0]
        for walk, score in zip(drawn, lesson.film_scores(d), strict=True):
            height = np.interp(at, walk[:, 0], walk[:, 1])
            assert height == pytest.approx(point(0, float(beat.fan.plane.y(score)))[1], abs=1e-3)


@BOTH
def test_the_score_axis_never_rescales(settings: Settings) -> None:
    per_unit: set[float] = set()

    def look(beat: Any, play: Play) -> None:
        scales = [beat.fan.plane.y, *(s.y for s in beat.spreads.stations)]
        per_unit.update(round(abs(s.stop - s.start) / (s.high - s.low), 6) for s in scales)
        assert len({s.width_px for s in beat.spreads.stations}) == 1  # nor that of density

    _run(settings, look)
    assert len(per_unit) == 1


@BOTH
def test_a_station_shows_the_measured_histogram_and_one_sigma_to_either_side(settings: Settings) -> None:
    _, beat = _run(settings)
    for d, station in zip(STATIONS, beat.spreads.stations, strict=True):
        ends = [to_pixels(p)[1] for p in (station.bar.points[0], station.bar.points[-1])]
        assert ends == pytest.approx([float(station.y(s * np.sqrt(d))) for s in (-1, 1)], abs=0.01)
        reach = to_pixels(np.array([station.bars.points[:, 0].max(), 0, 0]))[0] - station.x
        assert reach == pytest.approx(lesson.score_histogram(d).max() * station.width_px, abs=0.01)


@BOTH
def test_walks_stay_on_the_score_axis(settings: Settings) -> None:
    _, beat = _run(settings)
    drawn = [part.lines.points[:, 1] for part in beat.fan.all]
    top, bottom = (point(0, float(beat.fan.plane.y(s * lesson.SCORE_LIMIT)))[1] for s in (1, -1))
    assert max(y.max() for y in drawn) <= top and min(y.min() for y in drawn) >= bottom
    assert sum(len(part.walks) for part in beat.fan.many) == lesson.N_WALKS


def test_the_table_holds_measured_spreads_beside_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    real = variance_fan.words

    def record(text: str, *rest: Any, **named: Any) -> Any:
        texts.append(text)
        return real(text, *rest, **named)

    set_look(Look())
    monkeypatch.setattr(variance_fan, "words", record)
    variance_fan.SpreadTable([0.0, 1.0, 2.0], [0.0, 1.0], [(0.0, 0.0)] * 2, "left")
    shown = np.array(texts[1:], float).reshape(3, 2)  # the first is a row's name
    measured = [np.round(lesson.walks(20_000)[:, d].std(), 1) for d in STATIONS]
    np.testing.assert_array_equal(shown, np.column_stack([measured, np.round(np.sqrt(STATIONS), 1)]))


@BOTH
def test_every_station_opens_with_the_word_that_names_its_spread(settings: Settings) -> None:
    opened: dict[int, int] = {}

    def look(beat: Any, play: Play) -> None:
        for d, column, station in zip(STATIONS, beat.spreads.columns, beat.spreads.stations, strict=True):
            assert station.x == column  # it rises where it stays: what travels is one sigma's bar
            if station.swing == 1:
                opened.setdefault(d, play.end)

    timeline, _ = _run(settings, look)
    for d in STATIONS:
        word = next(line.marks[f"sigma-{d}"] for line in timeline.lines if f"sigma-{d}" in line.marks)
        assert abs(opened[d] - word) <= 0.5 * timeline.fps
