"""Outlines as straight pieces: what crosses a box, what lies inside a shape. All in design pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from scenes.kit.layout import Box

Floats = npt.NDArray[np.float64]

# A cubic is followed at these shares of its length: an eighth of a circle is met within a hundredth of its radius.
_STEPS = np.array([0.0, 1 / 3, 2 / 3, 1.0])
_BASIS = np.stack([(1 - _STEPS) ** 3, 3 * _STEPS * (1 - _STEPS) ** 2, 3 * _STEPS**2 * (1 - _STEPS), _STEPS**3], axis=1)


def pieces(points: Floats) -> Floats:
    """Straight pieces (m, 2, 2) of the cubic curves `points` (4 n, 2): one for a straight side, three for a bend."""
    curves = points[: len(points) // 4 * 4].reshape(-1, 4, 2)
    if not len(curves):
        return np.zeros((0, 2, 2))
    third = (curves[:, 3] - curves[:, 0]) / 3
    off = np.abs(np.stack([curves[:, 1] - curves[:, 0] - third, curves[:, 3] - curves[:, 2] - third]))
    if float(off.max()) < 0.05:
        return np.stack([curves[:, 0], curves[:, 3]], axis=1)
    along = np.einsum("ti,nid->ntd", _BASIS, curves)
    return np.stack([along[:, :-1], along[:, 1:]], axis=2).reshape(-1, 2, 2)


def crosses(lines: Floats, boxes: Floats) -> npt.NDArray[np.bool_]:
    """Which of `boxes` (k, 4: left, top, right, bottom) any of the pieces `lines` (m, 2, 2) passes through."""
    hit = np.zeros(len(boxes), bool)
    low, high = lines.min(axis=1), lines.max(axis=1)
    for i, (left, top, right, bottom) in enumerate(boxes):
        near = (low[:, 0] < right) & (high[:, 0] > left) & (low[:, 1] < bottom) & (high[:, 1] > top)
        if not near.any():
            continue
        a, b = lines[near, 0], lines[near, 1]
        # The corners lie on both sides of the piece's line, or it misses the box.
        normal = np.stack([a[:, 1] - b[:, 1], b[:, 0] - a[:, 0]], axis=1)
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        side = np.einsum("nd,ncd->nc", normal, corners[None] - a[:, None])
        hit[i] = bool(((side.min(axis=1) <= 0) & (side.max(axis=1) >= 0)).any())
    return hit


def inside(points: Floats, at: Floats) -> npt.NDArray[np.bool_]:
    """Which of the places `at` (k, 2) the filled outline of the cubic curves `points` (4 n, 2) covers.

    As Cairo fills: every subpath is closed, and a place is inside where the outline winds around it.
    """
    curves = points[: len(points) // 4 * 4].reshape(-1, 4, 2)
    if not len(curves):
        return np.zeros(len(at), bool)
    lines = pieces(points)
    starts = np.flatnonzero(np.abs(curves[1:, 0] - curves[:-1, 3]).max(axis=1) > 0.05) + 1
    first, last = np.append(0, starts), np.append(starts, len(curves)) - 1
    closing = np.stack([curves[last, 3], curves[first, 0]], axis=1)
    edges = np.concatenate([lines, closing])
    (x0, y0), (x1, y1) = edges[:, 0].T, edges[:, 1].T
    px, py = at[:, :1], at[:, 1:]
    up, down = (y0 <= py) & (y1 > py), (y0 > py) & (y1 <= py)
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = x0 + (py - y0) / (y1 - y0) * (x1 - x0)
    right = meets > px
    return np.asarray((up & right).sum(axis=1) != (down & right).sum(axis=1))


def distance(lines: Floats, box: Box) -> float:
    """How far the nearest place of the pieces `lines` (m, 2, 2) is from `box`: 0 if they touch it."""
    if not len(lines):
        return float("inf")
    shares = np.linspace(0, 1, 9)[None, :, None]
    along = (lines[:, :1] + (lines[:, 1:] - lines[:, :1]) * shares).reshape(-1, 2)
    dx = np.maximum(np.maximum(box.x - along[:, 0], along[:, 0] - box.right), 0)
    dy = np.maximum(np.maximum(box.y - along[:, 1], along[:, 1] - box.bottom), 0)
    return float(np.hypot(dx, dy).min())


def bounds(points: Floats) -> Box:
    """The rectangle around `points` (n, 2)."""
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return Box(x0, y0, x1 - x0, y1 - y0)


def sides(box: Box, outset: float = 0.0) -> Floats:
    """left, top, right, bottom of a box made larger on every side."""
    return np.array([box.x - outset, box.y - outset, box.right + outset, box.bottom + outset])


def subpaths(points: Floats) -> list[Floats]:
    """The connected stretches of the cubic curves `points` (4 n, 2)."""
    curves = points[: len(points) // 4 * 4].reshape(-1, 4, 2)
    if not len(curves):
        return []
    starts = np.flatnonzero(np.abs(curves[1:, 0] - curves[:-1, 3]).max(axis=1) > 0.05) + 1
    return [part.reshape(-1, 2) for part in np.split(curves, starts)]


def plain(mobject: Any) -> Floats:
    """The points (n, 2) of a mobject, in scene units."""
    return np.asarray(mobject.points[:, :2], np.float64)
