"""A clip as GIF: one palette for all its pictures, found in a first pass and used in a second.

Both passes go through libavfilter picture by picture, so a long clip takes no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
from av.filter import Graph
from av.filter.context import FilterContext
from av.video.stream import VideoStream

from pipeline.clips.colours import To
from pipeline.clips.effort import Effort
from pipeline.clips.job import Job
from pipeline.encode import REPEATABLE

_TICK = Fraction(1, 100)
_SHORTEST = 2  # hundredths of a second: what is shorter, browsers show for ten


def write_gif(job: Job, effort: Effort, path: Path) -> None:
    """Both passes; each picture stays a whole number of hundredths, and all together as long as the clip."""
    starts = _starts(job.seconds, effort.rate)
    palette = _palette(job, effort)
    graph, pictures = _painter(palette, effort)
    last = round(job.seconds * 100) - starts[-1]
    options = {**REPEATABLE, "loop": "0", "final_delay": str(last)}
    with av.open(str(path), "w", format="gif", container_options=options) as container:
        stream = container.add_stream("gif", rate=effort.rate, options={"flags": "+bitexact"})
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = effort.width, effort.height, "pal8"
        stream.codec_context.time_base = _TICK
        for frame, start in zip(_through(job, effort), starts, strict=False):
            frame.pts, frame.time_base = start, _TICK
            pictures.push(frame)
            for painted in _pulled(graph):
                container.mux(stream.encode(painted))
        pictures.push(None)
        for painted in _pulled(graph):
            container.mux(stream.encode(painted))
        container.mux(stream.encode(None))


def gif_frames(seconds: Fraction, rate: Fraction) -> int:
    """How many pictures a GIF of this length has."""
    return len(_starts(seconds, rate))


def _starts(seconds: Fraction, rate: Fraction) -> list[int]:
    """When each picture appears, in hundredths; the last has time enough to be seen."""
    step = round(100 / rate)
    starts = list(range(0, max(1, round(seconds * 100)), step))
    return starts[:-1] if len(starts) > 1 and round(seconds * 100) - starts[-1] < _SHORTEST else starts


def _through(job: Job, effort: Effort) -> Iterator[av.VideoFrame]:
    to = To("rgba", effort.width, effort.height)
    order = job.order
    shown = [order[min(len(order) - 1, int(start * job.fps / 100))] for start in _starts(job.seconds, effort.rate)]
    return (to(picture) for picture in job.source.pictures(shown))


def _palette(job: Job, effort: Effort) -> av.VideoFrame:
    graph = Graph()
    graph.threads = 1
    first = _buffer(graph, effort.width, effort.height, "rgba")
    kinds = f"max_colors={effort.quality}:reserve_transparent={int(job.clear)}"
    last = graph.add("palettegen", kinds)
    first.link_to(last)
    last.link_to(graph.add("buffersink"))
    graph.configure()
    for number, frame in enumerate(_through(job, effort)):
        frame.pts, frame.time_base = number, _TICK
        first.push(frame)
        # Asking for a result, which there is not before the end, is what makes a graph take in its pictures: until
        # then they would pile up.
        assert not list(_pulled(graph))
    first.push(None)
    [palette] = _pulled(graph)
    return palette


def _painter(palette: av.VideoFrame, effort: Effort) -> tuple[Graph, FilterContext]:
    """A graph that paints pictures in the colours of `palette`, and where they go in."""
    graph = Graph()
    graph.threads = 1
    pictures = _buffer(graph, effort.width, effort.height, "rgba")
    colours = _buffer(graph, palette.width, palette.height, palette.format.name)
    # Flat colours stay flat, and only the part of a picture that changes is stored.
    paint = graph.add("paletteuse", "dither=none:diff_mode=rectangle")
    pictures.link_to(paint, 0, 0)
    colours.link_to(paint, 0, 1)
    paint.link_to(graph.add("buffersink"))
    graph.configure()
    palette.pts, palette.time_base = 0, _TICK
    colours.push(palette)
    colours.push(None)
    return graph, pictures


def _buffer(graph: Graph, width: int, height: int, kind: str) -> FilterContext:
    return graph.add("buffer", f"video_size={width}x{height}:pix_fmt={kind}:time_base={_TICK}:pixel_aspect=1/1")


def _pulled(graph: Graph) -> Iterator[av.VideoFrame]:
    while True:
        try:
            yield graph.vpull()
        except (av.error.BlockingIOError, av.error.EOFError):
            return
