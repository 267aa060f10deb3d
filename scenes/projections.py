"""The picture of two projections: a query and a key of different sizes, carried into one shared space.

Beats 1, 8 and 9 show it. It is laid out along one direction, from query to key: rightwards in landscape, downwards in
portrait. ``along`` is that direction and ``across`` the other one, both in design pixels.

The vectors, the matrices and the score are those of ``lesson.caption_attention``: the query is the word "boat", the key
one of the patches, and the projections really carry 512 and 64 numbers to the 64 that are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from manim import VGroup
from numpy.typing import ArrayLike

from mathcore import lesson
from scenes.kit.layout import either, extent
from scenes.kit.parts.cells import Cells, VectorStrip, strength_of
from scenes.kit.parts.funnel import Funnel
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import circle, stroked
from scenes.kit.type import READOUT, TICK, formula, place, words

WORD = "boat"
NODE = 88.0  # radius of the disc that holds the score
SENT, PASSAGE = 0.45, 0.45  # of a passage: until the last entry has left its block, and what one entry takes
FIRST_OUT, LEAVE = 0.4, 0.12  # of a passage: when the first projected number leaves the funnel, and what one takes


def example() -> tuple[lesson.CaptionAttention, int, int]:
    """The constructed example, the row of its word "boat" and the patch (0..35) with that word's largest weight."""
    held = lesson.caption_attention()
    row = held.words.index(WORD)
    return held, row, int(held.weights[row].argmax())


def ordinary() -> tuple[int, int]:
    """Row and column of the score of "boat" that is nearest to one standard deviation: one as scores mostly are.

    The example's own largest score is that of a word which was built to find its patch, far out in the tail.
    """
    held, row, _ = example()
    sigma = held.query_projection.shape[1] ** 0.5
    return row, int(np.abs(held.scores[row] - sigma).argmin())


