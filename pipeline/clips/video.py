"""Pictures of a clip to the packets of a video stream, with their times; and streams that go into one file."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import av
from av.container.output import OutputContainer
from av.packet import Packet
from av.video.frame import PictureType
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc
from av.video.stream import VideoStream

from pipeline.clips.colours import To
from pipeline.clips.effort import Effort
from pipeline.encode import REPEATABLE
from pipeline.join import Timed


def add_video(
    container: OutputContainer, codec: str, pixel_format: str, effort: Effort, options: Mapping[str, str]
) -> VideoStream:
    """A stream of limited BT.709, said so; one thread, so that the bytes do not depend on the machine."""
    stream = container.add_stream(codec, rate=effort.rate, options={"threads": "1", "flags": "+bitexact", **options})
    assert isinstance(stream, VideoStream)
    stream.width, stream.height, stream.pix_fmt = effort.width, effort.height, pixel_format
    context = stream.codec_context
    context.time_base = 1 / effort.rate
    context.color_range, context.colorspace = ColorRange.MPEG, Colorspace.ITU709
    context.color_primaries, context.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
    return stream


def encoded(stream: VideoStream, pictures: Iterable[av.VideoFrame], effort: Effort) -> Timed:
    """The packets of `pictures`, one each 1 / rate seconds."""
    pixel_format = stream.pix_fmt
    assert pixel_format is not None
    to = To(pixel_format, effort.width, effort.height)
    for number, picture in enumerate(pictures):
        frame = to(picture)
        frame.pts, frame.time_base = number, 1 / effort.rate
        frame.pict_type = PictureType.NONE  # a decoded picture would be encoded as the kind that it was
        yield from timed(stream.encode(frame))
    yield from timed(stream.encode(None))


def write(path: Path, kind: str, tracks: Callable[[OutputContainer], list[Timed]], **options: str) -> None:
    """Write the streams that `tracks` adds to a file of the container format `kind`, side by side in time."""
    with av.open(str(path), "w", format=kind, container_options={**REPEATABLE, **options}) as container:
        for _, packet in heapq.merge(*tracks(container), key=lambda timed: timed[0]):
            container.mux(packet)


def timed(packets: Iterable[Packet[Any]]) -> Timed:
    """Packets as an encoder gives them, with their times."""
    for packet in packets:
        assert packet.time_base is not None
        yield (packet.dts if packet.dts is not None else packet.pts or 0) * packet.time_base, packet
