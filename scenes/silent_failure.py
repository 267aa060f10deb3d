"""Beat 8's silent failure: the image side arrives too wide, its scores are too wide, and one patch takes all attention.

``SilentFailure`` is one picture for the end of beat 8 and the beginning of beat 9.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from manim import VGroup, VMobject

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, extent, heading_position, points, safe
from scenes.kit.look import colour, get_look
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.patches import PatchMap
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import arrow, line, panel, stroke_width, stroked
from scenes.kit.type import HEADING, LABEL, TICK, Words, beside, formula, place, words
from scenes.projections import Projections, example
from scenes.seascape import GRID, Seascape
from scenes.transfer_parts import beside_caption, image_box

HEADING_TEXT = "Normalise, then project"  # the last heading of beat 8, which beat 9 opens with


def made_up() -> Words:
    """What the whole example is, on the heading's line."""
    made = place(words("a constructed example", TICK, "muted"), safe().right, heading_position()[1], "right")
    made.allow_far = True  # it speaks of all the picture
    return made


class ScoreWidth(VGroup):
    """The density of scores at d_k, divided by ``divisor``, on the film's score axis, and the measured ``spread``.

    ``set_factor(f)`` shows the scores of a side whose entries are f times as wide; the first curve stays as a trace.
    """

    def __init__(
        self, box: Box, d_k: int, role: str, name: str, source: str, *, spread: float, divisor: float = 1.0
    ) -> None:
        self.axis = HorizontalAxis(
            box, -lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, either((-60, -30, 0, 30, 60), (-60, 0, 60))
        )
        self.divisor, self.spread = divisor, spread
        self.density = curves.density(d_k) * divisor
        self.x, self.y = self.axis.x, Scale(0.0, float(self.density.max()), box.bottom, box.y)
        self.trace, self.curve = stroked(role, 3, 0.4), stroked(role, 5)
        self.curve.set_fill(colour(role), opacity=0.16)
        y = box.y - 34
        self.name = place(words(name, LABEL, role, 600), box.x, y, "left")
        self.source = beside(formula(source, 44, "muted"), self.name, 24)
        self.sigma = place(formula("sigma =", 48), box.right - 128, y, "right")
        self.number = Numeral("", box.right - 112, y, size=48)
        super().__init__(self.axis, self.trace, self.curve, self.name, self.source, self.sigma, self.number)
        self.trace.set_z_index(1)
        self.curve.set_z_index(2)
        self.trace.points = self._points(1.0)
        self.set_factor(1.0)

    def _points(self, factor: float) -> np.ndarray:
        x = curves.X * factor / self.divisor
        on_axis = np.abs(x) <= lesson.SCORE_LIMIT
        x, y = x[on_axis], self.density[on_axis] / factor
        edge = float(lesson.SCORE_LIMIT)
        x, y = np.concatenate([[-edge], x, [edge]]), np.concatenate([[y[0]], y, [y[-1]]])
        return polyline(points(self.x(x), self.y(y)))

    def set_factor(self, factor: float) -> ScoreWidth:
        """Redraw for entries ``factor`` times as wide."""
        self.curve.points = self._points(factor)
        self.number.set_text(f"{self.spread * factor:.1f}")
        return self


def score_widths(example: lesson.CaptionAttention) -> VGroup:
    """The raw and the scaled scores of the example's image side, as two charts on the film's score axis."""
    d_k = example.query_projection.shape[1]
    divisor, spread = float(np.sqrt(d_k)), example.spread
    above, below = either(
        (Box(96, 250, 608, 180), Box(96, 590, 608, 180)), (Box(54, 240, 972, 126), Box(54, 504, 972, 126))
    )
    raw = ScoreWidth(above, d_k, "raw", "raw", "q dot k", spread=spread * divisor)
    scaled = ScoreWidth(below, d_k, "scaled", "scaled", "q dot k \\/ sqrt(d_k)", spread=spread, divisor=divisor)
    return VGroup(raw, scaled)


def norm_bar() -> VGroup:
    """The normalising layer, between the patch's numbers and the funnel."""
    box = either(Box(1143, 208, 26, 540), Box(150, 1120, 780, 26))
    slab = panel(box, radius=10).set_stroke(colour("ink"), width=stroke_width(3), opacity=1)
    name = place(words("norm", HEADING, "ink", 600), *either((1156, 174), (944, 1133)), either("center", "left"))
    return VGroup(slab, name)


