"""A switch with a label; one number in 0..1 moves the knob."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from ..layout import Box, point, points
from ..look import blend, colour
from ..type import LABEL, label_for, place, words
from .shapes import circle, panel, stroke_width


class Toggle(VGroup):
    """A switch with its left end at design pixel (x, y). ``set_on(t)``: 0 is off (raw), 1 is on (scaled)."""

    def __init__(self, label: Mobject, x: float, y: float, *, width: float = 120.0, height: float = 64.0) -> None:
        self._x, self._y, self._w, self._h = x, y, width, height
        self.track = panel(Box(x, y - height / 2, width, height), "panel", height / 2)
        self.knob = circle(0, 0, height / 2 - 9, "ink", 0, "ink")
        self._knob = self.knob.points - point(0, 0)
        self.label = place(label, x + width + 30, y, "left")
        self.on = place(words("on", LABEL, "scaled", 600), x - 24, y, "right")
        self.off = place(words("off", LABEL, "raw", 600), x - 24, y, "right")
        for each in (self.label, self.on, self.off):
            label_for(each, self.track)
        super().__init__(self.track, self.knob, self.label, self.on, self.off)
        self.knob.set_z_index(1)
        self.set_on(0.0)

    def set_on(self, t: float) -> Toggle:
        """Move the knob a share t of the way; past the middle the switch reads on."""
        half = self._h / 2
        at = self._x + half + (self._w - self._h) * t
        self.knob.points = self._knob + points(np.array([at]), np.array([self._y]))[0]
        side = "scaled" if t >= 0.5 else "raw"
        self.track.set_fill(blend(side, 0.35), opacity=1)
        self.track.set_stroke(colour(side), width=stroke_width(3))
        self.on.set_fill(opacity=1.0 if t >= 0.5 else 0.0)
        self.off.set_fill(opacity=0.0 if t >= 0.5 else 1.0)
        return self
