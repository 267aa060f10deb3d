"""The pictures of a finished file against its account: every frame at its time, colours named, index first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import av
from av.container.input import InputContainer

from pipeline.encode import ENCODER
from pipeline.settings import Settings

# What a player may round a time to.
_MICROSECOND = Fraction(1, 1_000_000)
_BT709, _LIMITED = 1, 1


def pictures(container: InputContainer, settings: Settings, frames: int) -> Iterator[str]:
    """What is wrong with the pictures of an open file that should have `frames` of them, a sentence each."""
    stream = container.streams.video[0]
    context = stream.codec_context
    size = f"{stream.width}x{stream.height}"
    if size != f"{settings.width}x{settings.height}":
        yield f"is {size} pixels, and was made {settings.width}x{settings.height}"
    if (context.name, context.pix_fmt) != ("h264", ENCODER.pixel_format):
        yield f"is {context.name} in {context.pix_fmt}, and not h264 in {ENCODER.pixel_format}"
    tags = [context.colorspace, context.color_primaries, context.color_trc]
    if any(tag != _BT709 for tag in tags) or context.color_range != _LIMITED:
        yield "does not name its colours as limited-range BT.709, so players would show others"
    if stream.average_rate != settings.fps:
        yield f"has {stream.average_rate} frames a second, and was made with {settings.fps}"
    yield from times(container, settings.fps, frames)


def times(container: InputContainer, fps: Fraction, frames: int) -> Iterator[str]:
    """What is wrong with the times of the pictures, frame i of which is to be shown at i / fps, a sentence each."""
    found, late, keyed = 0, [], True
    stream = container.streams.video[0]
    step = stream.time_base or Fraction(0)
    for packet in container.demux(stream):
        if packet.dts is None:  # the mark of the file's end
            continue
        if any(stamp is None or stamp * step != found / fps for stamp in (packet.pts, packet.dts)):
            late.append(found)
        keyed = keyed and (found > 0 or packet.is_keyframe)
        found += 1
    if found != frames:
        yield f"has {found} frames, and was made with {frames}"
    if late:
        yield f"shows frame {late[0]} at another time than {late[0]}/{fps} s ({len(late)} frames in all)"
    if not keyed:
        yield "does not begin with a key frame, so players show nothing at first"


def chapters(container: InputContainer, wanted: Sequence[tuple[str, int, int]], fps: Fraction) -> Iterator[str]:
    """What is wrong with the chapters, which should be `wanted`: title, first frame and end of each."""
    found = []
    for each in container.chapters():
        tick = each["time_base"] or Fraction(0)
        found.append((each["metadata"].get("title", ""), each["start"] * tick, each["end"] * tick))
    if len(found) != len(wanted):
        yield f"has {len(found)} chapters, and was made with {len(wanted)}"
        return
    for number, ((title, start, end), (name, first, last)) in enumerate(zip(found, wanted, strict=True), 1):
        if title != name:
            yield f"calls chapter {number} {title!r}, and it was made as {name!r}"
        if abs(start - first / fps) > _MICROSECOND or abs(end - last / fps) > _MICROSECOND:
            was = f"{float(first / fps):.3f} to {float(last / fps):.3f} s"
            yield f"has chapter {number} from {float(start):.3f} to {float(end):.3f} s, and it was made from {was}"


def index_first(path: Path) -> Iterator[str]:
    """Whether the index of an MP4 stands before the pictures, so that it plays while it loads."""
    kinds = [kind for kind in boxes(path) if kind in (b"moov", b"mdat")]
    if kinds[:1] != [b"moov"]:
        yield "has its index behind the pictures, so it plays only when it is loaded whole"


def boxes(path: Path) -> list[bytes]:
    """The kinds of the outermost boxes of an MP4, in order (ISO/IEC 14496-12, 4.2)."""
    kinds = []
    with path.open("rb") as file:
        end = path.stat().st_size
        while file.tell() + 8 <= end:
            start = file.tell()
            size, kind = int.from_bytes(file.read(4), "big"), file.read(4)
            if size == 1:
                size = int.from_bytes(file.read(8), "big")
            kinds.append(kind)
            if size < 8:  # 0: to the file's end
                break
            file.seek(start + size)
    return kinds


def opened(path: Path) -> InputContainer | None:
    """The file, open, if it is one with pictures."""
    try:
        container = av.open(str(path))
    except (av.error.FFmpegError, OSError):
        return None
    if container.streams.video:
        return container
    container.close()
    return None
