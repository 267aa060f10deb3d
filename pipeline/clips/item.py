"""What is to be made of a moment in one format: the job, and all that its bytes follow from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pipeline.captions import cues
from pipeline.clips.job import Job
from pipeline.clips.moments import Moment
from pipeline.clips.order import loops_by_itself, there_and_back
from pipeline.clips.source import Piece, Source
from pipeline.clips.spec import LAST, Spec
from pipeline.errors import CommandError
from pipeline.settings import Settings
from pipeline.sound import Sound

SEQUENCE = "png-sequence"
AS_IT_IS, FORTH_AND_BACK = "as it is", "forth and back"


@dataclass(frozen=True)
class Item:
    """A file to be made: of which moment, by which job, and what it is made of but for the job's budget.

    `loop` is as in `account.Made`; `poster` the number of the picture that stands for it.
    """

    moment: Moment
    job: Job
    loop: str | None
    spoken: str
    poster: int
    contents: list[Any]

    @property
    def made_of(self) -> list[Any]:
        return [*self.contents, self.job.max_bytes]

    @property
    def name(self) -> str:
        """The file's name, or the folder's."""
        return self.job.path.name

    @property
    def stem(self) -> str:
        return self.name if self.job.kind == SEQUENCE else self.job.path.stem

    @property
    def digests(self) -> list[str]:
        """Of the plays that it is made of."""
        return [piece.sha256 for piece in self.job.source.pieces]


def items(
    chosen: Sequence[Moment], spec: Spec, settings: Settings, folder: Path, sound: Sound, recipe: object
) -> list[Item]:
    """Every format of every moment, all of whose plays are finished. `recipe` is what shapes all of them."""
    names = [moment.name for moment in chosen]
    made = []
    for moment in chosen:
        stem = moment.name if names.count(moment.name) == 1 else f"{moment.plan.id}-{moment.name}"
        source = _source(moment, settings)
        loop, order = None, list(range(source.frames))
        if spec.loop and loops_by_itself(source):
            loop = AS_IT_IS
        elif spec.loop:
            loop, order = FORTH_AND_BACK, there_and_back(source.frames)
        stem += "-loop" if loop else ""
        poster = poster_frame(moment, spec, settings)
        timeline = moment.timeline
        for kind in spec.formats:
            path = folder / (stem if kind == SEQUENCE else f"{stem}.{kind}")
            track = sound.track([timeline]) if spec.speaks(kind) else None
            spoken = " ".join(line.caption for line in timeline.lines) if spec.speaks(kind) else ""
            said = tuple(cues([timeline])) if spoken else ()
            file = track.path if track else None
            limit = spec.limits.get((moment.plan.id, moment.name), spec.max_bytes)
            job = Job(kind, path, source, tuple(order), moment.name, said, file, limit, spec.or_smallest)
            words = [track.key if track else None, [asdict(cue) for cue in said]]
            digests = [piece.sha256 for piece in source.pieces]
            contents = [recipe, digests, kind, loop, *words]
            made.append(Item(moment, job, loop, spoken, poster, contents))
    return made


def poster_frame(moment: Moment, spec: Spec, settings: Settings) -> int:
    """The number of the picture that `spec.poster` means. Raises CommandError for one beyond the clip's end."""
    if not isinstance(spec.poster, Fraction):
        return moment.frames - 1 if spec.poster == LAST else 0
    frame = int(spec.poster * settings.fps)
    if frame >= moment.frames:
        length = float(moment.frames / settings.fps)
        raise CommandError(
            f"The clip {moment.name} lasts {length:.2f} s; it has no picture at {float(spec.poster):g}: "
            "give less, or --poster last."
        )
    return frame


def _source(moment: Moment, settings: Settings) -> Source:
    cache = moment.plan.cache
    return Source(
        tuple(
            Piece(cache.segment(play.index), play.frames, cache.plays[play.index].sha256, play.kind == "wait")
            for play in moment.plays
        ),
        settings,
    )
