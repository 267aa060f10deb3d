"""One file to be made of a clip: plain data, so that it can travel to a worker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av

from pipeline.clips.effort import Effort
from pipeline.clips.order import sampled
from pipeline.clips.source import Source
from pipeline.subtitles import Cue


@dataclass(frozen=True)
class Job:
    """`order` is which pictures of `source` are shown at the look's own rate; `sound` a track of `pipeline.aac`.

    `or_smallest`: what cannot keep to `max_bytes` is made as small as can be. `sizes`: the bytes, by the rung of the
    ladder, of what was made of the same before, and need not be made to be weighed.
    """

    kind: str
    path: Path
    source: Source
    order: tuple[int, ...]
    title: str
    cues: tuple[Cue, ...] = ()
    sound: Path | None = None
    max_bytes: int | None = None
    or_smallest: bool = False
    sizes: tuple[tuple[int, int], ...] = ()

    @property
    def fps(self) -> Fraction:
        return self.source.settings.fps

    @property
    def clear(self) -> bool:
        return self.source.settings.transparent

    @property
    def seconds(self) -> Fraction:
        return len(self.order) / self.fps

    @property
    def as_it_is(self) -> bool:
        """Whether all pictures are shown once, in their order."""
        return self.order == tuple(range(self.source.frames))

    def pictures(self, effort: Effort) -> Iterator[av.VideoFrame]:
        """The pictures at the effort's rate."""
        return self.source.pictures(sampled(self.order, self.fps, effort.rate))


@dataclass(frozen=True)
class Done:
    """What was made: how, with how many frames, and how large; `sizes` as in `Job`, of all rungs that are known."""

    effort: Effort
    frames: int
    bytes: int
    again: bool  # whether its pictures were compressed anew, and not cut from finished plays
    sizes: tuple[tuple[int, int], ...] = ()
