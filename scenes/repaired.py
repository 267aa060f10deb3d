"""The picture on which beat 6 closes and beat 7 opens: one curve, the formula complete, and attention alive again."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from mathcore.gradients import softmax_jacobian
from mathcore.information import effective_keys
from mathcore.softmax import softmax
from scenes.kit.layout import Box, either, extent, point
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import HEADING, READOUT, TICK, beside, formula, label_for, place, words
from scenes.scale_parts import FULL, CloserLook

TITLE = "One division"  # the heading over it


class Attended(VGroup):
    """What softmax makes of the film's 16 scores at d_k = 512: ``bars``, and under them the ``grid`` of its gradient.

    ``divide(factor)`` divides the scores by a factor in 1..sqrt(512) before softmax; ``within`` moves it to other
    boxes; ``fold(t)`` draws the grid's rows up to its upper edge; ``light`` dims all of it.
    """

    def __init__(self, bars: Box, grid: Box) -> None:
        self.scores = lesson.film_scores(lesson.D_MAX)
        self.bars = WeightBars(bars, lesson.N_KEYS, value_role="key")
        self.bars.remove(self.bars.value)  # it comes when it can be read
        self.grid = MatrixGrid(grid, (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        self._unit_y = (self.grid.y - self.grid.box.y) / self.grid.box.h
        self._unit_x = (self.grid.x - self.grid.box.x) / self.grid.box.w
        super().__init__(self.grid, self.bars)
        self.divide(1.0)

    def divide(self, factor: float) -> Attended:
        """Redraw for scores divided by ``factor``."""
        self.weights = softmax(self.scores / factor)
        self.jacobian = softmax_jacobian(self.weights)
        return self._draw()

    def within(self, bars: Box, grid: Box, unfolded: float = 1.0) -> Attended:
        """Stand in other boxes, the grid a share ``unfolded`` of the way down from its upper edge."""
        self.bars.within(bars)
        self.grid.cell, self.grid.box = grid.w / lesson.N_KEYS, grid
        self.grid.x = grid.x + self._unit_x * grid.w
        self.grid.y = grid.y + self._unit_y * grid.h * unfolded
        return self._draw()

    def _draw(self) -> Attended:
        self.bars.set_weights(self.weights)
        self.grid.set_matrix(self.jacobian)
        return self

    def light(self, level: float) -> Attended:
        """All of it at an opacity."""
        for part in (self.bars.slots, self.bars.bars, *self.grid.submobjects):
            part.set_fill(opacity=level)
        self.bars.base.set_stroke(opacity=level)
        return self

    @property
    def lanes(self) -> np.ndarray:
        """The middle x of every key's lane, (16,)."""
        return np.asarray(self.bars.left + self.bars.right) / 2


class StillCounting(VGroup):
    """How many keys still count, ``number`` of 16, beside the bars: its edge towards them stays where it is."""

    def __init__(self, x: float, y: float, edge: str) -> None:
        label = place(words("keys that still count", TICK, "muted"), x, y, edge)
        aside = words(f"of {lesson.number('n_keys').text}", HEADING, "muted")
        wide = extent(Numeral("00.0", 0.0, 0.0)).w
        at = x - extent(aside).w - 14 if edge == "right" else x + wide
        self.number = Numeral("00.0", at, y + 58, size=READOUT, role="key", anchor="right")
        place(aside, at + 14, y + 58 + (READOUT - HEADING) * 0.2, "left")
        label_for(label, self.number)
        super().__init__(label, self.number, aside)

    def set_text(self, text: str) -> StillCounting:
        """Show another number."""
        self.number.set_text(text)
        return self


class Repaired(VGroup):
    """``closer`` (the unit curve), ``attention`` (the formula) and ``known_as`` at one side, ``attended`` at the other.

    ``size`` is the one d_k for which bars, number and grid hold: the curve is that of all three. ``dots`` are the 16
    scores, named by ``scored``, ``keys`` how many of them still count, ``foot`` what the grid is.
    Made as it stands at the end; ``start`` is the stretch of a score axis from which the closer look opens.
    """

    def __init__(self, start: Box | None = None) -> None:
        self.closer = CloserLook(
            *either(
                (Box(96, 446, 820, 468), Box(166, 514, 680, 318)),
                (Box(54, 506, 972, 420), Box(124, 566, 832, 276)),
            ),
            start,
        )
        x, y = either((506.0, 208.0), (540.0, 250.0))
        self.attention = AttentionFormula(x, y, size=either(58, 66), root_role="scaled")
        self.known_as, self.paper = self._name(x, y + either(122.0, 146.0))
        self.bars_box, self.grid_box = either(
            (Box(1344, 150, 480, 230), Box(1344, 396, 480, 480)), (Box(54, 990, 560, 150), Box(54, 1156, 560, 560))
        )
        self.attended = Attended(self.bars_box, self.grid_box)
        self.dots_y = self.grid_box.bottom + either(28.0, 30.0)
        self.dots = Dots("scaled", 9, rim=2)
        self.dots.set_z_index(3)
        self.keys = StillCounting(*either((1310.0, 236.0), (650.0, 1080.0)), either("right", "left"))
        x, y = either((1310.0, 172.0), (650.0, 1014.0))
        self.size = place(formula(f"d_k = {lesson.D_MAX}", 50), x, y, either("right", "left"))
        lines = ("gradient", "of softmax")
        at = either((1310.0, 620.0), (650.0, 1420.0))
        named = [words(text, HEADING, "gradient", 600) for text in lines]
        for i, text in enumerate(named):
            place(text, at[0], at[1] + 46 * i, either("right", "left"))
        self.foot = VGroup(*named)
        at = either((1310.0, self.dots_y), (650.0, self.dots_y))
        self.scored = place(words("scaled scores", HEADING, "scaled", 600), *at, either("right", "left"))
        self.attended.bars.add(self.attended.bars.value)
        self.divide(FULL)
        self.stand_dots(1.0)
        closer = self.closer
        super().__init__(
            closer, closer.axis, closer.notes, closer.shared, self.attention, self.known_as, self.paper,
            self.attended, self.size, self.dots, self.scored, self.keys, self.foot,
        )  # fmt: skip

    def divide(self, factor: float) -> Repaired:
        """Redraw bars, grid and readout for scores divided by ``factor``."""
        self.attended.divide(factor)
        self.keys.set_text(f"{float(effective_keys(self.attended.weights)):.1f}")
        return self

    def stand_dots(self, t: float) -> Repaired:
        """The divided scores, a share t of the way from their places on the closer axis to their lanes."""
        x0 = self.closer.x(self.attended.scores / FULL)
        y0 = self.dots.stacked(x0, self.closer.inner.bottom - 24)
        self.dots.set_dots(x0 + (self.attended.lanes - x0) * t, y0 + (self.dots_y - y0) * t)
        return self

    def _name(self, x: float, y: float) -> tuple[VGroup, VGroup]:
        scaled = place(words("scaled", HEADING + 6, "scaled", 600), x, y)
        rest = beside(words("dot-product attention", HEADING + 6, "ink"), scaled, 12)
        name = VGroup(scaled, rest)
        name.set_x(float(point(x, y)[0]))
        year = lesson.number("paper_year").text
        return name, place(words(f"Vaswani and colleagues, {year}", TICK, "muted"), extent(name).cx, y + 48)
