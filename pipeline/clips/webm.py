"""A clip as WebM: VP9, with its opacity if it has one, and Opus.

VP9 keeps opacity as a second picture beside the first. The colours are straight, as browsers expect them.
"""

from __future__ import annotations

from pathlib import Path

import av
from av.audio.stream import AudioStream
from av.container.output import OutputContainer

from pipeline.clips.effort import Effort
from pipeline.clips.job import Job
from pipeline.clips.video import add_video, encoded, timed, write
from pipeline.join import Timed
from pipeline.mix import RATE

_SOUND_BIT_RATE = 96_000
# Clear pictures are compressed less: an edge is spoilt twice, in its colour and in its opacity.
_CLEARER = 8


def write_webm(job: Job, effort: Effort, path: Path) -> None:
    """Encode the pictures, and the sound a second time: WebM has no place for the film's AAC."""
    crf = max(4, effort.quality - _CLEARER) if job.clear else effort.quality
    options = {"crf": str(crf), "b": "0", "deadline": "good", "cpu-used": "4", "g": str(max(1, round(effort.rate)))}
    if job.clear:
        options["auto-alt-ref"] = "0"  # pictures that are not shown would have no opacity

    def tracks(container: OutputContainer) -> list[Timed]:
        kind = "yuva420p" if job.clear else "yuv420p"
        made = [encoded(add_video(container, "libvpx-vp9", kind, effort, options), job.pictures(effort), effort)]
        if job.sound is not None:
            made.append(_opus(job.sound, _add_opus(container)))
        container.metadata["title"] = job.title
        return made

    write(path, "webm", tracks)


def _add_opus(container: OutputContainer) -> AudioStream:
    stream = container.add_stream("libopus", rate=RATE, options={"flags": "+bitexact"})
    assert isinstance(stream, AudioStream)
    stream.layout, stream.bit_rate = "mono", _SOUND_BIT_RATE
    stream.metadata["language"] = "eng"
    return stream


def _opus(sound: Path, stream: AudioStream) -> Timed:
    to = av.AudioResampler(format="flt", layout="mono", rate=RATE)
    with av.open(str(sound)) as container:
        for heard in container.decode(audio=0):
            for frame in to.resample(heard):
                yield from timed(stream.encode(frame))
    for frame in to.resample(None):
        yield from timed(stream.encode(frame))
    yield from timed(stream.encode(None))
