"""The film as a whole, under `check`: every beat keeps the rules of picture, time and words in every look.

Shapes do not depend on the theme, so they are measured in one; colours, contrast and flashes in both.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from rehearsing import LANDSCAPE, PORTRAIT

import scenes
from pipeline.checks.run import COLOUR_RULES, RULES, examine
from pipeline.stage import rehearse
from pipeline.time_rules import TIME_RULES
from scenes.kit.script import load_clip_captions, load_script
from scenes.kit.timeline import Timeline

BEATS = [beat.id for beat in scenes.beats()]
SETTINGS = {False: replace(LANDSCAPE, fps=Fraction(12)), True: replace(PORTRAIT, fps=Fraction(12))}


@cache
def _told(beat: str, portrait: bool) -> Timeline:
    """The beat's timeline alone; each of the test workers has its own."""
    return rehearse(beat, SETTINGS[portrait])


@pytest.mark.parametrize("beat", BEATS)
@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_a_beat_keeps_the_rules(beat: str, portrait: bool) -> None:
    timeline, found, _ = examine(beat, SETTINGS[portrait], RULES)
    faults = [f"{each.seconds:.2f} s: {each.rule}: {each.text}" for each in found]
    faults += [f"{frame}: {text}" for rule in TIME_RULES for frame, text in rule(timeline)]
    assert faults == []
    assert [line.id for line in timeline.lines] == list(load_script(beat))


@pytest.mark.parametrize("beat", BEATS)
@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_a_beat_keeps_the_rules_of_colour_in_the_light_theme(beat: str, portrait: bool) -> None:
    _, found, _ = examine(beat, replace(SETTINGS[portrait], theme="light"), COLOUR_RULES)
    assert [f"{each.seconds:.2f} s: {each.rule}: {each.text}" for each in found] == []


@pytest.mark.parametrize("beat", BEATS)
def test_a_beat_has_named_moments(beat: str) -> None:
    timeline = _told(beat, False)
    lengths = {clip.name: (clip.end - clip.start) / timeline.fps for clip in timeline.clips}
    assert len(lengths) >= 2
    assert all(4 <= seconds <= 20 for seconds in lengths.values()), lengths
    assert list(load_clip_captions(beat)) == [clip.name for clip in timeline.clips]
    # A line is heard whole in a clip or not at all.
    for clip in timeline.clips:
        heard = [line for line in timeline.lines if line.start < clip.end and line.end > clip.start]
        assert all(clip.start <= line.start and line.end <= clip.end for line in heard), clip.name


def test_the_film_has_twenty_named_moments_and_no_name_twice() -> None:
    names = [clip.name for beat in BEATS for clip in _told(beat, False).clips]
    assert len(names) >= 20
    assert len(names) == len(set(names))
    assert not set(names) & set(BEATS)


def test_the_layout_changes_no_time() -> None:
    for beat in BEATS:
        wide, tall = _told(beat, False), _told(beat, True)
        assert (wide.plays, wide.lines) == (tall.plays, tall.lines), beat


def test_the_film_takes_seven_to_nine_minutes() -> None:
    seconds = sum(_told(beat, False).seconds for beat in BEATS)
    assert 390 <= seconds <= 540


def test_every_line_is_spoken_by_the_recorded_voice() -> None:
    silent = [f"{beat}.{line.id}" for beat in BEATS for line in _told(beat, False).lines if not line.sound]
    assert silent == []