class SilentFailure(VGroup):
    """The projections with the caption put away, the image with its attention map, and the widths of the scores.

    Three knobs, each a factor over what it should be: ``arrive`` (the image's entries), ``widen`` (the scores) and
    ``weigh`` (the weights that follow). ``normalised()`` is the end: the entries are still too wide where they
    arrive, and no longer so behind the ``norm`` bar.
    """

    def __init__(self) -> None:
        self.example, self.row, self.patch = example()
        query, key = beside_caption(self.row)
        along = either(744.0, 716.0)
        self.picture = Projections(replace(query, shared=replace(query.shared, along=along)), key)
        self.query, self.key = self.picture.query, self.picture.key
        for side in (self.query, self.key):
            side.carry(1.0)
        self.picture.link(1.0)
        box = image_box()
        self.image, self.map = Seascape(box), PatchMap(box, GRID, GRID, "key")
        self.charts = score_widths(self.example)
        self._beside = x, y = either((982.0, 836.0), (54.0, 1180.0))
        self.entries = Readout("spread of image entries", x, y, widest="1.0", role="key")
        if not get_look().portrait:
            place(self.entries.label, 1260.0, 836.0, "right")  # away from the weight's, which is another measure
        # What is measured stands in a gap too narrow for its number.
        strip = self.key.vector.box
        self.leader = line(*either((strip.cx, strip.bottom + 10, strip.cx, 808.0), (384.0, 1182.0, 492.0, 1192.0)))
        # In portrait its number is level with the patch that it is of.
        level = self.map.centre(self.patch)[1]
        self.top = Readout("largest weight", *either((1404.0, 836.0), (54.0, level - 58)), widest="0.49", role="key")
        number = extent(self.entries.number)
        self._alone = either(extent(self.entries.label).cx - number.cx, 0.0)
        self.becomes = arrow(number.right + 20, number.cy, number.right + 84, number.cy, "key", 4)
        self.after = Numeral("3.0", number.right + 104, number.cy, role="key")
        self.norm = norm_bar()
        # The two shares have one size, and the roots below can be checked by it.
        one, other = self.query.shared.box, self.key.shared.box
        spot = either(((one.x + other.right) / 2, one.bottom + 46), (one.right + 60, (one.y + other.bottom) / 2))
        self.size = place(formula(f"d_k = {self.query.shared.n}", 50), *spot, either("center", "left"))
        self.bridge = VGroup(self.key.funnel, self.key.shared, self.query.shared, self.picture.links)
        self.bridge.add(self.size)
        self.weighed = VGroup(self.top, self._to_patch())
        self.measured = VGroup(self.entries, self.leader)
        self.repair = VGroup(self.becomes, self.after, self.norm)
        super().__init__(self.image, self.map, self.bridge, self.key.vector, self.charts, self.measured)
        self.add(self.weighed)
        self.add(self.repair)
        self.make_room(0.0)
        self.weigh(self.example.weights[self.row])

    def make_room(self, t: float) -> SilentFailure:
        """The entries' number a share t of the way from under the middle of its label to where an arrow follows it."""
        x, y = self._beside
        self.entries.number.show_at(self.entries.number.text, x + self._alone * (1 - t), y + 58)
        return self

    def _to_patch(self) -> VMobject:
        """A thin line from the patch with the largest weight down to its number, or in portrait across to it."""
        x, y = self.map.centre(self.patch)
        beside = extent(self.top.number).right + 20
        made = line(*either((x, y + self.map.h / 2, x, 808.0), (beside, y, x - self.map.w / 2, y)), "key", 2)
        made.set_z_index(3)
        return made

    def arrive(self, factor: float) -> SilentFailure:
        """The image's entries come ``factor`` times as wide, and so do the projected ones."""
        self.key.set_factor(factor)
        self.entries.set_text(f"{factor:.1f}")
        return self

    def widen(self, factor: float) -> SilentFailure:
        """The scores that follow from them."""
        for chart in self.charts:
            chart.set_factor(factor)
        return self

    def weigh(self, weights: np.ndarray) -> SilentFailure:
        """The attention that follows from those."""
        self.map.set_weights(weights)
        self.top.set_text(f"{weights.max():.2f}")
        return self

    def narrow(self, t: float) -> SilentFailure:
        """The norm bar takes a share ``t`` of the excess away from what goes on into the funnel."""
        self.key.factor = lesson.IMAGE_STD + (1 - lesson.IMAGE_STD) * t
        self.after.set_text(f"{self.key.factor:.1f}")
        self.key.carry(1.0)
        return self.widen(self.key.factor)

    def normalised(self) -> SilentFailure:
        """The picture as beat 8 leaves it."""
        self.arrive(lesson.IMAGE_STD).make_room(1.0).narrow(1.0)
        return self.weigh(self.example.weights_normalised[self.row])
