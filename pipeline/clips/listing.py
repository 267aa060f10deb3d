"""`clip --list`: every named moment of the film, with its length and what is seen in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.build import Options, hire, make
from pipeline.clips.moments import moments
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from scenes import beats


def list_clips(settings: Settings, options: Options, paths: Paths, bar: Bar) -> dict[str, Any]:
    """Name, beat, begin in the beat, length in seconds, caption and words of every clip, in the film's order.

    Beats whose times are not known in this look are rehearsed. Raises FilmError if one cannot be.
    """
    with (
        hire(options, paths) as workers,
        make(beats(), settings, options, paths, bar, workers, draw=False) as ready,
    ):
        ready.require()
        return {
            "clips": [
                {
                    "name": moment.name,
                    "beat": plan.id,
                    "index": plan.index,
                    "start": round(float(moment.clip.start / settings.fps), 6),
                    "seconds": round(float(moment.frames / settings.fps), 6),
                    "frames": moment.frames,
                    "caption": moment.caption,
                    "spoken": " ".join(line.caption for line in moment.timeline.lines),
                }
                for plan in ready.plans
                for moment in moments(plan)
            ]
        }


def table(listed: dict[str, Any]) -> Iterator[str]:
    """The list as lines of text, under the name of each beat."""
    wide = max((len(each["name"]) for each in listed["clips"]), default=0)
    beat = None
    for each in listed["clips"]:
        if each["beat"] != beat:
            beat = each["beat"]
            yield f"{each['index']}  {beat}"
        yield f"   {each['name']:<{wide}} {each['seconds']:5.1f} s  {each['caption']}".rstrip()
