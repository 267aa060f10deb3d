"""A deck that keeps to a budget: what is not film is weighed, and the films share the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pipeline.build import Options
from pipeline.clips.account import Made
from pipeline.clips.budget import told_bytes
from pipeline.clips.export import export
from pipeline.clips.spec import Spec
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides.lesson import Lesson
from pipeline.slides.shares import shares

Key = tuple[str, str]  # beat and clip


def fitted(
    lesson: Lesson, rest: int, spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar
) -> Lesson:
    """The lesson, with smaller films where the whole would be more than `spec.max_bytes`; without films it is `rest`.

    Raises FilmError if that cannot be.
    """
    limit = spec.max_bytes
    assert limit is not None
    if rest >= limit:
        raise FilmError(
            f"A deck cannot be kept to {told_bytes(limit)}: without its films it takes {told_bytes(rest)}; allow more."
        )
    # Not in place of the whole films: those are for a deck that may be larger.
    away = paths.deck(paths.out / settings.folder_name, "fitted")
    smaller: dict[Key, Made] = {}
    smallest: dict[Key, int] = {}  # films that cannot be as small as their share, with what they take all the same
    limits: dict[Key, int] = {}
    while short := _shares(lesson, limit - rest, smallest):
        limits |= short
        names = [slide.film.name for slide in lesson.slides if slide.film.key in limits]
        less = replace(spec, max_bytes=None, limits=limits, or_smallest=True)
        smaller = {(each.beat, each.name): each for each in export(names, less, settings, options, away, bar)}
        missed = {key: smaller[key].bytes for key, share in short.items() if smaller[key].bytes > share}
        if not missed:
            break
        smallest |= missed
        fewer = "" if all(slide.film.whole for slide in lesson.slides) else ", or choose fewer clips"
        if (least := rest + sum(smallest.values())) > limit:
            raise FilmError(
                f"A deck cannot be kept to {told_bytes(limit)}: with {len(smallest)} of its {len(lesson.slides)} films "
                f"as small as can be it takes {told_bytes(least)} already; allow more{fewer}."
            )
    slides = [
        replace(slide, made=replace(smaller[slide.film.key], poster=slide.made.poster))
        if slide.film.key in smaller
        else slide
        for slide in lesson.slides
    ]
    return replace(lesson, slides=slides)


def _shares(lesson: Lesson, room: int, smallest: Mapping[Key, int]) -> dict[Key, int]:
    """The bytes for each film that has to be smaller than it is, and can be."""
    others = [slide for slide in lesson.slides if slide.film.key not in smallest]
    sizes, seconds = [slide.made.bytes for slide in others], [slide.film.seconds for slide in others]
    given = shares(sizes, seconds, room - sum(smallest.values()))
    return {slide.film.key: share for slide, share in zip(others, given, strict=True) if share < slide.made.bytes}
