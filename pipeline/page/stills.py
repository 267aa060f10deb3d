"""The page's pictures: a still of every part in both themes, and the poster of each film, as WebP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from pipeline.build import Options
from pipeline.faces import draw_faces
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import THEMES, Settings
from scenes import BeatInfo

SIZE = (864, 486)
FOLDER = "stills"
_FPS, _QUALITY = "15", 70


def write_stills(wanted: Sequence[BeatInfo], options: Options, paths: Paths, bar: Bar, folder: Path) -> list[str]:
    """Draw `stills/<beat>-<theme>.webp` in `folder`; return their names. Raises FilmError if a beat fails."""
    looks = [Settings.from_options(resolution=SIZE, fps=_FPS, theme=theme) for theme in THEMES]
    (folder / FOLDER).mkdir()
    names = []
    for face in draw_faces(wanted, looks, options, paths, bar):
        for theme, picture in zip(THEMES, face.pictures, strict=True):
            names.append(f"{FOLDER}/{face.beat}-{theme}.webp")
            Image.fromarray(picture).save(folder / names[-1], "WEBP", quality=_QUALITY, method=6)
    return names


def write_poster(poster: Path, out: Path) -> None:
    """The film's own poster, no larger than a still."""
    with Image.open(poster) as image:
        image.thumbnail(SIZE)
        image.convert("RGB").save(out, "WEBP", quality=_QUALITY, method=6)
