"""Rehearsing a beat in a test: the layouts, and a run that is looked at after every play."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes.kit import Beat
from scenes.kit.look import Look, set_look
from scenes.kit.timeline import Play, Timeline

LANDSCAPE = Settings(256, 144, Fraction(15))
PORTRAIT = Settings(144, 256, Fraction(15), portrait=True)
BOTH = pytest.mark.parametrize("settings", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])


def run_beat(
    beat: type[Beat], settings: Settings, look: Callable[[Any, Play], object] = lambda beat, play: None
) -> tuple[Timeline, Any]:
    """The timeline and the beat; ``look`` is called at the end of every play. The look stays as it was in the beat."""
    seen: list[Any] = []

    def watch(scene: Any, play: Play, moment: str) -> None:
        seen[:] = [scene]
        if moment == "end":
            look(scene, play)

    timeline = rehearse(beat, settings, [watch])
    set_look(Look(settings.theme, settings.portrait))
    return timeline, seen[0]


def assert_keeps_time(timeline: Timeline) -> None:
    """Nothing is still for over six seconds, the end is held, and there are two named moments or more, of 4 to 20 s."""
    still = longest = 0
    for play in timeline.plays:
        still = still + play.frames if play.kind == "wait" else 0
        longest = max(longest, still)
    assert longest <= 6 * timeline.fps
    assert still >= 1.5 * timeline.fps
    lengths = [(clip.end - clip.start) / timeline.fps for clip in timeline.clips]
    assert len(lengths) >= 2 and all(4 <= seconds <= 20 for seconds in lengths)
