"""Words and formulas: Typst sets both, at sizes that are ems in design pixels, placed by their middle line.

``place`` puts the middle of the capitals (not of the box) at a y, so that labels of one size at one y stand on one
baseline whatever letters they hold.
"""

from __future__ import annotations

import itertools
import json
import re
import weakref
from typing import TypeVar

import numpy as np
from manim import LEFT, ORIGIN, RIGHT, Mobject, VGroup, VMobject

from . import fonts
from .errors import KitError
from .layout import point, units
from .look import TEXT_ROLES, colour
from .typeset import typeset

# Sizes of the art direction: ems in design pixels.
DISPLAY, FORMULA, READOUT, LABEL, HEADING, TICK = 96, 72, 60, 42, 36, 32
SMALLEST = 32
CAP_MIDDLE = 0.33  # half the height of a capital or a digit of Source Sans 3, in ems

M = TypeVar("M", bound=Mobject)

_formulas = itertools.count(1)

_ANCHORS = {"left": LEFT, "center": ORIGIN, "right": RIGHT}


class Words(VMobject):
    """Set text as one path. ``text_px`` is its em in design pixels, ``role`` its colour role.

    ``text`` is what it says and ``text_height`` how high it was when set: a check compares, to find text shrunk since.

    ``tick_value`` is the value that a label of an axis stands at.
    ``text_middle`` is how far the middle line of capitals lies above the box's centre, in units. Manim's own Typst
    mobjects carry their parsed SVG along, so that every fade copies megabytes; this keeps the outline alone.
    """

    text: str
    text_px: float
    text_height: float
    role: str
    text_middle: float = 0.0
    tick_value: float | None = None


class Glyph(VMobject):
    """One glyph of a formula, which may come and go alone: it knows of which (``glyph_of``), and how it was set."""

    glyph_of: int
    text: str
    text_px: float
    text_height: float


class Formula(VGroup):
    """A set formula: one path a glyph, with named parts (``select``)."""

    glyph_of: int
    text: str
    text_px: float
    text_height: float
    role: str
    text_middle: float = 0.0
    named: dict[str, list[int]]

    def select(self, name: str) -> VGroup:
        """The part written ``{{ ... : name }}``, as a group of the formula's own glyphs. Raises KitError."""
        if name not in self.named:
            raise KitError(f"The formula has no part {name!r}; its parts are: {', '.join(self.named) or 'none'}.")
        return VGroup(*(self.submobjects[i] for i in self.named[name]))


def _check(size: float, role: str) -> None:
    if size < SMALLEST:
        raise KitError(f"Text of {size} px is under the floor of {SMALLEST} px; use a larger size.")
    if role not in (*TEXT_ROLES, "background"):
        raise KitError(f"{role!r} is not a colour for text; choose one of: {', '.join(TEXT_ROLES)}.")


def _require_markup(code: str) -> None:
    """Raise KitError for a character that Typst would leave out in silence; names such as ``sqrt`` are ASCII."""
    fonts.require_letters("".join(c for c in code if not c.isascii()))


# A capital of no width before every text: its middle is the text's middle line, whatever letters follow.
_STRUT = "#box(width: 0pt, [H])"


def _words(text: str, code: str, size: float, role: str) -> Words:
    strut, *outlines = typeset(code).outlines
    made = Words(fill_color=colour(role), fill_opacity=1, stroke_width=0)
    made.points = np.concatenate(outlines) * units(size)
    made.text, made.text_px, made.text_height, made.role = text, size, made.height, role
    made.text_middle = float(_shape(strut).get_center()[1] * units(size) - made.get_center()[1])
    return made


def _shape(outline: np.ndarray) -> VMobject:
    """An outline that Manim can measure."""
    shape = VMobject()
    shape.points = outline
    return shape


