"""A deck that somebody has changed is theirs; one that a killed run left old, or has just renewed, is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import FilmError
from pipeline.slides.own import Own


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck that was made and noted, and beside it the next one, which is not in its place yet."""
    path, part = tmp_path / "lesson.pptx", tmp_path / "next.pptx"
    part.write_bytes(b"first")
    Own(tmp_path / "record.json").note(path, part)
    part.replace(path)
    part.write_bytes(b"second")
    return path


def own(deck: Path) -> Own:
    return Own(deck.with_name("record.json"))


def test_what_was_made_may_be_replaced_and_what_is_not_there_may_be_made(deck: Path) -> None:
    own(deck).require(deck)
    own(deck).require(deck.with_name("slides.zip"))


def test_killed_before_or_after_the_new_one_is_in_its_place(deck: Path) -> None:
    own(deck).note(deck, deck.with_name("next.pptx"))
    own(deck).require(deck)
    own(deck).note(deck, deck.with_name("next.pptx"))  # twice
    own(deck).require(deck)
    deck.with_name("next.pptx").replace(deck)
    own(deck).require(deck)


@pytest.mark.parametrize("record", ["as it was", "gone", "damaged"])
def test_what_was_changed_or_is_not_known_is_refused(deck: Path, record: str) -> None:
    if record == "as it was":
        deck.write_bytes(b"mine")
    elif record == "gone":
        deck.with_name("record.json").unlink()
    else:
        deck.with_name("record.json").write_text("{")
    with pytest.raises(FilmError, match="changed since it was made, or not made here; move it"):
        own(deck).require(deck)


def test_another_file_of_the_record_stays_noted(deck: Path) -> None:
    other = deck.with_name("slides.zip")
    own(deck).note(other, deck.with_name("next.pptx"))
    deck.with_name("next.pptx").replace(other)
    own(deck).require(deck)
    own(deck).require(other)
