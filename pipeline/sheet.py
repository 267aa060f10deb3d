"""`still --sheet`: the film on one sheet, a picture a beat, for the README."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from pipeline.atomic import require_writable, staged
from pipeline.build import Options
from pipeline.encode import Picture
from pipeline.faces import draw_faces
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from scenes import BeatInfo
from scenes.kit.look import THEMES

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
    drawn = draw_faces(wanted, [settings], options, paths, bar)
    with staged(out) as part:
        image = lay_out(
            [picture for each in drawn for picture in each.pictures], _COLUMNS[portrait], THEMES[theme]["panel"]
        )
        image.save(part, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    pictures = [{"id": each.beat, "at": each.at, "frame": each.frame} for each in drawn]
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
