"""Manim's moving camera with less work for Cairo: what has not changed since the last frame is not traced again.

Measured on the beat of the sweeps at 1080p60, drawing took most of a frame's time, and most of that went into
labels that stand still behind something that moves. A filled shape such as a word is therefore drawn on a small
surface of its own, which is laid on the picture for as long as the shape, its colour and the view stay as they are.
Whether a shape goes this way depends on the shape alone, never on what was drawn before: a frame is the same picture
whether it comes first or last.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self, TypeAlias
from weakref import WeakKeyDictionary

import cairo
import numpy as np
import numpy.typing as npt
from manim import Mobject, MovingCamera, VMobject

Points = npt.NDArray[np.float64]
Context: TypeAlias = "cairo.Context[Any]"

# Fewer points than this are filled faster than copied; larger shapes than this share of the frame copied slower.
_FEWEST_POINTS = 32
_LARGEST_SHARE = 0.08


@dataclass
class _Known:
    """A shape as it was last seen: where, in which colour, and what Cairo made of it."""

    points: Points
    view: cairo.Matrix
    box: tuple[int, int, int, int] | None
    colour: bytes = b""
    outline: cairo.Path | None = None
    sprite: tuple[cairo.ImageSurface, int, int] | None = None


class StudioCamera(MovingCamera):
    """A camera that draws the same pictures as Manim's and remembers outlines and words."""

    def __init__(self, **kwargs: Any) -> None:
        self._seen: WeakKeyDictionary[VMobject, _Known] = WeakKeyDictionary()
        self._kinds: dict[type[Mobject], Any] = {}
        super().__init__(**kwargs)

    def init_background(self) -> None:
        """Set what every picture begins with. Over nothing that is no colour at all: Cairo's are premultiplied."""
        super().init_background()
        if self.background_opacity == 0:
            self.background[...] = 0

    def type_or_raise(self, mobject: Mobject) -> Any:
        """The kind of drawing that `mobject` needs; asked for every shape of every frame."""
        if type(mobject) not in self._kinds:
            self._kinds[type(mobject)] = super().type_or_raise(mobject)
        return self._kinds[type(mobject)]

    def display_vectorized(self, vmobject: VMobject, ctx: Context) -> Self:
        """Draw `vmobject`."""
        fill = vmobject.get_fill_rgbas()
        stroked = self._strokes(vmobject)
        if not stroked and not fill[:, 3].any():
            return self
        view = ctx.get_matrix()
        known = self._seen.get(vmobject)
        if known is None or known.view != view or not np.array_equal(known.points, vmobject.points):
            points = vmobject.points.copy()
            known = self._seen[vmobject] = _Known(points, view, self._sprite_box(points[:, :2], view))
        if known.box is None or stroked or len(fill) > 1:
            self._draw(ctx, vmobject, known, stroked)
        else:
            self._lay(ctx, vmobject, known, known.box, fill.tobytes())
        return self

    def set_cairo_context_path(self, ctx: Context, vmobject: VMobject) -> Self:
        """Make the outline of `vmobject` the current path of `ctx`."""
        ctx.new_path()
        trace(ctx, vmobject, self.transform_points_pre_display(vmobject, vmobject.points))
        return self

    @staticmethod
    def _strokes(vmobject: VMobject) -> bool:
        return any(
            vmobject.get_stroke_width(background) != 0 and vmobject.get_stroke_rgbas(background)[:, 3].any()
            for background in (False, True)
        )

    def _draw(self, ctx: Context, vmobject: VMobject, known: _Known, stroked: bool) -> None:
        if known.outline is not None:
            ctx.new_path()
            ctx.append_path(known.outline)
        else:
            self.set_cairo_context_path(ctx, vmobject)
            known.outline = ctx.copy_path()
        if stroked:
            self.apply_stroke(ctx, vmobject, background=True)
        self.apply_fill(ctx, vmobject)
        if stroked:
            self.apply_stroke(ctx, vmobject)

    def _sprite_box(self, points: Points, view: cairo.Matrix) -> tuple[int, int, int, int] | None:
        """Left, top, width and height in pixels of a filled shape that is worth a surface; None for others."""
        if len(points) < _FEWEST_POINTS or not np.isfinite(points).all():
            return None
        (ax, ay), (bx, by) = (view.transform_point(*corner) for corner in (points.min(axis=0), points.max(axis=0)))
        # One pixel around, for what is half covered; nothing outside the frame.
        left, right = max(math.floor(min(ax, bx)) - 1, 0), min(math.ceil(max(ax, bx)) + 1, self.pixel_width)
        top, bottom = max(math.floor(min(ay, by)) - 1, 0), min(math.ceil(max(ay, by)) + 1, self.pixel_height)
        width, height = right - left, bottom - top
        if width <= 0 or height <= 0 or width * height > _LARGEST_SHARE * self.pixel_width * self.pixel_height:
            return None
        return left, top, width, height

    def _lay(
        self, ctx: Context, vmobject: VMobject, known: _Known, box: tuple[int, int, int, int], colour: bytes
    ) -> None:
        if known.sprite is None or known.colour != colour:
            left, top, width, height = box
            surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
            own: Context = cairo.Context(surface)
            view = known.view
            own.set_matrix(cairo.Matrix(view.xx, view.yx, view.xy, view.yy, view.x0 - left, view.y0 - top))
            self.set_cairo_context_path(own, vmobject)
            self.apply_fill(own, vmobject)
            known.sprite, known.colour = (surface, left, top), colour
        ctx.identity_matrix()
        ctx.set_source_surface(*known.sprite)
        ctx.paint()
        ctx.set_matrix(known.view)


def trace(ctx: Context, vmobject: VMobject, points: Points) -> None:
    """Add the cubic curves `points` (4 n, 3) of `vmobject` to the path of `ctx`; straight ones as straight lines."""
    if len(points) < 4:
        return
    flat = points[: len(points) // 4 * 4, :2]
    curves = flat.reshape(-1, 4, 2)
    straight = _straight(curves)
    for first, last in vmobject.get_subpath_split_indices_from_points(points, n_dims=2).tolist():
        part = curves[first // 4 : last // 4]
        if not len(part):
            continue
        ctx.move_to(*part[0, 0].tolist())
        if straight:
            for x, y in part[:, 3].tolist():
                ctx.line_to(x, y)
        else:
            for curve in part[:, 1:].reshape(-1, 6).tolist():
                ctx.curve_to(*curve)
        if vmobject.consider_points_equals_2d(points[first, :2], points[last - 1, :2]):
            ctx.close_path()


def _straight(curves: Points) -> bool:
    """Whether every cubic of `curves` (n, 4, 2) is a straight edge run through evenly, as polygons are stored."""
    start, end = curves[:, 0], curves[:, 3]
    step = (end - start) / 3
    off = max(np.abs(curves[:, 1] - start - step).max(), np.abs(curves[:, 2] - end + step).max())
    return bool(off < 1e-9)
