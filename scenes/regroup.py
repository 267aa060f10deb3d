"""A vector's cells change their arrangement as rigid blocks that never lie on each other on the way."""

from __future__ import annotations

import numpy as np

from scenes.kit.motion import phase
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.projections import mix

Centres = tuple[np.ndarray, np.ndarray]

STAGGER = 0.3  # how much longer all blocks take than one of them
TURN = 0.5  # share of its time in which a block goes along the first of its two directions


def at_corner(start: Centres, goal: Centres, scale: float) -> Centres:
    """The arrangement ``start`` times ``scale``, its top left cell where the top left one of ``goal`` is."""
    x, y = (there.min() + (here - here.min()) * scale for here, there in zip(start, goal, strict=True))
    return x, y


def slide(strip: VectorStrip, start: Centres, goal: Centres, cells: tuple[float, float], t: float) -> None:
    """Move all of a strip at once from ``start`` to ``goal``, up or down, then across. ``cells``: their sizes."""
    early, late = phase(t, 0.0, TURN), phase(t, 1 - TURN, 1.0)
    scale = float(mix(1.0, cells[1] / cells[0], late))
    centres = []
    for here, there, share in zip(start, goal, (late, early), strict=True):
        corner = float(mix(here.min(), there.min(), share))
        centres.append(corner + (here - here.min()) * scale)
    strip.move_cells(centres[0], centres[1], cells[0] * scale)


def unfold(strip: VectorStrip, start: Centres, goal: Centres, cells: tuple[float, float], run: int, t: float) -> None:
    """Lay short rows out as longer ones: rows of ``run`` cells slide sideways, the top one first, then close up."""
    tile = np.arange(strip.n) // run
    _, top = _corners(start, tile)
    x, y, side = _move(start, goal, cells, tile, top.argsort().argsort(), t, sideways_first=True)
    strip.x, strip.y, strip.cell = x, y, cells[1]
    strip.set_cells(x, y, side * (1 - strip.gap), strip.strength)


def fold(strip: VectorStrip, start: Centres, goal: Centres, cells: tuple[float, float], t: float) -> None:
    """Stack the parts of long rows: as wide as the goal, they step down below each other, then slide together.

    The cells of a part keep their order, but not all goals are in the strip's order: a cell takes over the brightness
    of the entry whose place it comes to.
    """
    left, row = (np.unique(v.round(3), return_inverse=True)[1] for v in start)
    wide, rows = len(np.unique(goal[0].round(3))), int(row.max()) + 1
    tile = left // wide
    place = np.lexsort(goal)[(tile * rows + row) * wide + left % wide]
    to = goal[0][place], goal[1][place]
    # All at once, as one flight of steps: the part on the right goes lowest, and so the others do not meet it.
    x, y, side = _move(start, to, cells, tile, np.zeros(int(tile.max()) + 1), t, sideways_first=False)
    strip.x, strip.y, strip.cell = *goal, cells[1]
    strength = mix(strip.strength, strength_of(strip.values)[place], t)
    strip.set_cells(x, y, side * (1 - strip.gap), strength)


def _corners(centres: Centres, tile: np.ndarray) -> Centres:
    """The top left cell of every block, (blocks,), (blocks,)."""
    x, y = (np.array([v[tile == k].min() for k in range(int(tile.max()) + 1)]) for v in centres)
    return x, y


def _move(
    start: Centres,
    goal: Centres,
    cells: tuple[float, float],
    tile: np.ndarray,
    turn: np.ndarray,
    t: float,
    *,
    sideways_first: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Centres and sizes (n,) of the cells at ``t``; block ``tile`` (n,) of each; ``turn`` (blocks,) is their order."""
    wait = STAGGER * turn / max(int(turn.max()), 1)
    own = np.clip(t * (1 + wait.max()) - wait, 0, 1)
    early, late = (np.array([phase(v, *span) for v in own]) for span in ((0.0, TURN), (1 - TURN, 1.0)))
    moved = []
    for here, there, corner, end, share in zip(
        start,
        goal,
        _corners(start, tile),
        _corners(goal, tile),
        (early, late) if sideways_first else (late, early),
        strict=True,
    ):
        within = mix(here - corner[tile], there - end[tile], early[tile])
        moved.append(mix(corner, end, share)[tile] + within)
    return moved[0], moved[1], mix(*cells, early)[tile]
