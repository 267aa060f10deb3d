"""Beat 9's chain: four pictures of the film, small and side by side, each the cause of the next.

``draw(i, d_k, divided)`` redraws picture i for any d_k and any share of the division: the scores are divided by
d_k to the power ``divided`` / 2, so 0 is raw, 1 is scaled, and what lies between is the division at work.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from mathcore.gradients import softmax_jacobian
from mathcore.information import effective_keys
from mathcore.saturation import gradient_share_divided
from mathcore.softmax import softmax
from scenes import curves
from scenes.kit.layout import Box, either, points
from scenes.kit.motion import phase
from scenes.kit.parts.cells import MatrixGrid, VectorStrip, strength_of
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import polyline, rectangles, segments
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import arrow, filled, panel, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import HEADING, LABEL, formula, place, words

GHOSTS = (4, 64)  # d_k whose curves stay behind on the way to a larger one
FAINT = 0.45
TAIL = 0.015  # of a peak: what lies lower would only repaint the axis
TIP = 18.0  # of the arrows between cards, in pixels
QUIET = 0.72  # how much a card that is not spoken of yet sinks into its panel
TOLD = 0.6, 1.0  # of a card's collapse: when its digits come
TOP = 1.5  # of a peak, at the panel's upper edge: as in beat 6, a division narrows a histogram and keeps its height


def weights(d_k: float, divided: float) -> np.ndarray:
    """Weights (16,) over the film's keys when the scores have been divided by d_k ** (divided / 2)."""
    return np.asarray(softmax(lesson.film_scores(d_k) / d_k ** (divided / 2)))


def weights_between(low: float, high: float, t: float) -> np.ndarray:
    """Raw weights (16,) over the film's keys a share ``t`` of the way between two d_k, evenly in their logits."""
    return np.asarray(softmax((1 - t) * lesson.film_scores(low) + t * lesson.film_scores(high)))


@cache
def gradient_share(d_k: float, divided: float) -> float:
    """The gradient, median over rows, in percent of scaled: raw at ``divided`` 0, all of it at 1.

    Between the two it is measured on the sweep's own rows, at a whole d_k. It passes 100 on its way: scores that are a
    little wide have most gradient.
    """
    if divided <= 0:
        return lesson.gradient_share_at(d_k)
    return 100.0 if divided >= 1 else 100 * gradient_share_divided(round(d_k), divided, lesson.N_KEYS).value


def share_text(share: float) -> str:
    """A share in percent as text, with a decimal below one."""
    return f"{share:.0f}%" if share >= 1 else f"{share:.1f}%"


