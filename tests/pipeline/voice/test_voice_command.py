"""`render.py narrate` from the outside: own recordings shape the film, stale lines are said, wrong use is explained."""

from __future__ import annotations

import json
import shutil
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_voice import FakeVoice, silence, tone
from film_project import SMALL, Project
from test_voice_person import save

from pipeline.errors import CommandError, FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.voice import command, model
from pipeline.voice.engine import Engine
from pipeline.voice.notices import silent_beats
from scenes import BeatInfo
from scenes.kit import narration

SCRIPTS = {
    "hook": '[[line]]\nid = "query"\ntext = "A query. A key."\n[[line]]\nid = "key"\ntext = "Attention saturates."\n',
    "scale": '[[line]]\nid = "one"\ntext = "One curve."\n',
}


@pytest.fixture
def film(folder: Path, tmp_path: Path) -> tuple[BeatInfo, ...]:
    for beat, text in SCRIPTS.items():
        (tmp_path / f"script/{beat}.toml").write_text(text)
    return tuple(
        BeatInfo(index, beat, beat.title(), "", f"scenes.b{index:02}_{beat}", beat.title(), tmp_path)
        for index, beat in enumerate(SCRIPTS, 1)
    )


class Narrate:
    """Runs the command on the two beats, with a voice that is none."""

    def __init__(self, film: tuple[BeatInfo, ...], root: Path) -> None:
        self.film, self.root = film, root
        self.voices: list[FakeVoice] = []
        self.told: list[str] = []

    def engine(self) -> Engine:
        self.voices.append(FakeVoice())
        return self.voices[-1]

    def __call__(self, *names: str, **options: object) -> dict[str, Any]:
        given = Namespace(
            **{"names": names, "voice": None, "speed": None, "folder": None, "script_sheet": False, "json": False}
            | options
        )
        self.told.clear()
        return command.run(given, self.film, Paths(self.root), Bar("none"), self.told.append, self.engine)


