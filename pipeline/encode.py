"""Pictures to one closed H.264 segment: BT.709 and tagged so, no B-frames, the same bytes on every run.

Three choices make a segment join its neighbours and come out equal wherever it is made: x264 gets one thread
(its slices would follow the number of processors), every segment opens with a key frame and refers to nothing
outside itself, and the muxer is told to write neither clock nor version.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import Any, Self

import av
import numpy as np
import numpy.typing as npt
from av.container.output import OutputContainer
from av.video.reformatter import (
    ColorPrimaries,
    ColorRange,
    Colorspace,
    ColorTrc,
    Interpolation,
    VideoReformatter,
)
from av.video.stream import VideoStream

from pipeline import alpha
from pipeline.atomic import staged
from pipeline.settings import Settings

Picture = npt.NDArray[np.uint8]

# Muxer options: neither clock nor library version in the file.
REPEATABLE = {"fflags": "+bitexact"}
# Pictures that may wait for the encoder: enough to ride out an uneven frame, little memory in 4K.
_QUEUE = 6


@dataclass(frozen=True)
class Encoder:
    """How pictures are compressed; part of every beat's key.

    Measured on the beat of the sweeps at 1080p60, processor time a frame in motion and in a hold: veryfast 10.6 and
    10.1 ms, 1.5 Mbit/s; superfast 7.6 and 6.8 ms, 2.3 Mbit/s; superfast with the macroblock tree over a few frames,
    as here, 7.2 and 6.6 ms, 1.5 Mbit/s, all at crf 17 and within 1.5 dB. At 15 a flat colour is at most two levels off;
    at 16 yellow is three.
    """

    codec: str = "libx264"
    pixel_format: str = "yuv420p"
    preset: str = "superfast"
    crf: int = 15
    lookahead: int = 5
    gop_seconds: float = 1.0

    def gop(self, fps: Fraction) -> int:
        """Frames from one key frame to the next: a second's worth, at least one."""
        return max(1, round(float(fps) * self.gop_seconds))

    def options(self, fps: Fraction) -> dict[str, str]:
        """Options of libx264 for `fps` frames a second."""
        gop = str(self.gop(fps))
        return {
            "preset": self.preset,
            "crf": str(self.crf),
            # Fades are too rare here to search every frame for weights.
            "x264-params": f"mbtree=1:rc-lookahead={self.lookahead}:weightp=0",
            "threads": "1",
            "bf": "0",
            "g": gop,
            "keyint_min": gop,
            # No key frames at sudden changes: a cadence that follows the clock alone can be relied on.
            "sc_threshold": "0",
            "flags": "+cgop",
            # The chroma of a pixel square is its mean, so it sits in the square's centre.
            "chroma_sample_location": "center",
        }

    def to_json(self) -> dict[str, Any]:
        """Plain values for keys and reports."""
        return asdict(self)


ENCODER = Encoder()


@dataclass(frozen=True)
class SegmentInfo:
    """A finished segment: its frames, the SHA-256 of its bytes (hexadecimal) and its size in bytes."""

    frames: int
    sha256: str
    bytes: int


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


class ToVideo:
    """RGBA pictures, shape (height, width, 4), to limited-range BT.709 yuv420p.

    Y = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B) and so on, ITU-R BT.709-6 section 3, in one swscale pass.
    AREA averages each square of four pixels (bilinear leaves chroma half a step off), and BITEXACT makes it
    round alike on every processor: the error is 0.51 at most on a drawn picture and costs nothing. Given every
    pixel's chroma (FULL_CHR_H_INP) and not every other's it is no less exact, and takes 3.4 ms where it took 4.4.
    """

    def __init__(self) -> None:
        self._reformatter = VideoReformatter()

    def __call__(self, rgba: Picture) -> av.VideoFrame:
        frame = self._reformatter.reformat(
            av.VideoFrame.from_numpy_buffer(rgba, format="rgba"),
            format=ENCODER.pixel_format,
            dst_colorspace=Colorspace.ITU709,
            dst_color_range=ColorRange.MPEG,
            interpolation=Interpolation.AREA | Interpolation.FULL_CHR_H_INP | Interpolation.BITEXACT,
            threads=1,
        )
        frame.color_trc, frame.color_primaries = ColorTrc.BT709, ColorPrimaries.BT709
        return frame


