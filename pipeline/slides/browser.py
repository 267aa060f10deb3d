"""A lesson as a deck for the browser: reveal.js, the films and their captions in one folder, which needs no network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from pipeline.atomic import staged_folder
from pipeline.paths import PROJECT
from pipeline.slides.lesson import Lesson, Slide
from pipeline.slides.notes import Block
from pipeline.slides.own import Own
from pipeline.slides.package import Member, write_zip
from pipeline.slides.sources import HEADING, Entry, rights, source_notes, sources

NAMES: tuple[str, ...] = ("slides", "slides.zip")
_HERE = Path(__file__).parent
_FONTS = PROJECT / "assets/fonts"
_KEYS = (
    "Each film plays when its slide opens. Right and left go on and back; with W or a click a film waits or goes on; M "
    "is for the sound, C for captions, S for this view, F for the full screen; a question mark shows all keys."
)
_HELP = (
    ("→ or Space", "the next slide"),
    ("←", "the slide before"),
    ("W or a click", "the film waits, or goes on"),
    ("M", "sound on or off"),
    ("C", "captions on or off"),
    ("S", "the speaker’s view, with the notes"),
    ("F", "full screen"),
    ("B", "a black screen, and back"),
    ("O or Esc", "all slides at a glance, and back"),
    ("? and Esc", "these keys, and away with them"),
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


def size_without_films(lesson: Lesson) -> int:
    """Bytes of the folder before its films come into it; the archive of it is smaller."""
    return sum(len(each) if isinstance(each, bytes) else each.stat().st_size for _, each in _members(lesson))


def write(lesson: Lesson, folder: Path, own: Own) -> None:
    """Write the folder, in place of an older one, and an archive of it, which is noted in `own`."""
    members = [*_members(lesson), *((film_name(slide), slide.made.path) for slide in lesson.slides)]
    place, archive = (folder / name for name in NAMES)
    with staged_folder(place) as part:
        for name, content in members:
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, path)
            else:
                path.write_bytes(content)
        write_zip(archive, ((f"{place.name}/{name}", content) for name, content in members), own)


def _members(lesson: Lesson) -> list[Member]:
    """The files of the deck but its films."""
    colours = "".join(f"  --{role}: {colour};\n" for role, colour in lesson.palette.items())
    style = f":root {{\n{colours}}}\n{(_HERE / 'web/deck.css').read_text('utf-8')}"
    made: list[Member] = [
        ("index.html", page(lesson).encode()),
        ("deck.css", style.encode()),
        ("deck.js", _HERE / "web/deck.js"),
        ("cover.jpg", lesson.cover),
        ("fonts/SourceSans3.ttf", _FONTS / "SourceSans3[wght].ttf"),
        ("fonts/OFL.txt", _FONTS / "OFL.txt"),
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
{_help()}
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
        for cue in (film.cues if slide.made.speaks else ())
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


def _help() -> str:
    """What a question mark opens."""
    rows = "".join(f"<dt>{escape(key)}</dt><dd>{escape(what)}</dd>\n" for key, what in _HELP)
    inside = f'<h2 id="keys-title">Keys</h2>\n<dl>{rows}</dl>'
    return f'<dialog id="keys" class="keys" aria-labelledby="keys-title">\n{inside}\n</dialog>'


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
