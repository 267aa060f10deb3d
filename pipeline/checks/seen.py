"""What the camera shows of a beat at one moment, outline by outline, from the mobjects alone: no pixels.

A text is a mobject with `text_px`, its size in design pixels as it was set, and `text_height`, its height then in
scene units, where scaling is to be noticed; a lone glyph of a formula has them too. A mobject may declare exceptions
for itself and its parts, each for one rule:

* `allow_overlap`: names of texts, marks or parts that it may touch (a name is a mobject's `label` or `text`, if that
  is a string; "*" is everything);
* `allow_outside`: ink that is meant to run over the margins;
* `allow_faint`: text or marks that stand back for as long as they are seen;
* `allow_colours`: a picture of something, with colours of its own;
* `allow_drift`: a readout that is carried by what it reads;
* `allow_far`: a label that cannot stand near its mark;
* `allow_digits`: a text whose digits count nothing, such as a section of a paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from manim import AnimationGroup, Mobject, ReplacementTransform, Transform, TransformFromCopy, VGroup, VMobject

from pipeline.checks.outlines import Floats, bounds, pieces, plain, subpaths
from scenes.kit.beat import Beat
from scenes.kit.layout import PX_PER_UNIT, Box, frame_size
from scenes.kit.parts.shapes import Path
from scenes.kit.type import Glyph

FLAGS = ("allow_outside", "allow_faint", "allow_colours", "allow_drift", "allow_far", "allow_digits")

# What is fainter than this is on its way in or out, and not looked at.
FAINTEST = 0.3


@dataclass(frozen=True)
class Paint:
    """A colour as three channels in 0..255, and how opaque it is."""

    rgb: tuple[int, int, int]
    alpha: float

    @property
    def hex(self) -> str:
        return "#{:02X}{:02X}{:02X}".format(*self.rgb)


@dataclass(frozen=True)
class View:
    """From scene units to design pixels as the camera shows them: `zoom` is 1 unless it has moved in."""

    left: float
    top: float
    zoom: float

    def __call__(self, points: Floats) -> Floats:
        return (points - (self.left, self.top)) * (PX_PER_UNIT * self.zoom, -PX_PER_UNIT * self.zoom)


@dataclass(eq=False)
class Outline:
    """Where a mobject's curves run on the screen; kept for as long as neither they nor the view change."""

    source: Any
    first_last: tuple[float, ...]
    view: View
    points: Floats
    box: Box

    @cached_property
    def lines(self) -> Floats:
        return pieces(self.points)

    @cached_property
    def parts(self) -> list[list[float]]:
        """left, top, right, bottom of every connected stretch."""
        return [[*part.min(axis=0), *part.max(axis=0)] for part in subpaths(self.points)]


Known = dict[int, Outline]
"""Outlines of the moment before, by the mobject's identity."""


@dataclass(eq=False)
class Shape:
    """One outline as it is drawn: `order` says over what. `owners` are the mobjects that hold it, itself first.

    `names` are what they are called. `fill` and `stroke` are None where nothing is drawn; `width` is the stroke's.
    """

    mobject: Any
    outline: Outline
    order: int
    owners: tuple[Any, ...]
    names: tuple[str, ...]
    overlap: frozenset[str]
    flags: frozenset[str]
    fill: Paint | None
    stroke: Paint | None
    width: float
    text: Text | None = None

    @cached_property
    def box(self) -> Box:
        """Around the ink, strokes and all."""
        half = self.width / 2 if self.stroke else 0.0
        return self.outline.box.inset(-half) if half else self.outline.box

    @property
    def points(self) -> Floats:
        """Of the cubic curves (4 n, 2), in design pixels."""
        return self.outline.points

    @property
    def lines(self) -> Floats:
        """The outline as straight pieces (m, 2, 2)."""
        return self.outline.lines

    @cached_property
    def alpha(self) -> float:
        """How opaque its most opaque ink is."""
        return max(self.fill.alpha if self.fill else 0.0, self.stroke.alpha if self.stroke else 0.0)

    @property
    def name(self) -> str:
        """What it is called: by itself, or by the part that has it."""
        if name_of(self.mobject):
            return self.names[0]
        for held, holder in pairwise(self.owners):
            attribute = next((key for key, value in vars(holder).items() if value is held and key[0] != "_"), "")
            if attribute:
                return f"{type(holder).__name__}.{attribute}"
        return next((type(o).__name__ for o in self.owners[:-1] if type(o) not in _PLAIN), "a path")

    @property
    def where(self) -> str:
        """What it is called, and its middle on the screen."""
        return f"{self.name!r} at {self.box.cx:.0f},{self.box.cy:.0f}"


