"""A file is a beat: found in order, read without being run, and named when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenes
from scenes.kit import Beat, KitError


def _write(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(body, encoding="utf-8")
    return path


def test_the_nine_beats_in_order() -> None:
    found = scenes.beats()
    assert [b.id for b in found] == [
        "hook", "predict", "simulate", "variance", "saturate", "scale", "toggle", "transfer", "resolve",
    ]  # fmt: skip
    assert [b.index for b in found] == list(range(1, 10))
    assert all(b.title and b.claim for b in found)


def test_what_is_read_is_what_the_class_says() -> None:
    for beat in scenes.beats():
        made = scenes.load(beat.id)
        assert issubclass(made, Beat)
        assert (made.id, made.title, made.claim) == (beat.id, beat.title, beat.claim)


def test_an_unknown_beat_gets_a_suggestion() -> None:
    with pytest.raises(scenes.UnknownBeat, match=r"no beat 'simulat' \(did you mean 'simulate'\?\)"):
        scenes.load("simulat")


def test_a_beat_is_described_without_being_run(tmp_path: Path) -> None:
    path = _write(tmp_path, "b10_x.py", 'raise SystemExit\nclass X(Beat):\n    id, title = "x", "An x"\n')
    beat = scenes._describe(10, path)
    assert (beat.id, beat.title, beat.class_name) == ("x", "An x", "X")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("x = 1\nclass X(:\n", r"b10_x\.py, line 2, cannot be read as Python: [^<]*; correct it"),
        ("\0", "cannot be read as Python: .*; correct it"),
        ("x = 1\n", "exactly one Beat class"),
        ('class X(Beat):\n    id = "x"\n', "exactly one Beat class"),
        (
            'class X(Beat):\n    id, title = "x", "X"\nclass Y(Beat):\n    id, title = "y", "Y"\n',
            "exactly one Beat class",
        ),
    ],
)
def test_a_wrong_file_is_named(body: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(KitError, match=said) as caught:
        scenes._describe(10, _write(tmp_path, "b10_x.py", body))
    assert "b10_x.py" in str(caught.value)
