"""A narration in a folder of its own, and a script of three lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.progress import Bar
from pipeline.voice.lines import Spoken
from scenes.kit import narration, script

LEXICON = '[symbols]\n\n[pronunciations]\nsaturates = "sˈæʧəɹˌAts"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the narration is kept; the voices are beside it."""
    en, voices, scripts = (tmp_path / name for name in ("narration/en", "narration/voices", "script"))
    for each in (voices, scripts):
        each.mkdir(parents=True)
    (scripts / "lexicon.toml").write_text(LEXICON, encoding="utf-8")
    for voice in ("af_heart", "bf_emma"):
        (voices / f"{voice}.bin").write_bytes(voice.encode().ljust(510 * 256 * 4, b"."))
    monkeypatch.setattr(narration, "NARRATION_DIR", en)
    monkeypatch.setattr(script, "SCRIPT_DIR", scripts)
    return en


@pytest.fixture
def lines() -> list[Spoken]:
    return [
        Spoken("hook", "query", "Here is a query. And “a key”."),
        Spoken("hook", "key", "Attention saturates."),
        Spoken("scale", "one", "One curve, whatever the dimension."),
    ]


@pytest.fixture
def bar() -> Bar:
    return Bar("none")
