"""A clip as an animated WebP, shown wherever a GIF is: true colours, soft edges, a fraction of its size."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
from av.video.stream import VideoStream

from pipeline.clips.colours import To
from pipeline.clips.effort import Effort
from pipeline.clips.job import Job
from pipeline.encode import REPEATABLE

_TICK = Fraction(1, 1000)


def write_webp(job: Job, effort: Effort, path: Path) -> None:
    """Encode the pictures, each shown to the nearest millisecond, for ever round."""
    to = To("bgra", effort.width, effort.height)
    options = {"quality": str(effort.quality), "compression_level": "3", "flags": "+bitexact"}
    with av.open(str(path), "w", format="webp", container_options={**REPEATABLE, "loop": "0"}) as container:
        stream = container.add_stream("libwebp_anim", rate=effort.rate, options=options)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = effort.width, effort.height, "bgra"
        stream.codec_context.time_base = _TICK
        for number, picture in enumerate(job.pictures(effort)):
            frame = to(picture)
            frame.pts, frame.time_base = round(number / effort.rate * 1000), _TICK
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
