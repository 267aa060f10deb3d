"""Sound to AAC-LC, once; and its packets into a film, at their exact times.

An AAC encoder needs 1024 samples to get going: its first packet holds what is before the first sample. The packet
is given the time -1024/48000 s and the file an edit list that begins behind it, so that every player's first
sample is the track's first, at 0.0 ms.

Libav's own encoder is used with its plain search. The default one spoils single blocks of this narration (on
two minutes of it, 16 blocks with errors of a third of the signal and peaks 3 dB too high; the plain one has
none, and 10 dB less noise); noise substitution and temporal shaping cost quality here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.audio.stream import AudioStream
from av.container.output import OutputContainer
from av.packet import Packet

from pipeline.atomic import staged
from pipeline.encode import REPEATABLE
from pipeline.errors import FilmError
from pipeline.filters import Samples
from pipeline.mix import RATE

# While somebody speaks; pauses take next to nothing, and with them the film is still above 128 kbit/s.
BIT_RATE = 192_000
BLOCK = 1024
PRIMING = 1024
_OPTIONS = {"aac_coder": "fast", "aac_pns": "0", "aac_tns": "0", "flags": "+bitexact"}
# The file's clock is the sound's own, so that its length is not rounded.
_FILE = {**REPEATABLE, "movflags": "+faststart", "movie_timescale": str(RATE)}


def write_m4a(path: Path, track: Samples) -> None:
    """Compress `track` (one channel at 48 kHz) into an M4A file, whole or not at all; the same bytes every time."""
    with staged(path) as part, av.open(str(part), "w", format="ipod", container_options=_FILE) as container:
        stream = container.add_stream("aac", rate=RATE, options=_OPTIONS)
        assert isinstance(stream, AudioStream)
        stream.layout, stream.bit_rate = "mono", BIT_RATE
        for start in range(0, len(track), BLOCK):
            block = np.ascontiguousarray(track[None, start : start + BLOCK])
            frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def name_m4a(source: Path, path: Path, title: str, chapters: Sequence[av.container.Chapter]) -> None:
    """Copy an M4A file from `write_m4a` to `path` with a title and chapters."""
    with staged(path) as part, av.open(str(part), "w", format="ipod", container_options=_FILE) as container:
        stream = add_sound(container, source)
        container.metadata["title"] = title
        container.set_chapters(list(chapters))
        for _, packet in sounds(source, stream):
            container.mux(packet)


def add_sound(container: OutputContainer, source: Path, language: str = "eng") -> AudioStream:
    """A stream in `container` for the packets of the file `source`. Raises FilmError if it cannot be read."""
    with _opened(source) as given:
        stream = container.add_stream_from_template(given.streams.audio[0])
    assert isinstance(stream, AudioStream)
    stream.time_base = Fraction(1, RATE)
    stream.metadata["language"] = language
    stream.metadata["handler_name"] = "Narration"
    return stream


def sounds(source: Path, stream: AudioStream) -> Iterator[tuple[Fraction, Packet[Any]]]:
    """The packets of `source` for `stream`, with their times in seconds; the first is the priming."""
    with _opened(source) as container:
        time = -PRIMING
        for packet in container.demux(container.streams.audio[0]):
            if packet.dts is None:  # the mark of the file's end
                continue
            packet.stream, packet.time_base = stream, Fraction(1, RATE)
            packet.pts = packet.dts = time
            yield Fraction(time, RATE), packet
            time += BLOCK


def _opened(source: Path) -> Any:
    try:
        return av.open(str(source), options={"ignore_editlist": "1"})
    except (av.error.FFmpegError, OSError) as error:
        raise FilmError(f"The sound {source} cannot be read; make it again with --fresh.") from error
