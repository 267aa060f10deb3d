"""The boundary plot of beat 7: how much of softmax's gradient is left without the division, against d_k."""

from __future__ import annotations

import numpy as np
from manim import LEFT, VGroup, VMobject
from scipy.interpolate import PchipInterpolator

from mathcore import lesson
from scenes.kit.layout import Box, either, extent, units
from scenes.kit.parts.axis import HorizontalAxis, Scale, tick_label
from scenes.kit.parts.lines import LinePlot
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import dashed, dot, filled, line, stroked
from scenes.kit.type import HEADING, LABEL, TICK, formula, place, words

COSMETIC, CATASTROPHIC = 16, 64  # the ends of the two bands, in d_k
TOP = 1.25
# What is measured, in full: the plot's own caption.
DEFINITION = ("softmax Jacobian norm, unscaled relative to scaled:", "median over rows, 16 keys")


def _smooth_curve() -> tuple[np.ndarray, np.ndarray]:
    """The gradient's curve (m,), (m,) through every value of the sweep, smooth and never higher than the values beside.

    Straight lines between whole d_k would have corners on the logarithmic axis, where the first of them lie far apart.
    """
    d_ks, shares = lesson.gradient_curve()
    known = np.log2(d_ks)
    at = np.union1d(known, np.linspace(known[0], known[-1], 721))
    return 2**at, PchipInterpolator(known, shares)(at)


class Boundary(VGroup):
    """``frame`` (axes, ticks, definition), ``plot`` (the curve), ``cosmetic`` and ``catastrophic`` bands.

    ``markers`` holds, for each of the three columns, its point on the curve and its share, ``feet`` the mark under the
    axis at its d_k, and ``stems`` the line from there: ``rise`` draws it up to the point. ``models`` holds the real
    models' ticks, and ``weight`` is the stretch of the axis on which they stand; ``ticks`` are the axis' numbers and
    ``symbol`` is its d_k.
    """

    def __init__(self) -> None:
        self.box = box = either(Box(220, 220, 1500, 560), Box(150, 420, 846, 1150))
        self.x = Scale(1, lesson.D_MAX, box.x, box.right, log=True)
        self.y = Scale(0.0, TOP, box.bottom, box.y)
        self.plot = LinePlot(*_smooth_curve(), self.x, self.y, "gradient", width=6)
        self.frame = self._frame()
        self.cosmetic = self._band(1, COSMETIC, "cosmetic", "scaled")
        self.catastrophic = self._band(CATASTROPHIC, lesson.D_MAX, "catastrophic", "raw")
        self.markers = {d_k: self._marker(d_k) for d_k in lesson.TOGGLE_STOPS}
        self.stems = {d_k: stroked("muted", 2) for d_k in lesson.TOGGLE_STOPS}
        self.feet = {d_k: self._foot(d_k) for d_k in lesson.TOGGLE_STOPS}
        # Under the axis, where it hides neither the curve's tail nor a tick's upper end.
        y = box.bottom + 13
        self.weight = line(float(self.x(CATASTROPHIC)), y, box.right, y, "raw", 7)
        self.weight.set_z_index(2)
        self.models = self._models()
        super().__init__(self.frame, self.plot)

    def at(self, d_k: int) -> tuple[float, float]:
        """Where the curve is at a d_k, in design pixels."""
        d_ks, shares = lesson.gradient_curve()
        return float(self.x(d_k)), float(self.y(shares[np.searchsorted(d_ks, d_k)]))

    def rise(self, d_k: int, t: float) -> Boundary:
        """The stem, a share t of the way from the axis to the curve."""
        x, y = self.at(d_k)
        now = self.box.bottom + (y - self.box.bottom) * t
        self.stems[d_k].points = segments(*(np.array([v]) for v in (x, self.box.bottom, x, now)))
        return self

    def _foot(self, d_k: int) -> VMobject:
        """A bold tick under the axis: over it a mark would be a reading."""
        return line(float(self.x(d_k)), self.box.bottom + 4, float(self.x(d_k)), self.box.bottom + 18, "ink", 6)

    def on_axis(self, d_k: int) -> Box:
        """Where a column's bars come to: its d_k's mark under the axis."""
        return Box(float(self.x(d_k)) - 3, self.box.bottom + 4, 6, 14)

    def _frame(self) -> VGroup:
        box = self.box
        axis = HorizontalAxis(box, 1, lesson.D_MAX, [2**i for i in range(10)], log=True)
        self.ticks = axis.labels
        rules: VMobject = stroked("axis", 1.5, 0.5)
        levels = np.array([0.5, 1.0])
        rules.points = segments(np.full(2, box.x), self.y(levels), np.full(2, box.right), self.y(levels))
        names = [
            tick_label(level, f"{level:.0%}", box.x - 18, float(self.y(level)), "right") for level in (0.0, 0.5, 1.0)
        ]
        self.symbol = place(
            formula("d_k", 48, "muted"), *either((box.right + 76, box.bottom + 32), (box.right - 6, box.bottom + 94))
        )
        lines = either((" ".join(DEFINITION),), DEFINITION)
        first = box.bottom + 98
        caption = [place(words(text, TICK, "muted"), box.x, first + 44 * i, "left") for i, text in enumerate(lines)]
        return VGroup(rules, axis, *names, self.symbol, *caption)

    def _band(self, low: float, high: float, name: str, role: str) -> VGroup:
        left, right = float(self.x(low)), float(self.x(high))
        ground = filled("panel")
        ground.points = rectangles(*(np.array([v]) for v in (left, self.box.y, right, self.box.bottom)))
        ground.set_z_index(-1)
        return VGroup(ground, place(words(name, LABEL, role, 600), (left + right) / 2, self.box.y - 36))

    def _marker(self, d_k: int) -> VGroup:
        x, y = self.at(d_k)
        share = words(lesson.number(f"share_{d_k}").label, LABEL, "ink", 600)
        if either(False, d_k == 64):  # the narrow picture has the next model's line to the right of it
            place(share, x - 24, y + 26, "right")
        else:
            place(share, x + either(26, 16), y - either(30, 34), "left")
        made = VGroup(dot(x, y, 12), share)
        made.set_z_index(3)
        return made

    def _models(self) -> dict[int, VGroup]:
        """A tick under the d_k axis and a flag for every head dimension, with the models that use it."""
        found = {}
        for level, d_k in zip(
            either((0.88, 0.66, 0.42), (0.8, 0.62, 0.36)),
            sorted({size for _, size in lesson.MODEL_HEAD_DIMS}),
            strict=True,
        ):
            x, y, base = float(self.x(d_k)), float(self.y(level)), self.box.bottom
            names = [name for name, size in lesson.MODEL_HEAD_DIMS if size == d_k]
            lines = either([", ".join(names)], names[::-1])
            text = [words(name, HEADING, "ink", 600) for name in lines]
            for i, name in enumerate(text):
                place(name, x + 18, y - either(0, 50) - 46 * i, "left")
                over = extent(name).right - (self.box.right - 10)
                name.shift(LEFT * units(max(over, 0.0)))
            made = VGroup(dashed(x, base, x, y - 20, "ink", 3), self._foot(d_k), *text)
            made.set_z_index(3)
            found[d_k] = made
        return found
