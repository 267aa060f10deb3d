"""`slides`: the films are made as clips, brought down to the deck's budget if there is one, and put into a deck.

Nothing of the film is drawn or encoded that is not missing, and a deck appears whole or not at all.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pipeline.atomic import PART, require_writable
from pipeline.build import Options
from pipeline.cache import lock
from pipeline.clips.budget import remove, told_bytes
from pipeline.clips.export import export
from pipeline.clips.spec import Spec
from pipeline.encode import sha256_of
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.poster import write_poster
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides import browser
from pipeline.slides.films import films
from pipeline.slides.lesson import Lesson, Slide
from pipeline.slides.package import write_zip
from pipeline.slides.shares import shares

if TYPE_CHECKING:
    from collections.abc import Iterator

POWERPOINT, FOLDER, ARCHIVE = "lesson.pptx", "slides", "slides.zip"
_PART = f"{PART}slides_"


def make(
    clips: Sequence[str], spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar, *, web: bool
) -> dict[str, Any]:
    """Make `lesson.pptx`, or for the `web` `slides/` and `slides.zip`, in the look's folder; say what was written.

    `spec.max_bytes` is for the whole deck. Raises CommandError for an unknown clip, FilmError for what fails.
    """
    return _Work(spec, settings, options, paths, bar, web).run(clips)


class _Work:
    def __init__(self, spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar, web: bool) -> None:
        self.spec, self.settings, self.options, self.paths, self.bar = spec, settings, options, paths, bar
        self.web = web
        self.folder = paths.out / settings.folder_name

    def run(self, clips: Sequence[str]) -> dict[str, Any]:
        require_writable(self.folder)
        chosen = films(clips, self.settings, self.options, self.paths, self.bar)
        free = replace(self.spec, max_bytes=None)
        made = export([film.name for film in chosen], free, self.settings, self.options, self.paths, self.bar)
        for film, each in zip(chosen, made, strict=True):
            if each.frames != film.moment.frames:
                raise FilmError(
                    f"{film.heading} was changed while the deck was being made; run the same command again."
                )
        with self.alone(), TemporaryDirectory(prefix=_PART, dir=self.folder) as scratch:
            cover = Path(scratch) / "cover.jpg"
            write_poster(made[0].path, cover)
            slides = [Slide(film, each) for film, each in zip(chosen, made, strict=True)]
            lesson = Lesson(slides, cover, self.settings.theme, self.settings.fps)
            if self.spec.max_bytes is not None:
                lesson = self.fitted(lesson, self.spec.max_bytes, Path(scratch))
            written = self.write(lesson, Path(scratch))
        return {
            "written": [
                {
                    "path": self.paths.shown(path),
                    "bytes": size(path),
                    "sha256": sha256_of(path) if path.is_file() else None,
                }
                for path in written
            ],
            "slides": len(slides) + 2,
            "clips": [slide.made.to_json(self.paths) for slide in lesson.slides],
        }

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the decks of this look for this run, and clear away what a killed one left."""
        waiting = f"Another deck is being made in {self.paths.shown(self.folder)}; waiting for it to end."
        with lock(self.paths.beside_cache(self.folder / FOLDER, ".lock"), lambda: self.bar.say(waiting)):
            for part in self.folder.glob(f"{_PART}*"):
                remove(part)
            yield

    def fitted(self, lesson: Lesson, limit: int, scratch: Path) -> Lesson:
        """The lesson with smaller films where the deck would be larger than `limit` bytes."""
        rest = self.size_without_films(lesson, scratch)
        whose = f"a deck of {told_bytes(limit)}"
        if rest >= limit:
            raise FilmError(
                f"Even without its films the deck takes {told_bytes(rest)}, more than {told_bytes(limit)}; allow more."
            )
        sizes = [slide.made.bytes for slide in lesson.slides]
        given = shares(sizes, [slide.film.seconds for slide in lesson.slides], limit - rest)
        large = [(slide, share) for slide, share in zip(lesson.slides, given, strict=True) if share < slide.made.bytes]
        if not large:
            return lesson
        spec = replace(
            self.spec, max_bytes=None, limits={slide.film.key: share for slide, share in large}, share_of=whose
        )
        # Not beside the film's own clips: those keep the quality they have.
        away = replace(self.paths, out_folder=self.paths.cache / "slides")
        made = export([slide.film.name for slide, _ in large], spec, self.settings, self.options, away, self.bar)
        smaller = {
            slide.film.key: replace(each, poster=slide.made.poster)
            for (slide, _), each in zip(large, made, strict=True)
        }
        return replace(
            lesson, slides=[replace(slide, made=smaller.get(slide.film.key, slide.made)) for slide in lesson.slides]
        )

    def size_without_films(self, lesson: Lesson, scratch: Path) -> int:
        """What a deck takes whose films take nothing."""
        if self.web:
            return sum(
                len(each) if isinstance(each, bytes) else each.stat().st_size
                for _, each in browser.members(lesson, self.paths.root)
            )
        from pipeline.slides.powerpoint import write_powerpoint

        # Films that are alike would be one in the package.
        names = [slide.film.stem.encode() for slide in lesson.slides]
        write_powerpoint(scratch / POWERPOINT, lesson, names)
        return (scratch / POWERPOINT).stat().st_size - sum(map(len, names))

    def write(self, lesson: Lesson, scratch: Path) -> list[Path]:
        if self.web:
            return self.write_folder(lesson, scratch)
        from pipeline.slides.powerpoint import write_powerpoint

        path = self.folder / POWERPOINT
        write_powerpoint(path, lesson, [slide.made.path.read_bytes() for slide in lesson.slides])
        return [path]

    def write_folder(self, lesson: Lesson, scratch: Path) -> list[Path]:
        """The folder, in place of an older one, and the archive of it."""
        members = [
            *browser.members(lesson, self.paths.root),
            *((browser.film_name(slide), slide.made.path) for slide in lesson.slides),
        ]
        made, target, archive = scratch / FOLDER, self.folder / FOLDER, self.folder / ARCHIVE
        for name, content in members:
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, path)
            else:
                path.write_bytes(content)
        if target.is_file():
            raise FilmError(f"Cannot write {target}: a file is in the way; move it away.")
        if target.is_dir():
            target.replace(scratch / "old")
        made.replace(target)
        write_zip(archive, ((f"{FOLDER}/{name}", target / name) for name, _ in members))
        return [target, archive]


def size(path: Path) -> int:
    """Bytes of a file, or of all in a folder."""
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)