def at(along: ArrayLike, across: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Design pixels x and y of places along and across the picture; the other way round it is the same swap."""
    a, c = np.asarray(along, float), np.asarray(across, float)
    return either((a, c), (c, a))


@dataclass(frozen=True)
class Block:
    """A vector as cells: from ``along``, centred on ``across``, ``deep`` cells a line (a row in landscape)."""

    along: float
    across: float
    cell: float
    deep: int

    def centres(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Cell centres (n,), (n,) in design pixels."""
        line, step = np.divmod(np.arange(n), self.deep)
        lines = -(-n // self.deep)
        return at(self.along + (step + 0.5) * self.cell, self.across + (line - lines / 2 + 0.5) * self.cell)


@dataclass(frozen=True)
class Place:
    """Where one side stands: its vector, its funnel (ends along; wide and narrow across), its share of the space."""

    block: Block
    ends: tuple[float, float]
    wide: tuple[float, float]
    narrow: tuple[float, float]
    shared: Block


def places() -> tuple[Place, Place]:
    """Where the query's and the key's side stand when the picture has the frame to itself."""
    return either(
        (
            Place(Block(150, 416, 15, 16), (420, 640), (176, 656), (288, 544), Block(664, 416, 15.5, 4)),
            Place(Block(1650, 416, 15, 8), (1620, 1280), (356, 476), (288, 544), Block(1194, 416, 15.5, 4)),
        ),
        (
            Place(Block(200, 540, 17, 16), (490, 640), (268, 812), (380, 700), Block(660, 540, 19, 4)),
            Place(Block(1192, 540, 17, 8), (1174, 1034), (472, 608), (380, 700), Block(938, 540, 19, 4)),
        ),
    )


def wide_places() -> tuple[Place, Place]:
    """Where both sides stand while no formula needs room below them: the same picture, as large as the frame allows."""
    return either(
        (
            Place(Block(96, 500, 18, 16), (408, 640), (212, 788), (330, 670), Block(672, 500, 20, 4)),
            Place(Block(1680, 500, 18, 8), (1656, 1280), (428, 572), (330, 670), Block(1168, 500, 20, 4)),
        ),
        (
            Place(Block(292, 540, 23, 16), (684, 872), (172, 908), (332, 748), Block(898, 540, 26, 4)),
            Place(Block(1556, 540, 23, 8), (1532, 1344), (448, 632), (332, 748), Block(1214, 540, 26, 4)),
        ),
    )


def vector_names(n: int, m: int) -> VGroup:
    """The names of a query of n and a key of m numbers, beside their blocks at ``places()``."""
    return move_names(VGroup(formula(f"q in RR^{n}", 50, "query"), formula(f"k in RR^{m}", 50, "key")), 1.0)


def move_names(names: VGroup, t: float) -> VGroup:
    """Put the names beside the blocks a share ``t`` of the way from ``wide_places()`` to ``places()``."""
    spots = either(
        (((240, 836), (270, 704)), ((1740, 624), (1710, 524))), (((540, 246), (920, 336)), ((740, 1648), (708, 1260)))
    )
    for name, (start, stop) in zip(names, spots, strict=True):
        place(name, *mix(start, stop, t).tolist())
    return names


def mix(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> np.ndarray:
    """A share ``t`` of the way from a to b."""
    a = np.asarray(a, float)
    return np.asarray(a + (np.asarray(b, float) - a) * np.asarray(t, float))


class Side(VGroup):
    """A vector (n,), the funnel of its matrix (n, m), and the m numbers that come out.

    ``carry(t)`` takes copies of the vector's cells through the funnel: 0 nothing has left, 1 all has arrived.
    """

    def __init__(self, vector: np.ndarray, matrix: np.ndarray, name: str, role: str, where: Place) -> None:
        self.values, self.projected = np.asarray(vector, float), np.asarray(vector @ matrix, float)
        self.vector = VectorStrip(self.values, 1, 0, 0, 1, role)
        self.moving = Cells(role)
        self.shared = VectorStrip(self.projected, 1, 0, 0, 1, role)
        self.funnel = Funnel(0, 1, (0, 1), (0, 1), name, role, size=60, down=either(False, True))
        super().__init__(self.funnel, self.vector, self.moving, self.shared)
        self.vector.set_z_index(1)
        self.moving.set_z_index(0.5)  # what leaves the vector comes out from behind it
        self.shared.set_z_index(2)
        self.factor = 1.0
        self.carried = 0.0
        self.stand(where)

    def stand(self, where: Place, then: Place | None = None, t: float = 0.0) -> Side:
        """Stand at a place, or a share ``t`` of the way to another."""
        self.place = where if then is None or t < 1 else then
        then = then or where

        def cells(one: Block, other: Block, strip: VectorStrip) -> None:
            strip.x, strip.y = (mix(a, b, t) for a, b in zip(one.centres(strip.n), other.centres(strip.n), strict=True))
            strip.cell = float(mix(one.cell, other.cell, t))

        cells(where.block, then.block, self.vector)
        cells(where.shared, then.shared, self.shared)
        (start, stop), (a, b), (c, d) = (
            mix(one, other, t).tolist()
            for one, other in ((where.ends, then.ends), (where.wide, then.wide), (where.narrow, then.narrow))
        )
        self.funnel.stand(start, stop, (a, b), (c, d))
        self.vector.draw()
        return self.carry(self.carried)

    def carry(self, t: float) -> Side:
        """Redraw what is under way at a share ``t`` of the passage: a stream goes in, and what comes out is its own."""
        self.carried = t
        self._send(t)
        self._emit(t)
        return self

    def _send(self, t: float) -> None:
        """Copies of the entries leave from the block's edge, those nearest to the funnel first, and go into it."""
        strip, shared = self.vector, self.shared
        along, across = at(strip.x, strip.y)
        away = np.abs(along - self.funnel_mouth)
        edge = along[away.argmin()]
        turn = (away - away.min()) / (np.ptp(away) or 1.0)
        gone = np.clip((t - SENT * turn) / PASSAGE, 0, 1)
        slot = at(shared.x, shared.y)[1][np.arange(strip.n) * shared.n // strip.n]
        x, y = at(mix(edge, self.place.ends[1], gone), mix(across, slot, gone))
        x, y, seen = self._inside(x, y)
        under_way = np.where((gone > 0) & (gone < 1), strip.strength * seen, -1.0)
        under_way[under_way < 0.02] = -1.0  # a cell at no strength is still a faint one
        self.moving.set_cells(x, y, strip.cell * 0.88, under_way)

    def _emit(self, t: float) -> None:
        """The projected numbers come out of the narrow end one after the other, those with the longest way first."""
        strip, (mouth, throat) = self.shared, self.place.ends
        strength = strength_of(self.factor * self.projected)
        strip.draw(strength if t >= 1 else np.full(strip.n, -1.0))
        if not 0 < t < 1:
            return
        along, across = at(strip.x, strip.y)
        far = np.abs(along - throat)
        # One line of the strip after the other, and in each line one after the other.
        turn = 0.7 * (far.max() - far) / (np.ptp(far) or 1.0) + 0.3 * (across - across.min()) / (np.ptp(across) or 1.0)
        out = np.clip((t - FIRST_OUT - (1 - FIRST_OUT - LEAVE) * turn) / LEAVE, 0, 1)
        within = throat - np.sign(throat - mouth) * 1.5 * strip.cell
        x, y = at(mix(within, along, out), across)
        strip.set_cells(x, y, strip.cell * (1 - strip.gap), np.where(out > 0, strength * np.minimum(2 * out, 1), -1.0))

    def _inside(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Cells (n,), (n,) kept between the funnel's walls, and how much is seen of each: nothing well inside it."""
        place, (along, across) = self.place, at(x, y)
        depth = (along - place.ends[0]) / (place.ends[1] - place.ends[0])
        low, high = (mix(a, b, np.clip(depth, 0, 1)) for a, b in zip(place.wide, place.narrow, strict=True))
        half = self.vector.cell / 2 + 4
        # They go out before they come to the matrix's name in the middle of the funnel.
        name = extent(self.funnel.symbol)
        seen = 0.5 - (either(name.w, name.h) / 2 + half) / abs(place.ends[1] - place.ends[0])
        return *at(along, np.clip(across, low + half, high - half)), np.clip(1.0 - depth / max(seen, 0.05), 0.0, 1.0)

    @property
    def funnel_mouth(self) -> float:
        """Where the funnel's wide end is, along."""
        return self.place.ends[0]

    def set_factor(self, factor: float, *, shared: bool = True) -> Side:
        """Show all numbers ``factor`` times as large; without ``shared`` only those before the funnel."""
        self.vector.draw(strength_of(factor * self.values))
        if shared:
            self.factor = factor
        return self.carry(self.carried)


class Projections(VGroup):
    """Both sides, the links between their shares of the space, and the score that the links add up to.

    ``pair`` is a word and a patch of the example; without one, the word "boat" and the patch that it attends to.
    """

    def __init__(self, query_place: Place, key_place: Place, pair: tuple[int, int] | None = None) -> None:
        held, *attended = example()
        row, patch = pair or attended
        self.query = Side(held.query_vectors[row], held.query_projection, "W_Q", "query", query_place)
        self.key = Side(held.patch_vectors[patch], held.key_projection, "W_K", "key", key_place)
        self.links = stroked("ink", 2.0, 0.4)
        self.score = ScoreNode(f"{held.scores[row, patch]:.1f}")
        self.sizes = VGroup(formula("d_k", 50), formula("d_k", 50))
        super().__init__(self.query, self.key, self.links, self.sizes, self.score)
        self.score.set_z_index(3)
        self.stand()

    def stand(self) -> Projections:
        """Put score and size labels where the two sides stand now."""
        boxes = self.query.shared.box, self.key.shared.box
        for label, box in zip(self.sizes, boxes, strict=True):
            place(label, *either((box.cx, box.bottom + 42), (box.right + 52, box.cy)))
        x = (boxes[0].cx + boxes[1].cx) / 2
        y = (boxes[0].cy + boxes[1].cy) / 2
        self.score.stand(x, y)
        return self

    def carry(self, t: float) -> Projections:
        """Take both vectors a share ``t`` of the way through their funnels."""
        self.query.carry(t)
        self.key.carry(t)
        return self

    def link(self, t: float) -> Projections:
        """Draw the links a share ``t`` of the way from both sides to the middle."""
        one, other = self.query.shared, self.key.shared
        deep = self.query.place.shared.deep
        across = at(one.x, one.y)[1][::deep]
        near = either(one.box.right, one.box.bottom) + 8
        far = either(other.box.x, other.box.y) - 8
        half = (far - near) / 2 * t
        if t <= 0:
            self.links.points = np.zeros((0, 3))
            return self
        starts, stops = [], []
        for begin, end in ((near, near + half), (far, far - half)):
            starts.append(at(np.full_like(across, begin), across))
            stops.append(at(np.full_like(across, end), across))
        self.links.points = np.concatenate([segments(*s, *e) for s, e in zip(starts, stops, strict=True)])
        return self


class ScoreNode(VGroup):
    """A disc with a number and the word "score" in it."""

    def __init__(self, text: str) -> None:
        self.disc = circle(0, 0, NODE, "ink", 4, "background")
        self.number = Numeral(text, 0, -14, size=READOUT, anchor="center")
        self.caption = place(words("score", TICK, "muted"), 0, 40)
        super().__init__(self.disc, self.number, self.caption)

    def stand(self, x: float, y: float) -> ScoreNode:
        """Stand with the disc's centre at design pixel (x, y)."""
        for part, dy in ((self.disc, 0.0), (self.caption, 40.0)):
            place(part, x, y + dy)
        self.number.show_at(self.number.text, x, y - 14)
        return self

    def step_back(self) -> ScoreNode:
        """Step back; the disc goes on hiding the links behind it."""
        self.disc.set_stroke(opacity=0.4)
        for part in (self.number, self.caption):
            part.set_fill(opacity=0.4)
        return self
