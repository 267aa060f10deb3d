"""Rules over a beat's timeline. Each yields (frame, sentence) for every place where it is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby

from pipeline import captions
from scenes.kit.timeline import Play, Timeline

Fault = tuple[int, str]

STILL_SECONDS = 6.0
HELD_SECONDS = 1.5


def caption_rules(timeline: Timeline) -> Iterator[Fault]:
    """Captions: at most two lines of 42 characters, 17 characters a second, a second or longer."""
    if not timeline.lines:
        return
    fps = Fraction(timeline.fps).limit_denominator(100_000)
    for cue, text in captions.faults(captions.cues([timeline]), fps):
        yield cue.start, f"the caption {cue.text!r} has {text}"


def stillness(timeline: Timeline) -> Iterator[Fault]:
    """Nothing moves for over 6 s, be it spoken to or not, unless the beat says for what (`pause`)."""
    for start, end in _still_stretches(timeline):
        free = start
        meant = [(pause.start, pause.end) for pause in timeline.pauses if pause.end > start and pause.start < end]
        for begin, finish in [*sorted(meant), (end, end)]:
            if begin - free > STILL_SECONDS * timeline.fps:
                yield free, f"nothing moves for {(begin - free) / timeline.fps:.1f} s"
            free = max(free, finish)


def held_claim(timeline: Timeline) -> Iterator[Fault]:
    """A beat ends on its summary, which stands for at least 1.5 s."""
    start, end = (list(_still_stretches(timeline)) or [(0, 0)])[-1]
    held = (end - start) / timeline.fps if end == timeline.frames else 0.0
    if held < HELD_SECONDS - 0.5 / timeline.fps:
        yield timeline.frames, f"the last picture stands still for {held:.2f} s, under {HELD_SECONDS} s"


def line_order(timeline: Timeline) -> Iterator[Fault]:
    """Lines do not overlap, and end with the beat at the latest."""
    free, before = 0, ""
    for line in timeline.lines:
        if line.start < free:
            yield line.start, f"the line {line.id!r} begins before {before!r} has ended"
        if line.end > timeline.frames:
            yield line.start, f"the line {line.id!r} is still being spoken when the beat ends"
        free, before = line.end, line.id


def clip_names(timeline: Timeline) -> Iterator[Fault]:
    """Clips have names of their own and some length."""
    seen: set[str] = set()
    for clip in timeline.clips:
        if clip.name in seen:
            yield clip.start, f"two clips are called {clip.name!r}"
        if clip.end <= clip.start:
            yield clip.start, f"the clip {clip.name!r} has no length"
        seen.add(clip.name)


TIME_RULES: tuple[Callable[[Timeline], Iterator[Fault]], ...] = (
    caption_rules,
    stillness,
    held_claim,
    line_order,
    clip_names,
)


def _still_stretches(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Frames [start, end) of every unbroken run of waits."""

    def waits(play: Play) -> bool:
        return play.kind == "wait"

    for still, run in groupby(timeline.plays, key=waits):
        plays = list(run)
        if still:
            yield plays[0].start, plays[-1].end
