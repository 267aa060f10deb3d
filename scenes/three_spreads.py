"""The picture on which beat 4 closes and beat 5 opens: the fan, its three stations, their table, two bells."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from scenes.kit.layout import Box, either, point
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import stroke_width, stroked
from scenes.kit.type import HEADING, TICK, formula, place, words
from scenes.variance_fan import STATIONS, Fan, SpreadTable, station, tallest
from scenes.variance_terms import ENTRY_X, Bell, normal

TITLE = "How wide is the fan?"  # the heading over it


class Entries(VGroup):
    """The reminder of what an entry is: the two bells, small, and what both have in common."""

    def __init__(self) -> None:
        y = either(772.0, 1672.0)
        boxes = [Box(x, y, either(160, 190), either(94, 80)) for x in either((96.0, 290.0), (54.0, 290.0))]
        super().__init__()
        for box, name, role in zip(boxes, ("q_i", "k_i"), ("query", "key"), strict=True):
            bell = Bell(box, name, role, (0, 0))
            bell.redraw(box, normal(ENTRY_X))
            bell.remove(bell.furniture)
            self.add(bell)
            bell.symbol.scale(40 / 60).move_to(point(box.cx + 66, box.bottom - 62))
        self.add(place(words("mean 0, variance 1", TICK, "muted"), *either((273, 906), (670, 1720))))


class ThreeSpreads:
    """The parts: ``fan``, ``stations`` with their places at ``columns`` on the scale ``there``, ``table``, ``entries``.

    ``gate`` is the width of the fan at one d_k, plus and minus its square root.
    """

    def __init__(self) -> None:
        box = either(Box(180, 180, 1600, 510), Box(150, 230, 810, 560))
        winner = int(lesson.film_weights(lesson.D_MAX, scaled=False).argmax())
        self.fan = Fan(box, either(790.0, box.right), winner)
        # Of one density: the first is the longest, the last the widest.
        self.columns = either([900.0, 1344.0, 1624.0], [310.0, 620.0, 846.0])
        self.here = self.fan.plane.y
        self.there = either(self.here, Scale(self.here.low, self.here.high, 1420, 860))
        self.stations = [station(d, self.there, either(370.0, 250.0) / tallest(STATIONS[0])) for d in STATIONS]
        for i, slice_ in enumerate(self.stations):
            for z, part in enumerate(slice_.submobjects):  # a later one passes behind those that stand
                part.set_z_index(2.7 - 0.3 * i + 0.05 * z)
            slice_.stand(self.columns[i], self.there, 0.0)
        self.tags, self.sigmas = self._name_stations()
        rows = either([824.0, 894.0], [1546.0, 1626.0])
        heads = either([(860.0, y) for y in rows], [(54.0, y) for y in rows])
        self.table = SpreadTable(self.columns, rows, heads, either("right", "left"))
        self.entries = Entries()
        self.gate = stroked("ink", 6).set_z_index(3)

    def _name_stations(self) -> tuple[VGroup, VGroup]:
        """For each station its d_k, under its axis, and plus and minus sigma, at the end of the upper dashes."""
        tags, sigmas = VGroup(), VGroup()
        for d, slice_, x in zip(STATIONS, self.stations, self.columns, strict=True):
            tags.add(place(formula(f"d_k = {d}", 40, "ink"), x - 4, self.there.start + 36, "left"))
            sigma = words(f"±{lesson.number(f'sigma_{d}').text}", HEADING, "ink", 600)
            # A wider bar passes behind it on its way: a rim of the ground's colour keeps it off the digits.
            sigma.set_stroke(colour("background"), stroke_width(10), 1, background=True).set_z_index(3)
            sigmas.add(place(sigma, slice_.out() + 8, float(self.there(np.sqrt(d))) - 26, "left"))
        return tags, sigmas

    def slide(self, d: float) -> None:
        """Stand the gate at d_k = ``d``."""
        x, half = np.array([float(self.fan.plane.x(d))]), np.array([np.sqrt(d)])
        self.gate.points = segments(x, self.here(-half), x, self.here(half))

    @property
    def picture(self) -> list[Mobject]:
        """All that is on screen at the end."""
        fan = self.fan
        walks = [*fan.many, fan.sixteen, fan.lead, fan.veil]
        return [*walks, fan.plane, fan.envelope, fan.envelope.label, *self.stations, *self.words, self.gate]

    @property
    def words(self) -> list[Mobject]:
        """What is written under the fan and its stations, and the bells."""
        return [self.tags, self.sigmas, self.table, self.entries]


def closing() -> ThreeSpreads:
    """The closing picture: every station in its place, the fan bright, the gate at its widest."""
    spreads = ThreeSpreads()
    fan = spreads.fan
    fan.finish()
    for slice_, x in zip(spreads.stations, spreads.columns, strict=True):
        slice_.stand(x, spreads.there, 1.0)
    spreads.slide(lesson.D_MAX)
    return spreads
