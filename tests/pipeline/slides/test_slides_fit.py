"""A deck is kept to its budget whenever its films can be small enough together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.build import Options
from pipeline.clips.spec import Spec
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides import fit
from pipeline.slides.lesson import Lesson

REST = 1000


@dataclass(frozen=True)
class Made:
    beat: str
    name: str
    bytes: int
    poster: str = "poster"


@dataclass(frozen=True)
class Slide:
    film: Any
    made: Made


@dataclass(frozen=True)
class Deck:
    slides: Sequence[Slide]


def fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int, *films: tuple[int, int, int]) -> list[int]:
    """Bytes of the films after a fit; of each is given what it takes, its seconds, and the least it can be."""
    least = {f"beat{each}": floor for each, (_, _, floor) in enumerate(films)}

    def export(names: Sequence[str], spec: Spec, *_: object) -> list[Made]:
        assert spec.or_smallest
        wanted = {beat: share for (beat, _), share in spec.limits.items()}
        assert sorted(names) == sorted(wanted)
        return [Made(beat, beat, max(share, least[beat]), "small") for beat, share in wanted.items()]

    monkeypatch.setattr(fit, "export", export)
    slides = [
        Slide(
            SimpleNamespace(key=(beat, beat), name=beat, seconds=Fraction(seconds), whole=beat == "beat0"),
            Made(beat, beat, size),
        )
        for beat, (size, seconds, _) in zip(least, films, strict=True)
    ]
    lesson: Any = Deck(slides)
    spec, settings = replace(Spec(), max_bytes=limit), Settings.from_options("l")
    made: Lesson = fit.fitted(lesson, REST, spec, settings, Options(), Paths(tmp_path), Bar("none"))
    assert all(slide.made.poster == "poster" for slide in made.slides)
    return [slide.made.bytes for slide in made.slides]


def test_films_that_fit_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitted(tmp_path, monkeypatch, REST + 200, (100, 10, 60), (100, 10, 20)) == [100, 100]


def test_what_one_film_takes_beyond_its_share_the_others_do_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fitted(tmp_path, monkeypatch, REST + 100, (100, 10, 60), (100, 10, 20)) == [60, 40]
    # The second misses only the share that the first has left it.
    assert fitted(tmp_path, monkeypatch, REST + 97, (65, 10, 60), (100, 10, 35), (9, 1, 1)) == [60, 35, 2]


def test_films_that_cannot_be_small_enough_together_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = r"with 2 of its 2 films as small as can be it takes .* already; allow more, or choose fewer"
    with pytest.raises(FilmError, match=sentence):
        fitted(tmp_path, monkeypatch, REST + 70, (100, 10, 60), (100, 10, 20))
    with pytest.raises(FilmError, match="without its films it takes"):
        fitted(tmp_path, monkeypatch, REST, (100, 10, 60))
