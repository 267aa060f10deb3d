"""Rules over what is on screen when a play has ended, from the boxes of mobjects alone.

A text is a mobject with `text_px`, its size in design pixels as it was set, and `text_height`, its height then
in scene units, where scaling is to be noticed. A mobject may declare exceptions for itself and its parts:
`allow_overlap`, a set of names of texts that it may touch (a name is a mobject's `label` or `text` where that
is a string), and `allow_outside = True` for ink that is meant to run over the margins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from manim import Mobject, VMobject

from scenes.kit.beat import Beat
from scenes.kit.layout import PX_PER_UNIT, Box, frame_size, safe

SMALLEST_TEXT = 32.0
# Outlines are bent and strokes have width: nearer than this in pixels is not yet a fault.
SLACK = 2.0


@dataclass(frozen=True)
class Seen:
    """A visible mobject and its box on screen, in design pixels as the camera shows it.

    `names` are what it and the parts that hold it are called, its own first; `overlap` are the names that it
    may touch, `outside` whether it may cross the margins: declared by it or by a part that holds it.
    """

    mobject: Any
    box: Box
    names: tuple[str, ...]
    overlap: frozenset[str]
    outside: bool

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(frozen=True)
class Picture:
    """All that is visible: `texts` (whole words and formulas), `ink` (single outlines), the camera's `zoom`."""

    texts: tuple[Seen, ...]
    ink: tuple[Seen, ...]
    zoom: float


def look_at(beat: Beat) -> Picture:
    """What the camera shows of the beat now."""
    frame: Any = beat.camera.frame
    width, height = frame_size()
    zoom = width / PX_PER_UNIT / float(frame.width)
    scale = PX_PER_UNIT * zoom
    left = float(frame.get_center()[0] - frame.width / 2)
    top = float(frame.get_center()[1] + frame.height / 2)
    texts: dict[int, Seen] = {}
    ink: dict[int, Seen] = {}

    def walk(mobject: Mobject, names: tuple[str, ...], overlap: frozenset[str], outside: bool) -> None:
        own = _name(mobject)
        names = (own, *names) if own else names
        overlap |= set(getattr(mobject, "allow_overlap", ()))
        outside = outside or bool(getattr(mobject, "allow_outside", False))
        text, drawn = hasattr(mobject, "text_px"), _visible(mobject)
        parts = [part for part in mobject.get_family() if _visible(part)] if text or drawn else []
        if parts:
            points = np.concatenate([part.points for part in (parts if text else [mobject])])
            (x0, y0), (x1, y1) = points.min(axis=0)[:2], points.max(axis=0)[:2]
            box = Box((x0 - left) * scale, (top - y1) * scale, (x1 - x0) * scale, (y1 - y0) * scale)
            if box.right > 0 and box.x < width and box.bottom > 0 and box.y < height:
                somewhere = f"{type(mobject).__name__} at {box.cx:.0f},{box.cy:.0f}"
                seen = Seen(mobject, box, names or (somewhere,), overlap, outside)
                (texts if text else ink)[id(mobject)] = seen
        if not text:  # the letters of a text are judged as one
            for part in mobject.submobjects:
                walk(part, names, overlap, outside)

    for each in beat.mobjects:
        if each is not frame:
            walk(each, (), frozenset(), False)
    return Picture(tuple(texts.values()), tuple(ink.values()), zoom)


def small_text(picture: Picture) -> Iterator[str]:
    """Text is at least 32 px high in its em, also after it has been scaled."""
    for text in picture.texts:
        size = _em(text.mobject) * picture.zoom
        if size < SMALLEST_TEXT - 0.5:
            yield f"the text {text.name!r} is {size:.0f} px, under {SMALLEST_TEXT:.0f} px"


def outside(picture: Picture) -> Iterator[str]:
    """Ink stays inside the margins and above the band for the viewer's captions."""
    if picture.zoom != 1.0:
        return  # a camera that moves in leaves things outside on purpose
    room = safe()
    for each in [*picture.texts, *picture.ink]:
        if each.outside:
            continue
        over = {
            "left margin": room.x - each.box.x,
            "right margin": each.box.right - room.right,
            "top margin": room.y - each.box.y,
            "caption band": each.box.bottom - room.bottom,
        }
        for side, pixels in over.items():
            if pixels > SLACK:
                yield f"{each.name!r} reaches {pixels:.0f} px into the {side}"


def overlap(picture: Picture) -> Iterator[str]:
    """The boxes of two texts do not touch unless one of them says that they may."""
    for one, other in combinations(picture.texts, 2):
        a, b = one.box, other.box
        across = min(a.right, b.right) - max(a.x, b.x)
        down = min(a.bottom, b.bottom) - max(a.y, b.y)
        if across > SLACK and down > SLACK and not _allowed(one, other):
            yield f"{one.name!r} and {other.name!r} overlap by {across:.0f} x {down:.0f} px"


PictureRule = Callable[[Picture], Iterator[str]]
PICTURE_RULES: tuple[PictureRule, ...] = (small_text, outside, overlap)


def _name(mobject: Mobject) -> str:
    for attribute in ("label", "text"):
        value = getattr(mobject, attribute, None)
        if isinstance(value, str) and value:
            return value
    return ""


def _visible(part: Mobject) -> bool:
    if not isinstance(part, VMobject) or not len(part.points):
        return False
    filled = part.get_fill_opacity() > 0
    return bool(filled or (part.get_stroke_width() > 0 and part.get_stroke_opacity() > 0))


def _em(text: Any) -> float:
    """The em in design pixels at which a text stands now: as it was set, times how it was scaled since."""
    before = float(getattr(text, "text_height", text.height))
    return float(text.text_px) * float(text.height) / before if before else float(text.text_px)


def _allowed(one: Seen, other: Seen) -> bool:
    if one.overlap & set(other.names) or other.overlap & set(one.names):
        return True
    # A copy exactly over its original is one text to the eye.
    return one.name == other.name and one.box == other.box
