"""`slides`: the films are made as clips, brought down to the deck's budget if there is one, and put into a deck.

Nothing of the film is drawn or encoded that is not missing, and a deck appears whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from pipeline.atomic import require_own, require_writable, sweep_parts
from pipeline.build import Options
from pipeline.cache import lock
from pipeline.clips.export import export
from pipeline.clips.spec import Spec
from pipeline.encode import sha256_of
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.poster import write_poster
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides.films import Film, films
from pipeline.slides.fit import fitted
from pipeline.slides.lesson import Lesson, Slide
from pipeline.slides.own import Own


class Kind(Protocol):
    """A module that writes decks of one kind."""

    NAMES: tuple[str, ...]  # the files and folders that make the deck, the first of which is for people to open

    def size_without_films(self, lesson: Lesson) -> int:
        """Bytes of a deck whose films take none."""

    def write(self, lesson: Lesson, folder: Path, own: Own) -> None:
        """Write NAMES into `folder`, each whole or not at all, and note the files in `own`."""


def make(
    clips: Sequence[str], spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar, *, web: bool
) -> dict[str, Any]:
    """Make `lesson.pptx`, or for the `web` `slides/` and `slides.zip`, in the look's folder; say what was written.

    `spec.max_bytes` is for the whole deck. Raises CommandError for an unknown clip, FilmError for what fails.
    """
    kind, folder = _kind(web), paths.out / settings.folder_name
    own = Own(paths.beside_cache(folder / "slides", ".json"))
    require_writable(folder)
    _require_free(folder, kind, own)
    chosen = films(clips, settings, options, paths, bar)
    # Held from the first film on: another deck of this look, say a silent one, has films of the same names.
    with _alone(folder, kind, paths, bar), TemporaryDirectory(prefix="deck-") as scratch:
        slides = _whole(chosen, spec, settings, options, paths, bar)
        cover = Path(scratch) / "cover.jpg"
        write_poster(slides[0].made.path, cover)
        lesson = Lesson(slides, cover, settings.theme, settings.fps)
        if spec.max_bytes is not None:
            rest = kind.size_without_films(lesson)
            lesson = fitted(lesson, rest, spec, settings, options, paths, bar)
        _require_free(folder, kind, own)  # again: its films may have taken minutes
        kind.write(lesson, folder, own)
    return {
        "written": [_told(folder / name, paths) for name in kind.NAMES],
        "slides": len(slides) + 2,
        "clips": [slide.made.to_json(paths) for slide in lesson.slides],
    }


def _whole(
    chosen: Sequence[Film], spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar
) -> list[Slide]:
    """Each film as it is, whatever the deck's budget; apart from clips, which people have made as they want them."""
    free, away = replace(spec, max_bytes=None), paths.deck(paths.out / settings.folder_name, "films")
    made = export([film.name for film in chosen], free, settings, options, away, bar)
    for film, each in zip(chosen, made, strict=True):
        if each.frames != film.moment.frames:
            raise FilmError(f"{film.heading} was changed while its deck was made; run the same command again.")
    return [Slide(film, each) for film, each in zip(chosen, made, strict=True)]


def _kind(web: bool) -> Kind:
    if web:
        from pipeline.slides import browser

        return browser
    from pipeline.slides import powerpoint  # python-pptx is slow to load

    return powerpoint


def _require_free(folder: Path, kind: Kind, own: Own) -> None:
    """No file where a folder is to be, no folder in place of a file, and nothing there that is somebody's own."""
    for name in kind.NAMES:
        path = folder / name
        if path.exists() and path.is_file() != bool(path.suffix):
            what = "a file" if path.is_file() else "a folder"
            raise FilmError(f"Cannot write {path}: {what} is in the way; move it away or choose another place with -o.")
        if path.suffix:
            own.require(path)
        else:
            require_own(path)


@contextmanager
def _alone(folder: Path, kind: Kind, paths: Paths, bar: Bar) -> Iterator[None]:
    """Hold the decks of a look for this run, and clear away what a killed one left."""
    waiting = f"Another deck is being made in {paths.shown(folder)}; waiting for it to end."
    with lock(paths.beside_cache(folder / "slides", ".lock"), lambda: bar.say(waiting)):
        for name in kind.NAMES:
            sweep_parts(folder, name)
        yield


def _told(path: Path, paths: Paths) -> dict[str, Any]:
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    return {
        "path": paths.shown(path),
        "bytes": sum(each.stat().st_size for each in files),
        "sha256": sha256_of(path) if path.is_file() else None,
    }
