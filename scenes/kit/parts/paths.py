"""Points of many rectangles or of a long line, written by numpy into one path.

Manim keeps a path as cubic curves, four points each; a straight side has its handles at a third and two thirds. A chart
of seventy bars as one path draws four times as fast as seventy rectangles.
"""

from __future__ import annotations

import numpy as np

from ..layout import points

_THIRDS = np.array([0.0, 1 / 3, 2 / 3, 1.0])


def polyline(vertices: np.ndarray) -> np.ndarray:
    """Curve points (4(n-1), 3) of the open line through scene points (n, 3)."""
    if len(vertices) < 2:
        return np.zeros((0, 3))
    start, step = vertices[:-1, None, :], np.diff(vertices, axis=0)[:, None, :]
    return (start + step * _THIRDS[None, :, None]).reshape(-1, 3)


def polylines(lines: np.ndarray) -> np.ndarray:
    """Curve points of m separate open lines of n scene points each, (m, n, 3)."""
    if lines.shape[0] == 0 or lines.shape[1] < 2:
        return np.zeros((0, 3))
    start, step = lines[:, :-1, None, :], np.diff(lines, axis=1)[:, :, None, :]
    return (start + step * _THIRDS[None, None, :, None]).reshape(-1, 3)


def rectangles(left: np.ndarray, top: np.ndarray, right: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    """Curve points (16 n, 3) of n rectangles given by their sides in design pixels, each (n,)."""
    left, top, right, bottom = np.broadcast_arrays(*(np.asarray(a, float) for a in (left, top, right, bottom)))
    if left.size == 0:
        return np.zeros((0, 3))
    xs = np.stack([left, left, right, right, left], axis=1)
    ys = np.stack([bottom, top, top, bottom, bottom], axis=1)
    corners = points(xs.ravel(), ys.ravel()).reshape(-1, 5, 3)
    return polylines(corners)


def segments(x0: np.ndarray, y0: np.ndarray, x1: np.ndarray, y1: np.ndarray) -> np.ndarray:
    """Curve points (4 n, 3) of n separate straight strokes, ends in design pixels, each (n,)."""
    x0, y0, x1, y1 = np.broadcast_arrays(*(np.asarray(a, float) for a in (x0, y0, x1, y1)))
    ends = np.stack([points(x0.ravel(), y0.ravel()), points(x1.ravel(), y1.ravel())], axis=1)
    return polylines(ends)


def dashes(x0: float, y0: float, x1: float, y1: float, dash: float = 8.0, gap: float = 6.0) -> np.ndarray:
    """Curve points of a dashed stroke between two design pixels."""
    length = float(np.hypot(x1 - x0, y1 - y0))
    if length <= 0:
        return np.zeros((0, 3))
    at = np.arange(0.0, length, dash + gap)
    a, b = at / length, np.minimum(at + dash, length) / length
    return segments(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