@dataclass(eq=False)
class Text:
    """A word or a formula: its outlines, and its em in design pixels on the screen."""

    mobject: Any
    owners: tuple[Any, ...]
    names: tuple[str, ...]
    overlap: frozenset[str]
    flags: frozenset[str]
    em: float
    turning: bool = False  # into or out of something else: not to be read as yet
    shapes: list[Shape] = field(default_factory=list)

    @cached_property
    def box(self) -> Box:
        x = min(shape.outline.box.x for shape in self.shapes)
        y = min(shape.outline.box.y for shape in self.shapes)
        right = max(shape.outline.box.right for shape in self.shapes)
        return Box(x, y, right - x, max(shape.outline.box.bottom for shape in self.shapes) - y)

    @property
    def name(self) -> str:
        return self.names[0] if self.names else f"text at {self.box.cx:.0f},{self.box.cy:.0f}"

    @cached_property
    def alpha(self) -> float:
        return max(shape.alpha for shape in self.shapes)

    @cached_property
    def order(self) -> int:
        return min(shape.order for shape in self.shapes)

    @cached_property
    def letters(self) -> Floats:
        """left, top, right, bottom (k, 4) of every letter, or piece of one such as the dot of an i."""
        found = np.array([part for shape in self.shapes for part in shape.outline.parts])
        low, high = found[:, None, :2], found[:, None, 2:]
        holds = ((low <= found[None, :, :2]) & (high >= found[None, :, 2:])).all(axis=2) & ~np.eye(
            len(found), dtype=bool
        )
        return np.asarray(found[~holds.any(axis=0)])  # without the holes in letters


@dataclass(eq=False)
class Picture:
    """All that is visible, in the order in which it is drawn: `shapes`, and of those the `texts`.

    `readable` are the texts that can be read, once somebody has found out (`space.seen_texts`).
    """

    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...]
    view: View
    size: tuple[float, float]
    readable: list[Text] | None = None

    @cached_property
    def ink(self) -> tuple[Shape, ...]:
        """Outlines that belong to no text."""
        return tuple(shape for shape in self.shapes if shape.text is None)


def look_at(beat: Beat, known: Known | None = None) -> Picture:
    """What the camera shows of the beat now. `known` is handed from one moment to the next, to save work."""
    known = {} if known is None else known
    frame: Any = beat.camera.frame
    width, height = frame_size()
    zoom = width / PX_PER_UNIT / float(frame.width)
    centre = frame.get_center()
    view = View(float(centre[0] - frame.width / 2), float(centre[1] + frame.height / 2), zoom)
    found: dict[int, Shape] = {}
    texts: dict[tuple[int, int], Text] = {}

    def walk(mobject: Mobject, owners: tuple[Any, ...], above: _Above, text: Text | None) -> None:
        owners = (mobject, *owners)
        above = above.of(mobject)
        if text is None and declared(mobject, "text_px"):
            key = _key(owners)
            text = texts.get(key)
            if text is None:
                em = _em(mobject) * zoom
                text = Text(mobject, owners, above.names, above.overlap, above.flags, em)
                texts[key] = text
        if isinstance(mobject, VMobject) and len(mobject.points):
            shape = _shape(mobject, view, owners, above, known)
            if shape is not None and _on_screen(shape.outline.box, width, height):
                found.pop(id(mobject), None)  # what is added twice is drawn in its last place
                found[id(mobject)] = shape
                shape.text = text
        for part in mobject.submobjects:
            walk(part, owners, above, text)

    for each in beat.mobjects:
        if each is not frame:
            # The beat's own name for it comes last, where there is no other.
            walk(each, (beat,), _Above(), None)
    turning = _turning(beat)
    shapes = sorted(found.values(), key=lambda shape: shape.mobject.z_index)
    for order, shape in enumerate(shapes):
        shape.order = order
        if shape.text is not None:
            shape.text.shapes.append(shape)
            shape.text.turning |= id(shape.mobject) in turning
    return Picture(tuple(shapes), tuple(text for text in texts.values() if text.shapes), view, (width, height))


