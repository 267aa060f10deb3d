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

from dataclasses import dataclass
from typing import Any

from manim import Mobject, ReplacementTransform, Transform, TransformFromCopy, VMobject

from pipeline.checks.outlines import bounds, plain
from pipeline.checks.picture import Known, Outline, Paint, Picture, Shape, Text, View, declared, name_of
from scenes.kit.beat import Beat
from scenes.kit.layout import PX_PER_UNIT, Box, frame_size
from scenes.kit.motion import leaves
from scenes.kit.type import Glyph

FLAGS = ("allow_outside", "allow_faint", "allow_colours", "allow_drift", "allow_far", "allow_digits")


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
