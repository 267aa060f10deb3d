"""The films of a deck: every beat, and behind it the clips of it that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pipeline.build import Options, hire, make
from pipeline.captions import cues
from pipeline.clips.moments import Moment, moments, select
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides.notes import Block, Row
from pipeline.subtitles import Cue
from pipeline.transcript import clock, seen
from scenes import beats


@dataclass(frozen=True)
class Film:
    """A film that gets a slide: a whole beat, or a named moment of one."""

    moment: Moment
    whole: bool
    fps: Fraction

    @property
    def name(self) -> str:
        """What `clip` calls it; a clip with its beat's name before it, which no other can have."""
        return self.moment.name if self.whole else f"{self.moment.plan.id}.{self.moment.name}"

    @property
    def key(self) -> tuple[str, str]:
        """Beat and clip, as `Spec.limits` has them."""
        return self.moment.plan.id, self.moment.name

    @property
    def stem(self) -> str:
        """A name for its files that no other film of the deck has."""
        return f"{self.moment.plan.stem}{'' if self.whole else f'_{self.moment.name}'}"

    @property
    def heading(self) -> str:
        """The slide's title: the beat's, or the clip's name in words."""
        return self.moment.plan.title if self.whole else self.moment.name.replace("-", " ").capitalize()

    @property
    def seconds(self) -> Fraction:
        return self.moment.frames / self.fps

    @property
    def cues(self) -> list[Cue]:
        return cues([self.moment.timeline])

    @property
    def alt(self) -> str:
        """What is seen, in a sentence or two, for those who cannot see it."""
        shown = (seen(self.moment.plan.id) or (self.moment.alt,))[0] if self.whole else self.moment.alt
        return f"Film, {round(self.seconds)} seconds. {self.heading}: {shown}"

    @property
    def notes(self) -> list[Block]:
        """What the speaker is told: how long it is, what is said and seen when, and which moments there are."""
        plan, clip, timeline = self.moment.plan, self.moment.clip, self.moment.timeline
        length = f"{clock(self.moment.frames, self.fps)} long."
        if self.whole:
            where = f"Part {plan.index}, {plan.title}, {length}"
        else:
            start = clock(clip.start, self.fps)
            where = f"A moment of part {plan.index}, {plan.title}, where it begins at {start}; {length}"
        said = [Row(clock(line.start, self.fps), line.caption) for line in timeline.lines]
        named = [
            Row(
                f"{clock(each.clip.start, self.fps)} to {clock(each.clip.end, self.fps)}",
                f"{each.name}: {each.caption}" if each.caption else each.name,
            )
            for each in (moments(plan) if self.whole else ())
        ]
        shown = [Row("", sentence) for sentence in (seen(plan.id) if self.whole else [self.moment.alt])]
        blocks = [Block("", [Row("", where)]), Block("Narration", said), Block("Moments", named)]
        return [block for block in [*blocks, Block("On screen", shown)] if block.rows]


def films(clips: Sequence[str], settings: Settings, options: Options, paths: Paths, bar: Bar) -> list[Film]:
    """The films of the deck in the film's order, each clip behind its beat; nothing is drawn for it.

    Raises CommandError for an unknown clip, FilmError for a beat that fails.
    """
    with (
        hire(options, paths) as workers,
        make(beats(), settings, options, paths, bar, workers, draw=False) as ready,
    ):
        ready.require()
        plans = ready.plans
    asked = select(clips, plans)
    whole = select([plan.id for plan in plans], plans)
    # A beat asked for by its own name is in the deck already.
    chosen = {(each.plan.id, each.name): each for each in asked} | {(each.plan.id, each.name): each for each in whole}
    parts = {each.plan.id: each for each in whole}
    ordered = sorted(chosen.values(), key=lambda each: (each.plan.index, parts[each.plan.id] != each, each.clip.start))
    return [
        Film(moment, parts[beat] == moment, settings.fps)
        for beat, own in groupby(ordered, key=lambda each: each.plan.id)
        for moment in own
    ]
