"""Beat 9's chain: four pictures of the film, small and side by side, each the cause of the next.

``draw(i, d_k, divided)`` redraws picture i for any d_k and any share of the division: the scores are divided by
d_k to the power ``divided`` / 2, so 0 is raw, 1 is scaled, and what lies between is the division at work.
"""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from mathcore.gradients import softmax_jacobian
from mathcore.information import effective_keys
from mathcore.softmax import softmax
from scenes import curves
from scenes.kit.layout import Box, either
from scenes.kit.parts.cells import MatrixGrid, VectorStrip, strength_of
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import arrow, filled, panel, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import FORMULA, HEADING, LABEL, formula, place, words

SEEN = 5.0  # sigma to either side beyond which no bar is high enough to be seen
QUIET = 0.72  # how much a card that is not spoken of yet sinks into its panel
TOP = 0.42  # density at the panel's upper edge: just over the peak of the scaled scores


def weights(d_k: float, divided: float) -> np.ndarray:
    """Weights (16,) over the film's keys when the scores have been divided by d_k ** (divided / 2)."""
    return np.asarray(softmax(lesson.film_scores(d_k) / d_k ** (divided / 2)))


def gradient_share(d_k: float, divided: float) -> float:
    """The gradient, median over rows, in percent: raw at ``divided`` 0, all of it at 1, evenly in its log between."""
    return float(lesson.gradient_share_at(d_k) ** (1 - divided) * 100**divided)


