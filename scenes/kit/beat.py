"""The base class of a beat: a Manim scene whose every moment is planned in whole frames.

A beat tells its story in three steps: ``prepare`` (numbers), ``stage`` (parts), ``tell`` (choreography). It speaks
with ``say``, names stretches with ``clip``, and leaves a ``Timeline`` of it all for the pipeline.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Literal

from manim import Animation, AnimationGroup, FadeIn, FadeOut, Mobject, MovingCameraScene, Wait, config
from manim.animation.animation import prepare_animation

from .errors import KitError
from .layout import heading_position
from .look import colour
from .motion import CUE, Drive, leaves
from .narration import time_line, to_frames
from .script import ScriptLine, load_script, suggest
from .timeline import Clip, Line, Play, Shown, Timeline, Word
from .type import HEADING, place, words

BREATH = 0.35  # silence after a line, in seconds
LONGEST = 3600  # seconds: no beat is meant to last an hour, and a slip such as wait(1e9) would draw for weeks

Observer = Callable[["Beat", Play, str], None]


class Spoken:
    """A line being spoken: ``start`` and ``end`` are frames, ``at(mark)`` the frame of a marked word."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.start, self.end = line.start, line.end

    def at(self, mark: str) -> int:
        """The frame at which the marked word is spoken. Raises KitError for a mark that the line lacks."""
        if mark not in self._line.marks:
            hint = suggest(mark, self._line.marks)
            raise KitError(f"The line {self._line.id!r} has no mark [{mark}]{hint}; put it into the script.")
        return self._line.marks[mark]


