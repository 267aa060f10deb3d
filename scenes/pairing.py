"""The hook's first picture: a query strip over a key strip, paired entry by entry until the key runs out."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.layout import Box, either
from scenes.kit.parts.cells import Cells, VectorStrip, strength_of
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import brace, stroked
from scenes.kit.type import TICK, formula, place, words
from scenes.projections import mix

DIM = 0.06
LAG = 0.8  # of a product's time on its way to the sum, between the first that leaves and the last


class Pairing(VGroup):
    """A query (n,) in rows that are filled from the bottom up, so that its first entries meet the key (m,) below.

    ``query`` and ``key`` are strips made elsewhere, which this picture only places. It stands ``low`` pixels lower
    until it makes room for the sum below it.
    """

    def __init__(self, query: VectorStrip, key: VectorStrip) -> None:
        self.query, self.key = query, key
        self.low = self.lowest = either(100.0, 170.0)
        self.cell, self.columns = either((24.0, 64), (25.0, 32))
        self.box = either(Box(96, 236, 1536, 192), Box(54, 380, 800, 400))
        self.waiting, self.meeting = either((700.0, 570.0), (1240.0, 960.0))
        self.rows = self.key.n // self.columns
        self.products = self.query.values[: key.n] * self.key.values
        self.links = stroked("ink", 2.0, 0.4)
        self.terms = Cells("ink")
        self.query_name = formula(f"q in RR^{query.n}", 60, "query")
        self.key_name = formula(f"k in RR^{key.n}", 60, "key")
        unpaired_bottom = self.box.bottom - self.rows * self.cell
        side = self.box.right + 14
        self.brace = brace(side, self.box.y + 2, unpaired_bottom - 2)
        middle = (self.box.y + unpaired_bottom) / 2
        self.unpaired = Numeral(str(query.n - key.n), side + 34, middle - 20, size=48)
        self.unpaired_name = place(words("unpaired", TICK, "muted"), side + 34, middle + 28, "left")
        self.paired = Numeral("0", 0, 0, size=48)
        self.paired_name = words("products", TICK, "muted")
        super().__init__(self.links, self.terms, self.query_name, self.key_name, self.brace)
        self.add(self.unpaired, self.unpaired_name, self.paired, self.paired_name)
        self.terms.set_z_index(2)
        self._place_names(self.waiting)

    def _place_names(self, key_y: float) -> None:
        """Put names and the count of pairs beside the vectors while the key's top edge is ``low`` below ``key_y``."""
        x, top = self.box.x, self.box.y + self.low
        place(self.query_name, x, top - either(50.0, 60.0), "left")
        place(self.key_name, x, key_y + self.low + self.rows * self.cell + 52, "left")
        x, y = self.box.right + 48, (self.box.bottom + self.meeting) / 2 + self.low
        self.paired.show_at(self.paired.text, x, y - 20)
        place(self.paired_name, x, y + 28, "left")

    def rise(self, t: float) -> None:
        """All of it a share ``t`` of the way up from where it stands lowest, every pair in its place."""
        self.low = self.lowest * (1 - t)
        self.query.move_cells(*self.query_cells(), self.cell)
        self.key.move_cells(*self.key_cells(self.meeting), self.cell)
        self._place_names(self.meeting)
        self._link(self.key.n)

    def query_cells(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres of the query's cells, first entry bottom left."""
        row, column = np.divmod(np.arange(self.query.n), self.columns)
        return self.box.x + (column + 0.5) * self.cell, self.box.bottom + self.low - (row + 0.5) * self.cell

    def key_cells(self, y: float) -> tuple[np.ndarray, np.ndarray]:
        """Centres of the key's cells with its top edge ``low`` below ``y``, first entry top left."""
        row, column = np.divmod(np.arange(self.key.n), self.columns)
        return self.box.x + (column + 0.5) * self.cell, y + self.low + (row + 0.5) * self.cell

    def place_key(self, t: float) -> None:
        """Put the key and its name between where it waits (0) and where it meets the query (1)."""
        y = float(mix(self.waiting, self.meeting, t))
        self.key.move_cells(*self.key_cells(y), self.cell)
        self._place_names(y)

    def multiply(self, t: float) -> None:
        """Pair the first share ``t`` of the key's entries: links, products as cells on them, and their count."""
        n = round(t * self.key.n)
        self.paired.set_text(str(n))
        self._link(n)
        self.terms.set_cells(*self._term_cells(), self.cell * 0.88, self._term_strength(n))

    def _link(self, n: int) -> None:
        row, column = np.divmod(np.arange(n), self.columns)
        x = self.box.x + (column + 0.5) * self.cell + (row - (self.rows - 1) / 2) * 9
        top, bottom = self.box.bottom + self.low + 5, self.meeting + self.low - 5
        self.links.points = segments(x, np.full(n, top), x, np.full(n, bottom))

    def add_up(self, t: float, x: float, y: float) -> None:
        """Let the products go over the key to design pixel (x, y), the nearest first, and vanish there."""
        from_x, from_y = self._term_cells()
        far = np.abs(from_x - x)
        own = np.clip((1 + LAG) * t - LAG * far / far.max(), 0.0, 1.0)
        seen = np.minimum((1 - own) / 0.25, 1.0)
        strength = np.where(seen > 0.05, self._term_strength(self.key.n) * seen, -1.0)
        self.terms.set_cells(mix(from_x, x, own), mix(from_y, y, own**3), self.cell * 0.88, strength)

    def fade_unpaired(self, t: float) -> None:
        """Dim every entry of the query that the key does not reach."""
        strength = strength_of(self.query.values)
        rest = np.arange(self.query.n) >= self.key.n
        self.query.draw(np.where(rest, mix(strength, DIM * strength, t), strength))

    def count(self, t: float) -> None:
        """Count the unpaired entries: a share ``t`` of them so far; the number comes with its bracket."""
        self.unpaired.set_fill(opacity=min(3 * t, 1.0))
        self.unpaired.set_text(str(round(t * (self.query.n - self.key.n))))

    def _term_cells(self) -> tuple[np.ndarray, np.ndarray]:
        x, y = self.key_cells(0.0)
        return x, y + (self.box.bottom + self.meeting) / 2 - self.rows * self.cell / 2

    def _term_strength(self, n: int) -> np.ndarray:
        return np.where(np.arange(self.key.n) < n, strength_of(self.products), -1.0)
