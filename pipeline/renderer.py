"""A Cairo renderer for Manim that draws only what is asked for and hands it straight on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Any, cast

import numpy as np
from manim import CairoRenderer, Scene, config
from manim.mobject.mobject import Mobject

from pipeline.camera import StudioCamera
from pipeline.encode import Picture
from scenes.kit.timeline import Play

Sink = Callable[[Picture, int], "Future[Any] | None"]
"""Takes a picture, shape (height, width, 4), and how often it is shown; reads it until the future is done, if any."""

Glance = Callable[[Play, int], None]
"""Takes the play in hand and the frame of it that the scene stands at."""

# Pictures in hand at once: one being drawn, one being converted, one in between.
_PICTURES = 3


class StudioRenderer(CairoRenderer):
    """Plays a beat, drawing the plays for which `sink` is set; the others run without pixels.

    `plan` is the play in hand, set before Manim sees it; `only` limits a drawn play to one frame of it. `glance` is
    called at every `stride`-th frame and the last of a play that is not drawn, with all in its place. Against
    Manim's own renderer: no files, no cache, no copies of pictures, and what stands still is drawn once a play.
    """

    def __init__(self) -> None:
        super().__init__(camera_class=StudioCamera)
        self.plan: Play | None = None
        self.sink: Sink | None = None
        self.only: int | None = None
        self.glance: Glance | None = None
        self.stride = 1
        self._frame = 0
        self._ring: deque[tuple[Future[Any] | None, Picture]] = deque()

    def init_scene(self, scene: Scene, *_: Any) -> None:
        """Nothing to prepare: there are no files."""

    def play(self, scene: Scene, *args: Any, **kwargs: Any) -> None:
        """Run one play or wait. Raises ValueError if its length is not the planned number of frames."""
        self.skip_animations = self.sink is None
        scene.compile_animation_data(*args, **kwargs)
        frozen = scene.is_current_animation_frozen_frame()
        plan = self._check_length(scene.duration, frozen)
        scene.begin_animations()
        self._frame = 0
        if self.sink is not None:
            self.save_static_frame_data(scene, scene.static_mobjects)
        elif self.glance is not None:
            self._go_through(scene, plan, self.glance, frozen)
        if not frozen:
            scene.play_internal()
        elif self.sink is not None:
            self._draw(scene.moving_mobjects)
            self._hand_on(self.sink, plan.frames)
        self.static_image = None
        self.time += scene.duration
        self.num_plays += 1

    def _go_through(self, scene: Scene, plan: Play, glance: Glance, frozen: bool) -> None:
        """Set the scene as each of its frames would be drawn: a frame depends on its time alone."""
        last = plan.frames - 1
        for frame in (0,) if frozen else dict.fromkeys((*range(0, last, self.stride), last)):
            if not frozen:
                scene.update_to_time(frame / config.frame_rate)
            glance(plan, frame)

    def render(self, scene: Scene, time: float, moving_mobjects: Any = None) -> None:
        """Draw the next frame of the play in hand, if it is wanted."""
        if self.sink is None:
            return
        if self.only is None or self.only == self._frame:
            self._draw(moving_mobjects)
            self._hand_on(self.sink, 1)
        self._frame += 1

    def save_static_frame_data(self, scene: Scene, static_mobjects: Any) -> Any:
        """Draw what does not move in the play in hand, once for all its frames."""
        self.static_image = None
        still = list(static_mobjects)
        if still:
            self._draw(still)
            self.static_image = self.camera.pixel_array.copy()
        return self.static_image

    def _hand_on(self, sink: Sink, repeat: int) -> None:
        """Give the picture to `sink` without copying it, and go on drawing in memory that nobody reads."""
        drawn = cast(Picture, self.camera.pixel_array)
        self._ring.append((sink(drawn, repeat), drawn))
        if len(self._ring) < _PICTURES:
            self.camera.pixel_array = np.empty_like(self.camera.pixel_array)
            return
        read, spare = self._ring.popleft()
        if read is not None:
            wait([read])
        self.camera.pixel_array = cast(Any, spare)

    def _draw(self, mobjects: Sequence[Mobject] | None) -> None:
        if self.static_image is None:
            self.camera.reset()
        else:
            np.copyto(self.camera.pixel_array, self.static_image)
        if mobjects:
            self.camera.capture_mobjects(mobjects)

    def _check_length(self, duration: float, frozen: bool) -> Play:
        """The plan of this play, after counting frames as Manim will: arange in a play, whole frames in a wait."""
        step = 1 / config.frame_rate
        frames = int(duration / step) if frozen else len(np.arange(0, duration, step))
        plan = self.plan
        if plan is None or frames != plan.frames or plan.index != self.num_plays:
            planned = "no play" if plan is None else f"play {plan.index} of {plan.frames} frames"
            raise ValueError(
                f"Play {self.num_plays} takes {frames} frames where {planned} was planned; "
                "use the beat's own play and wait."
            )
        return plan
