"""The second half of beat 4: the fan of walks, its envelope, its three stations and their table."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from manim import Mobject, VGroup, VMobject

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, point, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale, signed, tick_label
from scenes.kit.parts.lines import WalkFan
from scenes.kit.parts.paths import polyline, rectangles, segments
from scenes.kit.parts.shapes import dot, filled, line, stroke_width, stroked
from scenes.kit.parts.slice import SliceHistogram
from scenes.kit.type import HEADING, TICK, formula, place, words

STATIONS = (16, 64, 512)
ENVELOPE = "plus.minus sqrt(d_k)"
DIMMED = 0.7
LABEL_AT = 150, 45.5  # the d_k over which the envelope's label stands, and the score: few walks are as high there


class FanFrame(VGroup):
    """The fan's furniture: the score axis, the line of zero, and a thin line and number for each station."""

    def __init__(self, box: Box) -> None:
        limit = lesson.SCORE_LIMIT
        self.box = box
        self.y = Scale(-limit, limit, box.bottom, box.y)
        self.zero, self.drops, marks = stroked("axis", 2), stroked("axis", 1.5), stroked("axis", 2)
        values = np.arange(-60, 61, 20)
        marks.points = segments(np.full(7, box.x - 8.0), self.y(values), np.full(7, box.x), self.y(values))
        numbers = [tick_label(v, signed(v), box.x - 18, float(self.y(v)), "right") for v in values.tolist()]
        name = place(words("score", TICK, "muted"), box.x - 64, box.y - 30, "left")
        self.ticks = {d: words(str(d), TICK, "ink") for d in STATIONS}
        self.symbol = formula("d_k", 44, "muted")
        super().__init__(line(box.x, box.y, box.x, box.bottom), self.zero, marks, *numbers, name)
        self.add(self.drops, *self.ticks.values(), self.symbol)
        self.set_right(box.right)

    def set_right(self, right: float) -> FanFrame:
        """End the axis of d_k at design pixel ``right``; the score axis stays as it is."""
        box = self.box
        self.x = Scale(0.0, lesson.D_MAX, box.x, right)
        self.zero.points = segments(*(np.array([v]) for v in (box.x, box.cy, right, box.cy)))
        at = np.array(STATIONS, float)
        self.drops.points = segments(self.x(at), self.y(-np.sqrt(at)), self.x(at), np.full(3, box.bottom + 12))
        for d, tick in self.ticks.items():
            place(tick, float(self.x(d)), box.bottom + 36)
        place(self.symbol, box.x - 46, box.bottom + 36)  # its values follow it on its line
        return self


class Walks(WalkFan):
    """The fan's walks, among which the envelope's label stands: its rim keeps them off its letters."""

    allow_overlap: ClassVar = frozenset({ENVELOPE})


class Envelope(VGroup):
    """Plus and minus the square root of d on the fan's scales. ``reveal(d)`` draws it up to d."""

    def __init__(self, frame: FanFrame) -> None:
        self._frame = frame
        self.curve = stroked("ink", 4)
        self.label = formula(ENVELOPE, 52)
        # It stands among walks: a rim of the ground's colour keeps them off its glyphs.
        self.label.set_stroke(colour("background"), stroke_width(10), 1, background=True)
        super().__init__(self.curve)
        self.set_z_index(2)
        self.label.set_z_index(3)
        self.stand()

    def stand(self) -> None:
        """Put the label where the frame's scales are now."""
        d_k, score = LABEL_AT
        place(self.label, float(self._frame.x(d_k)), float(self._frame.y(score)) + either(6, -8))

    def reveal(self, upto: float) -> Envelope:
        """Draw both branches for d up to ``upto``."""
        d = upto * np.linspace(0.0, 1.0, 121) ** 2  # close together where the root is steep
        x, root = self._frame.x(d), np.sqrt(d)
        self.curve.points = np.concatenate([polyline(points(x, self._frame.y(s * root))) for s in (1, -1)])
        return self


