"""The first half of beat 4: one term as a product of two bells, and terms chained into a walk."""

from __future__ import annotations

import numpy as np
from manim import VGroup
from scipy.special import ndtri

from mathcore.scores import score_pdf
from scenes.kit.layout import Box, points
from scenes.kit.look import blend
from scenes.kit.motion import eased
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.density import FILL, DensityCurve
from scenes.kit.parts.paths import polyline, rectangles
from scenes.kit.parts.shapes import filled, stroked
from scenes.kit.type import LABEL, formula, place, words

ENTRY_LIMIT, ENTRY_TOP = 4.0, 0.8  # the axis of one entry or one term: not the film's score axis
ENTRY_X = 4.2 * np.sinh(np.linspace(-5, 5, 401)) / np.sinh(5)  # close together where the product peaks

_MIDDLES = (np.arange(600) + 0.5) / 600


def normal(x: np.ndarray) -> np.ndarray:
    """Standard normal density at x (n,)."""
    return np.asarray(np.exp(-x * x / 2) / np.sqrt(2 * np.pi))


def stretched(t: float) -> np.ndarray:
    """Exact density at ENTRY_X of |q|^t k for independent standard normal q and k: k's bell at 0, the term's at 1.

    Given q it is k's bell stretched by |q|^t; averaged here over 600 equally likely values of |q|.
    """
    if t <= 0:
        return normal(ENTRY_X)
    if t >= 1:
        return np.asarray(score_pdf(ENTRY_X, 1))
    size = ndtri((1 + _MIDDLES) / 2) ** t
    return np.asarray((normal(ENTRY_X[:, None] / size) / size).mean(axis=1))


class Bell(VGroup):
    """A density of one number on the entry axis and its symbol.

    ``mean``, ``variance`` and ``sides`` (dashes at one sigma) are what is said of it; they are not part of the group.
    """

    def __init__(self, box: Box, symbol: str, role: str, at: tuple[float, float]) -> None:
        self.curve = DensityCurve(box, -ENTRY_LIMIT, ENTRY_LIMIT, ENTRY_TOP, role=role)
        self.furniture = HorizontalAxis(box, -ENTRY_LIMIT, ENTRY_LIMIT, (-2, 0, 2))
        self.symbol = place(formula(symbol, 60, role), box.cx + at[0], box.bottom - at[1])
        self.mean = place(words("mean 0", LABEL), box.cx, box.bottom + 92)
        self.variance = place(words("variance 1", LABEL), box.cx, box.bottom + 148)
        self.sides = self.curve.set_sides(1.0, 0.34).sides
        self.curve.remove(self.sides)  # the dashes appear with their word
        super().__init__(self.furniture, self.curve, self.symbol)

    def redraw(self, box: Box, density: np.ndarray) -> None:
        """Stand in ``box`` with densities (401,) at ENTRY_X."""
        self.curve.within(box).set_density(ENTRY_X, density)

    def tint(self, role: str, t: float, filled: float = 1.0) -> None:
        """Colour a share t of the way from the bell's own role to another, its area to a share of its full strength.

        It turns in the middle of the way, within a sixth of it: what lies between two roles looks like a third one.
        """
        mixed = blend(role, min(max(6 * t - 2.5, 0.0), 1.0), self.curve.curve.role)
        self.curve.curve.set_stroke(mixed)
        self.curve.area.set_fill(mixed, FILL * filled)


def fading(box: Box) -> VGroup:
    """A mist of the ground's colour over the top of a density that goes on without end, where its box cuts it off."""
    ends = box.y + np.array([-8.0, *range(0, 60, 4)])
    layers = VGroup(*(filled("background", opacity) for opacity in np.linspace(1, 0, len(ends))[:-1]))
    for layer, top, bottom in zip(layers, ends[:-1], ends[1:], strict=True):
        layer.points = rectangles(*(np.array([side]) for side in (box.cx - 30, top, box.cx + 30, bottom)))
        layer.set_z_index(4)  # over the curve
    return layers


class TermBars(VGroup):
    """The first terms of one score as bars, which start as strips of the term's density and end stacked as a walk.

    ``draw(spread, chain)``: spread 0 is the density cut in strips, 1 a row of terms; chain 0..n stacks that many,
    each on the end of the one before. Submobjects ``bars`` (one path), ``walk`` (the line through their ends).
    """

    def __init__(self, terms: np.ndarray, source: DensityCurve, box: Box, unit: float) -> None:
        self.terms, self.sums = terms, np.concatenate([[0.0], np.cumsum(terms)])
        n = len(terms)
        self.x = Scale(0, n, box.x, box.right)
        self.y = Scale(0, 1, box.y, box.y - unit)
        self.bars, self.walk = filled("raw"), stroked("raw", 5)
        super().__init__(self.bars, self.walk)
        self.bars.set_z_index(5)  # over the top that fades of the density they come from
        self.walk.set_z_index(6)
        ends = np.linspace(-2, 2, n + 1)
        middles = (ends[1:] + ends[:-1]) / 2
        heights = np.minimum(np.asarray(score_pdf(middles, 1)), source.top)
        bottom = np.full(n, source.box.bottom)
        self._strips = np.stack([source.x(ends[:-1]), source.y(heights), source.x(ends[1:]), bottom])

    def draw(self, spread: float, chain: float) -> TermBars:
        """Redraw; see the class."""
        n = len(self.terms)
        lifted = eased(chain - np.arange(n))
        start = self.sums[:-1] * lifted
        left, right = self.x(np.arange(n) + 0.14), self.x(np.arange(n) + 0.86)
        row = np.stack([left, self.y(start + self.terms), right, self.y(start)])
        now = self._strips + (row - self._strips) * spread
        top, bottom = np.minimum(now[1], now[3]), np.maximum(now[1], now[3])
        bottom = np.maximum(bottom, top + 2.0)  # a term near zero is still a term
        self.bars.points = rectangles(now[0], top, now[2], bottom)
        self.bars.set_fill(opacity=1.0 - 0.55 * min(chain / n, 1.0))
        done = min(chain, float(n))
        steps = np.append(np.arange(int(np.floor(done)) + 1), done)
        self.walk.points = polyline(points(self.x(steps), self.y(np.interp(steps, np.arange(n + 1), self.sums))))
        return self

    def carry(self, x: Scale, y: Scale, t: float) -> TermBars:
        """Take the walk a share t of the way to other scales, without its bars."""
        steps = np.arange(len(self.sums))
        px = self.x(steps) + (x(steps) - self.x(steps)) * t
        py = self.y(self.sums) + (y(self.sums) - self.y(self.sums)) * t
        self.walk.points = polyline(points(px, py))
        self.bars.set_fill(opacity=0.0)
        return self
