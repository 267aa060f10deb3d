"""The film's lines by name, "beat.line", and what is wrong with their recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.errors import CommandError, did_you_mean
from scenes import BeatInfo
from scenes.kit import narration
from scenes.kit.script import ScriptLine, load_script


@dataclass(frozen=True)
class Spoken:
    """A line of a beat and what it says."""

    beat: str
    line: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.beat}.{self.line}"


def lines_of(beats: Sequence[BeatInfo]) -> list[Spoken]:
    """Every line of these beats, in the order of the script."""
    return [Spoken(beat.id, line.id, line.spoken) for beat in beats for line in load_script(beat.id).values()]


def named_lines(names: Sequence[str], beats: Sequence[BeatInfo]) -> list[Spoken]:
    """The lines that `names` (beats by id or number, or lines as "beat.line") mean; all of them for no name.

    Raises CommandError for a name that is neither, with the nearest that is.
    """
    every = lines_of(beats)
    if not names:
        return every
    wanted: set[str] = set()
    numbers = {str(beat.index): beat.id for beat in beats}
    for name in names:
        beat = numbers.get(name.lstrip("0"), name)
        found = {line.name for line in every if name == line.name or beat == line.beat}
        if not found:
            known = [beat.id for beat in beats] if "." not in name else [line.name for line in every]
            raise CommandError(f"There is no beat or line {name!r}. {did_you_mean(name, known)}")
        wanted |= found
    return [line for line in every if line.name in wanted]


def unspoken(beat: str) -> dict[str, str]:
    """Lines of a beat that have no sound of their own, by id, each with the reason; KitError as in the kit."""
    known = narration.recordings()
    reasons = {line.id: narration.fault(known.get(f"{beat}.{line.id}"), line.spoken) for line in _script(beat)}
    return {line: reason for line, reason in reasons.items() if reason}


def unspoken_sentence(beat: str) -> str:
    """One sentence about a beat's lines without sound; nothing if it has them all."""
    by_reason: dict[str, list[str]] = {}
    for line, reason in unspoken(beat).items():
        by_reason.setdefault(reason, []).append(line)
    if not by_reason:
        return ""
    if list(by_reason) == [narration.NOT_RECORDED] and len(by_reason[narration.NOT_RECORDED]) == len(_script(beat)):
        what = "nothing is recorded"
    else:
        what = "no sound for " + " and ".join(f"{', '.join(lines)} ({why})" for why, lines in by_reason.items())
    return f"{beat}: {what}; lengths are estimated until ./run narrate {beat} has been run."


def _script(beat: str) -> list[ScriptLine]:
    return list(load_script(beat).values())
