"""Are two pictures the same to a viewer? A measure that forgives anti-aliasing, and a picture that shows where not.

Two kinds of difference count. A sharp one: both pictures are softened by a kernel of three pixels, so that what a
rasteriser does at an edge evens out, and then a pixel's worst channel is off by more than EDGE levels of 255; fewer
than SPECKS such pixels are let pass. A flat one: the mean colour of a tile of TILE pixels is off by more than FLAT.

Measured on the stills of the film at 480 x 270: words drawn at four times the size and averaged differ by 4 levels;
a label of the smallest size that has moved by 6 of the film's 1920 pixels differs by over EDGE in 60 pixels, one
whose 6 became an 8 in 5, the least of all changes of a digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from pipeline.encode import Picture

EDGE = 12.0
SPECKS = 4
TILE = 10
FLAT = 5.0

_GAP, _HEAD = 12, 24
_GROUND, _INK, _MARK = (40, 40, 40), (235, 235, 235), (255, 40, 160)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Difference:
    """Where two pictures of one size differ, (height, width); or, of two sizes, everywhere."""

    where: Mask

    @property
    def pixels(self) -> int:
        """How many pixels differ."""
        return int(self.where.sum())

    @property
    def middle(self) -> tuple[int, int]:
        """The middle (x, y) of what differs, in pixels of the picture."""
        y, x = (int(np.median(axis)) for axis in np.nonzero(self.where))
        return x, y


def difference(reference: Picture, now: Picture) -> Difference | None:
    """What a viewer could see of `now` against `reference`, both (height, width, 3) RGB; None if nothing."""
    if reference.shape != now.shape:
        return Difference(np.ones(now.shape[:2], bool))
    apart = reference.astype(float) - now.astype(float)
    sharp = np.abs(_softened(apart)).max(axis=2) > EDGE
    if sharp.sum() < SPECKS:
        sharp[:] = False
    flat = np.abs(_tile_means(apart)).max(axis=2) > FLAT
    # Where something is sharply off, its own shape tells more than the tile around it.
    where = sharp | (flat & (_tile_means(sharp[:, :, None].astype(float))[:, :, 0] == 0))
    return Difference(where) if where.any() else None


def side_by_side(reference: Picture, now: Picture, found: Difference) -> Image.Image:
    """Three pictures in a row: the reference, what is drawn now, and now in grey with all that differs marked."""
    grey = np.repeat(now.mean(axis=2, keepdims=True), 3, axis=2) * 0.5
    grey[_spread(found.where)] = _MARK
    panels = {"reference": reference, "now": now, "difference": grey.astype(np.uint8)}
    width = sum(panel.shape[1] for panel in panels.values()) + _GAP * (len(panels) + 1)
    height = max(panel.shape[0] for panel in panels.values()) + _HEAD + _GAP
    row = Image.new("RGB", (width, height), _GROUND)
    pen, font, x = ImageDraw.Draw(row), ImageFont.load_default(14), _GAP
    for name, panel in panels.items():
        pen.text((x, 4), name, _INK, font)
        row.paste(Image.fromarray(panel), (x, _HEAD))
        x += panel.shape[1] + _GAP
    return row


def square_means(values: npt.NDArray[Any], side: int) -> npt.NDArray[np.float64]:
    """Means of (height, width, channels) over squares of `side` pixels; an incomplete one at the border is one too."""
    height, width = values.shape[:2]
    rows, columns = np.arange(0, height, side), np.arange(0, width, side)
    exact = np.uint32 if values.dtype == np.uint8 else values.dtype
    total = np.add.reduceat(np.add.reduceat(values, rows, axis=0, dtype=exact), columns, axis=1)
    made: npt.NDArray[np.float64] = (
        total / (np.diff(rows, append=height)[:, None] * np.diff(columns, append=width))[:, :, None]
    )
    return made


def _softened(apart: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Convolution with (1 2 1) / 4 both ways; the border goes on as it ends."""
    padded = np.pad(apart, ((1, 1), (1, 1), (0, 0)), "edge")
    down = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
    return (down[:, :-2] + 2 * down[:, 1:-1] + down[:, 2:]) / 4


def _tile_means(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Each pixel's (height, width, channels) mean over its tile."""
    height, width = values.shape[:2]
    return np.repeat(np.repeat(square_means(values, TILE), TILE, axis=0), TILE, axis=1)[:height, :width]


def _spread(where: Mask) -> Mask:
    """`where` and the pixels around it, so that a single one can be seen."""
    padded = np.pad(where, 1)
    height, width = where.shape
    around = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.asarray(np.logical_or.reduce(around), bool)
