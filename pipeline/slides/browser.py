"""A lesson as a deck for the browser: reveal.js, the films and their captions in one folder, which needs no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from pipeline.slides.lesson import Lesson, Slide
from pipeline.slides.notes import Block
from pipeline.slides.sources import HEADING, Entry, rights, source_notes, sources

PAGE = "index.html"
_HERE = Path(__file__).parent
_FONT, _FONT_LICENCE = "assets/fonts/SourceSans3[wght].ttf", "assets/fonts/OFL.txt"
_KEYS = (
    "Each film plays when its slide opens. Right and left go on and back; with W or a click a film waits, or goes on; M "
    "is for the sound, C for captions, S for this view, F for the full screen; a question mark shows all keys."
)
# The one script that is not in a file of its own: reveal.js writes the speaker's view with it. A test compares.
_SPEAKER_VIEW = "sha256-GzCveToXhSIzS3M5eQeRm3McVRB7cYneYKwTkzA3wDk="
# Nothing leaves the folder, and nothing that is not in it runs. On a disk not every browser takes a neighbour for the
# page itself, so files are named too. Style sheets may be the page's own: reveal.js makes some.
_OWN = "'self' file:"
_POLICY = (
    f"default-src 'none'; script-src {_OWN} '{_SPEAKER_VIEW}'; style-src {_OWN} 'unsafe-inline'; "
    f"img-src {_OWN} data:; media-src {_OWN}; font-src {_OWN}; frame-src {_OWN}; base-uri 'none'; form-action 'none'"
)


def members(lesson: Lesson, root: Path) -> list[tuple[str, bytes | Path]]:
    """The files of the deck but its films: names in its folder, each with its bytes or the file they are in."""
    colours = "".join(f"  --{role}: {colour};\n" for role, colour in lesson.palette.items())
    style = f":root {{\n{colours}}}\n{(_HERE / 'web/deck.css').read_text('utf-8')}"
    made: list[tuple[str, bytes | Path]] = [
        (PAGE, page(lesson).encode()),
        ("deck.css", style.encode()),
        ("deck.js", _HERE / "web/deck.js"),
        ("cover.jpg", lesson.cover),
        ("fonts/SourceSans3.ttf", root / _FONT),
        ("fonts/OFL.txt", root / _FONT_LICENCE),
    ]
    made += [(f"reveal/{path.name}", path) for path in sorted((_HERE / "reveal").iterdir())]
    return [*made, *((poster_name(slide), slide.made.poster) for slide in lesson.slides)]


def film_name(slide: Slide) -> str:
    """The film's name in the folder of the deck."""
    return f"films/{slide.film.stem}.mp4"


def poster_name(slide: Slide) -> str:
    """The name of the picture that stands for it."""
    return f"films/{slide.film.stem}.png"


def page(lesson: Lesson) -> str:
    """The page that holds all slides."""
    cover = (
        f'<h1 class="unseen">{escape(lesson.title)}</h1>\n'
        f'<img class="full" src="cover.jpg" alt="{escape(lesson.cover_alt)}">'
    )
    sections = [_section(cover, lesson.cover_notes(_KEYS))]
    sections += [_film(slide, lesson.fps) for slide in lesson.slides]
    sections.append(_section(_sources(), source_notes(), ' class="sources"'))
    body = "\n".join(sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(lesson.title)}</title>
<link rel="stylesheet" href="reveal/reset.css">
<link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="deck.css">
</head>
<body>
<div class="reveal"><div class="slides">
{body}
</div></div>
<script src="reveal/reveal.js"></script>
<script src="reveal/notes.js"></script>
<script src="deck.js"></script>
</body>
</html>
"""


def _section(inside: str, notes: Sequence[Block], attributes: str = "") -> str:
    return f'<section{attributes}>\n{inside}\n<aside class="notes">\n{_notes(notes)}\n</aside>\n</section>'


def _film(slide: Slide, fps: Fraction) -> str:
    film = slide.film
    cues = [
        [round(float(cue.start / fps), 3), round(float(cue.end / fps), 3), escape(cue.text, quote=False)]
        for cue in film.cues
    ]
    # Characters mean themselves in a caption; and in a script only its own end would be read as anything but text.
    text = json.dumps(cues, ensure_ascii=False).replace("<", "\\u003c")
    inside = f"""<h2 class="unseen">{escape(film.heading)}</h2>
<video class="full" data-autoplay playsinline preload="metadata" poster="{escape(poster_name(slide))}" \
data-src="{escape(film_name(slide))}" aria-label="{escape(film.alt)}"></video>
<script type="application/json" class="cues">{text}</script>"""
    return _section(inside, film.notes, f' data-timing="{max(1, round(film.seconds))}"')


def _sources() -> str:
    columns = "\n".join(f"<dl>{''.join(map(_entry, column))}</dl>" for column in (sources(), rights()))
    return f'<h2>{escape(HEADING)}</h2>\n<div class="columns">\n{columns}\n</div>'


def _entry(entry: Entry) -> str:
    link = f'<br><a href="{escape(entry.link)}" rel="noreferrer">{escape(entry.link)}</a>' if entry.link else ""
    return f"<dt>{escape(entry.label)}</dt><dd>{escape(entry.text)}{link}</dd>\n"


def _notes(blocks: Sequence[Block]) -> str:
    lines = []
    for block in blocks:
        if block.heading:
            lines.append(f"<p><b>{escape(block.heading)}</b></p>")
        rows = (f"<b>{row.time}</b>&ensp;{escape(row.text)}" if row.time else escape(row.text) for row in block.rows)
        lines += [f"<p>{row}</p>" for row in rows]
    return "\n".join(lines)
