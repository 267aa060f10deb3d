"""The picture that stands for a beat, drawn for several beats in one or more looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline import tasks
from pipeline.build import Options, failure_sentence, hire, make
from pipeline.encode import Picture
from pipeline.errors import FilmError
from pipeline.face import face
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.still import END
from pipeline.workers import Task
from scenes import BeatInfo
from scenes.kit.timeline import Timeline


@dataclass(frozen=True)
class Face:
    """A beat's face: the clip at whose end it is (or `end`), its frame, and the picture in each look."""

    beat: str
    at: str
    frame: int
    pictures: tuple[Picture, ...]


def draw_faces(
    wanted: Sequence[BeatInfo], looks: Sequence[Settings], options: Options, paths: Paths, bar: Bar
) -> list[Face]:
    """Draw the face of every beat (its last picture if it has none) in every look; all looks share one rate.

    Raises FilmError if a beat fails.
    """
    drawn: dict[str, tuple[Picture, ...]] = {}
    with hire(options, paths) as workers:
        with make(wanted, looks[0], options, paths, bar, workers, draw=False) as ready:
            ready.require()
            timelines = {plan.id: plan.timeline for plan in ready.plans}
        chosen = {beat.id: _chosen(beat, timelines[beat.id]) for beat in wanted}
        indices = {beat.id: beat.index for beat in wanted}
        bar.begin("Drawing a picture of each beat", len(wanted))
        work = [
            Task(beat, tasks.pictures, (beat, [(look, [frame]) for look in looks]))
            for beat, (_, frame) in chosen.items()
        ]
        for task, outcome in workers.run(work, lambda _: None):
            if outcome.sentence:
                raise FilmError(failure_sentence(indices[task.beat], task.beat, outcome, paths))
            bar.done(1)
            drawn[task.beat] = tuple(picture for [picture] in outcome.value)
    return [Face(beat, at, frame, drawn[beat]) for beat, (at, frame) in chosen.items()]


def _chosen(beat: BeatInfo, timeline: Timeline) -> tuple[str, int]:
    """The moment that stands for a beat, and its frame."""
    clip = face(beat, timeline)
    return (END, timeline.frames - 1) if clip is None else (clip.name, clip.end - 1)