class Chain(VGroup):
    """Submobjects: ``cards`` (each a panel with its picture and readout) and ``links`` (arrows between panels)."""

    def __init__(self) -> None:
        self.boxes = either(
            [Box(96 + 452 * i, 168, 372, 470) for i in range(4)],
            [Box(54, 190 + 392 * i, 470, 318) for i in range(4)],
        )
        self._dimensions(self.boxes[0])
        self._variance(self.boxes[1])
        self._weights(self.boxes[2])
        self._gradient(self.boxes[3])
        self.pictures: list[list[Mobject]] = [
            [self.strip, self.counted.number],
            [self.raw, self.settled, *self.ghosts, self.histogram.curve, self.sigma, self.variance.number],
            [self.bars.bars, self.bars.value, self.keys],
            [self.grid, self.gradient],
        ]
        furniture = [
            (self.strip, self.counted),
            (self.histogram, *self.ghosts, self.raw, self.settled, self.sigma, self.variance),
            (self.bars, self.keys),
            (self.grid, self.gradient),
        ]
        self.readouts = [self.counted, self.variance, self.keys, self.gradient]
        self.veils = [panel(box).set_fill(opacity=0).set_z_index(4) for box in self.boxes]
        self.cards = [VGroup(panel(box), *parts) for box, parts in zip(self.boxes, furniture, strict=True)]
        self.links = [_link(a, b) for a, b in zip(self.boxes, self.boxes[1:], strict=False)]
        super().__init__(*self.cards, *self.veils, *self.links)
        for i in range(4):
            self.draw(i, lesson.STOPS[0])

    def _readout(self, box: Box, label: str, widest: str, role: str, aside: Mobject | None = None) -> Readout:
        x, y = either((box.x + 24, box.bottom + 48), (box.right + 60, box.cy - 30))
        return Readout(label, x, y, widest=widest, role=role, aside=aside)

    def _dimensions(self, box: Box) -> None:
        query, _ = lesson.film_vectors()
        columns, cell = either((16, 13.25), (32, 13.0))
        rows = -(-len(query) // columns)
        corner = box.cx - columns * cell / 2, box.cy - rows * cell / 2
        self.strip = VectorStrip(query, columns, *corner, cell, "query")
        self.strip.ground = "panel"
        self.strip.recolour("query")
        self.strip.set_z_index(1)
        self.counted = self._readout(box, "dimensions", "512", "query")

    def _variance(self, box: Box) -> None:
        inner = Box(box.x + 18, box.y + 40, box.w - 36, box.h - either(132, 116))
        self.histogram = Histogram(inner, lesson.BIN_EDGES, TOP, ticks=())
        # The histogram's own bars stay empty: these are divided with the scores, and are of two kinds, raw and scaled.
        self.raw, self.settled = filled("raw").set_z_index(1), filled("scaled").set_z_index(1)
        # What it has come from: smaller d_k while it grows, the undivided scores once it is divided.
        # Not in the colour of what is raw: the four cards have four accents already.
        self.ghosts = [stroked("ink", 2).set_z_index(1.5) for _ in (*GHOSTS, "undivided")]
        self.sigma = VGroup(stroked("ink", 9), formula("plus.minus sigma", LABEL))
        self.variance = self._readout(box, "variance of the scores", "512.8", "ink")

    def _weights(self, box: Box) -> None:
        inner = Box(box.x + 30, box.y + 80, box.w - 60, box.h - 116)
        self.bars = WeightBars(inner, lesson.N_KEYS, slots=False, value_role="key")
        aside = words(f"of {lesson.number('n_keys').text}", HEADING, "muted")
        self.keys = self._readout(box, "softmax, keys that count", "10.8", "key", aside)

    def _gradient(self, box: Box) -> None:
        side = min(box.w, box.h) - 72
        room = Box(box.cx - side / 2, box.cy - side / 2, side, side)
        self.grid = MatrixGrid(room, (lesson.N_KEYS, lesson.N_KEYS), "gradient", on_panel=True)
        self.grid.set_z_index(1)
        aside = words("of scaled", HEADING, "muted")
        self.gradient = self._readout(box, "gradient, median row", "128%", "gradient", aside)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def draw(self, i: int, d_k: float, divided: float = 0.0) -> Chain:
        """Redraw picture i for d_k, with a share ``divided`` in 0..1 of the division by sqrt(d_k)."""
        (self._draw_dimensions, self._draw_variance, self._draw_weights, self._draw_gradient)[i](d_k, divided)
        return self

    def _draw_dimensions(self, d_k: float, _: float) -> None:
        lit = strength_of(self.strip.values)
        self.strip.draw(np.where(np.arange(self.strip.n) < round(d_k), lit, 0.0))
        self.counted.set_text(str(round(d_k)))

    def _draw_variance(self, d_k: float, divided: float) -> None:
        factor = d_k ** (divided / 2)
        density = curves.density(d_k)
        h, peak = self.histogram, float(density.max())
        h.curve.set_stroke(opacity=0.0 if divided else 1.0)  # on so narrow a histogram it would hide the bars
        seen = density > TAIL * peak
        h.set_curve(curves.X[seen], density[seen] / peak)
        # The colour turns as the division begins: one between raw and scaled would mean neither.
        for bars, shown in ((self.raw, divided == 0), (self.settled, divided > 0)):
            heights = lesson.score_histogram(d_k) / peak if shown else np.zeros(len(lesson.BIN_EDGES) - 1)
            bars.points = self._bars(lesson.BIN_EDGES / factor, heights, 2.4 * (1 - divided))
        before = min(4 * divided, 1.0)
        for ghost, stop in zip(self.ghosts, GHOSTS, strict=False):
            ghost.points = self._curve(stop) if stop < d_k else np.zeros((0, 3))
            ghost.set_stroke(opacity=FAINT * (1 - before))
        self.ghosts[-1].points = self._curve(d_k) if divided else np.zeros((0, 3))
        self.ghosts[-1].set_stroke(opacity=1 - (1 - FAINT) * before)
        self._draw_sigma(float(np.sqrt(d_k)) / factor)
        self.variance.set_text(f"{lesson.score_sample_variance(d_k) / factor**2:.1f}")

    def _bars(self, edges: np.ndarray, heights: np.ndarray, gap: float) -> np.ndarray:
        """Points of the bars over edges (n+1,), all of them divided by one factor, of heights (n,)."""
        h = self.histogram
        x, tops = h.x(edges), h.y(heights)
        shown = h.box.bottom - tops > 0.33
        between = min(gap, float(x[-1] - x[0]) / len(heights) / 6) / 2
        return rectangles(x[:-1][shown] + between, tops[shown], x[1:][shown] - between, np.array([h.box.bottom]))

    def _curve(self, d_k: float) -> np.ndarray:
        """Points of the curve of undivided scores at d_k, as a share of its peak, where it stands off the axis."""
        h, density = self.histogram, curves.density(d_k)
        y = h.y(density / density.max())
        risen = density > TAIL * density.max()
        return polyline(points(h.x(curves.X[risen]), y[risen]))

    def _draw_sigma(self, sigma: float) -> None:
        """One sigma to either side as a bar under the axis: over a histogram this narrow it would hide it."""
        h, (bar, label) = self.histogram, self.sigma
        left, right = float(h.x(-sigma)), float(h.x(sigma))
        y = h.box.bottom + 46
        bar.points = segments(*(np.array([v]) for v in (left, y, right, y)))
        place(label, right + 22, y, "left")

    def _draw_weights(self, d_k: float, divided: float) -> None:
        self._show_weights(weights(d_k, divided))

    def _show_weights(self, held: np.ndarray, told: np.ndarray | None = None) -> None:
        """Bars of the weights ``held``; what is read is of these, or of those ``told``."""
        told = held if told is None else told
        self.bars.set_weights(held, float(told.max()))
        self.keys.set_text(f"{effective_keys(told):.1f}")

    def _draw_gradient(self, d_k: float, divided: float) -> None:
        share = gradient_share(d_k, divided)
        self.grid.set_matrix(softmax_jacobian(weights(d_k, divided)))
        self.gradient.set_text(share_text(share))

    def quiet(self, i: int, t: float) -> Chain:
        """Card i a share t of the way aside: its picture sinks, and its number goes, until it holds again."""
        self.veils[i].set_fill(opacity=QUIET * t)
        readout = self.readouts[i]
        readout.label.set_fill(opacity=1 - QUIET * t)
        for part in self._digits(i):
            part.set_fill(opacity=1 - t)
        return self

    def between(self, i: int, low: float, high: float, t: float, told: np.ndarray | None = None) -> Chain:
        """Picture i (2: weights, 3: gradient) a share t of the way between two d_k, raw, evenly in their logits.

        What is read of the weights may be that of others, ``told``. The gradient's number, which is of many rows, has
        no value on that way and stays what it was.
        """
        held = weights_between(low, high, t)
        if i == 2:
            self._show_weights(held, told)
        else:
            self.grid.set_matrix(softmax_jacobian(held))
        return self

    def collapse(self, i: int, t: float) -> Chain:
        """Card i comes back and goes, a share t of the way, where the cause before it has already gone.

        Its numbers come when it is nearly there, as those of where it goes: before, they would be of another d_k.
        """
        low, high = lesson.STOPS[0], lesson.STOPS[-1]
        self.quiet(i, max(1 - 5 * t, 0.0)).between(i, low, high, t, told=weights(high, 0.0))
        if i == 3:
            self.gradient.set_text(share_text(gradient_share(high, 0.0)))
        for part in self._digits(i):
            part.set_fill(opacity=phase(t, *TOLD))
        return self

    def _digits(self, i: int) -> list[Mobject]:
        readout = self.readouts[i]
        parts = (readout.number, readout.aside, self.bars.value if i == 2 else None)
        return [part for part in parts if part is not None]

    def draw_all(self, d_k: float) -> Chain:
        """Redraw all four for divided scores at d_k."""
        for i in range(4):
            self.draw(i, d_k, 1.0)
        return self

    # -- the cut -----------------------------------------------------------------------------------------------------

    @property
    def gap(self) -> tuple[float, float]:
        """The middle of the first link, in design pixels."""
        one, other = self.boxes[:2]
        return either(((one.right + other.x) / 2, one.cy), (one.cx, (one.bottom + other.y) / 2))


def _link(one: Box, other: Box) -> Mobject:
    """An arrow across the gap between two panels: to the right in landscape, down in portrait."""
    return arrow(*link_ends(one, other), width=6, tip=TIP)


def link_ends(one: Box, other: Box) -> tuple[float, float, float, float]:
    """Where the arrow between two panels begins and ends, in design pixels."""
    return either((one.right + 8, one.cy, other.x - 8, one.cy), (one.cx, one.bottom + 8, one.cx, other.y - 8))
