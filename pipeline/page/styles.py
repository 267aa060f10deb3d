"""The page's generated style sheet: the typeface, the film's palette in both themes, and the formulas' sizes."""

from __future__ import annotations

from pipeline.page import formulas
from pipeline.page.typeface import FAMILY, WEIGHTS
from scenes.kit.look import THEMES

FONT_FILE = "page.ttf"


def type_css() -> str:
    """`type.css`: colours are the roles of the film, as variables of the same names."""
    lightest, boldest = WEIGHTS
    return "\n".join(
        [
            f'@font-face {{ font-family: "{FAMILY}"; src: url("{FONT_FILE}") format("truetype");',
            f"  font-weight: {lightest} {boldest}; font-display: block; }}",
            _palette("dark"),
            "@media (prefers-color-scheme: light) {",
            _palette("light"),
            "}",
            # For what stands over a film of one theme on a page of the other.
            _palette("dark", ".of-dark"),
            _palette("light", ".of-light"),
            f':root {{ font-family: "{FAMILY}", sans-serif; }}',
            formulas.sizes(),
            "",
        ]
    )


def _palette(theme: str, selector: str = ":root") -> str:
    roles = " ".join(f"--{role}: {colour};" for role, colour in THEMES[theme].items())
    return f"{selector} {{ color-scheme: {theme}; {roles} }}"
