"""The pictures of beat 6: scores on the film's axis, the same seen closer, and what softmax makes of them."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from mathcore.gradients import softmax_jacobian
from mathcore.information import effective_keys
from mathcore.softmax import softmax
from scenes import curves
from scenes.kit.layout import Box
from scenes.kit.look import colour
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.paths import segments
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import line, panel, path, stroke_width, stroked
from scenes.kit.parts.squeeze import SqueezeHistogram
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import TICK, formula, place, words

TOP = 0.45  # the highest density shown, the unit curve's peak being about 0.4
CLOSE = 4.0  # the closer look's axis runs from minus this to this


def squeezable(x: Scale, y: Scale, d_k: int, *, solid: float = 1.0, width: float = 4.0) -> SqueezeHistogram:
    """The 20 000 scores at d_k and their exact density on the given scales, to be divided by up to sqrt(d_k)."""
    heights, density = lesson.score_histogram(d_k), curves.density(d_k)
    full = float(np.sqrt(d_k))
    return SqueezeHistogram(x, y, lesson.BIN_EDGES, heights, curves.X, density, full, solid=solid, width=width)


class ScoreChart(VGroup):
    """The film's score axis, -70..70, under densities up to TOP; ``x`` and ``y`` are its scales."""

    def __init__(self, box: Box) -> None:
        self.box = box
        limit = float(lesson.SCORE_LIMIT)
        self.axis = HorizontalAxis(box, -limit, limit, (-60, -40, -20, 0, 20, 40, 60))
        self.x, self.y = self.axis.x, Scale(0.0, TOP, box.bottom, box.y)
        super().__init__(self.axis)

    def label(self, d_k: int, touch: float, at: float, height: float) -> Mobject:
        """Which dimension an outline belongs to: at the score ``at``, ``height`` pixels over the axis.

        A short stroke leads from it to the outline at the score ``touch``.
        """
        y, side = self.box.bottom - height, 1 if at > touch else -1
        name = place(formula(f"d_k = {d_k}", 40, "raw"), float(self.x(at)), y, "left" if side > 0 else "right")
        end = float(self.y(float(np.interp(touch, curves.X, curves.density(d_k)))))
        leader = line(float(self.x(at)) - 12 * side, y, float(self.x(touch)), end - 3, "raw", 3)
        return VGroup(name, leader).set_z_index(5)

    def outline(self, d_k: int) -> Mobject:
        """The raw density at d_k as a line, to be left behind where the histogram stood."""
        return path(self.x(curves.X), self.y(curves.density(d_k)), "raw", 3)


class CloserLook(VGroup):
    """A card with an axis of its own, -4..4, tied by two lines to the stretch of the score axis that it magnifies."""

    def __init__(self, card: Box, inner: Box, chart: ScoreChart) -> None:
        self.card, self.inner = card, inner
        self.back = panel(card)
        self.back.set_stroke(colour("axis"), width=stroke_width(2), opacity=1)
        self.axis = HorizontalAxis(inner, -CLOSE, CLOSE, (-4, -2, 0, 2, 4))
        self.x, self.y = self.axis.x, Scale(0.0, TOP, inner.bottom, inner.y)
        self.title = place(words("seen closer", TICK, "muted"), card.x + 24, card.y + 34, "left")
        near, far = float(chart.x(-CLOSE)), float(chart.x(CLOSE))
        top = chart.box.y - 8
        self.lens = stroked("axis", 2)
        corners = np.array([[near, top], [far, top], [far, chart.box.bottom], [near, chart.box.bottom]])
        ends = np.roll(corners, -1, axis=0)
        starts = np.vstack([corners, [[far, top], [far, chart.box.bottom]]])
        stops = np.vstack([ends, [[card.x, card.y + 16], [card.x, card.bottom - 16]]])
        self.lens.points = segments(starts[:, 0], starts[:, 1], stops[:, 0], stops[:, 1])
        super().__init__(self.lens, self.back, self.axis, self.title)

    def histogram(self, d_k: int, solid: float, width: float = 4.0) -> SqueezeHistogram:
        """The scores at d_k on the closer axis."""
        return squeezable(self.x, self.y, d_k, solid=solid, width=width).lift(4)


class Attention(VGroup):
    """What softmax makes of the film's 16 scores at d_k = 512: weights, keys that still count, and the gradient's grid.

    ``divide(factor)`` divides the scores by a factor in 1..sqrt(512) before softmax.
    """

    def __init__(self, bars: Box, grid: Box, readout: tuple[float, float], foot: tuple[float, float]) -> None:
        self.scores = lesson.film_scores(lesson.D_MAX)
        self.weights = WeightBars(bars, lesson.N_KEYS, value_role="key")
        self.grid = MatrixGrid(grid, (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        aside = words(f"of {lesson.number('n_keys').text}", 36, "muted")
        self.keys = Readout("keys that still count", *readout, widest="10.8", role="key", aside=aside)
        self.foot = place(words("gradient of softmax", TICK, "gradient"), *foot, "left")
        super().__init__(self.weights, self.grid, self.keys, self.foot)
        self.divide(1.0)

    def divide(self, factor: float) -> None:
        """Redraw for scores divided by ``factor``."""
        weights = softmax(self.scores / factor)
        self.weights.set_weights(weights)
        self.grid.set_matrix(softmax_jacobian(weights))
        self.keys.set_text(f"{float(effective_keys(weights)):.1f}")
