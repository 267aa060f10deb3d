"""The bundled fonts, and a Typst compiler that takes no others.

Typst only warns about a font it does not know and draws nothing at all for a letter a font lacks; Manim's cache
of compiled text cannot tell two font files apart and trusts half-written files. Here a missing font or letter is an
error, and every text is set in a folder of its own that is gone afterwards, for two processes that set the same text
would take each other's files away: `scenes.kit.typeset` keeps what came of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import typst
from fontTools.ttLib import TTFont, TTLibError
from manim.mobject.text import typst_mobject
from manim.utils import typst_file_writing

from .errors import KitError

FONT_DIR = Path(__file__).resolve().parents[2] / "assets" / "fonts"
TEXT_FONT_FILE = "SourceSans3[wght].ttf"
TEXT_FONT = "Source Sans 3"
MATH_FONT = "New Computer Modern Math"


def font_file() -> Path:
    """The bundled text font. Raises KitError if it is not there."""
    path = FONT_DIR / TEXT_FONT_FILE
    if not path.is_file():
        raise KitError(f"The font {TEXT_FONT_FILE} is missing from assets/fonts; restore it (git checkout assets).")
    return path


@cache
def _fonts() -> typst.Fonts:
    font_file()
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(FONT_DIR)])
    for family in (TEXT_FONT, MATH_FONT):
        if family not in found.families():
            raise KitError(f"The font {family!r} cannot be read from assets/fonts; restore it (git checkout assets).")
    return found


@cache
def _letters() -> frozenset[int]:
    try:
        with TTFont(font_file(), lazy=True) as font:
            return frozenset(font.getBestCmap())
    except TTLibError:
        raise KitError(
            f"The font {TEXT_FONT_FILE} in assets/fonts is damaged; restore it (git checkout assets)."
        ) from None


def require_letters(text: str) -> None:
    """Raise KitError if the text font lacks a character of ``text``."""
    lacking = sorted({c for c in text if ord(c) not in _letters() and not c.isspace()})
    if lacking:
        raise KitError(f"{TEXT_FONT} has no letter for {' '.join(lacking)} in {text!r}; write it otherwise.")


@cache
def preamble() -> str:
    """Typst code before every text: the two fonts, no fallback, and a hash of the font file for the cache."""
    digest = hashlib.sha256(font_file().read_bytes()).hexdigest()[:16]
    return (
        f"// fonts {digest}\n"
        f'#set text(font: "{TEXT_FONT}", weight: 400, fallback: false)\n'
        f'#show math.equation: set text(font: "{MATH_FONT}", weight: 400, fallback: false)'
    )


def _compile(
    folder: Path,
    typst_code: str,
    preamble: str = "",
    text_size: float = typst_file_writing.TYPST_COMPILATION_FONT_SIZE,
    font_paths: Sequence[str | Path] | None = None,
) -> Path:
    """Stands in for Manim's typst_to_svg_file: the same arguments after ``folder``, but warnings are errors."""
    source = typst_file_writing.TYPST_TEMPLATE.format(text_size=text_size, preamble=preamble, body=typst_code)
    path = folder / f"{hashlib.sha256(source.encode()).hexdigest()[:16]}.svg"
    try:
        svg, warnings = typst.compile_with_warnings(source.encode(), format="svg", font_paths=_fonts())
    except typst.TypstError as error:
        raise KitError(f"Typst cannot set {typst_code!r}: {error}; write it otherwise.") from None
    if warnings:
        raise KitError(f"Typst cannot set {typst_code!r} as asked: {warnings[0].message}; write it otherwise.")
    path.write_bytes(svg)
    return path


@contextmanager
def checked_compiler() -> Iterator[None]:
    """While open, Manim's Typst mobjects are compiled by ``_compile``; their files are gone when it closes."""
    before = typst_mobject.typst_to_svg_file
    with TemporaryDirectory(prefix="typeset-") as folder:
        typst_mobject.typst_to_svg_file = partial(_compile, Path(folder))
        try:
            yield
        finally:
            typst_mobject.typst_to_svg_file = before
