"""Sins 1, 2 and 3: what touches a text, small text, and ink where none may be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.outlines import crosses, inside, sides
from pipeline.checks.picture import FAINTEST, Picture, Shape, Text, surfaces
from scenes.kit.layout import Box, safe

SMALLEST_TEXT = 32.0
# Outlines are bent and strokes have width: nearer than this in pixels is not yet a fault.
SLACK = 2.0
# As opaque as this hides what lies under it.
SOLID = 0.95


class SmallText(Rule):
    """Sin 2: text is at least 32 px high in its em, also after it has been scaled.

    For a quarter of a second it may be smaller, on its way in or out: nobody reads it as yet.
    """

    least = 0.25

    def see(self, moment: Moment) -> Iterator[Fault]:
        for text in seen_texts(moment.picture):
            if text.em < SMALLEST_TEXT - 0.5:
                sentence = f"the text {text.name!r} is {text.em:.0f} px, under {SMALLEST_TEXT:.0f} px"
                yield Fault(moment.frame, sentence, (text.name,), SMALLEST_TEXT - text.em)


class Outside(Rule):
    """Sin 3: ink stays inside the margins and above the band for the viewer's captions.

    Where the camera has moved in, things may be left outside; a text that is seen is seen whole, and above the band.
    """

    def see(self, moment: Moment) -> Iterator[Fault]:
        picture, room = moment.picture, safe()
        near = abs(picture.view.zoom - 1) > 1e-3
        if near:
            room = Box(0.0, 0.0, picture.size[0], room.bottom)
        drawn: list[Shape | Text] = [text for text in picture.texts if text.alpha > FAINTEST]
        if not near:  # half a line's width may lie on the margin
            drawn += [shape for shape in picture.ink if shape.alpha > 0.1]
        for each in drawn:
            if "allow_outside" in each.flags:
                continue
            box = each.outline.box if isinstance(each, Shape) else each.box
            over = {
                "left margin": room.x - box.x,
                "right margin": box.right - room.right,
                "top margin": room.y - box.y,
                "caption band": box.bottom - room.bottom,
            }
            for side, pixels in over.items():
                if pixels > SLACK:
                    called = each.where if isinstance(each, Shape) else repr(each.name)
                    sentence = f"{called} reaches {pixels:.0f} px into the {side}"
                    yield Fault(moment.frame, sentence, (each.name, side), pixels, id(each.mobject))


class Overlap(Rule):
    """Sin 1: two texts do not touch, and no mark of something else runs through a text, unless that is declared.

    What is fainter than 0.3 or hidden does not count, nor does a copy over its original. A filled shape that holds a
    whole text is its ground; one that is cut off in the middle of a letter is not.

    For a fifth of a second something may pass by.
    """

    least = 0.2

    def see(self, moment: Moment) -> Iterator[Fault]:
        texts = seen_texts(moment.picture)
        ink = [shape for shape in moment.picture.ink if shape.alpha > FAINTEST]
        for one, other in combinations(texts, 2):
            a, b = one.box, other.box
            across = min(a.right, b.right) - max(a.x, b.x)
            down = min(a.bottom, b.bottom) - max(a.y, b.y)
            if across <= SLACK or down <= SLACK or _allowed(one, other) or _one_to_the_eye(one, other):
                continue
            sentence = f"{one.name!r} and {other.name!r} overlap by {across:.0f} x {down:.0f} px"
            yield Fault(moment.frame, sentence, tuple(sorted((one.name, other.name))), across * down)
        for text in texts:
            yield from self._crossed(moment, text, [s for s in ink if touch(s.box, text.box)])

    def _crossed(self, moment: Moment, text: Text, shapes: list[Shape]) -> Iterator[Fault]:
        box, top = text.box, text.order
        # What lies under a card that the text stands on is not seen.
        hidden = max((s.order for s in shapes if s.order < top and _covers(s, box)), default=-1)
        for shape in shapes:
            if shape.order <= hidden or _allowed(text, shape):
                continue
            if shape.order < top and not shape.stroke and shape.fill and shape.fill.rgb in surfaces():
                continue  # paper on paper: its edge is not a line
            hit = _letters_hit(shape, text)
            if hit:
                sentence = f"{shape.where} runs through {hit} of {len(text.letters)} letters of {text.name!r}"
                yield Fault(moment.frame, sentence, (text.name, shape.name), hit)


def seen_texts(picture: Picture) -> list[Text]:
    """The texts that can be read: not fading, and not under something."""
    if picture.readable is None:
        solid = [shape for shape in picture.ink if shape.fill and shape.fill.alpha >= SOLID]
        texts = (text for text in picture.texts if text.alpha > FAINTEST and not text.turning)
        picture.readable = [text for text in texts if not _buried(text, solid)]
    return picture.readable


def _buried(text: Text, solid: list[Shape]) -> bool:
    last = max(shape.order for shape in text.shapes)
    return any(shape.order > last and _covers(shape, text.box) for shape in solid)


def _covers(shape: Shape, box: Box) -> bool:
    """Whether nothing of the box is seen under the shape."""
    return shape.fill is not None and shape.fill.alpha >= SOLID and _holds(shape, box)


def _holds(shape: Shape, box: Box) -> bool:
    """Whether the box lies in the filled shape, by its corners and its middle."""
    b = shape.box
    if b.x > box.x + 1 or b.right < box.right - 1 or b.y > box.y + 1 or b.bottom < box.bottom - 1:
        return False
    x0, y0, x1, y1 = sides(box, -min(1.0, box.w / 4, box.h / 4))
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [(x0 + x1) / 2, (y0 + y1) / 2]])
    return bool(inside(shape.points, corners).all())


def _letters_hit(shape: Shape, text: Text) -> int:
    """How many letters of the text the shape's ink runs through."""
    outset = shape.width / 2 if shape.stroke and shape.stroke.alpha > FAINTEST else 0.0
    letters = text.letters + np.array([-1.0, -1.0, 1.0, 1.0]) * (outset - SLACK / 2)
    letters = letters[(letters[:, 2] > letters[:, 0]) & (letters[:, 3] > letters[:, 1])]
    hit = crosses(shape.lines, letters)
    if shape.fill and shape.fill.alpha > FAINTEST and shape.order > text.order and len(letters):
        middle = (letters[:, :2] + letters[:, 2:]) / 2
        hit |= inside(shape.points, middle)
    return int(hit.sum())


def touch(a: Box, b: Box) -> bool:
    return a.x < b.right and a.right > b.x and a.y < b.bottom and a.bottom > b.y


def _allowed(one: Text, other: Text | Shape) -> bool:
    either = one.overlap | other.overlap
    if "*" in either:
        return True
    return bool(one.overlap & set(other.names) or other.overlap & set(one.names))


def _one_to_the_eye(one: Text, other: Text) -> bool:
    """Glyphs of one formula, or a copy exactly over its original."""
    formula = getattr(one.mobject, "glyph_of", None)
    if formula is not None and formula == getattr(other.mobject, "glyph_of", None):
        return _same_scale(one, other)
    a, b = np.array(one.box.astuple()), np.array(other.box.astuple())
    return one.name == other.name and bool(np.abs(a - b).max() < 1.5)


def _same_scale(one: Text, other: Text) -> bool:
    return abs(one.em - other.em) < 1.0