class SegmentWriter:
    """Write `frames` pictures to the MP4 file `path`, which appears under its name only when whole.

    A thread of the writer's own compresses; `finish` lets it end by itself while the caller goes on to another
    segment. Pictures are converted by `converter`, an executor with one thread, or before `write` returns if
    there is none. With `settings.transparent` the file is of the kind that `pipeline.alpha` describes. Leaving the
    `with` block before `close` drops the segment.
    """

    def __init__(
        self,
        path: Path,
        settings: Settings,
        frames: int,
        encoder: Encoder = ENCODER,
        converter: Executor | None = None,
    ) -> None:
        self.path = path
        self._settings = settings
        self._expected = frames
        self._encoder = encoder
        self._convert = alpha.ToAlpha() if settings.transparent else ToVideo()
        self._converter = converter
        self._queue: Queue[tuple[Future[av.VideoFrame], int] | None] = Queue(_QUEUE)
        self._pictures = self._until_sealed()
        self._written = 0
        self._sealed = self._dropped = False
        self._info: SegmentInfo | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name=f"encode {path.name}", daemon=True)
        self._thread.start()

    def write(self, rgba: Picture, repeat: int = 1) -> Future[av.VideoFrame]:
        """Append a picture `repeat` times; its memory is free again when the returned future is done.

        Raises ValueError for a wrong picture or one frame too many.
        """
        size = (self._settings.height, self._settings.width, 4)
        if rgba.shape != size or rgba.dtype != np.uint8:
            raise ValueError(f"A picture of {rgba.shape}, {rgba.dtype} was drawn; {size}, uint8 was planned.")
        if repeat < 1 or self._written + repeat > self._expected:
            raise ValueError(
                f"{self.path.name} was planned with {self._expected} frames: {repeat} after {self._written} cannot be."
            )
        if self._error is not None:  # drawing on would be in vain
            raise self._error
        if self._converter is not None:
            converted = self._converter.submit(self._convert, rgba)
        else:
            converted = Future()
            converted.set_result(self._convert(rgba))
        self._queue.put((converted, repeat))
        self._written += repeat
        return converted

    def finish(self) -> None:
        """Say that no more pictures come; returns at once."""
        if not self._sealed:
            self._sealed = True
            self._queue.put(None)

    def close(self) -> SegmentInfo:
        """Wait until the file is whole and in place. Raises what went wrong in the thread, if anything."""
        self.finish()
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._info is not None
        return self._info

    def drop(self) -> None:
        """Give the segment up and leave nothing of it behind, unless it was whole already."""
        self._dropped = not self._sealed
        self.finish()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.drop()

    def _work(self) -> None:
        try:
            with staged(self.path) as part:
                self._compress(part)
                self._info = SegmentInfo(self._expected, sha256_of(part), part.stat().st_size)
        except BaseException as error:
            self._error = error
            # The caller may be waiting for room in the queue: take the rest until it seals.
            for _ in self._pictures:
                pass

    def _until_sealed(self) -> Iterator[tuple[Future[av.VideoFrame], int]]:
        while (item := self._queue.get()) is not None:
            yield item

    def _compress(self, part: Path) -> None:
        fps = self._settings.fps
        made = 0
        add, kind = (_add_alpha, alpha.CONTAINER) if self._settings.transparent else (add_video, "mp4")
        with av.open(str(part), "w", format=kind, container_options=REPEATABLE) as container:
            stream = add(container, self._settings, self._encoder)
            for converted, repeat in self._pictures:
                frame = converted.result()
                for _ in range(repeat):
                    frame.pts, frame.time_base = made, 1 / fps
                    container.mux(stream.encode(frame))
                    made += 1
            container.mux(stream.encode(None))
        if self._dropped:
            raise RuntimeError(f"{self.path.name} was given up.")
        if made != self._expected:
            raise ValueError(f"{self.path.name} has {made} frames and was planned with {self._expected}.")


def add_video(container: OutputContainer, settings: Settings, encoder: Encoder) -> VideoStream:
    """A stream for pictures of these settings; packets of two such streams can follow each other in one."""
    stream = container.add_stream(encoder.codec, rate=settings.fps, options=encoder.options(settings.fps))
    assert isinstance(stream, VideoStream)
    stream.width, stream.height, stream.pix_fmt = settings.width, settings.height, encoder.pixel_format
    context = stream.codec_context
    context.time_base = 1 / settings.fps
    context.color_range = ColorRange.MPEG
    context.colorspace = Colorspace.ITU709
    context.color_primaries = ColorPrimaries.BT709
    context.color_trc = ColorTrc.BT709
    return stream


def _add_alpha(container: OutputContainer, settings: Settings, encoder: Encoder) -> VideoStream:
    gop = str(encoder.gop(settings.fps))
    stream = container.add_stream(alpha.CODEC, rate=settings.fps, options={"g": gop, "threads": "1"})
    assert isinstance(stream, VideoStream)
    stream.width, stream.height, stream.pix_fmt = settings.width, settings.height, alpha.PIXEL_FORMAT
    stream.codec_context.time_base = 1 / settings.fps
    return stream
