"""How long every play of some beats takes to draw, measured in this process: `python -m pipeline.bench.plays`.

Prints one JSON list of what `pipeline.bench.simulation.Measured` says of each beat.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.bench.simulation import Measured
from pipeline.encode import SegmentInfo
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_plays
from scenes.kit.beat import Beat


def measured(beat: str | type[Beat], settings: Settings, folder: Path) -> Measured:
    """Draw all plays of the beat into `folder`, none before the one ahead of it is whole."""
    media = folder / "media"
    rehearse(beat, settings, media=media)  # words that are set for the first time are nobody's measure
    started = time.monotonic()
    timeline = rehearse(beat, settings, media=media)
    walked = time.monotonic() - started
    ends: list[float] = [time.monotonic()]

    def note(_play: int, _info: SegmentInfo) -> None:
        ends.append(time.monotonic())

    render_plays(beat, settings, range(len(timeline.plays)), folder, on_segment=note, media=media, behind=0)
    seconds = tuple(round(after - before, 4) for before, after in pairwise(ends))
    return Measured(timeline.beat, round(walked, 3), timeline.plays, seconds)


def main(arguments: list[str]) -> None:
    """`WIDTH,HEIGHT FPS THEME BEAT...`"""
    size, fps, theme, *names = arguments
    settings = Settings.from_options(resolution=size, fps=fps, theme=theme)
    found = []
    for name in names:
        with TemporaryDirectory(prefix="film-plays-") as folder:
            found.append(asdict(measured(name, settings, Path(folder))))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
