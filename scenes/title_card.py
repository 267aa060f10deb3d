"""The title card, which is the poster too: the film's name over a query and a key that do not fit each other."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes import FILM_TITLE
from scenes.kit.layout import either
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import circle, stroked
from scenes.kit.type import DISPLAY, LABEL, Words, beside, formula, place, words
from scenes.regroup import Centres

REACH = 46.0  # length of a loose end, in pixels


class TitleCard(VGroup):
    """The film's name, what it is about, and the question mark between a query (n,) and a key (m,).

    The two vectors are strips made elsewhere, which the card only places: in rows of ``run`` entries, the query's from
    the bottom up, as beat 1 goes on to use them. A row of the key faces a row of the query, and their pairs are as many
    as they will be there: the lines that end at nothing stand for all the others.
    """

    def __init__(self, query: VectorStrip, key: VectorStrip) -> None:
        self.query, self.key = query, key
        name = FILM_TITLE.capitalize().split()
        breaks = either((4, 7), (2, 5, 7))
        texts = [" ".join(name[a:b]) for a, b in zip((0, *breaks), breaks, strict=False)]
        x, y = either((96.0, 164.0), (54.0, 250.0))
        self.lines = VGroup(
            *(place(words(t, DISPLAY, "ink", 600), x, y + 112 * i, "left") for i, t in enumerate(texts))
        )
        y += 112 * len(texts) + 6
        self.about = place(words("why attention divides by", 48, "muted"), x, y, "left")
        self.root = beside(formula("sqrt(d_k)", 64, "scaled"), self.about, 20)
        self.run, self.cell = either((32, 22.0), (16, 24.0))
        self.middle = either(690.0, 1124.0)  # one height for the middles of both, so that their rows meet
        self.links, self.loose = stroked("ink", 2.5, 0.45), stroked("ink", 2.5, 0.45)
        x, y = either(960.0, 540.0), self.middle
        self.disc = circle(x, y, either(84.0, 72.0), "ink", 5, "background")
        self.mark = place(words("?", 112, "ink", 600), x, y)
        self.sizes = VGroup(*map(self._size, (query, key), ("query", "key"), (self.query_cells(), self.key_cells())))
        super().__init__(self.lines, self.about, self.root, self.links, self.loose, self.disc, self.mark)
        self.add(self.sizes)
        for part in (self.disc, self.mark):
            part.set_z_index(3)
        query.move_cells(*self.query_cells(), self.cell)
        key.move_cells(*self.key_cells(), self.cell)
        self.listen(0.0)

    def _size(self, strip: VectorStrip, role: str, cells: Centres) -> Words:
        """How many numbers a vector has, below it and in its colour."""
        x, y = cells
        return place(words(f"{strip.n} numbers", LABEL, role), float(x.mean()), float(y.max()) + self.cell / 2 + 40)

    def query_cells(self) -> Centres:
        """Centres (n,), (n,) of the query's cells in design pixels."""
        row, column = np.divmod(np.arange(self.query.n), self.run)
        bottom = self.middle + self.query.n / self.run * self.cell / 2
        return either(96.0, 54.0) + (column + 0.5) * self.cell, bottom - (row + 0.5) * self.cell

    def key_cells(self) -> Centres:
        """Centres (m,), (m,) of the key's cells in design pixels."""
        row, column = np.divmod(np.arange(self.key.n), self.run)
        left, top = either(1824.0, 1026.0) - self.run * self.cell, self.middle - self.key.n / self.run * self.cell / 2
        return left + (column + 0.5) * self.cell, top + (row + 0.5) * self.cell

    def listen(self, t: float) -> None:
        """A wave of light runs from both vectors towards the question mark; loose ends reach out and find nothing."""
        (x, y), (key_x, key_y) = self.query_cells(), self.key_cells()
        begin, end = float(x.max()) + self.cell / 2 + 8, float(key_x.min()) - self.cell / 2 - 8
        lines, met = np.unique(y.round(3)), np.unique(key_y.round(3))
        self.links.points = segments(np.full_like(met, begin), met, np.full_like(met, end), met)
        reach = REACH * (1 + 0.5 * np.sin(np.pi * t) ** 2)
        unmet = lines[(lines < met.min() - 1) | (lines > met.max() + 1)]
        self.loose.points = np.concatenate([dashes(begin, one, begin + reach, one, 10, 7) for one in unmet])
        for strip, place_, out in ((self.query, x, 1.0), (self.key, key_x, -1.0)):
            low, high = float(place_.min()), float(place_.max())
            way = out * (place_ - (low if out > 0 else high)) / (high - low)
            wave = np.exp(-(((way - (1.8 * t - 0.4)) / 0.12) ** 2))
            strip.draw(np.minimum(strength_of(strip.values) * (1 + 1.2 * wave) + 0.25 * wave, 1.0))
