"""Sound through a chain of libavfilter's filters, as PyAV brings them: one channel of floats in and out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import av
import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
Chain = Sequence[tuple[str, str]]
_PIECE = 4096


def run(samples: Samples, rate: int, chain: Chain) -> Samples:
    """`samples` at `rate` Hz through the filters `chain`, each a name and its arguments."""
    if not samples.size:
        return samples
    graph = av.filter.Graph()
    given = {"sample_rate": str(rate), "sample_fmt": "flt", "channel_layout": "mono", "time_base": f"1/{rate}"}
    last = graph.add("abuffer", **given)
    for name, arguments in (*chain, ("aformat", "sample_fmts=flt:channel_layouts=mono"), ("abuffersink", "")):
        added = graph.add(name, arguments) if arguments else graph.add(name)
        last.link_to(added)
        last = added
    graph.configure()
    out: list[Samples] = []
    for start in range(0, len(samples), _PIECE):
        piece = np.ascontiguousarray(samples[None, start : start + _PIECE], np.float32)
        frame = av.AudioFrame.from_ndarray(piece, format="flt", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = rate, start, Fraction(1, rate)
        graph.push(frame)
        _pull(graph, out)
    graph.push(None)
    _pull(graph, out)
    return np.concatenate(out)


def _pull(graph: av.filter.Graph, out: list[Samples]) -> None:
    while True:
        try:
            out.append(graph.pull().to_ndarray().ravel().astype(np.float32, copy=False))
        except (av.error.BlockingIOError, av.error.EOFError):
            return
