"""The title card, which is the poster too: the film's name over a query and a key that do not fit each other."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes import FILM_TITLE
from scenes.kit.layout import either
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import circle, stroked
from scenes.kit.type import DISPLAY, beside, formula, place, words
from scenes.projections import at, mix

WIDE, KEY_WIDE = 32, 8  # entries in a row of the query and of the key
REACH = 70.0  # length of a loose end, in pixels
SPREAD = 2.0  # how much longer all rows take to be dealt out than one of them


class TitleCard(VGroup):
    """The film's name, what it is about, and the question mark between a query (n,) and a key (m,).

    The two vectors are strips made elsewhere, which the card only places: rows of WIDE and KEY_WIDE entries, the
    query's from the bottom up, as beat 1 goes on to use them.
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
        self.cell = either(25.0, 28.0)
        self.left, self.top = either((96.0, 500.0), (92.0, 760.0))
        self.key_left, self.key_top = either((1624.0, 600.0), (428.0, 1504.0))
        self.links, self.loose = stroked("ink", 2.5, 0.45), stroked("ink", 2.5, 0.45)
        self.disc = circle(*either((1260.0, 700.0), (540.0, 1356.0)), either(104.0, 92.0), "ink", 5, "background")
        self.mark = place(words("?", 128, "ink", 600), *either((1260.0, 700.0), (540.0, 1356.0)))
        super().__init__(self.lines, self.about, self.root, self.links, self.loose, self.disc, self.mark)
        for part in (self.disc, self.mark):
            part.set_z_index(3)
        query.move_cells(*self.query_cells(), self.cell)
        key.move_cells(*self.key_cells(), self.cell)
        self.listen(0.0)

    def query_cells(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres (n,), (n,) of the query's cells in design pixels."""
        row, column = np.divmod(np.arange(self.query.n), WIDE)
        bottom = self.top + self.query.n / WIDE * self.cell
        return self.left + (column + 0.5) * self.cell, bottom - (row + 0.5) * self.cell

    def key_cells(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres (m,), (m,) of the key's cells in design pixels."""
        row, column = np.divmod(np.arange(self.key.n), KEY_WIDE)
        return self.key_left + (column + 0.5) * self.cell, self.key_top + (row + 0.5) * self.cell

    def listen(self, t: float) -> None:
        """A wave of light runs from both vectors towards the question mark; loose ends reach out and find nothing."""
        along, across = at(*self.query_cells())
        key_along, key_across = at(*self.key_cells())
        begin, end = float(along.max()) + self.cell / 2 + 8, float(key_along.min()) - self.cell / 2 - 8
        lines, met = np.unique(across.round(3)), np.unique(key_across.round(3))
        self.links.points = segments(*at(np.full_like(met, begin), met), *at(np.full_like(met, end), met))
        reach = REACH + 40 * np.sin(np.pi * t) ** 2
        unmet = lines[(lines < met.min() - 1) | (lines > met.max() + 1)]
        ends = [at([begin, begin + reach], [c, c]) for c in unmet]
        self.loose.points = np.concatenate([dashes(x[0], y[0], x[1], y[1], 12, 8) for x, y in ends])
        for strip, place_, out in ((self.query, along, 1.0), (self.key, key_along, -1.0)):
            low, high = float(place_.min()), float(place_.max())
            way = out * (place_ - (low if out > 0 else high)) / (high - low)
            wave = np.exp(-(((way - (1.8 * t - 0.4)) / 0.12) ** 2))
            strip.draw(np.minimum(strength_of(strip.values) * (1 + 1.2 * wave) + 0.25 * wave, 1.0))


def deal(
    strip: VectorStrip,
    start: tuple[np.ndarray, np.ndarray],
    goal: tuple[np.ndarray, np.ndarray],
    cells: tuple[float, float],
    run: int,
    t: float,
) -> None:
    """Move a strip's cells a share ``t`` of the way from ``start`` to ``goal``, so many at a time that keep in line.

    That is ``run``; one goes after the other. ``start`` and ``goal`` are centres (n,), (n,), ``cells`` the sizes there.
    """
    turn = np.arange(strip.n) // run * run / strip.n
    own = np.clip(t * (1 + SPREAD) - SPREAD * turn, 0, 1)
    own = own * own * (3 - 2 * own)
    strip.x, strip.y, strip.cell = mix(start[0], goal[0], own), mix(start[1], goal[1], own), cells[1]
    strip.set_cells(strip.x, strip.y, mix(cells[0], cells[1], own) * (1 - strip.gap), strip.strength)
