"""A clip as MP4: the finished plays themselves, joined as the film is; encoded again only where it cannot be helped.

The way back of a loop is one more segment, encoded as the plays are. Only for a budget are all pictures encoded anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from av.container.output import OutputContainer

from pipeline.clips.effort import Effort
from pipeline.clips.job import Job
from pipeline.clips.video import encoded, write
from pipeline.encode import ENCODER, Encoder, add_video
from pipeline.join import Timed, join


def cut(job: Job, path: Path) -> None:
    """Join the clip's plays, with its narration and captions; on the way back they are encoded once more."""
    plays = [piece.path for piece in job.source.pieces]
    if job.as_it_is:
        _join(job, plays, path)
        return
    with TemporaryDirectory(prefix="clip-") as folder:
        back = Path(folder) / "back.mp4"
        settings = job.source.settings
        whole = Effort(settings.width, settings.height, settings.fps, ENCODER.crf)
        _segment(back, job, job.order[job.source.frames :], whole)
        _join(job, [*plays, back], path)


def write_mp4(job: Job, effort: Effort, path: Path) -> None:
    """Encode all pictures anew, with the effort's width and crf; at the film's own rate, so that sound and all fit."""
    with TemporaryDirectory(prefix="clip-") as folder:
        whole = Path(folder) / "whole.mp4"
        _segment(whole, job, job.order, effort)
        _join(job, [whole], path, effort)


def _segment(path: Path, job: Job, order: Sequence[int], effort: Effort) -> None:
    encoder: Encoder = replace(ENCODER, crf=effort.quality)
    settings = replace(job.source.settings, width=effort.width, height=effort.height)

    def tracks(container: OutputContainer) -> list[Timed]:
        return [encoded(add_video(container, settings, encoder), job.source.pictures(order), effort)]

    write(path, "mp4", tracks)


def _join(job: Job, segments: Sequence[Path], path: Path, effort: Effort | None = None) -> None:
    settings = job.source.settings
    if effort is not None:
        settings = replace(settings, width=effort.width, height=effort.height)
    join(segments, path, settings, (), job.cues, job.title, sound=job.sound)
