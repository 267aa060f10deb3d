"""What workers are asked to do. Arguments and results are plain, so that they can travel to any executor.

`pipeline.stage` is imported inside: the main process imports this module and never draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.atomic import staged
from pipeline.cache import finished, note_finished
from pipeline.encode import Picture, SegmentInfo
from pipeline.findings import Finding
from pipeline.inside import drawn
from pipeline.keys import Key, require_unchanged
from pipeline.paths import PROJECT
from pipeline.reads import require_keyed, watched
from pipeline.settings import Settings

Counts = dict[str, int]


def rehearse(beat_id: str, settings: Settings, key: Key) -> dict[str, Any]:
    """The beat's timeline, as plain data.

    Raises FilmError if a file of `key` has changed meanwhile, or if the beat read one that is not in the key.
    """
    from pipeline import stage
    from scenes import find

    find(beat_id)  # the list of beats is made by looking into all of them
    with watched() as names:
        timeline = stage.rehearse(beat_id, settings)
    require_unchanged(key.stamps)
    require_keyed(beat_id, names, PROJECT, key.stamps)
    return timeline.to_json()


def draw(
    beat_id: str, settings: Settings, key: Key, planned: Mapping[int, int], folder: Path
) -> tuple[Path, dict[int, SegmentInfo]]:
    """Draw the plays that `planned` names with their frames into `folder`, and answer for each file.

    Every finished play gets a note beside it at once, so that a killed build loses only the play in hand.
    Raises FilmError if a file of `key` has changed meanwhile.
    """
    from pipeline.stage import render_plays

    def note(play: int, info: SegmentInfo) -> None:
        require_unchanged(key.stamps)
        note_finished(folder / f"{play:04}.mp4", info)

    render_plays(beat_id, settings, sorted(planned), folder, drawn, note)
    made = finished(folder)
    wrong = [play for play in planned if play not in made]
    if wrong:
        raise RuntimeError(f"Plays {wrong} were drawn and their files are not as they were written.")
    return folder, made


def stills(beat_id: str, settings: Settings, wanted: Sequence[tuple[int, Path]]) -> None:
    """Draw frames of the beat, each to its PNG file, in one run through it."""
    from PIL import Image

    [found] = pictures(beat_id, [(settings, [frame for frame, _ in wanted])])
    for picture, (_, out) in zip(found, wanted, strict=True):
        with staged(out) as part:
            Image.fromarray(picture).save(part, "PNG")


def pictures(beat_id: str, wanted: Sequence[tuple[Settings, Sequence[int]]]) -> list[list[Picture]]:
    """Frames of the beat, each (height, width, 3) RGB, in one run through it for each of the looks asked for."""
    from pipeline.stage import render_stills

    return [render_stills(beat_id, settings, frames) for settings, frames in wanted]


def examine(beat_id: str, settings: Settings, colours_only: bool) -> tuple[dict[str, Any], list[Finding], Counts]:
    """Run the beat under the rules over pictures: its timeline, what was found, how many labels name their marks."""
    from pipeline.checks.run import COLOUR_RULES, RULES, examine

    timeline, found, labels = examine(beat_id, settings, COLOUR_RULES if colours_only else RULES)
    return timeline.to_json(), found, labels
