"""The named moments of the film: found by name, with the plays they are made of and the words that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.errors import CommandError, FilmError, did_you_mean
from pipeline.plan import BeatPlan
from pipeline.transcript import seen
from scenes import BeatInfo
from scenes.kit import KitError
from scenes.kit.script import load_clip_captions
from scenes.kit.timeline import Clip, Line, Play, Timeline


@dataclass(frozen=True)
class Moment:
    """A clip of a beat, with what is seen in it; or the whole beat, under the beat's own name."""

    plan: BeatPlan
    clip: Clip
    caption: str

    @property
    def name(self) -> str:
        return self.clip.name

    @property
    def frames(self) -> int:
        return self.clip.end - self.clip.start

    @property
    def plays(self) -> list[Play]:
        """The plays that the clip is made of, whole: its block begins and ends between two of them.

        Raises FilmError for a clip that holds none.
        """
        clip = self.clip
        inside = [play for play in self.plan.timeline.plays if clip.start <= play.start and play.end <= clip.end]
        if not inside:
            raise FilmError(f"The clip {clip.name} of beat {self.plan.id} plays nothing; put a play into its block.")
        return inside

    @property
    def timeline(self) -> Timeline:
        """The clip as a timeline of its own, from frame 0: its plays, and the lines that are spoken whole in it."""
        whole, clip = self.plan.timeline, self.clip
        plays = [
            Play(number, play.start - clip.start, play.frames, play.kind) for number, play in enumerate(self.plays)
        ]
        lines = [
            _earlier(line, clip.start) for line in whole.lines if clip.start <= line.start and line.end <= clip.end
        ]
        return Timeline(whole.beat, whole.fps, tuple(plays), tuple(lines))

    @property
    def alt(self) -> str:
        """What is seen, for those who cannot see it: the caption, or what the script says of the beat's pictures."""
        return self.caption or " ".join(seen(self.plan.id))


def captions(beat: str) -> dict[str, str]:
    """The captions of a beat's clips. Raises FilmError if its script cannot be read."""
    try:
        return load_clip_captions(beat)
    except KitError as error:
        raise FilmError(str(error)) from error


def lost_captions(timeline: Timeline) -> list[str]:
    """A sentence for each caption whose clip the beat does not have. Raises FilmError if they cannot be read."""
    names = [clip.name for clip in timeline.clips]
    return [
        f"assets/script/{timeline.beat}.toml has a caption for {name!r}, which is no clip of the beat. "
        + (did_you_mean(name, names) if names else "It has no clips.")
        for name in sorted(set(captions(timeline.beat)) - set(names))
    ]


def beats_with(names: Sequence[str], beats: Sequence[BeatInfo]) -> list[BeatInfo] | None:
    """The beats in which these names are to be looked for, as far as the scripts tell; None if one is not in them."""
    found: set[str] = set()
    for name in names:
        beat, _, clip = name.rpartition(".")
        homes = {each.id for each in beats if each.id == name or clip in captions(each.id)}
        homes = {each for each in homes if beat in ("", each)}
        if not homes:
            return None
        found |= homes
    return [each for each in beats if each.id in found]


def moments(plan: BeatPlan) -> list[Moment]:
    """Every clip of a beat, in order. Raises FilmError for a caption whose clip the beat does not have."""
    said = captions(plan.id)
    if lost := lost_captions(plan.timeline):
        raise FilmError(lost[0])
    return [Moment(plan, clip, said.get(clip.name, "")) for clip in plan.timeline.clips]


def select(names: Sequence[str], plans: Iterable[BeatPlan], told: Iterable[str] = ()) -> list[Moment]:
    """The moments with these names (clip, beat.clip, or a beat's own), each once, in the order of the names.

    Raises CommandError for a name that nothing has, or two clips; it may suggest one of `told` too.
    """
    known: dict[str, list[Moment]] = {}
    for plan in plans:
        for moment in moments(plan):
            known.setdefault(moment.name, []).append(moment)
            known[f"{plan.id}.{moment.name}"] = [moment]
        known.setdefault(plan.id, [Moment(plan, Clip(plan.id, 0, plan.timeline.frames), plan.title + ".")])
    chosen: dict[tuple[str, str], Moment] = {}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, dict.fromkeys([*(each for each in known if "." not in each), *told]))
            raise CommandError(f"There is no clip {name!r}. {hint} clip --list tells them all.")
        if len(known[name]) > 1:
            full = " or ".join(f"{each.plan.id}.{name}" for each in known[name])
            raise CommandError(f"There is more than one clip {name!r}; write {full}.")
        [moment] = known[name]
        chosen.setdefault((moment.plan.id, moment.name), moment)
    return list(chosen.values())


def _earlier(line: Line, frames: int) -> Line:
    return replace(
        line,
        start=line.start - frames,
        end=line.end - frames,
        marks={name: frame - frames for name, frame in line.marks.items()},
        words=tuple(replace(word, start=word.start - frames) for word in line.words),
    )
