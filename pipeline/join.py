"""Segments to one MP4, nothing encoded twice: exact times, index first, chapters, soft captions.

Times come from the frame's number alone (frame i is shown at i / fps), never from a segment's own clock, so
that no rounding adds up over hundreds of joins. The bytes depend on the arguments only. Every stream, the sound
of `pipeline.aac` among them, is an iterator of packets in time order (`Timed`).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.container.output import OutputContainer
from av.packet import Packet
from av.subtitles.stream import SubtitleStream
from av.video.stream import VideoStream

from pipeline import verify_sound, verify_video
from pipeline.aac import add_sound, sounds
from pipeline.atomic import staged
from pipeline.encode import REPEATABLE, sha256_of
from pipeline.errors import FilmError
from pipeline.settings import Settings
from pipeline.subtitles import Cue

# MP4 names languages by ISO 639-2.
_LANGUAGES = {"en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "ja": "jpn", "zh": "zho"}
# What the mov_text encoder makes its style box of: white on a translucent ground, at the foot of the picture.
_STYLE = b"""[Script Info]
ScriptType: v4.00+
PlayResX: 384
PlayResY: 288
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
MarginR, MarginV, Encoding
Style: Default,Sans,16,&Hffffff,&Hffffff,&H0,&H80000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
\0"""

Timed = Iterator[tuple[Fraction, "Packet[Any]"]]
"""Packets of one stream with their times in seconds, in rising order."""


@dataclass(frozen=True)
class JoinInfo:
    """A joined file: its frames, its length in seconds and the SHA-256 of its bytes (hexadecimal)."""

    frames: int
    seconds: float
    sha256: str


def join(
    segments: Sequence[Path],
    out: Path,
    settings: Settings,
    chapters: Sequence[tuple[int, str]] = (),
    captions: Sequence[Cue] = (),
    title: str = "",
    language: str = "en",
    sound: Path | None = None,
) -> JoinInfo:
    """Join `segments` in order to `out`, which is replaced only when the new file has been read back.

    `chapters` are (first frame, title), each lasting to the next; `captions` are in frames of the whole; `sound`
    is a file of `pipeline.aac.write_m4a`, whose first sample belongs to the first frame.
    Raises FilmError for a segment that cannot be read or was made with other settings, ValueError for
    chapters or captions that do not lie inside the film.
    """
    if not segments:
        raise ValueError("There is nothing to join.")
    with staged(out) as part:
        frames = _write(part, segments, settings, chapters, captions, title, language, sound)
        _verify(part, frames, settings, sound is not None)
        return JoinInfo(frames, float(frames / settings.fps), sha256_of(part))


def timescale(fps: Fraction) -> int:
    """Ticks a second in which every frame begins on a whole tick: the muxer's own choice for pictures."""
    ticks = fps.numerator
    while ticks < 10_000:
        ticks *= 2
    return ticks


def _write(
    part: Path,
    segments: Sequence[Path],
    settings: Settings,
    chapters: Sequence[tuple[int, str]],
    captions: Sequence[Cue],
    title: str,
    language: str,
    sound: Path | None,
) -> int:
    fps = settings.fps
    frames = sum(_count(path, settings) for path in segments)
    options = {
        **REPEATABLE,
        "movflags": "+faststart",
        # Chapter times are kept in these ticks; the default, milliseconds, would round them.
        "movie_timescale": str(timescale(fps)),
        # Only sound needs one: to begin behind the encoder's priming.
        "use_editlist": "1" if sound else "0",
    }
    with (
        av.open(str(segments[0])) as first,
        av.open(str(part), "w", format="mp4", container_options=options) as container,
    ):
        video = container.add_stream_from_template(first.streams.video[0])
        video.time_base = 1 / fps
        tracks = [_pictures(segments, video, fps)]
        named = _LANGUAGES.get(language, language)
        if sound:
            tracks.append(sounds(sound, add_sound(container, sound, named)))
        if captions:
            text = _add_text(container, fps, named)
            tracks.append(_texts(captions, text, fps, frames))
        if title:
            container.metadata["title"] = title
        container.set_chapters(chapter_marks(chapters, frames, fps))
        for _, packet in heapq.merge(*tracks, key=lambda timed: timed[0]):
            container.mux(packet)
    return frames


