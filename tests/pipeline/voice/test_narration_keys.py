"""A line's recording belongs to its beat's key and to no other's; how words are pronounced belongs to none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import FilmError
from pipeline.keys import Key, Keys, compare, require_unchanged
from pipeline.settings import Settings

MANIFEST = "assets/narration/en/manifest.json"
FILES = {
    "pipeline/stage.py": "",
    "pipeline/encode.py": "",
    "scenes/__init__.py": "",
    "scenes/b01_hook.py": "",
    "scenes/b02_predict.py": "",
    "assets/script/hook.toml": "",
    "assets/script/predict.toml": "",
    "assets/script/lexicon.toml": '[symbols]\np = { caption = "p", spoken = "p" }\n\n'
    '[pronunciations]\ntanh = "tænʧ"\n[pronunciations."hook.a"]\n',
    "assets/narration/voices/af_heart.bin": "voice",
    "assets/narration/en/hook.a.flac": "sound",
    "assets/narration/en/predict.a.flac": "sound",
    MANIFEST: json.dumps({"voice": "x", "lines": {"hook.a": {"samples": 1}, "predict.a": {"samples": 1}}}),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def key(root: Path, beat: str) -> Key:
    number = ["hook", "predict"].index(beat) + 1
    return Keys(root, Settings.from_options("l"), ["hook", "predict"]).key(beat, f"scenes.b{number:02}_{beat}")


def enter(root: Path, name: str, samples: int) -> None:
    data = json.loads((root / MANIFEST).read_text())
    data["lines"][name] = {"samples": samples}
    (root / MANIFEST).write_text(json.dumps(data))


def test_a_new_timing_of_a_line_changes_its_beat_only(root: Path) -> None:
    hook, predict = key(root, "hook"), key(root, "predict")
    enter(root, "hook.a", 2)
    assert compare(hook.parts, key(root, "hook").parts) == [f"{MANIFEST}, lines of hook changed"]
    assert key(root, "predict").digest == predict.digest


def test_a_new_sound_of_a_line_changes_its_beat_only(root: Path) -> None:
    hook, predict = key(root, "hook"), key(root, "predict")
    (root / "assets/narration/en/hook.a.flac").write_text("another")
    assert compare(hook.parts, key(root, "hook").parts) == ["assets/narration/en/hook.a.flac changed"]
    assert key(root, "predict").digest == predict.digest


def test_a_first_recording_and_a_lost_manifest_are_named(root: Path) -> None:
    content = (root / MANIFEST).read_text()
    (root / MANIFEST).unlink()
    without = key(root, "hook")
    (root / MANIFEST).write_text(content)
    assert compare(without.parts, key(root, "hook").parts) == [f"{MANIFEST}, lines of hook is new"]


def test_the_narrators_data_and_pronunciations_change_no_beat(root: Path) -> None:
    before = key(root, "hook").digest
    (root / "assets/narration/voices/af_heart.bin").write_text("another")
    lexicon = root / "assets/script/lexicon.toml"
    lexicon.write_text(lexicon.read_text().replace("tænʧ", "tˈænʧ") + 'it = "ˈɪt"\n')
    assert key(root, "hook").digest == before
    lexicon.write_text(lexicon.read_text() + "[other]\n")
    assert key(root, "hook").digest != before
    lexicon.write_text(lexicon.read_text().removesuffix("[other]\n"))
    lexicon.write_text(lexicon.read_text().replace('spoken = "p"', 'spoken = "pea"'))
    assert key(root, "hook").digest != before


def test_a_manifest_that_cannot_be_read_changes_every_beat(root: Path) -> None:
    before = key(root, "hook").digest, key(root, "predict").digest
    (root / MANIFEST).write_text("{")
    after = key(root, "hook").digest, key(root, "predict").digest
    assert before[0] != after[0] and before[1] != after[1]


def test_a_recording_made_while_a_beat_is_drawn_is_noticed(root: Path) -> None:
    stamps = key(root, "hook").stamps
    require_unchanged(stamps)
    enter(root, "hook.b", 30)
    with pytest.raises(FilmError, match=r"manifest\.json was changed"):
        require_unchanged(stamps)
