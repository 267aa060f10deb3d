"""Three small panels of a real training experiment: loss against step, raw and scaled, with the spread over seeds."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes.kit.layout import Box, either, extent
from scenes.kit.parts.axis import Scale, tick_label
from scenes.kit.parts.lines import LinePlot
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import dot, line, stroked
from scenes.kit.type import HEADING, LABEL, TICK, beside, formula, place, words

LOSS_TOP = 2.0
VERDICTS = {16: "both learn, raw even faster", 64: "raw lags", 256: "raw barely learns"}
SIDES = ((False, "raw"), (True, "scaled"))


def panel_boxes() -> list[Box]:
    """Where the three plots stand."""
    area = either(Box(150, 246, 1674, 470), Box(124, 390, 902, 1290))
    return either(area.columns(3, 96), area.rows(3, 156))


class TrainingPanel(VGroup):
    """One d_k: ``axes`` (two lines), ``title``, ``ticks``, and for raw and scaled a curve and the final ``accuracy``.
    ``starts`` are the losses before the first step, ``verdict`` says what there is to see.

    A curve is the mean over the seeds; its band reaches from the lowest to the highest seed.
    """

    def __init__(self, box: Box, d_k: int) -> None:
        self.box, self.d_k = box, d_k
        x = Scale(0.0, lesson.TRAINING_STEPS, box.x, box.right)
        y = Scale(0.0, LOSS_TOP, box.bottom, box.y)
        steps = np.arange(lesson.TRAINING_STEPS + 1)
        self.plots = []
        for scaled, role in SIDES:
            losses = lesson.training_curves()[(d_k, scaled)]
            low, high = losses.min(axis=0), losses.max(axis=0)
            self.plots.append(LinePlot(steps, losses.mean(axis=0), x, y, role, low=low, high=high))
        self.starts = VGroup(
            *(
                dot(box.x, float(y(lesson.training_curves()[(d_k, scaled)][:, 0].mean())), 8, role)
                for scaled, role in SIDES
            )
        )
        self.starts.set_z_index(2)
        self.axes = stroked("axis", 2)
        self.axes.points = segments(
            *(np.array(v) for v in ([box.x, box.x], [box.bottom] * 2, [box.x, box.right], [box.y, box.bottom]))
        )
        title = formula(f"d_k = {d_k}", 56)
        self.title = place(title, *either((box.cx, 178.0), (box.x, box.y - 58)), either("center", "left"))
        end = f"{lesson.number('train_steps').text} steps"
        under = [words("0", TICK, "muted"), words(end, TICK, "muted")]
        self.ticks = VGroup(
            place(under[0], box.x, box.bottom + 34), place(under[1], box.right, box.bottom + 34, "right")
        )
        for loss in (0, 1, 2):
            self.ticks.add(tick_label(loss, str(loss), box.x - 18, float(y(loss)), "right"))
        self.accuracy = self._accuracy()
        at = either((box.cx, box.bottom + 146), (box.right, float(y(1.24))))
        self.verdict = place(words(VERDICTS[d_k], HEADING, "ink", 600), *at, either("center", "right"))
        super().__init__(self.axes, *self.plots)
        self.reveal(0.0)

    def reveal(self, step: float) -> TrainingPanel:
        """Draw both curves up to a step."""
        for plot in self.plots:
            plot.reveal(step)
        return self

    def _accuracy(self) -> VGroup:
        """What share of inputs was routed correctly at the end, raw and scaled."""
        made = VGroup(words("correct:", HEADING, "muted"))
        for scaled, role in SIDES:
            number = lesson.number(f"train_accuracy_{self.d_k}_{'scaled' if scaled else 'raw'}")
            made.add(words(f"{role} {number.label}", HEADING, role, 600))
        box = self.box
        if either(True, False):
            wide = sum(extent(text).w for text in made) + 14 + 30
            place(made[0], box.cx - wide / 2, box.bottom + 92, "left")
            beside(made[1], made[0], 14)
            beside(made[2], made[1], 30)
            return made
        place(made[2], box.right, box.y - 58, "right")
        beside(made[1], made[2], 30, on="left")
        beside(made[0], made[1], 14, on="left")
        return made


def loss_name(box: Box) -> VGroup:
    """What the first panel's axis measures, beside its upper end."""
    return place(words("loss", TICK, "muted"), box.x + 18, box.y + 4, "left")


def reading_help(first: Box, last: Box) -> VGroup:
    """What lines and bands are, and what share chance would get correct: hardly less than raw in the last panel."""
    seeds, chance = lesson.number("n_seeds").text, lesson.number("train_chance").label
    x, y = either((first.x, first.bottom + 204), (54.0, 250.0))
    lines = place(words(f"line: mean of {seeds} seeds, band: all", TICK, "muted"), x, y, "left")
    right = words(f"chance: {chance} correct", TICK, "muted")
    return VGroup(lines, place(right, *either((last.cx, y, "center"), (1026.0, y, "right"))))


def same_for_both() -> VGroup:
    """What raw and scaled have in common, each to come with its word: on the heading's line and close to it.

    As far from it as from each other: over one panel's title they would be said of that panel alone.
    """
    layer = place(words("same layer", HEADING, "ink", 600), *either((584.0, 84.0), (54.0, 194.0)), "left")
    return VGroup(layer, beside(words("same learning rate", HEADING, "ink", 600), layer, 48))


def curve_names() -> VGroup:
    """Which colour is which, once for the three panels: a stroke and a word each, at the height of the heading."""
    names, x = VGroup(), either(1824.0, 1026.0)
    y = either(84.0, 130.0)
    for _, role in reversed(SIDES):
        name = place(words(role, LABEL, role, 600), x, y, "right")
        x = extent(name).x - 16
        names.add(name, line(x - 56, y, x, y, role, 6))
        x -= 56 + 48
    return names
