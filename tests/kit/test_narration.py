"""A line without a recording of its very text is estimated, and says why."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from scenes.kit import narration
from scenes.kit.script import parse_line

LINE = parse_line("key", "Well, [now]now “then”.", "here")
WORDS = [["Well,", 2400, 9600], ["now", 12000, 20000], ["“then”.", 24000, 40000]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(narration, "NARRATION_DIR", tmp_path)
    (tmp_path / "hook.key.flac").write_bytes(b"sound")
    entry = {
        "file": "hook.key.flac",
        "sha256": hashlib.sha256(b"sound").hexdigest(),
        "samples": 48000,
        "text": "Well, now “then”.",
        "key": "k",
        "words": WORDS,
        "source": "imported",
    }
    head = {"format": 1, "sample_rate": 24000}
    (tmp_path / "manifest.json").write_text(json.dumps({**head, "lines": {"hook.key": entry}}))
    return tmp_path


def test_a_recorded_line_has_the_times_of_its_recording(folder: Path) -> None:
    timing = narration.time_line("hook", LINE)
    assert (timing.seconds, timing.token_starts) == (2.0, (0.1, 0.5, 1.0))
    assert (timing.recorded, timing.reason, timing.samples) == (True, "", 48000)
    assert timing.sound == "assets/narration/en/hook.key.flac"


def test_a_line_of_another_beat_is_not_recorded(folder: Path) -> None:
    timing = narration.time_line("scale", LINE)
    assert timing.seconds == pytest.approx(3 * 60 / narration.WORDS_PER_MINUTE)
    assert (timing.recorded, timing.reason, timing.sound, timing.samples) == (False, "not recorded", None, 0)


def test_a_changed_text_is_estimated_and_says_so(folder: Path) -> None:
    timing = narration.time_line("hook", parse_line("key", "Well, not now.", "here"))
    assert not timing.recorded and timing.sound is None
    assert timing.reason == "its text changed since the recording"


def test_a_mark_may_move_without_a_new_recording(folder: Path) -> None:
    moved = parse_line("key", "Well, now [then]“then”.", "here")
    assert narration.time_line("hook", moved).recorded


def test_a_new_manifest_is_read_at_once(folder: Path) -> None:
    assert narration.time_line("hook", LINE).recorded
    (folder / "manifest.json").unlink()
    assert narration.time_line("hook", LINE).reason == "not recorded"
