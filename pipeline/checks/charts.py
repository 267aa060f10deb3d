"""Sins 6, 7 and 8: bins that change, axes that rescale, bars and curves that spoil their baseline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.outlines import Floats, plain
from pipeline.checks.picture import FAINTEST, Shape, declared
from scenes.kit.layout import PX_PER_UNIT, frame_size
from scenes.kit.parts.axis import HorizontalAxis
from scenes.kit.parts.axis import Scale as AxisScale
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.slice import SliceHistogram
from scenes.kit.parts.squeeze import SqueezeHistogram
from scenes.kit.parts.weights import WeightBars

HISTOGRAMS = (Histogram, SqueezeHistogram, SliceHistogram)
FLAT = 0.3  # pixels: a bar this low is a hair on the axis
TAIL = 24.0  # pixels of a curve that lie on the baseline before they read as part of it


def chart_of(shape: Shape, kinds: tuple[type, ...]) -> Any:
    """The chart of one of the kinds that the shape is a part of, also where it was added without it; or None."""
    held = next((owner for owner in shape.owners[1:3] if isinstance(owner, kinds)), None)
    if held is not None:
        return held
    link = declared(shape.mobject, "part_of")
    chart = link() if link is not None else None
    return chart if isinstance(chart, kinds) else None


class Bins(Rule):
    """Sin 6: the bars of a histogram stand between the same edges from its first moment to its last.

    The edges may not change, and every bar that is drawn has to stand on a bin of them; a histogram that is squeezed
    has all its edges divided by one factor.
    """

    def __init__(self) -> None:
        self.edges: dict[int, Floats] = {}

    def see(self, moment: Moment) -> Iterator[Fault]:
        for shape in moment.picture.shapes:
            chart = chart_of(shape, HISTOGRAMS) if shape.alpha > 0.1 else None
            if chart is None or chart.bars is not shape.mobject:
                continue
            name = f"{type(chart).__name__}.bars"
            first = self.edges.setdefault(id(chart), np.array(chart.edges))
            if not np.array_equal(first, chart.edges):
                sentence = f"the bins of {name!r} have changed while it is on screen"
                yield Fault(moment.frame, sentence, (name, "edges"), 1.0)
            off = _off_bins(chart)
            if off > 1.0:
                sentence = f"the bars of {name!r} stand {off:.1f} px off the edges of its bins"
                yield Fault(moment.frame, sentence, (name,), off)


class Axes(Rule):
    """Sin 7: the range of an axis never changes while it is on screen, and its length only while it has no ticks.

    An axis that moves or grows as a whole, without ticks, is a change of layout; its range stays even then. Lengths are
    those that are drawn, before the camera moves in.
    """

    def __init__(self) -> None:
        self.ranges: dict[tuple[int, str], tuple[float, float, bool]] = {}
        self.lengths: dict[int, float] = {}

    def see(self, moment: Moment) -> Iterator[Fault]:
        parts = {id(o): o for shape in moment.picture.shapes if shape.alpha > FAINTEST for o in shape.owners[:-1]}
        now: dict[tuple[int, str], tuple[float, float, bool]] = {}
        for part in parts.values():
            for key, scale in vars(part).items():
                if isinstance(scale, AxisScale):
                    now[id(part), key] = (scale.low, scale.high, scale.log)
                    before = self.ranges.get((id(part), key), now[id(part), key])
                    if before != now[id(part), key]:
                        name = f"{type(part).__name__}.{key}"
                        sentence = f"the axis {name} went from {_range(before)} to {_range(now[id(part), key])}"
                        yield Fault(moment.frame, sentence, (name,), 1.0)
        self.ranges = now
        lengths: dict[int, float] = {}
        for part in parts.values():
            if isinstance(part, HorizontalAxis) and any(id(label) in parts for label in part.labels.values()):
                length = lengths[id(part)] = float(np.ptp(plain(part.submobjects[0])[:, 0])) * PX_PER_UNIT
                before_px = self.lengths.get(id(part), length)
                if abs(length - before_px) > 1.0:
                    name = type(part).__name__
                    sentence = f"an axis with ticks went from {before_px:.0f} to {length:.0f} px"
                    yield Fault(moment.frame, sentence, (name, "length"), abs(length - before_px))
        self.lengths = lengths


class Baseline(Rule):
    """Sin 8: no bar without height is drawn, no bar has a stroke, and no curve runs along the baseline or below it."""

    def see(self, moment: Moment) -> Iterator[Fault]:
        if not moment.whole:
            return
        for shape in moment.picture.shapes:
            chart = chart_of(shape, (*HISTOGRAMS, WeightBars)) if shape.alpha > FAINTEST else None
            if chart is None:
                continue
            across = 0 if isinstance(chart, SliceHistogram) else 1
            if shape.mobject is chart.bars:
                yield from self._bars(moment, shape, across, f"{type(chart).__name__}.bars")
            elif shape.mobject is getattr(chart, "curve", None):
                base = _base(chart)
                # A slice that is being opened lies on its axis at first.
                if base is not None and (moment.still or across != 0):
                    yield from self._curve(moment, shape, across, base, f"{type(chart).__name__}.curve")

    def _bars(self, moment: Moment, shape: Shape, across: int, name: str) -> Iterator[Fault]:
        heights = np.ptp(plain(shape.mobject).reshape(-1, 16, 2)[:, :, across], axis=1) * PX_PER_UNIT
        flat = int((heights < FLAT).sum())
        if flat:
            yield Fault(moment.frame, f"{flat} bars of {name!r} have no height", (name, "flat"), flat)
        if shape.stroke and shape.stroke.alpha > 0.05:
            sentence = f"the bars of {name!r} have a stroke, which runs through their baseline"
            yield Fault(moment.frame, sentence, (name, "stroke"), shape.width)

    def _curve(self, moment: Moment, shape: Shape, across: int, base: float, name: str) -> Iterator[Fault]:
        points = plain(shape.mobject) * PX_PER_UNIT
        ends = points[3::4]
        rise = (ends - points[::4])[:, 1 - across]
        height = np.abs(ends[:, across] - base) if across == 0 else ends[:, across] - base
        # Of a low curve all is near the baseline: only what is nothing by its own measure lies on it.
        flat = height < min(0.7, float(height.max()) / 200)
        lying = float(np.abs(rise[flat]).sum())
        if lying > TAIL:
            sentence = f"{name!r} runs along its baseline for {lying:.0f} px"
            yield Fault(moment.frame, sentence, (name, "tail"), lying)


def _off_bins(chart: Any) -> float:
    """How far, in pixels, a drawn bar's sides are from the edges of the nearest bin, beyond the gap between bars."""
    points = plain(chart.bars)
    if not len(points):
        return 0.0
    along = 1 if isinstance(chart, SliceHistogram) else 0
    bars = points.reshape(-1, 16, 2)[:, :, along] * PX_PER_UNIT
    low, high = bars.min(axis=1), bars.max(axis=1)
    scale = chart.y if along else chart.x
    edges = np.asarray(chart.edges, float)
    if isinstance(chart, SqueezeHistogram):
        edges = np.clip(edges / chart.factor, scale.low, scale.high)
    where = np.asarray(scale(edges))
    at = np.sort(frame_size()[1] / 2 - where if along else where - frame_size()[0] / 2)
    middle, bins = (low + high) / 2, (at[1:] + at[:-1]) / 2
    nearest = np.abs(bins[None] - middle[:, None]).argmin(axis=1)
    gaps = np.maximum(at[nearest] - low, high - at[nearest + 1])
    narrow = (at[nearest + 1] - at[nearest]) - (high - low)
    return float(max(gaps.max(), (narrow - np.median(narrow)).max()))


def _base(chart: Any) -> float | None:
    """Where the chart's baseline is, in pixels from the scene's middle: that of the line that is drawn, if any."""
    if isinstance(chart, SliceHistogram):
        return float(plain(chart.base)[0, 0]) * PX_PER_UNIT
    if isinstance(chart, Histogram):
        return float(plain(chart.axis.submobjects[0])[0, 1]) * PX_PER_UNIT
    bars = plain(chart.bars)
    return float(bars[:, 1].min()) * PX_PER_UNIT if len(bars) else None


def _range(each: tuple[float, float, bool]) -> str:
    return f"{each[0]:g}..{each[1]:g}{' (log)' if each[2] else ''}"
