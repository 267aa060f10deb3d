"""What a script says of its pictures in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import beats
from scenes.kit import KitError, script
from scenes.kit.script import load_pictures, load_script

LINE = '\n[[line]]\nid = "one"\ntext = "Hello."\n'


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lexicon.toml").write_bytes((script.SCRIPT_DIR / "lexicon.toml").read_bytes())
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    return tmp_path / "hook.toml"


@pytest.mark.parametrize("beat", [beat.id for beat in beats()])
def test_every_beat_of_the_film_is_described(beat: str) -> None:
    pictures = load_pictures(beat)
    assert pictures
    assert all(picture[0].isalnum() and picture.endswith(".") and len(picture) > 40 for picture in pictures)


def test_one_or_several_with_symbols(written: Path) -> None:
    written.write_text('picture = "A slider for `d_k`."\n' + LINE, "utf-8")
    assert load_pictures("hook") == ("A slider for dₖ.",)
    written.write_text('picture = ["One.", "Two."]\n' + LINE, "utf-8")
    assert load_pictures("hook") == ("One.", "Two.")
    written.write_text(LINE, "utf-8")
    assert load_pictures("hook") == ()


@pytest.mark.parametrize("value", ["3", '""', '["One.", 2]', '[" "]', "{ a = 1 }"])
def test_anything_else_is_refused(written: Path, value: str) -> None:
    written.write_text(f"picture = {value}\n{LINE}", "utf-8")
    with pytest.raises(KitError, match=r"hook\.toml, picture: write a sentence"):
        load_pictures("hook")


def test_an_unknown_number_and_a_key_that_no_script_has_are_named(written: Path) -> None:
    written.write_text('picture = "{nothing} bars."\n' + LINE, "utf-8")
    with pytest.raises(KitError, match="no number 'nothing'"):
        load_pictures("hook")
    written.write_text('pictur = "Bars."\n' + LINE, "utf-8")
    with pytest.raises(KitError, match=r"no key 'pictur' \(did you mean 'picture'\?\)"):
        load_script("hook")
