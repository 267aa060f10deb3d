"""Words and formulas: Typst sets both, at sizes that are ems in design pixels, placed by their middle line.

``place`` puts the middle of the capitals (not of the box) at a y, so that labels of one size at one y stand on one
baseline whatever letters they hold.
"""

from __future__ import annotations

import json

import numpy as np
from manim import LEFT, ORIGIN, RIGHT, MathTypst, Mobject, Typst, VGroup, VMobject
from manim.utils.typst_file_writing import TYPST_COMPILATION_FONT_SIZE

from . import fonts
from .errors import KitError
from .layout import PX_PER_UNIT, point, units
from .look import TEXT_ROLES, colour

# Sizes of the art direction: ems in design pixels.
DISPLAY, FORMULA, READOUT, LABEL, HEADING, TICK = 96, 72, 60, 42, 36, 32
SMALLEST = 32
CAP_MIDDLE = 0.33  # half the height of a capital or a digit of Source Sans 3, in ems

_ANCHORS = {"left": LEFT, "center": ORIGIN, "right": RIGHT}


class _SteadyStrokes:
    """Fraction bars and root bars as thick as Typst drew them, at any resolution.

    Manim scales these strokes with the number of pixels of the frame, so that a bar at 480p is less than half as
    thick as the same bar at 1080p. A stroke width in Manim is a hundredth of a unit, whatever the resolution.
    """

    _stroke_width_tracked_submobjects: list[VMobject]

    def _refresh_svg_stroke_widths(self) -> None:
        for part in self._stroke_width_tracked_submobjects:
            reference = part._typst_reference_size  # type: ignore[attr-defined]
            if reference > 0:
                size = max(part.width, part.height)
                width = part._typst_source_stroke_width * size / reference  # type: ignore[attr-defined]
                part.set_stroke(width=100 * width, family=False)


class _Words(_SteadyStrokes, Typst):
    pass


class _Formula(_SteadyStrokes, MathTypst):
    pass


def _check(size: float, role: str) -> None:
    if size < SMALLEST:
        raise KitError(f"Text of {size} px is under the floor of {SMALLEST} px; use a larger size.")
    if role not in (*TEXT_ROLES, "background"):
        raise KitError(f"{role!r} is not a colour for text; choose one of: {', '.join(TEXT_ROLES)}.")


def _em(size: float) -> float:
    """The factor that brings a mobject set at Typst's compilation size to ems of ``size`` design pixels."""
    # SVG import keeps Typst points as units, so one em is TYPST_COMPILATION_FONT_SIZE units before scaling.
    return size / PX_PER_UNIT / TYPST_COMPILATION_FONT_SIZE


def _sized(mobject: Typst, size: float) -> Typst:
    # Manim scaled the import for its own font_size; undo that and set the em exactly.
    mobject.scale(_em(size) * mobject.initial_height / mobject.height)
    mobject.text_px = size
    return mobject


# A capital of no width before every text: its middle is the text's middle line, whatever letters follow.
_STRUT = "#box(width: 0pt, [H])"


def _take_strut(mobject: Typst) -> None:
    """Remove the strut and keep how far its middle lies above the centre of what is left, in units."""
    strut = next(m for m in mobject.get_family() if m.has_points())
    middle = strut.get_center()[1]
    for parent in mobject.get_family():
        if strut in parent.submobjects:
            parent.submobjects.remove(strut)
    mobject.text_middle = float(middle - mobject.get_center()[1])


def words(text: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Typst:
    """Plain text, exactly as written. ``size`` is the em in design pixels, ``role`` a colour role."""
    _check(size, role)
    fonts.require_letters(text)
    literal = json.dumps(text, ensure_ascii=False)
    return _make(_Words, f"#text(weight: {weight})[{_STRUT}#{literal}]", size, role)


def mixed(markup: str, size: float = LABEL, role: str = "ink", weight: int = 400) -> Typst:
    """Words with formulas between dollar signs, in Typst markup: ``mixed("divide by $sqrt(d_k)$")``."""
    _check(size, role)
    return _make(_Words, f"#text(weight: {weight})[{_STRUT}{markup}]", size, role)


def formula(source: str, size: float = FORMULA, role: str = "ink") -> MathTypst:
    """A formula in Typst's maths. ``{{ part : name }}`` makes a part that ``.select("name")`` returns."""
    _check(size, role)
    return _make(_Formula, source, size, role)


def _make(kind: type[Typst], code: str, size: float, role: str) -> Typst:
    with fonts.checked_compiler():
        made = kind(code, typst_preamble=fonts.preamble(), color=colour(role))
    made.role = role
    _sized(made, size)
    if kind is _Words:
        _take_strut(made)
    else:
        made.text_middle = 0.0
    return made


def place(mobject: Mobject, x: float, y: float, anchor: str = "center") -> Mobject:
    """Put text (or any mobject) at design pixel (x, y): left end, centre or right end at x, middle line at y."""
    target = point(x, y)
    target[1] -= getattr(mobject, "text_middle", 0.0)
    mobject.move_to(target, aligned_edge=_ANCHORS[anchor])
    return mobject


def beside(mobject: Mobject, other: Mobject, gap: float = 16, *, on: str = "right") -> Mobject:
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

    An outline's x is measured from the left edge of the ink of a zero standing in the same slot, its y from the
    middle line of capitals. Each letter is measured between zeros, so that the font itself says how far it moves the pen.
    """
    fonts.require_letters(letters)
    line = "00" + "".join(f"{letter}0" for letter in letters)
    literal = json.dumps(line, ensure_ascii=False)
    code = f"#text(weight: {weight}, kerning: false, ligatures: false)[{_STRUT}#{literal}]"
    with fonts.checked_compiler():
        made = _Words(code, typst_preamble=fonts.preamble())
    made.scale(made.initial_height / made.height / TYPST_COMPILATION_FONT_SIZE)
    strut, *leaves = made.family_members_with_points()
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
