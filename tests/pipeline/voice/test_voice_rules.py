"""What a voice would drop or say wrong is found in the script, and a good script has nothing to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import FilmError
from pipeline.voice import lexicon
from pipeline.voice.rules import script_rules, spoken_faults
from scenes import beats
from scenes.kit import script
from scenes.kit.script import parse_line


@pytest.mark.parametrize("beat", [beat.id for beat in beats()])
def test_the_films_own_script_can_be_spoken(beat: str) -> None:
    assert list(script_rules(beat)) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("There are 16 keys.", "digits that a voice drops or guesses at, 1 6; name the number"),
        ("Divide by √d.", "signs that a voice drops or guesses at, √"),
        ("It is dₖ.", "signs that a voice drops or guesses at, ₖ"),
        ("Five % more & less.", "signs that a voice drops or guesses at, % &"),
        ("So d k grows.", "says 'd k', which is heard wrong"),
        ("So dk grows.", "says 'dk', which is heard wrong"),
        ("Take sqrt of it.", "says 'sqrt'"),
        ("A " + "very " * 80 + "long one.", "too long for one breath, A"),
    ],
)
def test_a_line_that_cannot_be_spoken_is_named(text: str, says: str) -> None:
    found = list(spoken_faults(parse_line("l", text, "here")))
    assert len(found) == 1 and found[0].startswith("the line 'l' ") and says in found[0]


def test_symbols_numbers_and_quotes_are_fine() -> None:
    line = parse_line("l", "`d_k` equals “one”: key's share – well, it’s twenty-two? Yes; go!", "here")
    assert list(spoken_faults(line)) == []


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('Saturates = "sˈæ"', "'Saturates' is not one word in lower-case"),
        ('"two words" = "sˈæ"', "not one word"),
        ('saturates = ""', "'nothing', which is no phoneme; use"),
        ('saturates = "sa%3"', "'%3', which is no phoneme"),
        ("saturates = ", "cannot be read"),
    ],
)
def test_a_pronunciation_that_no_voice_can_follow_is_refused(
    entry: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    (tmp_path / "lexicon.toml").write_text(f"[pronunciations]\n{entry}\n", encoding="utf-8")
    with pytest.raises(FilmError, match=says):
        lexicon.pronunciations()


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("“scaled”", ("“", "scaled", "”")),
        ("key's", ("", "key", "'s")),
        ("Saturates.", ("", "Saturates", ".")),
        ("dot-product,", ("", "dot-product", ",")),
        ("–", ("–", "", "")),
    ],
)
def test_a_word_is_taken_out_of_its_punctuation(word: str, parts: tuple[str, str, str]) -> None:
    assert lexicon.split(word) == parts


def test_only_the_pronunciations_of_a_lines_own_words_count_and_its_own_come_first() -> None:
    known = {"": {"saturates": "a", "k": "b", "tanh": "c"}, "hook.key": {"k": "d", "it": "e"}, "hook.dot": {"d": "f"}}
    words = ["Attention", "Saturates:", "d", "sub", "k."]
    assert lexicon.of_line("hook.query", words, known) == {"k": "b", "saturates": "a"}
    assert lexicon.of_line("hook.key", words, known) == {"k": "d", "saturates": "a"}


def test_a_line_has_a_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    text = '[pronunciations]\nk = "kˈA"\n[pronunciations."hook.key"]\nscores = "skˈɔɹz,"\n'
    (tmp_path / "lexicon.toml").write_text(text, encoding="utf-8")
    assert lexicon.pronunciations() == {"": {"k": "kˈA"}, "hook.key": {"scores": "skˈɔɹz,"}}
