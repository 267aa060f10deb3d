"""Words and formulas: Typst sets both, at sizes that are ems in design pixels, placed by their middle line.

``place`` puts the middle of the capitals (not of the box) at a y, so that labels of one size at one y stand on one
baseline whatever letters they hold.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypeVar

import numpy as np
from manim import LEFT, ORIGIN, RIGHT, MathTypst, Mobject, Typst, VGroup, VMobject
from manim.mobject.text import typst_mobject
from manim.utils.typst_file_writing import TYPST_COMPILATION_FONT_SIZE

from . import fonts
from .errors import KitError
from .layout import point, units
from .look import TEXT_ROLES, colour
from .parts.paths import polyline

# Sizes of the art direction: ems in design pixels.
DISPLAY, FORMULA, READOUT, LABEL, HEADING, TICK = 96, 72, 60, 42, 36, 32
SMALLEST = 32
CAP_MIDDLE = 0.33  # half the height of a capital or a digit of Source Sans 3, in ems

M = TypeVar("M", bound=Mobject)

_ANCHORS = {"left": LEFT, "center": ORIGIN, "right": RIGHT}


class Words(VMobject):
    """Set text as one path. ``text_px`` is its em in design pixels, ``role`` its colour role.

    ``text`` is what it says and ``text_height`` how high it was when set: a check compares, to find text shrunk since.

    ``text_middle`` is how far the middle line of capitals lies above the box's centre, in units. Manim's own Typst
    mobjects carry their parsed SVG along, so that every fade copies megabytes; this keeps the outline alone.
    """

    text: str
    text_px: float
    text_height: float
    role: str
    text_middle: float = 0.0


class Formula(VGroup):
    """A set formula: one path a glyph, with named parts (``select``)."""

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


# A capital of no width before every text: its middle is the text's middle line, whatever letters follow.
_STRUT = "#box(width: 0pt, [H])"


def _set(kind: type[Typst], code: str) -> Typst:
    """Compile Typst code into Manim's mobject, with an em of exactly one unit."""
    with fonts.checked_compiler():
        made = kind(code, typst_preamble=f"{fonts.preamble()}\n{_PART}", color=colour("ink"))
    # SVG import keeps Typst's points as units and Manim scales the import for a font size of its own: undo that.
    return made.scale(made.initial_height / made.height / TYPST_COMPILATION_FONT_SIZE)


def _words(text: str, code: str, size: float, role: str) -> Words:
    strut, *leaves = _set(Typst, code).family_members_with_points()
    made = Words(fill_color=colour(role), fill_opacity=1, stroke_width=0)
    outlines = [_bar(leaf) if leaf.get_stroke_width() > 0 else leaf.points for leaf in leaves]
    made.points = np.concatenate(outlines) * units(size)
    made.text, made.text_px, made.text_height, made.role = text, size, made.height, role
    made.text_middle = float(strut.get_center()[1] * units(size) - made.get_center()[1])
    return made


def _bar(leaf: VMobject) -> np.ndarray:
    """A fraction's or a root's bar, which Typst strokes, as an outline to be filled."""
    half = leaf._typst_source_stroke_width / TYPST_COMPILATION_FONT_SIZE / 2
    left, right, y = leaf.get_left()[0], leaf.get_right()[0], leaf.get_center()[1]
    corners = np.array([[left, y - half], [left, y + half], [right, y + half], [right, y - half], [left, y - half]])
    return polyline(np.column_stack([corners, np.zeros(5)]))


def words(text: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Words:
    """Plain text, exactly as written. ``size`` is the em in design pixels, ``role`` a colour role."""
    _check(size, role)
    fonts.require_letters(text)
    literal = json.dumps(text, ensure_ascii=False)
    return _words(text, f"#text(weight: {weight})[{_STRUT}#{literal}]", size, role)


def mixed(markup: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Words:
    """Words with formulas between dollar signs, in Typst markup: ``mixed("divide by $sqrt(d_k)$")``."""
    _check(size, role)
    return _words(markup, f"#text(weight: {weight})[{_STRUT}{markup}]", size, role)


def formula(source: str, size: float = FORMULA, role: str = "ink") -> Formula:
    """A formula in Typst's maths. ``{{ part : name }}`` makes a part that ``.select("name")`` returns."""
    _check(size, role)
    names: list[str] = []

    def mark(found: re.Match[str]) -> str:
        names.append(found[2])
        return f"part(#{len(names)}, {found[1]})"

    typeset = _set(MathTypst, _NAMED.sub(mark, source))
    leaves = typeset.family_members_with_points()
    made = Formula()
    for leaf in leaves:
        glyph = VMobject(fill_color=colour(role), fill_opacity=1, stroke_width=0)
        glyph.points = (_bar(leaf) if leaf.get_stroke_width() > 0 else leaf.points) * units(size)
        made.add(glyph)
    owners = _owners(Path(typeset.file_name), len(leaves))
    made.named = {name: [i for i, n in enumerate(owners) if n == k] for k, name in enumerate(names, start=1)}
    made.text, made.text_px, made.text_height, made.role = source, size, made.height, role
    return made


# Parts are told apart by colour: part n is set in the colour (0, 0, n), which the SVG carries for every glyph and bar.
# (Manim finds its {{ }} groups by hiding them, but Typst does not hide a root's sign.)
_NAMED = re.compile(r"\{\{(.*?):\s*([a-z][a-z0-9-]*)\s*\}\}")
_PART = "#let part(n, body) = text(fill: rgb(0, 0, n), body)"
_PART_COLOUR = re.compile(r"#0000([0-9a-f]{2})")


def _owners(svg: Path, count: int) -> list[int]:
    """The number of the named part that each drawn glyph or bar belongs to (0: none), in drawing order."""
    owners = []
    for _, attributes, _, _ in typst_mobject._svg_leaf_signatures(svg):
        paints = [value for key, value in attributes if key in ("fill", "stroke")]
        found = [m for m in map(_PART_COLOUR.fullmatch, paints) if m]
        owners.append(int(found[0][1], 16) if found else 0)
    if len(owners) != count:
        raise KitError(f"The formula in {svg.name} drew {count} shapes of {len(owners)}; write it otherwise.")
    return owners


def place(mobject: M, x: float, y: float, anchor: str = "center") -> M:
    """Put text (or any mobject) at design pixel (x, y): left end, centre or right end at x, middle line at y."""
    target = point(x, y)
    target[1] -= getattr(mobject, "text_middle", 0.0)
    mobject.move_to(target, aligned_edge=_ANCHORS[anchor])
    return mobject


def beside(mobject: M, other: Mobject, gap: float = 16, *, on: str = "right") -> M:
    """Put ``mobject`` to the right or left of ``other`` on the same middle line, ``gap`` pixels away."""
    middle = other.get_center()[1] + getattr(other, "text_middle", 0.0)
    mobject.next_to(other, RIGHT if on == "right" else LEFT, buff=units(gap))
    mobject.set_y(middle - getattr(mobject, "text_middle", 0.0))
    return mobject


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
    strut, *leaves = _set(Typst, code).family_members_with_points()
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
