"""Beat 2's picture of what is given: one query, sixteen keys as columns of entries, and the law of every entry."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes.kit.layout import Box, either
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.columns import Columns
from scenes.kit.parts.lines import LinePlot
from scenes.kit.parts.shapes import arrow_points, line, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import DISPLAY, LABEL, TICK, formula, place, words

SHORT, LONG = lesson.STOPS[0], 13  # entries a column shows: the smallest d_k, and as many as the picture has room for


class Setting(VGroup):
    """One query and the film's keys, cell by cell, with d_k measured beside them, and the bars of their weights.

    Submobjects: ``query``, ``keys``, ``arrow``, ``bell`` and ``weights`` with ``weights_label``; apart from them
    ``d_k``, which comes from elsewhere, and ``unknown``, for the time when nothing is said of the weights.
    """

    def __init__(self) -> None:
        bars, cell = either(Box(330, 630, 1040, 260), Box(226, 1200, 800, 400)), either(30.0, 36.0)
        bottom = either(534.0, 1070.0)
        query, keys = lesson.film_vectors()
        self.weights = WeightBars(bars, lesson.N_KEYS, value_role="key")
        self.weights_label = place(words("weights", TICK, "key"), bars.x - 26, bars.bottom - 18, "right")
        x = np.array([self.weights.centre(i) for i in range(lesson.N_KEYS)])
        query_x = bars.x - either(110.0, 66.0)
        self.key_cells = Columns(keys[:, :LONG], x, bottom, cell, "key")
        self.query_cells = Columns(query[None, :LONG], np.array([query_x]), bottom, cell, "query")
        label_y = bottom + 34
        n_keys = lesson.number("n_keys").text
        self.keys = VGroup(self.key_cells, place(words(f"{n_keys} keys", TICK, "key"), bars.cx, label_y))
        self.query = VGroup(self.query_cells, place(words("query", TICK, "query"), query_x, label_y))
        self._measure_x, self._bottom = query_x - either(44.0, 34.0), bottom
        self.arrow = stroked("muted", 3)
        self.d_k = formula("d_k", 56)
        self.bell = _bell(either(Box(1464, 340, 360, 250), Box(226, 290, 400, 210)))
        self.unknown = place(words("?", DISPLAY, "muted", 600), bars.cx, bars.cy)
        super().__init__(self.query, self.keys, self.arrow, self.bell, self.weights, self.weights_label)
        self.set_length(SHORT)

    def set_length(self, length: float) -> Setting:
        """Give every vector ``length`` entries; the arrow beside them, named d_k, shows how many that is."""
        self.key_cells.set_length(length)
        self.query_cells.set_length(length)
        x, top = self._measure_x, self.query_cells.top
        self.arrow.points = arrow_points(x, self._bottom, x, top, both=True)
        place(self.d_k, x - either(54.0, 46.0), (self._bottom + top) / 2)
        return self


def _bell(box: Box) -> VGroup:
    """The standard normal density that every entry is drawn from, with what the lesson asks of it."""
    x = np.linspace(-3.4, 3.4, 121)
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    plot = LinePlot(
        x,
        density,
        Scale(float(x[0]), float(x[-1]), box.x, box.right),
        Scale(0.0, float(density.max()), box.bottom, box.y),
        "ink",
        width=4,
        low=np.zeros_like(x),
        high=density,
        band=0.1,
    )
    ground = line(box.x, box.bottom, box.right, box.bottom)
    at_x, at_y = either((box.cx, box.bottom + 50), (box.right + 50, box.cy + 10))
    anchor = either("center", "left")
    labels = VGroup(
        place(words("every entry:", TICK, "muted"), at_x, either(box.y - 40, at_y - 60), anchor),
        place(words("mean 0", LABEL), at_x, at_y, anchor),
        place(words("variance 1", LABEL), at_x, at_y + 54, anchor),
    )
    return VGroup(ground, plot, labels)
