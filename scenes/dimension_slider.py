"""The slider of d_k where beats 2 and 3 have it: one place, one scale."""

from __future__ import annotations

from mathcore import lesson
from scenes.kit.layout import Box, either, safe
from scenes.kit.parts.slider import Slider
from scenes.kit.type import place


def dimension_slider() -> Slider:
    """A slider from 1 to the largest d_k, resting on the smallest stop."""
    track = either(Box(230, 878, 1570, 0), Box(170, 1580, 820, 0))
    ticks = either((1, 2, 4, 8, 16, 32, 64, 128, 256, 512), (1, 4, 16, 64, 256, 512))
    slider = Slider(track, 1, lesson.D_MAX, ticks)
    place(slider.symbol, safe().x, track.y, "left")
    return slider.set_value(lesson.STOPS[0])
