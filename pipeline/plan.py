"""Which plays of which beats have to be drawn, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.cache import BeatCache, past_keys, past_parts
from pipeline.keys import Key, compare
from scenes.kit.timeline import Play, Timeline


@dataclass
class BeatPlan:
    """One beat of the run: what it is, its cache, and what is to be drawn."""

    index: int
    id: str
    title: str
    cache: BeatCache
    why: str = ""
    missing: list[int] = field(default_factory=list)
    rendered: int = 0

    @property
    def stem(self) -> str:
        """`03_simulate`: the beat's name in file names."""
        return f"{self.index:02}_{self.id}"

    @property
    def timeline(self) -> Timeline:
        assert self.cache.timeline is not None
        return self.cache.timeline

    @property
    def key(self) -> Key:
        return self.cache.key

    @property
    def segments(self) -> list[Path]:
        return [self.cache.segment(play.index) for play in self.timeline.plays]

    @property
    def missing_plays(self) -> list[Play]:
        return [play for play in self.timeline.plays if play.index in self.missing]

    def find_missing(self) -> None:
        """Fill in `missing`, and `why` when files of this very key turn out damaged."""
        bad = self.cache.damaged()
        whole = self.cache.plays.keys() - set(bad)
        self.missing = [play.index for play in self.timeline.plays if play.index not in whole]
        if bad:
            self.why = f"{count(len(bad), 'cached play')} missing or damaged: {', '.join(map(str, bad))}"
        elif not self.missing:
            self.why = "nothing changed"
        elif self.cache.plays:
            self.why = "an earlier build was interrupted"


def reason(cache: BeatCache) -> str:
    """Why a beat without finished plays is drawn: what differs from its latest build of the same look."""
    others = [folder for folder in past_keys(cache.folder.parent) if folder != cache.folder]
    best: list[str] | None = None
    for parts in filter(None, map(past_parts, others)):
        if _look(parts) == _look(cache.key.parts):
            best = compare(parts, cache.key.parts)
            break
    if best is None:
        return "it was never drawn in this size, rate, theme and layout"
    return "; ".join(best) or "its finished plays are gone"


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 beat, 2 beats."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _look(parts: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in parts.items() if name.startswith("setting ")}
