"""Captions from the spoken words: where to cut, how to lay out, for how long to show.

A cue is at most two lines of 42 characters, is read at 17 characters a second or slower, stays a second or
longer, and begins with its first word. Cuts fall at punctuation where possible, then before a conjunction or
preposition; the cheapest set of cuts of a spoken line is found by dynamic programming over its words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

from pipeline.phrasing import LINE_CHARACTERS, LINES, break_cost, lay_out
from pipeline.subtitles import Cue, write_srt, write_vtt
from scenes.kit.timeline import Line, Timeline, Word

__all__ = ["Cue", "cues", "faults", "needed", "write_srt", "write_vtt"]

CHARACTERS_PER_SECOND = 17
SHORTEST_SECONDS = Fraction(1)
_LONGEST_SECONDS = 7.0
# A caption may come this much before or after its first word to give a neighbour time.
_SHIFT_SECONDS = Fraction(2, 5)


def cues(timelines: Sequence[Timeline]) -> list[Cue]:
    """Captions of the beats one after another, in frames from the first one's start."""
    made: list[Cue] = []
    offset = 0
    for timeline in timelines:
        fps = Fraction(timeline.fps).limit_denominator(100_000)
        spoken = [(line, words) for line in timeline.lines if (words := _words(line))]
        limits = [words[0].start for _, words in spoken[1:]] + [timeline.frames] * bool(spoken)
        beat = [
            cue for (line, words), limit in zip(spoken, limits, strict=True) for cue in _cut(line, words, limit, fps)
        ]
        made += [replace(cue, start=cue.start + offset, end=cue.end + offset) for cue in _share(beat, fps)]
        offset += timeline.frames
    return made


def faults(found: Sequence[Cue], fps: Fraction) -> list[tuple[Cue, str]]:
    """Every broken rule with the cue that breaks it; an empty list for good captions."""
    wrong: list[tuple[Cue, str]] = []
    for cue in found:
        seconds = (cue.end - cue.start) / fps
        if len(cue.lines) > LINES:
            wrong.append((cue, f"{len(cue.lines)} lines, more than {LINES}"))
        wrong += [
            (cue, f"a line of {len(line)} characters, more than {LINE_CHARACTERS}")
            for line in cue.lines
            if len(line) > LINE_CHARACTERS
        ]
        if seconds < SHORTEST_SECONDS:
            wrong.append((cue, f"shown for {float(seconds):.2f} s, less than {SHORTEST_SECONDS} s"))
        elif len(cue.text) > CHARACTERS_PER_SECOND * seconds:
            speed = len(cue.text) / float(seconds)
            wrong.append((cue, f"{speed:.1f} characters a second, more than {CHARACTERS_PER_SECOND}"))
    wrong += [
        (late, "begins before the one before has ended") for early, late in pairwise(found) if late.start < early.end
    ]
    return wrong


def needed(text: str, fps: Fraction) -> int:
    """Frames that a caption must stay: a second, or as long as its characters take to read."""
    return math.ceil(max(SHORTEST_SECONDS, Fraction(len(text), CHARACTERS_PER_SECOND)) * fps)


def _words(line: Line) -> tuple[Word, ...]:
    """The line's words; a line without word times has its caption spread evenly by characters."""
    texts = line.caption.split()
    if line.words or not texts:
        return line.words
    starts = [len(" ".join(texts[:n])) for n in range(len(texts))]
    rate = (line.end - line.start) / len(" ".join(texts))
    return tuple(Word(text, line.start + int(at * rate)) for text, at in zip(texts, starts, strict=True))


def _cut(line: Line, words: tuple[Word, ...], limit: int, fps: Fraction) -> list[Cue]:
    """The cheapest cues for one spoken line, which may stay on until frame `limit`."""
    count = len(words)
    texts = [word.text for word in words]

    def cue(first: int, last: int, lines: tuple[str, ...]) -> Cue:
        start = words[first].start
        if last < count:
            return Cue(start, words[last].start, lines)
        stay = max(line.end, start + needed("\n".join(lines), fps))
        return Cue(start, max(start + 1, min(stay, limit)), lines)

    @cache
    def best(first: int) -> tuple[float, tuple[Cue, ...]]:
        """(cost, cues) for the words from `first` on."""
        if first == count:
            return 0.0, ()
        found: tuple[float, tuple[Cue, ...]] = (math.inf, ())
        for last in range(first + 1, count + 1):
            laid = lay_out(texts[first:last])
            if laid is None:
                if last > first + 1:
                    break
                laid = (texts[first],), 1000.0  # one word wider than a caption: shown, and a fault
            lines, inner = laid
            made = cue(first, last, lines)
            outer = break_cost(texts[last - 1], texts[last]) if last < count else 0.0
            rest, after = best(last)
            cost = 4 + outer + inner / 3 + _haste(made, fps) + rest
            if cost < found[0]:
                found = cost, (made, *after)
        return found

    return list(best(0)[1])


def _haste(cue: Cue, fps: Fraction) -> float:
    """What it costs to show a cue too briefly (a little, if a neighbour may lend the time) or for too long."""
    short = (needed(cue.text, fps) - (cue.end - cue.start)) / fps
    hurried = 0.0 if short <= 0 else 4 + 20 * float(short) if short <= _SHIFT_SECONDS / 2 else 40 + 60 * float(short)
    return hurried + 10 * max(0.0, float((cue.end - cue.start) / fps) - _LONGEST_SECONDS)


def _share(beat: list[Cue], fps: Fraction) -> list[Cue]:
    """Move the instant between two cues where one is short of time and the other has some to spare."""
    made = list(beat)
    most = int(_SHIFT_SECONDS * fps)

    def spare(cue: Cue) -> int:
        return cue.end - cue.start - needed(cue.text, fps)

    for at in range(len(made) - 1):
        early, late = made[at], made[at + 1]
        later = min(-spare(early), spare(late), most)
        if later > 0 and early.end == late.start:
            made[at], made[at + 1] = (
                replace(early, end=early.end + later),
                replace(late, start=late.start + later),
            )
    for at in range(len(made) - 1, 0, -1):
        early, late = made[at - 1], made[at]
        sooner = min(-spare(late), spare(early) + late.start - early.end, most)
        if sooner > 0:
            start = late.start - sooner
            made[at - 1], made[at] = replace(early, end=min(early.end, start)), replace(late, start=start)
    return made
