"""The page's typeface: the film's, cut down to the letters and weights that the page uses.

Its licence (OFL) reserves the name of the whole: a part of it has to go by another.
"""

from __future__ import annotations

import io
import logging
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont, TTLibError
from fontTools.varLib import instancer

from pipeline.errors import FilmError

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every table, and Manim lets that through

FAMILY = "Lesson Sans"
WEIGHTS = (400, 600)
FONT, LICENCE = "SourceSans3[wght].ttf", "OFL.txt"
# Whatever a script, a caption or a learner may write in the languages of western Europe, and what formulas hold.
_RANGES = ((0x20, 0x7E), (0xA0, 0xFF), (0x2010, 0x2026), (0x2080, 0x2089))
_SINGLE = "\u2009\u202f−×·÷√±≈≤≥→←↑↓∞∂∈∑ΣσμπδΔᵢⱼₖ′″✓"
_KEPT_NAMES = {0, 5, 13, 14}  # records of copyright, version, licence and its address


def page_font(fonts: Path) -> bytes:
    """The typeface as a TrueType file, made from the one in the folder `fonts`. Raises FilmError if that is damaged."""
    path = fonts / FONT
    try:
        with TTFont(path) as font:
            options = subset.Options(layout_features=["kern", "mark", "tnum", "ccmp", "liga"], hinting=False)
            options.name_IDs = ["*"]
            options.drop_tables = [*options.drop_tables, "DSIG"]
            cut = subset.Subsetter(options)
            cut.populate(
                unicodes=[*(code for low, high in _RANGES for code in range(low, high + 1)), *map(ord, _SINGLE)]
            )
            cut.subset(font)
            light = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
            light["fvar"].instances = []
            _rename(light)
            made = io.BytesIO()
            light.save(made)
    except (OSError, TTLibError) as error:
        raise FilmError(f"The font {FONT} in assets/fonts is missing or damaged; restore it.") from error
    return made.getvalue()


def _rename(font: TTFont) -> None:
    names = font["name"]
    names.names = [each for each in names.names if each.nameID in _KEPT_NAMES or each.nameID > 255]
    plain = FAMILY.replace(" ", "")
    for number, text in ((1, FAMILY), (2, "Regular"), (3, f"{plain} from {FONT}"), (4, FAMILY), (6, plain)):
        names.setName(text, number, 3, 1, 0x409)
