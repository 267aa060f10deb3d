"""The look of a PowerPoint deck: the film's colours and grid in its theme, its master and its layouts.

So a slide that an educator adds looks like the film too. Lengths are in the film's own pixels, 1920 x 1080. The font
is Arial, which Windows, macOS, Google Slides and Keynote have, and LibreOffice replaces by one of the same widths; the
film's own, Source Sans 3, is on few machines, and a deck cannot carry it to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree
from pptx.oxml.ns import qn
from pptx.presentation import Presentation
from pptx.shapes.base import BaseShape
from pptx.util import Emu

WIDTH, HEIGHT = 1920, 1080
FONT = "Arial"
THEME = "ppt/theme/theme1.xml"
TITLE, BODY, SMALL = 64, 40, 32  # pixels; half as many points
LEFT, TOP, ACROSS = 96, 54, 1728
_KEPT = ("Title Slide", "Title and Content", "Two Content", "Title Only", "Blank")
_EMU = 6350  # a pixel, on a slide that is 13 1/3 inches wide
_OLD_WIDTH = 9_144_000
# What PowerPoint calls an accent is a role in the film.
_ACCENTS = ("query", "key", "raw", "scaled", "gradient", "axis")


def px(length: float) -> Emu:
    """A length of the film's grid on a slide."""
    return Emu(round(length * _EMU))


def points(size: float) -> int:
    """A size of type in pixels, as hundredths of a point."""
    return round(size * 50)


def place(shape: BaseShape, x: float, y: float, width: float, height: float) -> None:
    """Put a shape into the film's grid."""
    shape.left, shape.top, shape.width, shape.height = px(x), px(y), px(width), px(height)


def furnish(deck: Presentation, palette: Mapping[str, str]) -> None:
    """Give a new deck of python-pptx the film's shape, master and layouts."""
    # The size's name, "screen4x3", goes: some programs believe it and not the size.
    deck.part._element.sldSz.attrib.pop("type", None)
    deck.slide_width, deck.slide_height = px(WIDTH), px(HEIGHT)
    _drop_printer(deck)
    for layout in list(deck.slide_layouts):
        if layout.name not in _KEPT:
            deck.slide_layouts.remove(layout)
    for sheet in (deck.slide_master, *deck.slide_layouts):
        _widen(sheet._element)
    _set_master(deck, dark=_is_dark(palette))


def theme_xml(xml: bytes, palette: Mapping[str, str]) -> bytes:
    """The theme file with the film's colours and font."""
    tree = etree.fromstring(xml)
    tree.set("name", "Queries and keys")
    dark = _is_dark(palette)
    deep, light = ("background", "ink") if dark else ("ink", "background")
    second = ("panel", "muted") if dark else ("muted", "panel")
    roles = dict(zip(("dk1", "lt1", "dk2", "lt2"), (deep, light, *second), strict=True))
    roles |= {f"accent{number}": role for number, role in enumerate(_ACCENTS, 1)} | {"hlink": "scaled"}
    roles |= {"folHlink": "scaled"}
    [colours] = tree.iter(qn("a:clrScheme"))
    colours.set("name", "Queries and keys")
    for name, role in roles.items():
        entry = colours.find(qn(f"a:{name}"))
        for old in list(entry):
            entry.remove(old)
        etree.SubElement(entry, qn("a:srgbClr")).set("val", hexa(palette[role]))
    for kind in ("a:majorFont", "a:minorFont"):
        for font in tree.iter(qn(kind)):
            font.find(qn("a:latin")).set("typeface", FONT)
    made: bytes = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


def hexa(colour: str) -> str:
    """ "#F4F1EA" as PowerPoint writes it."""
    return colour.lstrip("#").upper()


def _is_dark(palette: Mapping[str, str]) -> bool:
    def light(colour: str) -> int:
        return sum(int(pair, 16) for pair in re.findall("..", hexa(colour)))

    return light(palette["background"]) < light(palette["ink"])


def _drop_printer(deck: Presentation) -> None:
    """The template comes with the settings of somebody's printer."""
    for name, relation in list(deck.part.rels.items()):
        if relation.reltype.endswith("/printerSettings"):
            deck.part.drop_rel(name)


def _widen(sheet: etree._Element) -> None:
    """Stretch what was laid out for 4:3."""
    for tag, name in (("a:off", "x"), ("a:ext", "cx")):
        for each in sheet.iter(qn(tag)):
            if each.get(name) is not None:
                each.set(name, str(round(int(each.get(name)) * WIDTH * _EMU / _OLD_WIDTH)))


def _set_master(deck: Presentation, *, dark: bool) -> None:
    master = deck.slide_master
    if dark:
        mapping = master._element.find(qn("p:clrMap"))
        for ground, text, deep, light in (("bg1", "tx1", "dk1", "lt1"), ("bg2", "tx2", "dk2", "lt2")):
            mapping.set(ground, deep)
            mapping.set(text, light)
    for shape in master.placeholders:
        kind = shape.placeholder_format.type.name
        if kind == "TITLE":
            place(shape, LEFT, TOP, ACROSS, 110)
        elif kind == "BODY":
            place(shape, LEFT, 200, ACROSS, 720)
        # Text begins at the margin itself.
        shape._element.txBody.find(qn("a:bodyPr")).set("lIns", "0")
    styles = master._element.find(qn("p:txStyles"))
    title = styles.find(qn("p:titleStyle")).find(qn("a:lvl1pPr"))
    title.set("algn", "l")
    title.find(qn("a:defRPr")).set("sz", str(points(TITLE)))
    title.find(qn("a:defRPr")).set("b", "1")
    for level, size in enumerate((BODY, 36, SMALL, SMALL, SMALL), 1):
        styles.find(qn("p:bodyStyle")).find(qn(f"a:lvl{level}pPr")).find(qn("a:defRPr")).set("sz", str(points(size)))
