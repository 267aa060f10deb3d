"""Word errors are counted on what is heard, not on how it is written."""

from __future__ import annotations

import pytest

from pipeline.voice.heard import compare, plain
from pipeline.voice.recognise import judge


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Two hundred and fifty-six numbers.", "256 numbers."),
        ("Twenty thousand scores", "20,000 scores"),
        ("At twenty-two point six.", "At 22.6"),
        ("At five hundred and twelve, twenty-two point six.", "At 512.22.6"),
        ("two percent", "2%"),
        ("the twenty seventeen paper", "The 2017 paper."),
        ("five hundred and twelve", "five hundred twelve"),
        ("by the square root of d sub k.", "By the square root of d_k"),
        ("d sub k", "D sub-K"),
        ("q i times k i", "QI times KI"),
        ("normalise its behaviour", "Normalize its behavior"),
        ("one query's attention", "One query’s attention"),
        ("hold on to a head, delta i j", "hold onto ahead, Delta IJ"),
        ("There are two too.", "Their are to two"),
    ],
)
def test_the_same_words_written_otherwise_are_no_error(said: str, heard: str) -> None:
    assert compare(said, heard).wrong == 0, (plain(said), plain(heard))


@pytest.mark.parametrize(
    ("said", "heard", "wrong", "differences"),
    [
        ("the scores spread", "the scores thread", 1, ("spread > thread",)),
        ("the scores spread", "the spread", 1, ("scores > -",)),
        ("the scores", "the the scores", 1, ("- > the",)),
        ("scores spread", "", 2, ("scores > -", "spread > -")),
        ("d sub k", "decay", 3, ("d > -", "sub > -", "k > decay")),
    ],
)
def test_errors_are_counted_and_named(said: str, heard: str, wrong: int, differences: tuple[str, ...]) -> None:
    found = compare(said, heard)
    assert (found.wrong, found.differences) == (wrong, differences)
    assert found.rate == wrong / found.said


def test_a_number_heard_wrong_is_noticed_however_few_words_it_is() -> None:
    assert not compare("At sixteen it is four point zero.", "At sixty it is 4.0").numbers_right
    assert not compare("at eight", "at eight eight").numbers_right
    assert compare("at sixteen, a preference", "at 16, the preference").numbers_right


def test_what_is_over_the_limits_is_said() -> None:
    good = compare("one two three four five six seven eight nine ten", "1 2 3 4 5 6 7 8 9 10")
    assert judge({"a": good}) == []
    bad = compare("the wide spread of scores", "the wide bread of scores")
    assert judge({"a": bad}) == ["a: 20% of its words", "the film: 20.0% of its words"]
    number = compare("at sixteen " + "word " * 30, "at sixty " + "word " * 30)
    assert judge({"a": number}) == ["a: a number"]