@dataclass(frozen=True)
class _Above:
    """What a mobject inherits from those that hold it."""

    names: tuple[str, ...] = ()
    overlap: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()

    def of(self, mobject: Mobject) -> _Above:
        own = name_of(mobject)
        more = declared(mobject, "allow_overlap") or ()
        flags = [flag for flag in FLAGS if declared(mobject, flag)]
        if not own and not more and not flags:
            return self
        names = (own, *self.names) if own else self.names
        return _Above(names, self.overlap | frozenset(more), self.flags | frozenset(flags))


def declared(thing: Any, attribute: str) -> Any:
    """An attribute of a mobject or its class, or None. (To ask Manim for one that is not there is slow.)"""
    return vars(thing).get(attribute) or getattr(type(thing), attribute, None)


def name_of(mobject: Any) -> str:
    """What a mobject is called: its `label`, or the `text` that it says."""
    for attribute in ("label", "text"):
        value = declared(mobject, attribute)
        if isinstance(value, str) and value:
            return value
    return ""


def _shape(mobject: VMobject, view: View, owners: tuple[Any, ...], above: _Above, known: Known) -> Shape | None:
    fill = _paint(mobject.get_fill_rgbas())
    width = float(mobject.get_stroke_width()) * PX_PER_UNIT / 100
    stroke = _paint(mobject.get_stroke_rgbas()) if width > 0 else None
    if fill is None and stroke is None:
        return None
    outline = _outline(mobject, view, known)
    return Shape(mobject, outline, 0, owners, above.names, above.overlap, above.flags, fill, stroke, width)


def _outline(mobject: VMobject, view: View, known: Known) -> Outline:
    points = mobject.points
    ends = (*points[0].tolist(), *points[-1].tolist())
    kept = known.get(id(mobject))
    if kept is None or kept.source is not points or kept.first_last != ends or kept.view != view:
        seen = view(plain(mobject))
        kept = known[id(mobject)] = Outline(points, ends, view, seen, bounds(seen))
    return kept


def _paint(rgbas: Any) -> Paint | None:
    first = rgbas[0].tolist() if len(rgbas) else (0, 0, 0, 0)
    if first[3] <= 0:
        return None
    red, green, blue = (round(255 * channel) for channel in first[:3])
    return Paint((red, green, blue), float(first[3]))


def _key(owners: tuple[Any, ...]) -> tuple[int, int]:
    """What a text is told apart by: glyphs of one formula that are held together are one text."""
    if type(owners[0]) is Glyph:
        return owners[0].glyph_of, id(owners[1]) if len(owners) > 1 else 0
    return 0, id(owners[0])


def leaves(animations: Iterable[Any]) -> Iterator[Any]:
    """Animations that are not made of others."""
    for animation in animations:
        if isinstance(animation, AnimationGroup):
            yield from leaves(animation.animations)
        else:
            yield animation


def _turning(beat: Beat) -> set[int]:
    """What is being turned into something that says something else."""
    found: set[int] = set()
    for each in leaves(getattr(beat, "animations", None) or ()):
        if type(each) in _TURNS and name_of(each.mobject) != (name_of(each.target_mobject) or "?"):
            found.update(id(part) for part in each.mobject.get_family())
    return found


def _em(text: Any) -> float:
    """The em in design pixels at which a text stands now: as it was set, times how it was scaled since."""
    before = float(declared(text, "text_height") or 0.0)
    return float(text.text_px) * float(text.height) / before if before else float(text.text_px)


def _on_screen(box: Box, width: float, height: float) -> bool:
    return box.right > 0 and box.x < width and box.bottom > 0 and box.y < height


# Fades and moves are transforms too, into what is the same.
_TURNS: set[type] = {Transform, ReplacementTransform, TransformFromCopy}
_PLAIN: set[type] = {VMobject, VGroup, Path}