@pytest.fixture
def run(film: tuple[BeatInfo, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Narrate:
    monkeypatch.setattr(command, "NARRATION_DIR", tmp_path / "narration/en")
    return Narrate(film, tmp_path)


def test_the_engine_is_loaded_only_when_there_is_something_to_say(run: Narrate) -> None:
    assert list(run("hook.key")["recorded"]) == ["hook.key"]
    assert list(run()["recorded"]) == ["hook.query", "scale.one"]
    assert run()["recorded"] == {}
    assert len(run.voices) == 2
    assert run.told[-1] == "Recorded 0 of 3 lines; the others stay as they are."


def test_a_line_that_is_asked_for_and_current_is_told_why_nothing_is_done(run: Narrate) -> None:
    run()
    run.told.clear()
    assert run("hook.key")["recorded"] == {}
    cure = "change the text, or give another --voice or --speed, to have it spoken anew."
    assert run.told[0] == f"hook.key is recorded as script and narrator are now; {cure}"
    run.told.clear()
    run("hook")
    assert run.told[0] == f"hook.query, hook.key are recorded as script and narrator are now; {cure}"
    run.told.clear()
    run()
    assert len(run.told) == 1  # of the whole film, that is how it should be


def test_beats_go_by_name_and_number_and_unknown_names_get_a_suggestion(run: Narrate) -> None:
    assert list(run("2")["recorded"]) == ["scale.one"]
    with pytest.raises(CommandError, match=r"no beat or line 'hok'\. Did you mean hook\?"):
        run("hok")
    with pytest.raises(CommandError, match=r"no beat or line 'hook\.kye'\. Did you mean hook\.key\?"):
        run("hook.kye")


def test_the_film_has_one_narrator_and_a_trial_of_another_is_stale(run: Narrate) -> None:
    run()
    assert list(run("scale", voice="bf_emma")["recorded"]) == ["scale.one"]
    assert list(run()["recorded"]) == ["scale.one"]
    found = run(voice="bf_emma", speed=1.1)
    assert (found["voice"], found["speed"], len(found["recorded"])) == ("bf_emma", 1.1, 3)
    assert run()["recorded"] == {}


def test_a_voice_takes_a_persons_line_back_when_it_is_asked_for(run: Narrate, tmp_path: Path) -> None:
    run()
    save(tmp_path / "own/scale.one.wav", tone(1), narration.SAMPLE_RATE)
    assert list(run(folder=tmp_path / "own")["recorded"]) == ["scale.one"]
    assert "hook.query, hook.key" in run.told[0]
    assert run()["recorded"] == {}
    assert list(run("scale.one", voice="af_heart")["recorded"]) == ["scale.one"]
    with pytest.raises(CommandError, match="leave --voice and --speed out"):
        run(folder=tmp_path / "own", speed=1.2)


def test_lines_that_the_script_no_longer_has_are_removed_but_for_a_persons(run: Narrate, tmp_path: Path) -> None:
    run("hook")
    save(tmp_path / "own/scale.one.wav", tone(1), narration.SAMPLE_RATE)
    run(folder=tmp_path / "own")
    for beat in ("hook", "scale"):
        (tmp_path / f"script/{beat}.toml").write_text('[[line]]\nid = "other"\ntext = "Well."\n')
    assert run()["removed"] == ["hook.key", "hook.query"]
    assert sorted(narration.recordings()) == ["hook.other", "scale.one", "scale.other"]
    assert (tmp_path / "narration/en/scale.one.flac").is_file()
    assert not (tmp_path / "narration/en/hook.key.flac").exists()


def test_silent_lines_are_said_in_one_sentence_a_beat(run: Narrate, tmp_path: Path) -> None:
    assert [beat for beat, _ in silent_beats(run.film)] == ["hook", "scale"]
    run()
    assert dict(silent_beats(run.film)) == {}
    text = SCRIPTS["hook"].replace("saturates", "hardens") + '[[line]]\nid = "new"\ntext = "Well."\n'
    (tmp_path / "script/hook.toml").write_text(text)
    assert dict(silent_beats(run.film)) == {
        "hook": "hook: no sound for key (its text changed since the recording) and new (not recorded); "
        "lengths are estimated until ./run narrate hook has been run."
    }


def test_the_sheet_names_every_line_and_what_is_shown(run: Narrate, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line["name"] for line in run(script_sheet=True)["lines"]] == ["hook.query", "hook.key", "scale.one"]
    told = capsys.readouterr().out
    assert "1. Hook" in told and "hook.key\n    Attention saturates.\n" in told and "hook.query.wav" in told


def test_a_script_that_cannot_be_read_is_one_sentence(run: Narrate, tmp_path: Path) -> None:
    (tmp_path / "script/scale.toml").write_text("not toml [")
    with pytest.raises(FilmError, match=r"scale\.toml cannot be read as TOML"):
        run()


def test_where_the_engine_is_missing_the_cure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model.importlib.util, "find_spec", lambda name: None if name == "hibari" else object())
    with pytest.raises(FilmError) as caught:
        model.require_packages()
    assert str(caught.value) == (
        "The speech engine is not installed (hibari); run "
        ".venv/bin/python -m pip install --require-hashes -r requirements-voice.lock."
    )


def test_own_recordings_make_the_films_times(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    shutil.rmtree(project.root / "assets/narration/en", ignore_errors=True)
    silent = json.loads(project.run("check", *SMALL, "--json", "--strict", code=1)[0])
    assert list(silent["silent"]) == ["first", "second"]
    before = {beat["id"]: beat["seconds"] for beat in json.loads(project.run("list", *SMALL, "--json")[0])["beats"]}
    own = tmp_path / "own"
    sound = np.concatenate([silence(0.5), tone(7.85), silence(0.5)])
    save(own / "second.two.wav", sound, narration.SAMPLE_RATE)
    out, err = project.run("narrate", "--import", str(own), "--json")
    assert json.loads(out)["recorded"]["second.two"] == pytest.approx(8.0, abs=0.03)
    assert "has no file for first.one" in err
    after = {beat["id"]: beat["seconds"] for beat in json.loads(project.run("list", *SMALL, "--json")[0])["beats"]}
    assert after["first"] == before["first"]
    # The line, a breath, and the wait after it.
    assert after["second"] == pytest.approx(8.0 + 0.35 + 1.6, abs=0.1)
    silent = json.loads(project.run("check", *SMALL, "--json", "--strict", code=1)[0])
    assert list(silent["silent"]) == ["first"]
    project.replace("assets/script/second.toml", "This circle", "That circle")
    _, err = project.run("beat", "second", *SMALL)
    assert "second: no sound for two (its text changed since the recording); lengths are estimated until" in err