class Fan:
    """The film's 16 scores and 200 more as walks on one plane, each up to the dimension it has been drawn to.

    ``plane`` is the furniture, ``lead`` one walk on its own, ``sixteen`` those of the film's keys, ``many`` the rest.
    Strokes of one path do not add up, so the faint walks are many paths that do. They are slow to draw, so that they
    are drawn whole and stand still: ``cover`` hides those that have not walked yet and draws back, ``veil`` dims them.
    """

    FULL: ClassVar = (1.0, 0.75, 0.11)  # opacity of the lead, of the sixteen, of the many
    ALONE: ClassVar = 0.3  # of the few that stand for the many

    def __init__(self, box: Box, narrow: float, lead: int, *, paths: int = 40) -> None:
        limit, ours = lesson.SCORE_LIMIT, lesson.film_walks()
        self.plane, self._wide, self._narrow = FanFrame(box), box.right, narrow
        self._track = ours[lead]
        self.lead = Walks(box, ours[[lead]], limit, width=4, opacity=1.0, every=1)
        self.sixteen = Walks(box, ours, limit, width=2.4, every=2)
        parts = np.array_split(self._within(limit), paths)
        self.many = [Walks(box, part, limit, width=1.5, opacity=self.FULL[2], every=3) for part in parts]
        self.few = self.many[::4]
        self.all = (*self.many, self.sixteen, self.lead)
        self.cover, self.veil = filled("background"), filled("background", 0.0)
        # Drawn in the order of these heights; what is lower than all that moves is drawn once a play.
        layers: list[list[VMobject]] = [[*self.many], [self.cover], [self.sixteen, self.lead], [self.veil]]
        for z, layer in enumerate(layers, start=-4):
            for part in layer:
                part.set_z_index(z)
        far = max(float(np.abs(part).max()) for part in (ours, *parts)) + 1
        self._top, self._bottom = float(self.plane.y(far)), float(self.plane.y(-far))
        for walks in self.many:
            walks.reveal(walks.steps)
        self.walker = dot(0, 0, 10, "ink").set_z_index(3)
        self.envelope = Envelope(self.plane)
        self.crowd(0.0)
        self.shine(1.0)

    @staticmethod
    def _within(limit: float) -> np.ndarray:
        """The film's number of walks, the first that stay on the score axis: it ends at plus and minus ``limit``."""
        walks = lesson.walks(lesson.N_WALKS + 20)
        return walks[np.abs(walks).max(axis=1) <= limit][: lesson.N_WALKS]

    def stride(self, d: float) -> None:
        """The lead walks up to dimension d, its dot ahead."""
        self.lead.reveal(d)
        score = float(np.interp(d, np.arange(len(self._track)), self._track))
        self.walker.move_to(point(float(self.plane.x(d)), float(self.plane.y(score))))

    def crowd(self, t: float) -> None:
        """The many walk a share t of the way, and the few recede among them."""
        self._lay(self.cover, float(self.plane.x(lesson.D_MAX * t)))
        lead, sixteen, _ = self.FULL
        self.lead.lines.set_stroke(opacity=lead * (1 - 0.5 * t))
        self.sixteen.lines.set_stroke(opacity=sixteen * (1 - 0.53 * t))

    def _lay(self, sheet: Mobject, left: float) -> None:
        """Have ``sheet`` hide all that is drawn of walks to the right of design pixel ``left``."""
        right = float(self.plane.x.stop) + 4
        sheet.points = rectangles(*(np.array([v]) for v in (left, self._top, max(right, left), self._bottom)))

    def shine(self, share: float) -> None:
        """Show all walks at a share of their brightness."""
        self._lay(self.veil, float(self.plane.x.start) - 4)  # a stroke begins half its width before its first point
        self.veil.set_fill(opacity=1 - share)

    # -- making room ----------------------------------------------------------------------------------------------
    # Two hundred faint walks are too slow to redraw in every frame, so a few of them, as bright together, stand for
    # all while the fan is drawn in.

    def spare(self) -> None:
        """Before the cover comes back: it is to leave the few in sight."""
        for walks in self.few:
            walks.set_z_index(-2.5)

    def sink(self, t: float) -> None:
        """All walks are dimmed, to a share t, and where the fan is to be drawn in the few take over from the many."""
        self._thin(t)
        self.shine(1 - (1 - DIMMED) * t)

    def _thin(self, t: float) -> None:
        if self._narrow == self._wide:
            self.cover.set_fill(opacity=0.0)
            return
        self._lay(self.cover, float(self.plane.x.start))
        self.cover.set_fill(opacity=t)
        for walks in self.few:
            walks.lines.set_stroke(opacity=self.FULL[2] + (self.ALONE - self.FULL[2]) * t)

    def draw_in(self, t: float) -> None:
        """The fan with the few of the many a share t of the way to where it makes room for its stations."""
        if self._narrow != self._wide:
            self.plane.set_right(self._wide + (self._narrow - self._wide) * t)
            for walks in (*self.few, self.sixteen, self.lead):
                walks.x = self.plane.x
                walks.reveal(walks.steps)
            self.envelope.reveal(lesson.D_MAX).stand()

    def follow(self) -> None:
        """Put the many where the fan now is."""
        for walks in self.many:
            walks.x = self.plane.x
            walks.reveal(walks.steps)

    def rise(self, t: float) -> None:
        """The many come up again, to a share t."""
        self._thin(1 - t)

    def finish(self) -> None:
        """Stand drawn in, every walk at full length and at its brightest."""
        for walks in (self.sixteen, self.lead):
            walks.reveal(walks.steps)
        self.crowd(1.0)
        self.envelope.reveal(lesson.D_MAX)
        self.draw_in(1.0)
        self.follow()
        self.shine(1.0)

    @property
    def redrawn(self) -> list[Mobject]:
        """What ``draw_in`` redraws."""
        return [self.plane, *self.few, self.sixteen, self.lead, self.envelope, self.envelope.label]


