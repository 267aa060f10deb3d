"""Plain shapes in design pixels and colour roles: the one place where pixels become Manim strokes."""

from __future__ import annotations

import weakref

import numpy as np
from manim import Mobject, Polygon, RoundedRectangle, VMobject

from ..layout import Box, point, points, units
from ..look import blend, colour
from .paths import dashes, polyline, segments

_STROKE_PER_PX = 100 / 135  # Manim's stroke width is in hundredths of a unit


class Path(VMobject):
    """A path in the colour of one role."""

    role: str = "ink"


def parts_of(chart: Mobject) -> None:
    """Let the submobjects of ``chart`` know it (``part_of``): a beat may show one of them alone."""
    for part in chart.submobjects:
        part.part_of = weakref.ref(chart)  # weak, so that a copy of the part does not copy the chart


def stroke_width(pixels: float) -> float:
    """Manim stroke width of a line ``pixels`` design pixels wide."""
    return pixels * _STROKE_PER_PX


def filled(role: str, opacity: float = 1.0) -> Path:
    """An empty path that will be filled with a role's colour."""
    made = Path(fill_color=colour(role), fill_opacity=opacity, stroke_width=0)
    made.role = role
    return made


def stroked(role: str, width: float = 3.0, opacity: float = 1.0) -> Path:
    """An empty path that will be stroked ``width`` design pixels wide in a role's colour."""
    made = Path(stroke_color=colour(role), stroke_width=stroke_width(width), stroke_opacity=opacity, fill_opacity=0)
    made.role = role
    return made


def line(x0: float, y0: float, x1: float, y1: float, role: str = "axis", width: float = 2.0) -> Path:
    """A straight stroke between two design pixels."""
    made = stroked(role, width)
    made.points = segments(np.array([x0]), np.array([y0]), np.array([x1]), np.array([y1]))
    return made


def dashed(x0: float, y0: float, x1: float, y1: float, role: str = "ink", width: float = 3.0) -> Path:
    """A dashed stroke between two design pixels."""
    made = stroked(role, width)
    made.points = dashes(x0, y0, x1, y1)
    return made


def path(x: np.ndarray, y: np.ndarray, role: str = "ink", width: float = 4.0, opacity: float = 1.0) -> Path:
    """An open line through design pixels x (n,), y (n,)."""
    made = stroked(role, width, opacity)
    made.points = polyline(points(x, y))
    return made


def panel(box: Box, role: str = "panel", radius: float = 16.0) -> Path:
    """A rounded card that fills a box."""
    made = RoundedRectangle(
        corner_radius=units(radius),
        width=units(box.w),
        height=units(box.h),
        fill_color=colour(role),
        fill_opacity=1,
        stroke_width=0,
    )
    made.role = role
    return made.move_to(point(box.cx, box.cy))


def polygon(corners: list[tuple[float, float]], role: str, fill: float = 0.1, width: float = 3.0) -> Path:
    """A closed shape with a stroke of a role and a fill that is the same role laid thinly over the ground."""
    made = Polygon(
        *(point(x, y) for x, y in corners),
        stroke_color=colour(role),
        stroke_width=stroke_width(width),
        fill_color=blend(role, fill),
        fill_opacity=1 if fill > 0 else 0,
    )
    made.role = role
    return made


def arrow_points(x0: float, y0: float, x1: float, y1: float, tip: float = 14.0, both: bool = False) -> np.ndarray:
    """Curve points of an arrow's shaft and open tip (or tips), to be stroked."""
    length = float(np.hypot(x1 - x0, y1 - y0))
    if length <= 0:
        return np.zeros((0, 3))
    tip = min(tip, length / 3)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    strokes = [segments(np.array([x0]), np.array([y0]), np.array([x1]), np.array([y1]))]
    for px, py, s in [(x1, y1, 1.0)] + ([(x0, y0, -1.0)] if both else []):
        back = np.array([[px - s * tip * (ux + 0.55 * w * uy), py - s * tip * (uy - 0.55 * w * ux)] for w in (1, -1)])
        corners = np.array([back[0], [px, py], back[1]])
        strokes.append(polyline(points(corners[:, 0], corners[:, 1])))
    return np.concatenate(strokes)


def arrow(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    role: str = "ink",
    width: float = 4.0,
    tip: float = 16.0,
    both: bool = False,
) -> Path:
    """An arrow between two design pixels with an open tip; ``both`` gives it a tip at each end."""
    made = stroked(role, width)
    made.points = arrow_points(x0, y0, x1, y1, tip, both)
    return made


def circle(x: float, y: float, radius: float, role: str = "ink", width: float = 4.0, fill: str | None = None) -> Path:
    """A circle at a design pixel; ``fill`` names the role that fills it."""
    angles = np.linspace(0.0, 2 * np.pi, 65)
    made = stroked(role, width) if width > 0 else filled(role, 0.0)
    if fill is not None:
        made.set_fill(colour(fill), opacity=1)
    made.points = polyline(points(x + radius * np.cos(angles), y + radius * np.sin(angles)))
    return made


def dot(x: float, y: float, radius: float = 11.0, role: str = "ink") -> Path:
    """A filled disc at a design pixel."""
    return circle(x, y, radius, role, 0.0, role)


def brace(x: float, top: float, bottom: float, role: str = "muted", depth: float = 22.0, width: float = 3.0) -> Path:
    """A curly bracket that opens to the left at x and points right, between two heights."""
    t = np.linspace(0.0, 1.0, 41)
    half = (bottom - top) / 2
    # Two quarter-waves that meet in a tip: steep at the ends and in the middle, straight between.
    reach = np.where(t < 0.5, depth * 0.5 * (1 - (1 - 2 * t) ** 6), depth * 0.5 * (1 + (2 * t - 1) ** 6))
    xs = np.concatenate([x + reach, (x + reach)[::-1]])
    ys = np.concatenate([top + half * t, bottom - half * t[::-1]])
    made = stroked(role, width)
    made.points = polyline(points(xs, ys))
    return made
