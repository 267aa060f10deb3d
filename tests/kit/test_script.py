"""The script's templates name numbers, symbols and marks, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from scenes.kit import script
from scenes.kit.errors import KitError
from scenes.kit.narration import time_line, to_frames


@dataclass(frozen=True)
class Number:
    rounded: float
    text: str
    unit: str = ""
    grouped: bool = True


NUMBERS = {
    "d_large": Number(512, "512"),
    "n_scores": Number(20000, "20\u2009000"),
    "sigma": Number(22.6, "22.6"),
    "low": Number(-4, "−4"),
    "share": Number(2, "2", "%"),
    "year": Number(2017, "2017", grouped=False),
}


@pytest.fixture(autouse=True)
def lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_numbers", lambda: NUMBERS)


def _line(text: str) -> script.ScriptLine:
    return script.parse_line("l", text, "here")


@pytest.mark.parametrize(
    ("text", "caption", "spoken"),
    [
        ("At {d_large}.", "At 512.", "At five hundred and twelve."),
        ("{n_scores} scores", "20\u2009000 scores", "Twenty thousand scores"),
        ("{sigma}", "22.6", "Twenty-two point six"),
        ("{low}", "−4", "Minus four"),
        ("{share} left", "2\u202f% left", "Two percent left"),
        ("The {year} paper", "The 2017 paper", "The twenty seventeen paper"),
        ("By `root_d_k`.", "By √dₖ.", "By the square root of d sub k."),
        ("A [mark]word", "A word", "A word"),
        ("Off. {low}? “{low}” or {low}.", "Off. −4? “−4” or −4.", "Off. Minus four? “Minus four” or minus four."),
    ],
)
def test_captions_show_and_voices_say(text: str, caption: str, spoken: str) -> None:
    line = _line(text)
    assert (line.caption, line.spoken) == (caption, spoken)


@pytest.mark.parametrize(
    "text",
    [
        "{d_large.value}",
        "{d_large!r}",
        "{d_large:.3f}",
        "{__import__('os')}",
        "{0}",
        "{}",
        "{d_large",
        "d_large}",
        "`d_k",
        "a [mark",
        "{{d_large}}",
        "{d_large[0]}",
        "mid[mark]word",
    ],
)
def test_a_template_names_a_number_and_nothing_else(text: str) -> None:
    with pytest.raises(KitError, match="here: "):
        _line(text)


def test_an_unknown_number_gets_a_suggestion() -> None:
    with pytest.raises(KitError, match=r"no number 'd_lrage' \(did you mean 'd_large'\?\)"):
        _line("{d_lrage}")


def test_an_unknown_symbol_gets_a_suggestion() -> None:
    with pytest.raises(KitError, match=r"no symbol 'd_kk' \(did you mean 'd_k'\?\)"):
        _line("`d_kk`")


@pytest.mark.parametrize("text", ["[a]one [a]two", "word [end]", "", "[only]"])
def test_marks_are_unique_and_stand_before_a_word(text: str) -> None:
    with pytest.raises(KitError, match="here: "):
        _line(text)


def test_a_line_lasts_as_long_as_its_spoken_words() -> None:
    line = _line("At {d_large}, [now]done.")
    timing = time_line("beat", line)
    assert timing.seconds == pytest.approx(6 * 0.4)  # at five hundred and twelve done
    assert timing.token_starts == pytest.approx((0.0, 0.4, 2.0))
    assert line.tokens[2].marks == ("now",)


@pytest.mark.parametrize("fps", [15, 24, 25, 29.97, 30, 60])
def test_frames_begin_at_or_after_the_second(fps: float) -> None:
    for seconds in (0.0, 0.4, 1.0, 7.9):
        frame = to_frames(seconds, fps)
        assert seconds - 1e-5 <= frame / fps < seconds + 1 / fps


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not toml [", "cannot be read as TOML"),
        ('[[line]]\nid = "a"\n', "line 'a': a line has an id and a text; write text = \"...\""),
        ('[[line]]\ntext = "x"\n', r'beat\.toml:1: a line has an id and a text; write id = "..."'),
        ('[[line]]\nid = 3\ntext = "x"\n', r'beat\.toml:1: a line has an id and a text; write id = "..."'),
        ('line = ["x"]\n', r"write each spoken line under a heading of its own, \[\[line\]\]"),
        ('line = "x"\n', r"write each spoken line under a heading of its own, \[\[line\]\]"),
        ('line = [{ text = "x" }]\n', r"beat\.toml: a line has an id and a text"),
        ("picture = 1\nlines = 2\n", r"no key 'lines' \(did you mean 'line'\?\); take it out"),
        ('[[line]]\nid = "a"\ntext = "x"\nspeed = 2\n', "nothing else"),
        ('[[line]]\nid = "a"\ntext = "x"\n[[line]]\nid = "a"\ntext = "y"\n', "two lines have this id"),
    ],
)
def test_a_broken_script_file_is_named(
    content: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "beat.toml").write_text(content, encoding="utf-8")
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    with pytest.raises(KitError, match=said) as caught:
        script.load_script("beat")
    assert "assets/script/beat.toml" in str(caught.value)


_GOOD = '[[line]]\nid = "a"\ntext = "x"\n\n# a remark\n'


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ('  [[ line ]]\ntext = "x"\n', r"beat\.toml:6: a line has an id"),
        ('[[line]]\nid = "b"\ntext = "{d_lrage}"\n', r"beat\.toml:6, line 'b': the lesson has no number 'd_lrage'"),
        ('[[line]]\nid = "a"\ntext = "x"\n', r"beat\.toml:6, line 'a': two lines have this id"),
    ],
)
def test_a_line_at_fault_is_found_in_its_file(
    second: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "beat.toml").write_text(_GOOD + second, encoding="utf-8")
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    with pytest.raises(KitError, match=said):
        script.load_script("beat")


@pytest.mark.parametrize("name", ["", "Two", "two rows", "two/rows", "../up", "two.rows", "two_rows", "-two", "zwölf"])
def test_an_id_that_cannot_name_a_recording_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    (tmp_path / "beat.toml").write_text(f'[[line]]\nid = "{name}"\ntext = "x"\n', encoding="utf-8")
    with pytest.raises(KitError, match="an id is of small letters, digits and hyphens, such as 'two-rows'; rename it"):
        script.load_script("beat")
    (tmp_path / "beat.toml").write_text('[[line]]\nid = "d16-two-rows"\ntext = "x"\n', encoding="utf-8")
    assert list(script.load_script("beat")) == ["d16-two-rows"]


def test_a_missing_script_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    with pytest.raises(KitError, match=r"assets/script/nothing\.toml is missing"):
        script.load_script("nothing")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(KitError, match=r"assets/script/folder\.toml cannot be read \(is a directory\); put it right"):
        script.load_script("folder")
    script._lexicon.cache_clear()
    with pytest.raises(KitError, match=r"assets/script/lexicon\.toml is missing; restore it \(git checkout"):
        script.parse_line("one", "The `d_k`.", "here")


def test_numbers_that_cannot_be_had_are_told_with_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> dict[str, object]:
        raise ValueError("results.npz is missing; write it again")

    monkeypatch.setattr(script, "_numbers", missing)
    with pytest.raises(KitError, match=r"^here: results\.npz is missing; write it again\.$"):
        script.parse_line("one", "It is {d_max}.", "here")
