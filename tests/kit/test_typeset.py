"""Outlines on disk are what would be set now, or they are not used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import svgelements
from manim import MathTypst

from scenes.kit import files
from scenes.kit import typeset as module
from scenes.kit.typeset import Typeset, typeset

CODE = "sqrt(d_k) / 2"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty store, and no memory of what was set before."""
    monkeypatch.setattr(module, "FOLDER", tmp_path / "type")
    typeset.cache_clear()
    yield tmp_path / "type"
    typeset.cache_clear()


def again(code: str = CODE) -> Typeset:
    """What a process that has set nothing yet gets."""
    typeset.cache_clear()
    return typeset(code, maths=True)


def assert_same(one: Typeset, other: Typeset) -> None:
    assert one.parts == other.parts and len(one.outlines) == len(other.outlines)
    assert all(np.array_equal(a, b) for a, b in zip(one.outlines, other.outlines, strict=True))


def test_a_kept_text_is_not_set_again_and_has_the_same_outlines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = again()
    assert len(list(folder.iterdir())) == 1

    def refuse(*_: object) -> Typeset:
        raise AssertionError("set again")

    monkeypatch.setattr(module, "_set", refuse)
    assert_same(again(), fresh)


@pytest.mark.parametrize("harm", ["empty", "truncated", "flipped", "swapped", "folder"])
def test_a_damaged_or_swapped_file_is_set_again(folder: Path, harm: str) -> None:
    fresh, other = again(), again("a + b")
    path = folder / module._name(CODE, True)
    stranger = folder / module._name("a + b", True)
    data = path.read_bytes()
    if harm == "folder":
        path.unlink()
        path.mkdir()
    else:
        flipped = bytes([*data[:400], data[400] ^ 1, *data[401:]])
        path.write_bytes(
            {"empty": b"", "truncated": data[:200], "flipped": flipped, "swapped": stranger.read_bytes()}[harm]
        )
    assert_same(again(), fresh)
    assert_same(again("a + b"), other)
    if harm != "folder":
        assert path.read_bytes() == data


def test_another_font_is_another_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = module._name(CODE, True)
    module._recipe.cache_clear()
    monkeypatch.setattr(module.fonts, "preamble", lambda: "// fonts 0123456789abcdef")
    assert module._name(CODE, True) != before
    module._recipe.cache_clear()


def test_words_and_maths_of_the_same_letters_are_two_files(folder: Path) -> None:
    assert module._name("a b", True) != module._name("a b", False)


def test_a_place_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(module, "FOLDER", tmp_path / "file" / "type")
    assert len(again().outlines) > 3
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_write_that_fails_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(type(Path())):  # type: ignore[misc]
        def replace(self, _: object) -> None:
            raise OSError(28, "No space left on device")

    def write_to_full_disk(path: Path, data: bytes) -> None:
        with monkeypatch.context() as here:  # of the files that are written only this one fails
            here.setattr(files, "Path", Full)
            files.write_whole(path, data)

    monkeypatch.setattr(module, "write_whole", write_to_full_disk)
    assert len(again().outlines) > 3
    assert list(folder.iterdir()) == []


def test_outlines_cannot_be_changed_by_those_who_share_them(folder: Path) -> None:
    with pytest.raises(ValueError, match="read-only"):
        again().outlines[0][0] = 1.0


def test_two_that_set_the_same_text_at_once_leave_each_other_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Manim reads a drawing back from a file that is named after the text, and removes it."""
    (temporary := tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    parse, others = svgelements.SVG.parse, []

    def meanwhile(source: Path) -> svgelements.SVG:
        if not others:
            others.append(None)
            others[0] = module._set(MathTypst, CODE)
        return parse(source)

    monkeypatch.setattr(svgelements.SVG, "parse", meanwhile)
    assert_same(again(), others[0])
    assert not list(temporary.iterdir())
