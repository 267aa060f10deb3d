"""How long every play of some beats takes to draw, measured in this process: `python -m pipeline.bench.plays`.

Prints one JSON object: for each beat the seconds of a run without pixels, and of each of its plays.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pipeline.encode import SegmentInfo
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_plays


def seconds_of_plays(beat_id: str, settings: Settings, folder: Path) -> dict[str, Any]:
    """`rehearse`: seconds of a run without pixels; `plays`: seconds of each play, with the run up to it left out."""
    media = folder / "media"
    rehearse(beat_id, settings, media=media)  # words that are set for the first time are nobody's measure
    started = time.monotonic()
    timeline = rehearse(beat_id, settings, media=media)
    walked = time.monotonic() - started
    ends: dict[int, float] = {}

    def note(play: int, _: SegmentInfo) -> None:
        ends[play] = time.monotonic()

    started = time.monotonic()
    render_plays(beat_id, settings, range(len(timeline.plays)), folder, on_segment=note, media=media)
    whole = time.monotonic() - started
    times = [started, *(ends[play.index] for play in timeline.plays)]
    drawn = [after - before for before, after in pairwise(times)]
    # The run between the plays is in these figures too: spread evenly, it is taken off.
    share = max(0.0, 1 - walked / whole)
    return {"rehearse": round(walked, 3), "plays": [round(seconds * share, 4) for seconds in drawn]}


def main(arguments: list[str]) -> None:
    """`WIDTH,HEIGHT FPS THEME BEAT...`"""
    size, fps, theme, *names = arguments
    settings = Settings.from_options(resolution=size, fps=fps, theme=theme)
    found = {}
    for name in names:
        with TemporaryDirectory(prefix="film-plays-") as folder:
            found[name] = seconds_of_plays(name, settings, Path(folder))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
