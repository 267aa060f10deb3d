"""What the sound of a finished file is like, measured on what a player hears: after the decoder, from the file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import av
import numpy as np

from pipeline.errors import FilmError
from pipeline.filters import Samples

_WINDOW_SECONDS = 0.01
# Speech at -16 LUFS is some 30 dB louder; the noise that AAC leaves in pauses is far below.
_QUIET_DBFS = -50.0


def measured(path: Path) -> dict[str, Any]:
    """Loudness, peak, gaps and times of the sound in `path`.

    `lufs`: integrated loudness, and `true_peak_dbtp`: both after ITU-R BS.1770, by libavfilter's `ebur128`.
    `longest_gap_seconds`: the longest stretch in which every 10 ms stay below -50 dBFS. `starts_ms`: time of the
    first sample that is heard. `seconds`: length. `codec`, and `bitrate` in bits a second, on average.
    Raises FilmError for a file without sound.
    """
    with av.open(str(path)) as container:
        if not container.streams.audio:
            raise FilmError(f"{path} has no sound to be measured; make it again with --fresh.")
        stream = container.streams.audio[0]
        assert stream.time_base is not None and stream.duration is not None
        seconds = stream.duration * stream.time_base
        rate = stream.rate
        graph = av.filter.Graph()
        graph.link_nodes(
            graph.add_abuffer(template=stream),
            graph.add("ebur128", "metadata=1:peak=true"),
            graph.add("abuffersink"),
        ).configure()
        pieces: list[Samples] = []
        heard: dict[str, str] = {}
        starts: float | None = None
        for frame in container.decode(stream):
            if starts is None:
                assert frame.pts is not None and frame.time_base is not None
                starts = float(frame.pts * frame.time_base * 1000)
            pieces.append(frame.to_ndarray().mean(axis=0, dtype=np.float32))
            graph.push(frame)
            heard = _latest(graph) or heard
        context = stream.codec_context
        codec = "-".join(filter(None, (context.name.upper(), stream.profile)))
    samples = np.concatenate(pieces)[: round(seconds * rate)]
    peak = float(heard.get("lavfi.r128.true_peak", 0))
    return {
        "lufs": round(float(heard["lavfi.r128.I"]), 2),
        "true_peak_dbtp": round(20 * math.log10(max(peak, 1e-6)), 2),
        "longest_gap_seconds": round(longest_gap(samples, rate), 2),
        "starts_ms": round(starts or 0.0, 3),
        "seconds": round(float(seconds), 6),
        "codec": codec,
        "bitrate": round(_bytes(path) * 8 / seconds),
    }


def longest_gap(samples: Samples, rate: int) -> float:
    """Seconds of the longest stretch of quiet in one channel at `rate` Hz."""
    size = round(_WINDOW_SECONDS * rate)
    windows = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    loud = np.sqrt((windows**2).mean(axis=1)) >= 10 ** (_QUIET_DBFS / 20)
    edges = np.concatenate([[-1], np.flatnonzero(loud), [len(loud)]])
    return float((np.diff(edges) - 1).max()) * size / rate


def _latest(graph: av.filter.Graph) -> dict[str, str]:
    found: dict[str, str] = {}
    while True:
        try:
            found = dict(graph.pull().metadata)
        except (av.error.BlockingIOError, av.error.EOFError):
            return found


def _bytes(path: Path) -> int:
    with av.open(str(path)) as container:
        return sum(packet.size for packet in container.demux(container.streams.audio[0]))