class Chain(VGroup):
    """Submobjects: ``cards`` (each a panel with its picture and readout) and ``links`` (arrows between panels)."""

    def __init__(self) -> None:
        self.boxes = either(
            [Box(96 + 444 * i, 168, 396, 470) for i in range(4)],
            [Box(54, 190 + 388 * i, 470, 330) for i in range(4)],
        )
        self._dimensions(self.boxes[0])
        self._variance(self.boxes[1])
        self._weights(self.boxes[2])
        self._gradient(self.boxes[3])
        self.pictures: list[list[Mobject]] = [
            [self.strip, self.counted.number],
            [self.raw, self.settled, self.histogram.curve, self.sigma, self.variance.number],
            [self.bars.bars, self.bars.value, self.keys],
            [self.grid, self.gradient],
        ]
        furniture = [
            (self.strip, self.counted),
            (self.histogram, self.raw, self.settled, self.sigma, self.variance),
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
        inner = Box(box.x + 18, box.y + 24, box.w - 36, box.h - 124)
        self.histogram = Histogram(inner, lesson.BIN_EDGES, TOP, ticks=())
        # The histogram's own bars stay empty: these are divided with the scores, and are of two kinds on the way.
        self.raw, self.settled = filled("raw").set_z_index(1), filled("scaled").set_z_index(1)
        self.sigma = VGroup(stroked("ink", 9), formula("plus.minus sigma", LABEL))
        self.variance = self._readout(box, "variance of the scores", "512.8", "ink")

    def _weights(self, box: Box) -> None:
        inner = Box(box.x + 30, box.y + 80, box.w - 60, box.h - 116)
        self.bars = WeightBars(inner, lesson.N_KEYS, slots=False, value_role="key")
        aside = words(f"of {lesson.number('n_keys').text}", HEADING, "muted")
        self.keys = self._readout(box, "keys that still count", "10.8", "key", aside)

    def _gradient(self, box: Box) -> None:
        side = min(box.w, box.h) - 72
        room = Box(box.cx - side / 2, box.cy - side / 2, side, side)
        self.grid = MatrixGrid(room, (lesson.N_KEYS, lesson.N_KEYS), "gradient", on_panel=True)
        self.grid.set_z_index(1)
        aside = words("of scaled", HEADING, "muted")
        self.gradient = self._readout(box, "gradient, median", "128%", "gradient", aside)

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
        density = factor * curves.density(d_k)
        h, heights = self.histogram, factor * lesson.score_histogram(d_k)
        h.curve.set_stroke(opacity=1 - divided)  # on so narrow a histogram it would hide the bars
        h.set_curve(curves.X / factor, density)
        # From the middle outwards what has settled is scaled: a colour between raw and scaled would mean neither.
        middle = np.abs(lesson.BIN_EDGES[:-1] + lesson.BIN_EDGES[1:]) / 2
        settled = (middle <= SEEN * np.sqrt(d_k) * divided) & (divided > 0)
        gap = 2.4 * (1 - divided)
        for bars, share in ((self.raw, ~settled), (self.settled, settled)):
            bars.points = self._bars(lesson.BIN_EDGES / factor, np.where(share, heights, 0.0), gap)
        self._draw_sigma(float(np.sqrt(d_k)) / factor)
        self.variance.set_text(f"{lesson.score_sample_variance(d_k) / factor**2:.1f}")

    def _bars(self, edges: np.ndarray, heights: np.ndarray, gap: float) -> np.ndarray:
        """Points of the bars over edges (n+1,), all of them divided by one factor, of heights (n,)."""
        h = self.histogram
        x, tops = h.x(edges), h.y(heights)
        shown = h.box.bottom - tops > 0.33
        between = min(gap, float(x[-1] - x[0]) / len(heights) / 6) / 2
        return rectangles(x[:-1][shown] + between, tops[shown], x[1:][shown] - between, np.array([h.box.bottom]))

    def _draw_sigma(self, sigma: float) -> None:
        """One sigma to either side as a bar under the axis: over a histogram this narrow it would hide it."""
        h, (bar, label) = self.histogram, self.sigma
        left, right = float(h.x(-sigma)), float(h.x(sigma))
        y = h.box.bottom + 46
        bar.points = segments(*(np.array([v]) for v in (left, y, right, y)))
        place(label, right + 22, y, "left")

    def _draw_weights(self, d_k: float, divided: float) -> None:
        self._show_weights(weights(d_k, divided))

    def _show_weights(self, held: np.ndarray) -> None:
        self.bars.set_weights(held)
        self.keys.set_text(f"{effective_keys(held):.1f}")

    def _draw_gradient(self, d_k: float, divided: float) -> None:
        self._show_gradient(softmax_jacobian(weights(d_k, divided)), gradient_share(d_k, divided))

    def _show_gradient(self, jacobian: np.ndarray, share: float) -> None:
        self.grid.set_matrix(jacobian)
        self.gradient.set_text(f"{share:.0f}%" if share >= 1 else f"{share:.1f}%")

    def quiet(self, i: int, t: float) -> Chain:
        """Card i a share t of the way aside: its picture sinks, and its number goes, until it holds again."""
        self.veils[i].set_fill(opacity=QUIET * t)
        readout = self.readouts[i]
        readout.label.set_fill(opacity=1 - QUIET * t)
        for part in (readout.number, readout.aside, self.bars.value if i == 2 else None):
            if part is not None:
                part.set_fill(opacity=1 - t)
        return self

    def between(self, i: int, low: float, high: float, t: float) -> Chain:
        """Picture i (2: weights, 3: gradient) a share t of the straight way between two d_k, raw; exact at both ends.

        Weights go evenly in their logits, the gradient evenly in the entries of its grid and in its share.
        """
        if i == 2:
            self._show_weights(softmax((1 - t) * lesson.film_scores(low) + t * lesson.film_scores(high)))
            return self
        start, stop = (softmax_jacobian(weights(d_k, 0.0)) for d_k in (low, high))
        share = (1 - t) * lesson.gradient_share_at(low) + t * lesson.gradient_share_at(high)
        self._show_gradient((1 - t) * start + t * stop, share)
        return self

    # -- the cut -----------------------------------------------------------------------------------------------------

    @property
    def gap(self) -> tuple[float, float]:
        """The middle of the first link, in design pixels."""
        one, other = self.boxes[:2]
        return either(((one.right + other.x) / 2, one.cy), (one.cx, (one.bottom + other.y) / 2))


def _link(one: Box, other: Box) -> Mobject:
    """An arrow across the gap between two panels: to the right in landscape, down in portrait."""
    ends = either((one.right + 5, one.cy, other.x - 5, one.cy), (one.cx, one.bottom + 6, one.cx, other.y - 6))
    return arrow(*ends, width=6, tip=18)


class Cut(VGroup):
    """The division, and the blade that it sends through the chain's first link."""

    def __init__(self, chain: Chain) -> None:
        x, y = chain.gap
        self.symbol = place(formula("div sqrt(d_k)", FORMULA), *either((x, 880.0), (806.0, y)))
        self.blade = stroked("ink", 7)
        self._handle, self._tip = either(((x, 826.0), (x, y - 62)), ((690.0, y), (x - 62, y)))
        super().__init__(self.symbol, self.blade)
        self.set_z_index(3)
        self.strike(0.0)

    def strike(self, t: float) -> Cut:
        """Send the blade a share t of its way, from the division to beyond the link."""
        (x0, y0), (x1, y1) = self._handle, self._tip
        self.blade.points = segments(*(np.array([v]) for v in (x0, y0, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)))
        return self
