"""Reference stills: small pictures of every beat, kept with the tests, that say what the film should look like.

Of every beat its last picture in three looks, and its face (see `pipeline.face`) in the dark one. A run through
the beat draws all that are wanted of one look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image

from pipeline.atomic import staged
from pipeline.encode import Picture
from pipeline.face import face
from pipeline.likeness import difference, side_by_side
from pipeline.paths import Paths
from pipeline.registry import all_beats
from pipeline.settings import Settings
from pipeline.still import END, safe_name
from scenes import BeatInfo
from scenes.kit.timeline import Timeline

LOOKS = {
    "dark": Settings(480, 270, Fraction(15)),
    "light": Settings(480, 270, Fraction(15), "light"),
    "portrait": Settings(270, 480, Fraction(15), portrait=True),
}


@dataclass(frozen=True)
class Shot:
    """A picture to keep: which beat's, in which look, its moment ("end" or a clip's name) and frame."""

    beat: str
    look: str
    moment: str
    frame: int

    @property
    def name(self) -> str:
        """`dark/hook_end.png`: its file in the folder of references."""
        return f"{self.look}/{self.beat}_{self.moment}.png"


@dataclass(frozen=True)
class Verdict:
    """What came of a comparison: `fault`, a sentence, is empty if the picture is as it should be.

    `known`: there is a reference. `both`: a picture that shows the two where they differ.
    """

    fault: str = ""
    known: bool = True
    both: Path | None = None


def folder(paths: Paths) -> Path:
    """Where the references are kept."""
    return paths.root / "tests" / "references"


def shots(beat: BeatInfo, timeline: Timeline) -> list[Shot]:
    """The pictures to keep of a beat, from its timeline in the look `dark`, which is that of all looks."""
    chosen = face(beat, timeline)
    faces = [] if chosen is None else [Shot(beat.id, "dark", safe_name(chosen.name), chosen.end - 1)]
    return [*faces, *(Shot(beat.id, look, END, timeline.frames - 1) for look in LOOKS)]


def strays(wanted: Sequence[Shot], beats: Sequence[BeatInfo], paths: Paths) -> list[Path]:
    """References that are none of `wanted`, the pictures of `beats`: of these beats, or of none that the film has."""
    names, mine = {shot.name for shot in wanted}, {beat.id for beat in beats}
    others = {beat.id for beat in all_beats(paths)} - mine
    return [
        path
        for path in sorted(folder(paths).glob("*/*.png"))
        if path.relative_to(folder(paths)).as_posix() not in names
        and not any(path.name.startswith(f"{other}_") for other in others)
    ]


def compare(shot: Shot, now: Picture, paths: Paths) -> Verdict:
    """Hold a picture, (height, width, 3) RGB, against its reference; `out/references` then shows any difference."""
    kept, shown = folder(paths) / shot.name, paths.out / "references" / shot.name
    reference = read(kept)
    found = None if reference is None else difference(reference, now)
    if reference is None or found is None:
        shown.unlink(missing_ok=True)  # it would tell of an earlier difference
        fault = "" if reference is not None else f"{paths.shown(kept)} is missing or is no picture."
        return Verdict(fault, reference is not None)
    _save(side_by_side(reference, now, found), shown)
    if reference.shape == now.shape:
        x, y = found.middle
        what = f"differs from what is drawn now in {found.pixels} of {found.where.size} pixels around {x},{y}"
    else:
        sizes = [f"{picture.shape[1]}x{picture.shape[0]}" for picture in (reference, now)]
        what = f"is {sizes[0]} where {sizes[1]} is drawn now"
    return Verdict(f"{paths.shown(kept)} {what}; {paths.shown(shown)} shows both.", both=shown)


def read(path: Path) -> Picture | None:
    """The picture in a file as (height, width, 3) RGB; None if there is none or it is damaged."""
    try:
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB"))
    except (OSError, SyntaxError, ValueError):  # what Pillow raises for files that are no pictures
        return None


def write(shot: Shot, picture: Picture, paths: Paths) -> None:
    """Keep a picture as the reference: in 256 colours chosen for it, none of which is over nine levels off."""
    few = Image.fromarray(picture).quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    _save(few, folder(paths) / shot.name)


def _save(image: Image.Image, path: Path) -> None:
    with staged(path) as part:
        image.save(part, "PNG", optimize=True)
