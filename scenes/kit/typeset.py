"""Typeset text as outlines, kept on disk: setting a text and reading its drawing takes a tenth of a second.

What is kept is a pure function of the text, the font files and the versions of Typst and Manim, which its name is a
hash of. A kept file is trusted only if its own hash holds and it says that it is that text's: anything else is set
again. A folder that cannot be written costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import io
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from manim import MathTypst, Typst, VMobject
from manim.mobject.text import typst_mobject
from manim.utils.typst_file_writing import TYPST_COMPILATION_FONT_SIZE

from . import fonts
from .errors import KitError
from .files import write_whole
from .parts.paths import polyline

FOLDER = Path(__file__).resolve().parents[2] / ".cache" / "type"
# Parts are told apart by colour: part n is set in the colour (0, 0, n), which the SVG carries for every glyph and bar.
# (Manim finds its {{ }} groups by hiding them, but Typst does not hide a root's sign.)
_PART = "#let part(n, body) = text(fill: rgb(0, 0, n), body)"
_DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Typeset:
    """Outlines, each (n, 3), of the glyphs and bars in drawing order, at an em of one unit, and each one's part.

    ``parts`` holds the n of the ``part(#n, ...)`` that a glyph was set in, 0 for none.
    """

    outlines: tuple[np.ndarray, ...]
    parts: tuple[int, ...]


@cache
def typeset(code: str, *, maths: bool = False) -> Typeset:
    """The outlines of Typst markup, or of a formula in Typst's maths. Raises KitError if it cannot be set.

    The arrays are shared: copy them before changing them.
    """
    name = _name(code, maths)
    found = _kept(name)
    if found is None:
        found = _set(MathTypst if maths else Typst, code)
        _keep(name, found)
    for outline in found.outlines:
        outline.flags.writeable = False
    return found


def _set(kind: type[Typst], code: str) -> Typeset:
    with fonts.checked_compiler():
        made = kind(code, typst_preamble=f"{fonts.preamble()}\n{_PART}", color="#000000", use_svg_cache=False)
        owners = _owners(Path(made.file_name))
    # SVG import keeps Typst's points as units and Manim scales the import for a font size of its own: undo that.
    made.scale(made.initial_height / made.height / TYPST_COMPILATION_FONT_SIZE)
    leaves = made.family_members_with_points()
    outlines = tuple(_bar(leaf) if leaf.get_stroke_width() > 0 else leaf.points for leaf in leaves)
    if len(owners) != len(leaves):
        raise KitError(f"Only {len(leaves)} of {len(owners)} shapes of {code!r} can be drawn; write it otherwise.")
    return Typeset(outlines, owners)


def _bar(leaf: VMobject) -> np.ndarray:
    """A fraction's or a root's bar, which Typst strokes, as an outline to be filled."""
    half = leaf._typst_source_stroke_width / TYPST_COMPILATION_FONT_SIZE / 2
    left, right, y = leaf.get_left()[0], leaf.get_right()[0], leaf.get_center()[1]
    corners = np.array([[left, y - half], [left, y + half], [right, y + half], [right, y - half], [left, y - half]])
    return polyline(np.column_stack([corners, np.zeros(5)]))


def _owners(svg: Path) -> tuple[int, ...]:
    owners = []
    for _, attributes, _, _ in typst_mobject._svg_leaf_signatures(svg):
        paints = [value for key, value in attributes if key in ("fill", "stroke")]
        marks = [p for p in paints if len(p) == 7 and p.startswith("#0000")]
        owners.append(int(marks[0][5:], 16) if marks else 0)
    return tuple(owners)


@cache
def _recipe() -> bytes:
    """All but the text that outlines depend on; this file stands for the form in which they are kept."""
    versions = [f"{name} {version(name)}" for name in ("typst", "manim", "numpy", "svgelements")]
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return "\n".join([fonts.preamble(), *versions, own]).encode()


def _name(code: str, maths: bool) -> str:
    return hashlib.sha256(b"\0".join([_recipe(), b"maths" if maths else b"text", code.encode()])).hexdigest()


def _kept(name: str) -> Typeset | None:
    try:
        data = (FOLDER / name).read_bytes()
    except OSError:
        return None
    digest, payload = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(payload).digest() != digest:
        return None
    try:
        with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
            if str(stored["name"]) != name:
                return None
            outlines = np.split(stored["points"], np.cumsum(stored["lengths"])[:-1])
            return Typeset(tuple(part.copy() for part in outlines), tuple(stored["parts"].tolist()))
    except (ValueError, KeyError, BadZipFile):
        return None


def _keep(name: str, made: Typeset) -> None:
    buffer = io.BytesIO()
    lengths = [len(outline) for outline in made.outlines]
    points = np.concatenate([*made.outlines, np.zeros((0, 3))])
    np.savez(
        buffer, name=np.array(name), points=points, lengths=np.array(lengths, int), parts=np.array(made.parts, int)
    )
    payload = buffer.getvalue()
    with suppress(OSError):
        write_whole(FOLDER / name, hashlib.sha256(payload).digest() + payload)
