"""The film's formulas as drawings for the page: set by Typst, as in the film, and gathered in one SVG sprite.

A formula is used with `<svg class="formula f-NAME"><use href="#f-NAME"/></svg>`; its size and the place of its line are
in ems, in the style sheet, and its colour is that of the text around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from xml.etree import ElementTree

import typst

from pipeline.errors import FilmError

MATH_FONT = "New Computer Modern Math"
# Name: Typst's maths, and how it is said aloud.
FORMULAS = {
    "d_k": ("d_k", "d k"),
    "sqrt_d_k": ("sqrt(d_k)", "the square root of d k"),
    "q_dot_k": ("q dot k", "q dot k"),
    "plus_minus_sigma": ("plus.minus sigma", "plus and minus sigma"),
    "jacobian": ("partial p_i \\/ partial s_j", "d p i by d s j"),
    "p_i": ("p_i", "p i"),
    "s_j": ("s_j", "s j"),
    "approx_d_k": ("approx d_k", "about d k"),
    "approx_sqrt_d_k": ("approx sqrt(d_k)", "about the square root of d k"),
    "approx_one": ("approx 1", "about 1"),
    "divide": ("div sqrt(d_k)", "divided by the square root of d k"),
    "scaled_score": ("(q dot k) / sqrt(d_k)", "q dot k over the square root of d k"),
}
_EM = 20.0  # points that Typst sets an em at: large, so that its rounded coordinates are fine
_PAGE = (
    "#set page(width: auto, height: auto, margin: 0pt, fill: none)\n"
    f'#show math.equation: set text(size: {_EM}pt, font: "{MATH_FONT}", fallback: false, '
    'top-edge: "bounds", bottom-edge: "bounds")\n'
)
_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_MATRIX = re.compile(r"matrix\(1 0 0 -1 ([-\d.]+) ([-\d.]+)\)")


@dataclass(frozen=True)
class Drawn:
    """A formula's paths in a box of `width` x `height` points whose first letter stands `baseline` from its top."""

    paths: str
    width: float
    height: float
    baseline: float
    spoken: str


@cache
def formulas() -> dict[str, Drawn]:
    """Every formula of the page, by name. Raises FilmError if Typst cannot set one."""
    return {name: _drawn(code, spoken) for name, (code, spoken) in FORMULAS.items()}


def sprite() -> str:
    """An SVG element, itself unseen, with a symbol for every formula."""
    symbols = "".join(
        f'<symbol id="f-{name}" viewBox="0 0 {each.width:g} {each.height:g}">{each.paths}</symbol>'
        for name, each in formulas().items()
    )
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'


def sizes() -> str:
    """Style rules that give every formula its size and stand its letters on the line of the text."""
    rules = [".formula { fill: currentColor; overflow: visible; }", ".sprite { position: absolute; }"]
    for name, each in formulas().items():
        width, height, below = (value / _EM for value in (each.width, each.height, each.height - each.baseline))
        rules.append(f".f-{name} {{ width: {width:.3f}em; height: {height:.3f}em; vertical-align: {-below:.3f}em; }}")
    return "\n".join(rules)


def inline(name: str) -> str:
    """A formula within a text."""
    spoken = escape(formulas()[name].spoken)
    return f'<svg class="formula f-{name}" role="img" aria-label="{spoken}"><use href="#f-{name}"/></svg>'


def _drawn(code: str, spoken: str) -> Drawn:
    root = _set(code)
    letters = {symbol.get("id"): symbol for symbol in root.iter(f"{_SVG}symbol")}
    paths = "".join(_path(child, letters) for child in root if child.tag in (f"{_SVG}g", f"{_SVG}path"))
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    # Where the line is, an x before the formula tells: the formula's own first letter may stand above or below it.
    first = next(_set(f"x {code}").iter(f"{_SVG}g"))
    foot = _MATRIX.fullmatch(str(first.get("transform")))
    assert foot
    return Drawn(paths, width, height, float(foot[2]), spoken)


def _set(code: str) -> ElementTree.Element:
    """The SVG document of a formula. Raises FilmError if Typst cannot set it."""
    try:
        made, warnings = typst.compile_with_warnings(f"{_PAGE}${code}$".encode(), format="svg", font_paths=_fonts())
    except typst.TypstError as error:
        raise FilmError(f"Typst cannot set {code!r}: {error}; write it otherwise.") from error
    if warnings:
        raise FilmError(f"Typst cannot set {code!r} as asked: {warnings[0].message}; write it otherwise.")
    assert isinstance(made, bytes)
    return ElementTree.fromstring(made)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def _path(element: ElementTree.Element, letters: dict[str | None, ElementTree.Element]) -> str:
    """The drawing of an element and what is in it, every letter written out."""
    if element.tag == f"{_SVG}use":
        [path] = letters[str(element.get(_LINK)).removeprefix("#")]
        place = f' transform="translate({element.get("x")} {element.get("y")})"' if element.get("x") != "0" else ""
        return f'<path d="{_tidy(path.get("d"))}"{place}/>'
    if element.tag == f"{_SVG}path":
        # The bar of a root or of a fraction, which is a stroke.
        moved, width = element.get("transform"), element.get("stroke-width")
        pen = f'fill="none" stroke="currentColor" stroke-width="{width}"'
        return f'<path d="{_tidy(element.get("d"))}" {pen} transform="{moved}"/>'
    transform = element.get("transform", "")
    inner = "".join(_path(child, letters) for child in element)
    return f'<g transform="{transform}">{inner}</g>' if transform else inner


def _tidy(path: str | None) -> str:
    return " ".join(str(path).split())
