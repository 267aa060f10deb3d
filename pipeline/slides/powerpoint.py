"""A lesson as a PowerPoint file, for PowerPoint, Keynote, Google Slides and LibreOffice Impress."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from PIL import Image
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR
from pptx.presentation import Presentation as Deck
from pptx.slide import Slide as Page
from pptx.text.text import TextFrame
from pptx.util import Pt

from pipeline.slides import house
from pipeline.slides.lesson import Lesson, Slide
from pipeline.slides.notes import Block, plain
from pipeline.slides.own import Own
from pipeline.slides.package import repack
from pipeline.slides.sources import HEADING, Entry, citation, rights, source_notes, sources
from pipeline.slides.timing import plays_at_once
from scenes.kit.look import channels

NAMES: tuple[str, ...] = ("lesson.pptx",)
MIME = "video/mp4"
_KEYS = (
    "Each film plays when its slide opens. A click on it pauses it and lets it go on; the arrow keys or a pointer go "
    "to the next slide."
)
_THUMBNAIL = (256, 144)


def size_without_films(lesson: Lesson) -> int:
    """Bytes of a deck whose films take none: of one with tiny films, less those."""
    films = [slide.film.stem.encode() for slide in lesson.slides]  # two that were alike would be one in the package
    with TemporaryDirectory(prefix="deck-") as folder:
        path = Path(folder) / NAMES[0]
        write_powerpoint(path, lesson, films)
        return path.stat().st_size - sum(map(len, films))


def write(lesson: Lesson, folder: Path, own: Own) -> None:
    """Write the deck, whole or not at all, and note it in `own`."""
    write_powerpoint(folder / NAMES[0], lesson, [slide.made.path.read_bytes() for slide in lesson.slides], own)


def write_powerpoint(path: Path, lesson: Lesson, films: Sequence[bytes], own: Own | None = None) -> None:
    """Write the deck to `path`, whole or not at all; `films` are the bytes of the slides' films, in their order."""
    deck = Presentation()
    house.furnish(deck, lesson.palette)
    _add_cover(deck, lesson)
    for slide, film in zip(lesson.slides, films, strict=True):
        _add_film(deck, slide, film)
    _add_sources(deck, lesson)
    with TemporaryDirectory(prefix="deck-") as folder:
        first = Path(folder) / path.name
        deck.save(str(first))
        with zipfile.ZipFile(first) as archive:
            theme = house.theme_xml(archive.read(house.THEME), lesson.palette)
        instead = {house.THEME: theme, "docProps/thumbnail.jpeg": _thumbnail(lesson.cover)}
        instead |= {"docProps/core.xml": _core(lesson), "docProps/app.xml": _app(len(lesson.slides) + 2)}
        repack(first, path, instead, own)


def _page(deck: Deck, heading: str, notes: Sequence[Block], *, hidden: bool) -> Page:
    """A new slide with a title; a hidden one stands above the slide, for outlines and for screen readers."""
    [layout] = [each for each in deck.slide_layouts if each.name == "Title Only"]
    page: Page = deck.slides.add_slide(layout)
    title = page.shapes.title
    assert title is not None
    title.text_frame.text = heading
    if hidden:
        house.place(title, house.LEFT, -160, house.ACROSS, 110)
    frame = page.notes_slide.notes_text_frame
    assert frame is not None
    frame.text = plain(notes)
    return page


def _add_cover(deck: Deck, lesson: Lesson) -> None:
    page = _page(deck, lesson.title, lesson.cover_notes(_KEYS), hidden=True)
    picture = page.shapes.add_picture(
        str(lesson.cover), house.px(0), house.px(0), house.px(house.WIDTH), house.px(house.HEIGHT)
    )
    picture.name = "Title"
    _describe(picture, lesson.cover_alt)


def _add_film(deck: Deck, slide: Slide, film: bytes) -> None:
    page = _page(deck, slide.film.heading, slide.film.notes, hidden=True)
    size = house.px(house.WIDTH), house.px(house.HEIGHT)
    poster = str(slide.made.poster)
    movie = page.shapes.add_movie(io.BytesIO(film), house.px(0), house.px(0), *size, poster, MIME)
    movie.name = f"Film: {slide.film.heading}"
    _describe(movie, slide.film.alt)
    plays_at_once(page._element, movie.shape_id, round(1000 * slide.film.seconds))


def _add_sources(deck: Deck, lesson: Lesson) -> None:
    """Two columns under a heading: what it comes from; what one may do with it."""
    page = _page(deck, HEADING, source_notes(), hidden=False)
    half = (house.ACROSS - 96) / 2
    for name, x, entries in (("Sources", house.LEFT, sources()), ("Licence", house.LEFT + half + 96, rights())):
        box = page.shapes.add_textbox(*map(house.px, (x, 230, half, 700)))
        box.name = name
        frame = box.text_frame
        frame.word_wrap, frame.vertical_anchor = True, MSO_ANCHOR.TOP
        frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
        for number, entry in enumerate(entries):
            _add_entry(frame, entry, lesson, first=number == 0)


def _add_entry(frame: TextFrame, entry: Entry, lesson: Lesson, *, first: bool) -> None:
    def add(text: str, size: int, role: str, before: int) -> None:
        start = frame.paragraphs[0] if first and before == 0 else frame.add_paragraph()  # type: ignore[no-untyped-call]
        start.space_before = Pt(before)
        run = start.add_run()
        run.text = text
        run.font.size = Pt(size / 2)
        if text == entry.link:
            run.hyperlink.address = entry.link  # its colour is the theme's
        else:
            run.font.color.rgb = RGBColor(*channels(lesson.palette[role]))  # type: ignore[no-untyped-call]

    add(entry.label, house.SMALL, "muted", 0 if first else 20)
    add(entry.text, house.BODY, "ink", 4)
    if entry.link:
        add(entry.link, house.SMALL, "scaled", 4)


def _describe(shape: object, alt: str) -> None:
    """Alt text; python-pptx has no way of its own to set it."""
    shape._element._nvXxPr.cNvPr.set("descr", alt)  # type: ignore[attr-defined]


def _thumbnail(cover: Path) -> bytes:
    """What file managers show of the deck."""
    made = io.BytesIO()
    with Image.open(cover) as image:
        image.resize(_THUMBNAIL, Image.Resampling.LANCZOS).save(made, "JPEG", quality=90)
    return made.getvalue()


def _core(lesson: Lesson) -> bytes:
    """Title and licence of the file. It has no date: the same film makes the same bytes on any day."""
    dublin = "http://purl.org/dc/elements/1.1/"
    core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<cp:coreProperties xmlns:cp="{core}" xmlns:dc="{dublin}"><dc:title>{escape(lesson.title)}</dc:title>'
        f"<dc:description>{escape(citation())}</dc:description><dc:language>en</dc:language></cp:coreProperties>"
    ).encode()


def _app(slides: int) -> bytes:
    extended = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<Properties xmlns="{extended}"><PresentationFormat>Widescreen</PresentationFormat>'
        f"<Slides>{slides}</Slides></Properties>"
    ).encode()
