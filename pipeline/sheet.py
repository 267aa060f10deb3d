"""`still --sheet`: the film on one sheet, a picture a beat, for the README."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from pipeline import tasks
from pipeline.atomic import require_writable, staged
from pipeline.build import Options, failure_sentence, hire, make
from pipeline.encode import Picture
from pipeline.errors import FilmError
from pipeline.face import face
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.still import END
from pipeline.workers import Task
from scenes import BeatInfo
from scenes.kit.look import THEMES
from scenes.kit.timeline import Timeline

_SIZE, _FPS = "1280,720", "15"
# Pictures are drawn at twice the size they have on the sheet.
_SHRINK, _GAP, _QUALITY = 2, 8, 88
_COLUMNS = {False: 3, True: 5}


def place(paths: Paths) -> Path:
    """Where the README looks for it."""
    return paths.root / "assets" / "film-sheet.jpg"


def sheet(
    wanted: Sequence[BeatInfo], theme: str, portrait: bool, options: Options, paths: Paths, bar: Bar, out: Path
) -> dict[str, Any]:
    """Draw the face of every beat (its last picture if it has none) on one sheet, the JPEG file `out`.

    Raises FilmError if a beat fails; the sheet then stays as it was.
    """
    require_writable(out.parent)
    settings = Settings.from_options(resolution=_SIZE, fps=_FPS, theme=theme, portrait=portrait)
    drawn: dict[str, Picture] = {}
    with hire(options, paths) as workers:
        with make(wanted, settings, options, paths, bar, workers, draw=False) as ready:
            ready.require()
            timelines = {plan.id: plan.timeline for plan in ready.plans}
        chosen = {beat.id: _chosen(beat, timelines[beat.id]) for beat in wanted}
        indices = {beat.id: beat.index for beat in wanted}
        bar.begin("Drawing the sheet", len(wanted))
        work = [Task(beat, tasks.pictures, (beat, [(settings, [frame])])) for beat, (_, frame) in chosen.items()]
        for task, outcome in workers.run(work, lambda _: None):
            if outcome.sentence:
                raise FilmError(failure_sentence(indices[task.beat], task.beat, outcome, paths))
            bar.done(1)
            [[drawn[task.beat]]] = outcome.value
    with staged(out) as part:
        image = lay_out([drawn[beat.id] for beat in wanted], _COLUMNS[portrait], THEMES[theme]["panel"])
        image.save(part, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    pictures = [{"id": beat, "at": at, "frame": frame} for beat, (at, frame) in chosen.items()]
    return {"sheet": paths.shown(out), "width": image.width, "height": image.height, "pictures": pictures}


def lay_out(pictures: Sequence[Picture], columns: int, ground: str) -> Image.Image:
    """Pictures of one size in rows from left to right, at half their size, on `ground` ("#rrggbb")."""
    height, width = (side // _SHRINK for side in pictures[0].shape[:2])
    columns = min(columns, len(pictures))
    rows = -(-len(pictures) // columns)
    size = (columns * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP)
    laid = Image.new("RGB", size, ground)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        small = Image.fromarray(picture).reduce(_SHRINK)
        laid.paste(small, (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP)))
    return laid


def _chosen(beat: BeatInfo, timeline: Timeline) -> tuple[str, int]:
    """The moment that stands for a beat, and its frame."""
    clip = face(beat, timeline)
    return (END, timeline.frames - 1) if clip is None else (clip.name, clip.end - 1)
