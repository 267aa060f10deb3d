"""The pictures of a clip, decoded from its finished plays in any order that runs forwards and back.

Nothing is kept but the picture in hand; on the way back, one closed group of pictures (a second at most).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import av

from pipeline.errors import FilmError
from pipeline.inside import drawn
from pipeline.settings import Settings


@dataclass(frozen=True)
class Piece:
    """A finished play: its file, its frames, its digest, and whether it holds one picture."""

    path: Path
    frames: int
    sha256: str
    held: bool


@dataclass(frozen=True)
class Source:
    """The plays of a clip, in order, in one look."""

    pieces: tuple[Piece, ...]
    settings: Settings

    @property
    def frames(self) -> int:
        return sum(piece.frames for piece in self.pieces)

    def picture(self, frame: int) -> av.VideoFrame:
        """One picture."""
        return next(self.pictures([frame]))

    def pictures(self, order: Iterable[int]) -> Iterator[av.VideoFrame]:
        """The pictures with these numbers, from 0, in this order; a picture that is held is the same object.

        The decoder's own kind: limited BT.709 yuv420p, or straight argb for a look without a ground.
        Raises FilmError for a file that cannot be decoded.
        """
        # A number may come twice in a row, where an order at a lower rate turns round.
        numbers = [(number, len(list(same))) for number, same in groupby(order)]
        decoded = self._decoded([number for number, _ in numbers])
        for picture, (_, times) in zip(decoded, numbers, strict=True):
            for _ in range(times):
                drawn(1)
                yield picture

    def _decoded(self, order: Sequence[int]) -> Iterator[av.VideoFrame]:
        for run in _runs(order):
            back = len(run) > 1 and run[-1] < run[0]
            for at, numbers in groupby(run, self._piece_of):
                piece, start = self.pieces[at], sum(each.frames for each in self.pieces[:at])
                own = [number - start for number in numbers]
                if piece.held:
                    [picture] = _forward(piece, [0])
                    yield from [picture] * len(own)
                else:
                    yield from _backward(piece, own) if back else _forward(piece, own)

    def _piece_of(self, frame: int) -> int:
        end = 0
        for at, piece in enumerate(self.pieces):
            end += piece.frames
            if frame < end:
                return at
        raise ValueError(f"There is no picture {frame}; there are {end}, from 0.")


def _runs(order: Iterable[int]) -> Iterator[list[int]]:
    """Cut into stretches that only rise or only fall."""
    run: list[int] = []
    for number in order:
        if len(run) > 1 and (run[1] - run[0]) * (number - run[-1]) < 0:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _forward(piece: Piece, wanted: Sequence[int]) -> Iterator[av.VideoFrame]:
    with av.open(str(piece.path)) as container:
        rest = iter(wanted)
        due = next(rest)
        for number, picture in enumerate(container.decode(video=0)):
            if number == due:
                yield picture
                if (due := next(rest, -1)) < 0:
                    return
    raise FilmError(f"The segment {piece.path} ends too early; make it again with --fresh.")


def _backward(piece: Piece, wanted: Sequence[int]) -> Iterator[av.VideoFrame]:
    """`wanted` falls; each group of pictures is decoded once and handed out from its end."""
    with av.open(str(piece.path)) as container:
        stream = container.streams.video[0]
        packets = [packet for packet in container.demux(stream) if packet.dts is not None]
        starts = [number for number, packet in enumerate(packets) if packet.is_keyframe]
        times = [packet.pts for packet in packets]
        del packets
        for first, numbers in groupby(wanted, lambda number: max(start for start in starts if start <= number)):
            kept = dict.fromkeys(numbers)
            container.seek(times[first] or 0, stream=stream)
            found: dict[int, av.VideoFrame] = {}
            for number, picture in enumerate(container.decode(stream), first):
                if number in kept:
                    found[number] = picture
                    if len(found) == len(kept):
                        break
            yield from (found[number] for number in kept)
