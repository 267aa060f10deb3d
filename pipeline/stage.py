"""Running one beat: without pixels (rehearse), some of its plays (render_plays), one frame (render_still).

A beat is always run from its first play, because a play's picture depends on those before it; plays that are
not asked for cost no drawing. Nothing of a run stays behind: Manim's configuration and the look are put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from manim import tempconfig
from manim.utils.exceptions import EndSceneEarlyException

from pipeline.encode import Picture, SegmentInfo, SegmentWriter
from pipeline.errors import FilmError
from pipeline.renderer import StudioRenderer
from pipeline.settings import Settings
from scenes import load
from scenes.kit.beat import Beat, Observer
from scenes.kit.look import Look, get_look, set_look
from scenes.kit.timeline import Play, Timeline

# What a person's own manim.cfg may say and a film must not depend on.
_FIXED = {"seed": 0, "from_animation_number": 0, "upto_animation_number": -1}


def rehearse(
    beat: str | type[Beat],
    settings: Settings,
    observers: Iterable[Observer] = (),
    media: Path | None = None,
    glance: Callable[[Beat, Play, int], None] | None = None,
    stride: int = 1,
) -> Timeline:
    """The beat's timeline, from a run without pixels.

    `observers` are called with (beat, play, "begin" or "end") around each play, `glance` with (beat, play, frame
    of the play) at every `stride`-th of a play's frames and its last, and once in a wait. `media` is where typeset
    words are kept, if not where Manim's configuration says. Raises what the beat raises, and ValueError if a play
    is not as long as planned.
    """
    with _on_stage(beat, settings, media) as (scene, renderer):
        scene.observers.extend(observers)
        if glance is not None:
            renderer.stride, renderer.glance = stride, partial(glance, scene)
        _run(scene)
        return scene.timeline


def render_plays(
    beat: str | type[Beat],
    settings: Settings,
    plays: Sequence[int],
    folder: Path,
    on_frames: Callable[[int], None] | None = None,
    on_segment: Callable[[int, SegmentInfo], None] | None = None,
    media: Path | None = None,
    behind: int = 1,
) -> list[SegmentInfo]:
    """Draw the plays with these numbers, each to `folder`/NNNN.mp4, in one run through the beat.

    `on_frames` hears of every so many frames drawn, `on_segment` of every segment that is in place. As many as
    `behind` segments are still being compressed while the next is drawn. Returns one SegmentInfo for each of
    `plays`, in their order. Raises FilmError for a number the beat does not have.
    """
    wanted, last = set(plays), max(plays, default=-1)
    done: dict[int, SegmentInfo] = {}
    writers: dict[int, SegmentWriter] = {}

    def close(index: int) -> None:
        done[index] = writers.pop(index).close()
        if on_segment is not None:
            on_segment(index, done[index])

    def shoot(_: Beat, play: Play, moment: str) -> None:
        if play.index not in wanted:
            return
        if moment == "begin":
            path = folder / f"{play.index:04}.mp4"
            writer = writers[play.index] = SegmentWriter(path, settings, play.frames, converter=converter)

            def sink(picture: Picture, repeat: int) -> Future[Any]:
                read = writer.write(picture, repeat)
                if on_frames is not None:
                    on_frames(repeat)
                return read

            renderer.sink = sink
            return
        renderer.sink = None
        writers[play.index].finish()
        for index in list(writers)[: len(writers) - behind]:
            close(index)
        if play.index == last:
            raise EndSceneEarlyException

    # Drawing, converting and compressing go on side by side, each in a thread of its own.
    with _on_stage(beat, settings, media) as (scene, renderer), ThreadPoolExecutor(1, "convert") as converter:
        scene.observers.append(shoot)
        try:
            if wanted:
                _run(scene)
            for index in list(writers):
                close(index)
        finally:
            for writer in writers.values():
                writer.drop()
    lacking = sorted(wanted - done.keys())
    if lacking:
        raise FilmError(f"The beat {scene.id} has no play {lacking[0]}; it has {len(scene.timeline.plays)}.")
    return [done[index] for index in plays]


def render_still(beat: str | type[Beat], settings: Settings, frame: int, media: Path | None = None) -> Picture:
    """The picture at frame `frame` of the beat, (height, width, 3) RGB; nothing else is drawn.

    Raises FilmError if the beat has no such frame.
    """
    return render_stills(beat, settings, [frame], media)[0]


def render_stills(
    beat: str | type[Beat], settings: Settings, frames: Sequence[int], media: Path | None = None
) -> list[Picture]:
    """The pictures at these frames of the beat, in their order, each (height, width, 3) RGB, from one run through it.

    Raises FilmError if the beat lacks one of them.
    """
    wanted = sorted(set(frames))
    found: dict[int, Picture] = {}
    due: list[int] = []  # of the play in hand, counted from its first frame

    def shoot(_: Beat, play: Play, moment: str) -> None:
        renderer.sink = renderer.only = None
        due[:] = [frame - play.start for frame in wanted if play.start <= frame < play.end]
        if moment == "end" or not due:
            return

        def take(picture: Picture, repeat: int) -> None:
            copy = picture[:, :, :3].copy()
            for frame in due[:repeat]:  # a hold is one picture for all its frames
                found[play.start + frame] = copy
            del due[:repeat]
            if len(found) == len(wanted):
                raise EndSceneEarlyException
            renderer.only = due[0] if due else -1

        renderer.sink, renderer.only = take, due[0]

    with _on_stage(beat, settings, media) as (scene, renderer):
        scene.observers.append(shoot)
        _run(scene)
    for frame in wanted:
        if frame not in found:
            raise FilmError(f"The beat {scene.id} has no frame {frame}; it has {scene.timeline.frames}, from 0.")
    return [found[frame] for frame in frames]


@contextmanager
def _on_stage(beat: str | type[Beat], settings: Settings, media: Path | None) -> Iterator[tuple[Beat, StudioRenderer]]:
    """A scene of the beat with its renderer, in its look; configuration and look are put back afterwards."""
    kind = load(beat) if isinstance(beat, str) else beat
    place = {} if media is None else {"media_dir": str(media)}
    look = get_look()
    with tempconfig({**settings.manim_config(), **_FIXED, **place}):
        set_look(Look(settings.theme, settings.portrait))
        try:
            renderer = StudioRenderer()

            def announce(_: Beat, play: Play, moment: str) -> None:
                renderer.plan = play if moment == "begin" else None

            scene = kind(renderer=renderer)
            scene.observers = [announce]
            yield scene, renderer
        finally:
            set_look(look)


def _run(scene: Beat) -> None:
    scene.setup()
    try:
        scene.construct()
    except EndSceneEarlyException:
        return
    scene.tear_down()
