"""The film's one camera push-in: the picture comes nearer while the heading keeps its place and size on the screen."""

from __future__ import annotations

import numpy as np
from manim import Mobject

from scenes.kit.layout import frame_units
from scenes.kit.motion import Drive


class PushIn(Drive):
    """Move the camera's ``frame`` until it shows ``centre`` (3,) enlarged ``zoom`` times; ``back`` is the way home."""

    def __init__(
        self, frame: Mobject, heading: Mobject, zoom: float, centre: np.ndarray, *, back: bool = False, run_time: float
    ) -> None:
        full = frame_units()[0]
        # Where the heading stands when the camera is at rest, whichever way this goes.
        at_rest = (heading.points - frame.get_center()) * (full / frame.width)

        def move(t: float) -> None:
            share = 1 / (1 + (zoom - 1) * (1 - t if back else t))
            frame.set(width=full * share).move_to(centre * (1 - share) / (1 - 1 / zoom))
            heading.points = at_rest * share + frame.get_center()

        super().__init__(move, [frame, heading], run_time=run_time)