class Beat(MovingCameraScene):
    """One beat of the film. Subclasses set ``id``, ``title`` and ``claim`` and write the three steps.

    ``face`` names the clip whose last picture stands for the beat where it can have but one.
    """

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    claim: ClassVar[str] = ""
    face: ClassVar[str] = ""

    observers: list[Observer]

    # -- the three steps -----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Numbers from mathcore; no mobjects."""

    def stage(self) -> None:
        """Parts, placed by layout; what is added here is on screen from the first frame."""

    def tell(self) -> None:
        """Choreography only."""
        raise NotImplementedError(f"{type(self).__name__} tells nothing yet: write its tell().")

    def setup(self) -> None:
        super().setup()
        self.camera.background_color = colour("background")
        self.frame_now = 0
        self.fps = float(config.frame_rate)
        if not hasattr(self, "observers"):
            self.observers = []
        self._plays: list[Play] = []
        self._lines: list[Line] = []
        self._clips: list[Clip] = []
        self._pauses: list[Clip] = []
        self._shown: list[Shown] = []
        self._script = load_script(self.id)
        self._heading: Mobject | None = None

    def construct(self) -> None:
        self.prepare()
        self.stage()
        self.tell()
        unspoken = [line for line in self._script if line not in {said.id for said in self._lines}]
        if unspoken:
            raise KitError(
                f"The beat {self.id!r} never says its line {unspoken[0]!r}; say it or take it out of the script."
            )

    @property
    def timeline(self) -> Timeline:
        """What has been played so far; complete after ``construct``."""
        told = tuple(self._plays), tuple(self._lines), tuple(self._clips), tuple(self._pauses), tuple(self._shown)
        return Timeline(self.id, self.fps, *told)

    # -- time ----------------------------------------------------------------------------------------------------

    def frames(self, seconds: float) -> int:
        """Seconds as whole frames, at least one. Raises KitError for none, and for more than ``LONGEST``."""
        if not (math.isfinite(seconds) and 0 < seconds <= LONGEST):
            raise KitError(
                f"A length of {seconds:g} seconds cannot be played in the beat {self.id!r}; "
                f"give one above 0 and up to {LONGEST}."
            )
        return max(1, round(seconds * self.fps))

    def play(
        self,
        *animations: Any,
        run_time: float | None = None,
        until: int | None = None,
        least: float = CUE,
        **kwargs: Any,
    ) -> None:
        """Play together, for a whole number of frames.

        ``run_time`` in seconds, or ``until`` a frame (``line.at("mark")``) but no shorter than ``least`` seconds;
        without either the longest animation's own length.
        """
        built = [prepare_animation(a) for a in animations]
        if not built:
            raise KitError(f"The beat {self.id!r} plays nothing; give play() an animation.")
        for key, value in kwargs.items():
            for animation in built:
                setattr(animation, key, value)
        longest = max(a.run_time for a in built)
        if until is not None:
            count = max(until - self.frame_now, self.frames(least))
        else:
            count = self.frames(longest if run_time is None else run_time)
        # Manim draws ceil(run_time * fps) frames in floating point: a quarter of a frame short is safe for any length.
        exact = (count - 0.25) / self.fps
        for animation in built:
            stretch = animation.run_time / longest if longest > 0 else 1.0
            animation.run_time = exact if stretch >= 1.0 else exact * stretch
        self._run("play", count, built)

    def wait(self, duration: float = 1.0, *_: Any, **__: Any) -> None:
        """Hold the picture for ``duration`` seconds."""
        self.hold_frames(self.frames(duration))

    def hold_frames(self, count: int) -> None:
        """Hold the picture for a number of frames (none or fewer: do nothing)."""
        if count > 0:
            self._run("wait", count, [Wait(run_time=(count + 0.25) / self.fps, frozen_frame=True)])

    def hold_until(self, frame: int) -> None:
        """Hold the picture until a frame such as ``line.at("mark")``; if that has passed, go on at once."""
        self.hold_frames(frame - self.frame_now)

    def _run(self, kind: Literal["play", "wait"], count: int, built: list[Animation]) -> None:
        if self.frame_now + count > LONGEST * self.fps:
            raise KitError(
                f"The beat {self.id!r} would last longer than {LONGEST} seconds, the most that a beat may; shorten it."
            )
        play = Play(len(self._plays), self.frame_now, count, kind)
        self._plays.append(play)
        for observe in self.observers:
            observe(self, play, "begin")
        super().play(*built)
        self._note_told(count, built)
        self.frame_now += count
        for observe in self.observers:
            observe(self, play, "end")

    # -- words ---------------------------------------------------------------------------------------------------

    @contextmanager
    def say(self, line_id: str, *, breath: float = BREATH) -> Iterator[Spoken]:
        """Speak a line while the block plays; on leaving, wait out the line and a breath."""
        if line_id not in self._script:
            hint = suggest(line_id, self._script)
            raise KitError(
                f"The script of {self.id!r} has no line {line_id!r}{hint}; add it to assets/script/{self.id}.toml."
            )
        if any(line.id == line_id for line in self._lines):
            raise KitError(f"The beat {self.id!r} says its line {line_id!r} twice; give the second an id of its own.")
        spoken = Spoken(self._begin_line(self._script[line_id]))
        yield spoken
        pause = self.frames(breath) if breath > 0 else 0
        self.hold_frames(spoken.end + pause - self.frame_now)

    def _begin_line(self, script: ScriptLine) -> Line:
        timing = time_line(self.id, script)
        begin = self.frame_now
        starts = [begin + to_frames(s, self.fps) for s in timing.token_starts]
        marks = {m: start for token, start in zip(script.tokens, starts, strict=True) for m in token.marks}
        line = Line(
            script.id,
            begin,
            begin + to_frames(timing.seconds, self.fps),
            script.caption,
            script.spoken,
            marks,
            tuple(Word(t.caption, s) for t, s in zip(script.tokens, starts, strict=True)),
            timing.sound,
            timing.samples,
        )
        self._lines.append(line)
        return line

    @contextmanager
    def clip(self, name: str) -> Iterator[None]:
        """Name the stretch that the block plays, for those who want it alone."""
        begin = self.frame_now
        yield
        self._clips.append(Clip(name, begin, self.frame_now))

    @contextmanager
    def pause(self, purpose: str) -> Iterator[None]:
        """Declare that what the block holds may stand still for over six seconds, and for what."""
        begin = self.frame_now
        yield
        self._pauses.append(Clip(purpose, begin, self.frame_now))

    # -- what is on screen -----------------------------------------------------------------------------------------

    def shows(self, **values: float) -> None:
        """Say which values the picture is of from now on: ``shows(d_k=512, scaled=0)``.

        Nothing is drawn of it: whoever stops the film here can go on from these values. A ``Dial`` with a name, and a
        ``Drive`` that ``shows`` something, say it themselves, frame by frame.
        """
        self._note_shown(self.frame_now, values)

    def _note_shown(self, frame: int, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            value = round(float(value), 3)
            before = next((each for each in reversed(self._shown) if each.name == name), None)
            if before is None or before.value != value:
                self._shown.append(Shown(frame, name, value))

    def _note_told(self, count: int, built: list[Animation]) -> None:
        """What the animations of a play have said of the picture in each of its frames, and when it was over."""
        telling = [each for each in built if isinstance(each, Drive) and each.shows]
        for frame in range(count + 1) if telling else ():
            for each in telling:
                seconds = each.run_time if frame == count else frame / self.fps
                self._note_shown(self.frame_now + frame, each.shown(seconds))

    def heading(self, text: str) -> Animation:
        """An animation that shows ``text`` as the heading, in place of the one before."""
        fresh = place(words(text, HEADING, "muted"), *heading_position(), anchor="left")
        old, self._heading = self._heading, fresh
        if old is None:
            return FadeIn(fresh, run_time=CUE)
        # One after the other: two headings on one line would be read as neither.
        return AnimationGroup(FadeOut(old, run_time=CUE / 2), FadeIn(fresh, run_time=CUE / 2), lag_ratio=1)

    def set_heading(self, text: str) -> None:
        """Show ``text`` as the heading from now on, at once."""
        if self._heading is not None:
            self.remove(self._heading)
        self._heading = place(words(text, HEADING, "muted"), *heading_position(), anchor="left")
        self.add(self._heading)

    def add_mobjects_from_animations(self, animations: list[Animation]) -> None:
        """As Manim's, but never through a wrapper group: that would lift what is on screen above the rest."""
        present = set(self.get_mobject_family_members())
        for leaf in leaves(animations):
            if leaf.is_introducer():
                continue
            parts = leaf.mobject.submobjects if isinstance(leaf, Drive) else [leaf.mobject]
            for part in parts:
                if part is not None and part not in present:
                    self.add(part)
                    present.update(part.get_family())
