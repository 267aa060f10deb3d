"""A deck that keeps to a budget: what is not film is weighed, and the films share the rest."""

from __future__ import annotations

from dataclasses import replace

from pipeline.build import Options
from pipeline.clips.budget import told_bytes
from pipeline.clips.export import export
from pipeline.clips.spec import Spec
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides.lesson import Lesson
from pipeline.slides.shares import shares


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
    sizes = [slide.made.bytes for slide in lesson.slides]
    given = shares(sizes, [slide.film.seconds for slide in lesson.slides], limit - rest)
    large = {
        slide.film.key: share for slide, share in zip(lesson.slides, given, strict=True) if share < slide.made.bytes
    }
    if not large:
        return lesson
    names = [slide.film.name for slide in lesson.slides if slide.film.key in large]
    less = replace(spec, max_bytes=None, limits=large, share_of=f"a deck of {told_bytes(limit)}")
    # Not in place of the whole films: those are for a deck that may be larger.
    away = paths.deck(paths.out / settings.folder_name, "fitted")
    made = {(each.beat, each.name): each for each in export(names, less, settings, options, away, bar)}
    slides = [
        replace(slide, made=replace(made[slide.film.key], poster=slide.made.poster))
        if slide.film.key in made
        else slide
        for slide in lesson.slides
    ]
    return replace(lesson, slides=slides)