def station(d_k: int, y: Scale, width: float) -> SliceHistogram:
    """The 20 000 scores at d_k as a cross-section, with their exact density and one sigma to either side.

    ``width`` is pixels per unit of density, the same for every d_k: the same many scores have the same area.
    """
    heights = lesson.score_histogram(d_k)
    return SliceHistogram(y, lesson.BIN_EDGES, heights, curves.X, curves.density(d_k), float(np.sqrt(d_k)), width)


def tallest(d_k: int) -> float:
    """The highest density that the station of ``d_k`` draws, of its bars or its curve."""
    return float(max(lesson.score_histogram(d_k).max(), curves.density(d_k).max()))


class SpreadTable(VGroup):
    """Two rows under the stations at ``xs``: the spread measured on the scores, the square root of d_k.

    ``heads`` says where each row's name stands, at that end (``anchor``) of it.
    """

    def __init__(self, xs: list[float], rows: list[float], heads: list[tuple[float, float]], anchor: str) -> None:
        self.heads = [
            self._spread(*heads[0], anchor),
            place(formula("sqrt(d_k)", 44, "muted"), *heads[1], anchor),
        ]
        columns = (("sample_std", "raw"), ("sigma", "ink"))
        self.cells = [
            [
                place(words(lesson.number(f"{name}_{d}").text, 48, role, 600), x, y, "left")
                for (name, role), y in zip(columns, rows, strict=True)
            ]
            for d, x in zip(STATIONS, xs, strict=True)
        ]
        super().__init__(*self.heads, *(cell for column in self.cells for cell in column))

    def _spread(self, x: float, y: float, anchor: str) -> Mobject:
        """The name of the measured row: in portrait, where it stands at the left, in two lines."""
        scores = f"{lesson.number('n_scores').text} scores"
        lines = either([f"spread of {scores}"], ["spread of", scores])
        top = y - 20 * (len(lines) - 1)
        return VGroup(*(place(words(t, HEADING, "muted"), x, top + 40 * i, anchor) for i, t in enumerate(lines)))
