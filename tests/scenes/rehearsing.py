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