def words(text: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Words:
    """Plain text, exactly as written. ``size`` is the em in design pixels, ``role`` a colour role."""
    _check(size, role)
    fonts.require_letters(text)
    literal = json.dumps(text, ensure_ascii=False)
    return _words(text, f"#text(weight: {weight})[{_STRUT}#{literal}]", size, role)


def mixed(markup: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Words:
    """Words with formulas between dollar signs, in Typst markup: ``mixed("divide by $sqrt(d_k)$")``."""
    _check(size, role)
    _require_markup(markup)
    return _words(markup, f"#text(weight: {weight})[{_STRUT}{markup}]", size, role)


def formula(source: str, size: float = FORMULA, role: str = "ink") -> Formula:
    """A formula in Typst's maths. ``{{ part : name }}`` makes a part that ``.select("name")`` returns."""
    _check(size, role)
    _require_markup(source)
    names: list[str] = []

    def mark(found: re.Match[str]) -> str:
        names.append(found[2])
        return f"part(#{len(names)}, {found[1]})"

    found = typeset(_NAMED.sub(mark, source), maths=True)
    made = Formula()
    made.glyph_of = next(_formulas)
    for outline in found.outlines:
        glyph = Glyph(fill_color=colour(role), fill_opacity=1, stroke_width=0)
        glyph.points = outline * units(size)
        glyph.glyph_of, glyph.text, glyph.text_px, glyph.text_height = made.glyph_of, source, size, glyph.height
        made.add(glyph)
    made.named = {name: [i for i, n in enumerate(found.parts) if n == k] for k, name in enumerate(names, start=1)}
    made.text, made.text_px, made.text_height, made.role = source, size, made.height, role
    return made


_NAMED = re.compile(r"\{\{(.*?):\s*([a-z][a-z0-9-]*)\s*\}\}")


def place(mobject: M, x: float, y: float, anchor: str = "center") -> M:
    """Put text (or any mobject) at design pixel (x, y): left end, centre or right end at x, middle line at y."""
    target = point(x, y)
    target[1] -= getattr(mobject, "text_middle", 0.0)
    mobject.move_to(target, aligned_edge=_ANCHORS[anchor])
    return mobject


def label_for(label: M, mark: Mobject) -> M:
    """Say that ``label`` names ``mark``, which it then has to stay near: a check measures."""
    label.label_for = weakref.ref(mark)  # weak, so that a copy of the label does not copy the mark
    return label


def beside(mobject: M, other: Mobject, gap: float = 16, *, on: str = "right") -> M:
    """Put ``mobject`` to the right or left of ``other``, which it names, on one middle line, ``gap`` pixels away."""
    middle = other.get_center()[1] + getattr(other, "text_middle", 0.0)
    mobject.next_to(other, RIGHT if on == "right" else LEFT, buff=units(gap))
    mobject.set_y(middle - getattr(mobject, "text_middle", 0.0))
    return label_for(mobject, other)


def group(*mobjects: Mobject) -> VGroup:
    """A plain group; text inside keeps its own placement."""
    return VGroup(*mobjects)


def glyphs(letters: str, weight: int = 400) -> dict[str, tuple[np.ndarray, float]]:
    """Outline (n, 3) and advance width of each letter at an em of 1 unit.

    The x of an outline is measured from the left edge of the ink of a zero in the same slot, its y from the
    middle line of capitals. Each letter is measured between zeros, so that the font itself says how far it
    moves the pen.
    """
    fonts.require_letters(letters)
    line = "00" + "".join(f"{letter}0" for letter in letters)
    literal = json.dumps(line, ensure_ascii=False)
    code = f"#text(weight: {weight}, kerning: false, ligatures: false)[{_STRUT}#{literal}]"
    strut, *leaves = map(_shape, typeset(code).outlines)
    middle = strut.get_center()[1]
    zero = leaves[1].get_left()[0] - leaves[0].get_left()[0]
    found: dict[str, tuple[np.ndarray, float]] = {}
    before, rest = leaves[1], leaves[2:]
    for letter in letters:
        outline = np.zeros((0, 3)) if letter.isspace() else rest.pop(0).points.copy()
        after = rest.pop(0)
        outline[:, 0] -= before.get_left()[0] + zero
        outline[:, 1] -= middle
        found[letter] = (outline, float(after.get_left()[0] - before.get_left()[0] - zero))
        before = after
    return found
