"""What a deck is made of, whoever shows it: a cover, films with their posters, and the sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pipeline.clips.account import Made
from pipeline.slides.films import Film
from pipeline.slides.notes import Block
from pipeline.slides.sources import cover_notes
from pipeline.transcript import clock
from scenes import FILM_TITLE
from scenes.kit.look import THEMES


@dataclass(frozen=True)
class Slide:
    """A film of the deck and the files that were made of it."""

    film: Film
    made: Made


@dataclass(frozen=True)
class Lesson:
    """`cover` is the film's first picture, a JPEG file, which is its title."""

    slides: Sequence[Slide]
    cover: Path
    theme: str
    fps: Fraction

    @property
    def title(self) -> str:
        return FILM_TITLE

    @property
    def palette(self) -> Mapping[str, str]:
        """The film's colours by their roles."""
        return THEMES[self.theme]

    @property
    def cover_alt(self) -> str:
        """What the first slide shows: the picture has words in it, which are its title."""
        return f"The film’s title, {FILM_TITLE}, and its first picture."

    def cover_notes(self, keys: str) -> list[Block]:
        """What the speaker is told on the first slide; `keys` is what can be pressed while a film plays."""
        frames = sum(slide.film.moment.frames for slide in self.slides if slide.film.whole)
        return cover_notes(clock(frames, self.fps), len(self.slides), keys)
