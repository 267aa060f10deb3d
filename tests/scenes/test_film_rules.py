"""The film as a whole: every beat, in both layouts, keeps the rules of picture, time and words."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from rehearsing import LANDSCAPE, PORTRAIT, run_beat

import scenes
from pipeline.picture_rules import PICTURE_RULES, look_at
from pipeline.settings import Settings
from pipeline.time_rules import TIME_RULES
from scenes.kit.script import load_script
from scenes.kit.timeline import Timeline

BEATS = [beat.id for beat in scenes.beats()]


@cache
def _rehearsed(beat: str, settings: Settings) -> tuple[Timeline, tuple[str, ...]]:
    faults: list[str] = []

    def look(scene: Any, play: Any) -> None:
        faults.extend(f"{play.end}: {text}" for rule in PICTURE_RULES for text in rule(look_at(scene)))

    timeline, _ = run_beat(scenes.load(beat), settings, look)
    faults += [f"{frame}: {text}" for rule in TIME_RULES for frame, text in rule(timeline)]
    return timeline, tuple(faults)


@pytest.mark.parametrize("beat", BEATS)
@pytest.mark.parametrize("settings", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_a_beat_keeps_the_rules(beat: str, settings: Settings) -> None:
    timeline, faults = _rehearsed(beat, settings)
    assert faults == ()
    assert [line.id for line in timeline.lines] == list(load_script(beat))


@pytest.mark.parametrize("beat", BEATS)
def test_a_beat_has_named_moments(beat: str) -> None:
    timeline, _ = _rehearsed(beat, LANDSCAPE)
    lengths = {clip.name: (clip.end - clip.start) / timeline.fps for clip in timeline.clips}
    assert len(lengths) >= 2
    assert all(3 <= seconds <= 24 for seconds in lengths.values()), lengths


def test_the_layout_changes_no_time() -> None:
    for beat in BEATS:
        wide, tall = _rehearsed(beat, LANDSCAPE)[0], _rehearsed(beat, PORTRAIT)[0]
        assert (wide.plays, wide.lines) == (tall.plays, tall.lines), beat


def test_the_film_takes_seven_to_nine_minutes() -> None:
    seconds = sum(_rehearsed(beat, LANDSCAPE)[0].seconds for beat in BEATS)
    assert 390 <= seconds <= 540


def test_every_line_is_spoken_by_the_recorded_voice() -> None:
    silent = [f"{beat}.{line.id}" for beat in BEATS for line in _rehearsed(beat, LANDSCAPE)[0].lines if not line.sound]
    assert silent == []
