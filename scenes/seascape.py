"""The picture that the caption speaks of: a red boat on the water, under the sun, on a grid of six by six patches.

What stands where is ``lesson.caption_attention().image_classes``: the sun in four patches of the sky, the boat in four
patches over the water.
"""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from scenes.kit.layout import Box, points
from scenes.kit.look import blend, colour, get_look
from scenes.kit.parts.paths import polyline, rectangles, segments
from scenes.kit.parts.shapes import filled, path, stroke_width, stroked

GRID = 6
HORIZON = 4.0  # all coordinates below are in patches from the top left corner
SUN, SUN_RADIUS = (5.0, 1.0), 0.5
RAYS = (0.62, 0.92)  # from the middle of the sun; between the cuts, not on them
RED = "#C4314B"  # of the boat, as the caption has it: no role's colour
HULL = ((1.12, 3.3), (3.88, 3.3), (3.4, 3.95), (1.6, 3.95))
SAIL = ((2.52, 2.12), (2.52, 3.12), (2.06, 3.12))
WAVES = ((0.35, 4.4), (3.3, 4.35), (1.75, 4.68), (4.55, 4.66), (0.6, 5.5), (3.15, 5.4), (4.6, 5.68))
JIB = ((2.62, 2.3), (2.62, 3.12), (2.96, 3.12))


class Seascape(VGroup):
    """The drawing in a square box, with the lines that cut it into patches."""

    allow_faint = allow_colours = True  # a picture of something, not a chart: water is faint on sky

    def __init__(self, box: Box) -> None:
        self.box, self.unit = box, box.w / GRID
        day = get_look().theme == "light"
        light = colour("background" if day else "ink")
        sky = self._area(((0, 0), (GRID, 0), (GRID, HORIZON), (0, HORIZON)), blend("axis", 0.5 if day else 0.34))
        water = self._area(
            ((0, HORIZON), (GRID, HORIZON), (GRID, GRID), (0, GRID)), blend("axis", 0.85 if day else 0.72)
        )
        angle = np.linspace(0, 2 * np.pi, 49)
        rim = np.column_stack([np.cos(angle), np.sin(angle)]) * SUN_RADIUS + np.array(SUN)
        sun = self._area(tuple(map(tuple, rim)), light)
        hull = self._area(HULL, RED)
        sails = [self._area(SAIL, light), self._area(JIB, light)]
        for part in (sun, *sails) if day else ():  # paper on grey paper: the eye needs an edge
            part.set_stroke(colour("ink"), width=stroke_width(3), opacity=1)
        waves = [self._wave(x, y) for x, y in WAVES]
        super().__init__(sky, water, sun, self._rays(), hull, *sails, *waves, self._cuts())

    def resize(self, factor: float, shift: np.ndarray) -> Seascape:
        """Grow or shrink with all strokes, and move."""
        self.scale(factor).shift(shift)
        for part in self.submobjects:
            part.set_stroke(width=part.get_stroke_width() * factor)
        return self

    def _at(self, corners: tuple[tuple[float, float], ...]) -> np.ndarray:
        x, y = np.array(corners, float).T
        return points(self.box.x + x * self.unit, self.box.y + y * self.unit)

    def _area(self, corners: tuple[tuple[float, float], ...], fill: str) -> VMobject:
        made = filled("ink").set_fill(fill, opacity=1)
        made.points = polyline(self._at((*corners, corners[0])))
        return made

    def _wave(self, x: float, y: float) -> VMobject:
        along = np.linspace(0, 1.1, 25)
        height = 0.07 * np.sin(along * 2 * np.pi / 0.55)
        made = path(self.box.x + (x + along) * self.unit, self.box.y + (y + height) * self.unit, "muted", 3)
        return made.set_stroke(blend("muted", 0.75))

    def _rays(self) -> VMobject:
        made = stroked("ink", 5)
        angle = (np.arange(8) + 0.5) * np.pi / 4
        near, far = (np.array([[np.cos(angle)], [np.sin(angle)]]) * r for r in RAYS)
        corner = np.array([[self.box.x], [self.box.y]])
        ends = [corner + (np.array(SUN)[:, None] + at[:, 0]) * self.unit for at in (near, far)]
        made.points = segments(*ends[0], *ends[1])
        return made

    def _cuts(self) -> VMobject:
        made = stroked("background", 4)
        at = np.arange(1, GRID) * self.unit
        x, y, far = self.box.x + at, self.box.y + at, self.box.w
        start_x, start_y = np.full_like(at, self.box.x), np.full_like(at, self.box.y)
        made.points = np.concatenate([segments(x, start_y, x, start_y + far), segments(start_x, y, start_x + far, y)])
        return made


class Pages(VGroup):
    """Documents in columns and rows of a box, each a sheet with lines of text; the first leaves room for a picture."""

    def __init__(self, box: Box, columns: int = 3, rows: int = 2, gap: float = 18.0) -> None:
        self.sheets = [cell for row in box.rows(rows, gap) for cell in row.columns(columns, gap)]
        paper, text = filled("panel"), filled("muted", 0.55)
        paper.points = self._boxes(self.sheets)
        lines = []
        for i, sheet in enumerate(self.sheets):
            top, pitch = sheet.y + (self.picture.h + 34 if i == 0 else 24), 24.0
            for k in range(int((sheet.bottom - 14 - top) // pitch) + 1):
                short = 0.55 if k % 4 == 3 else 1.0
                lines.append(Box(sheet.x + 16, top + k * pitch, (sheet.w - 32) * short, 7))
        text.points = self._boxes(lines)
        super().__init__(paper, text)

    @property
    def picture(self) -> Box:
        """Where the picture stands on the first sheet."""
        sheet = self.sheets[0]
        side = sheet.w - 24
        return Box(sheet.x + 12, sheet.y + 12, side, side)

    def _boxes(self, boxes: list[Box]) -> np.ndarray:
        x, y, w, h = np.array([b.astuple() for b in boxes]).T
        return rectangles(x, y, x + w, y + h)