def _count(path: Path, settings: Settings) -> int:
    """Frames of a segment by its own index, after checking that it fits the film."""
    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            found = (stream.width, stream.height, stream.average_rate)
            frames = stream.frames
    except (av.error.FFmpegError, IndexError) as error:
        raise FilmError(f"The segment {path} cannot be read; make it again with --fresh.") from error
    if found != (settings.width, settings.height, settings.fps) or not frames:
        raise FilmError(f"The segment {path} was made with other settings; make it again with --fresh.")
    return frames


def _pictures(segments: Iterable[Path], stream: VideoStream, fps: Fraction) -> Timed:
    index = 0
    header: bytes | None = None
    for path in segments:
        with av.open(str(path)) as container:
            source = container.streams.video[0]
            own = source.codec_context.extradata
            header = header or own
            if own != header:
                raise FilmError(f"The segment {path} was encoded differently; make it again with --fresh.")
            for packet in container.demux(source):
                if packet.dts is None:  # the mark of the file's end
                    continue
                yield _stamp(packet, stream, index, 1, fps)
                index += 1


def _add_text(container: OutputContainer, fps: Fraction, language: str) -> SubtitleStream:
    stream = container.add_stream("mov_text")
    assert isinstance(stream, SubtitleStream)
    stream.codec_context.subtitle_header = _STYLE
    # The muxer compares the ends of captions with the pictures' ticks unscaled, so the two must be the same;
    # otherwise it puts an empty sample of no length between captions that follow each other directly.
    stream.time_base = stream.codec_context.time_base = Fraction(1, timescale(fps))
    stream.metadata["language"] = language
    stream.metadata["handler_name"] = "Captions"
    return stream


def _texts(cues: Sequence[Cue], stream: SubtitleStream, fps: Fraction, frames: int) -> Timed:
    free = 0
    for cue in cues:
        if not free <= cue.start < cue.end <= frames:
            raise ValueError(f"The caption {cue.text!r} does not lie between the one before and the film's end.")
        free = cue.end
        text = cue.text.encode()
        # A sample of timed text is its length in two bytes and UTF-8 (3GPP TS 26.245, 5.17).
        packet = Packet(len(text).to_bytes(2, "big") + text)
        yield _stamp(packet, stream, cue.start, cue.end - cue.start, fps)


def _stamp(
    packet: Packet[Any], stream: VideoStream | SubtitleStream, start: int, length: int, fps: Fraction
) -> tuple[Fraction, Packet[Any]]:
    packet.stream = stream
    packet.time_base = 1 / fps
    packet.pts = packet.dts = start
    packet.duration = length
    return start / fps, packet


def chapter_marks(chapters: Sequence[tuple[int, str]], frames: int, fps: Fraction) -> list[av.container.Chapter]:
    """Chapters, given as (first frame, title), as libav takes them. ValueError for one outside the film."""
    starts = [start for start, _ in chapters]
    made: list[av.container.Chapter] = []
    for number, ((start, title), end) in enumerate(zip(chapters, [*starts[1:], frames], strict=False), 1):
        if not 0 <= start < end <= frames:
            raise ValueError(f"The chapter {title!r} from frame {start} to {end} is not inside the film.")
        made.append({"id": number, "start": start, "end": end, "time_base": 1 / fps, "metadata": {"title": title}})
    return made


def _verify(part: Path, frames: int, settings: Settings, sound: bool) -> None:
    """Read the file back, as `verify` will: every frame there, each at i / fps; sound from 0 to the end."""
    with av.open(str(part)) as container:
        wrong = [
            *verify_video.times(container, settings.fps, frames),
            *verify_sound.times(container, frames / settings.fps, sound),
        ]
    if wrong:
        raise FilmError(f"{part.name} {wrong[0]}; make it again with --fresh, and report this if that is no help.")
