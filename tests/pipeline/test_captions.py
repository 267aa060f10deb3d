"""Captions against their rules, on the film's own script and on sentences made up at random."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as given_settings
from hypothesis import strategies as st

import scenes  # noqa: F401 - gives the script its numbers
from pipeline.captions import Cue, cues, faults, needed, write_srt, write_vtt
from pipeline.phrasing import LINE_CHARACTERS, LINES, break_cost, lay_out
from scenes.kit.narration import time_line, to_frames
from scenes.kit.script import LEXICON, SCRIPT_DIR, load_script
from scenes.kit.timeline import Line, Play, Timeline, Word

FPS = 60.0
BREATH = 21


def timeline(spoken: list[list[tuple[str, int]]], beat: str = "beat", fps: float = FPS) -> Timeline:
    """Lines of (word, frames it takes) one after another, with a breath after each."""
    now, lines = 0, []
    for number, line in enumerate(spoken):
        words, start = [], now
        for text, frames in line:
            words.append(Word(text, now))
            now += frames
        caption = " ".join(text for text, _ in line)
        lines.append(Line(str(number), start, now, caption, caption, {}, tuple(words)))
        now += BREATH
    return Timeline(beat, fps, (Play(0, 0, now, "wait"),), tuple(lines))


def evenly(sentence: str, frames: int = 24) -> list[tuple[str, int]]:
    return [(word, frames) for word in sentence.split()]


def laid(sentence: str) -> list[tuple[str, ...]]:
    return [cue.lines for cue in cues([timeline([evenly(sentence)])])]


def of_script(beat: str) -> Timeline:
    """The beat's lines as they are timed: by their recordings, or at 150 words a minute."""
    spoken = []
    for line in load_script(beat).values():
        timing = time_line(beat, line)
        ends = [to_frames(at, FPS) for at in (*timing.token_starts[1:], timing.seconds)]
        starts = [to_frames(at, FPS) for at in timing.token_starts]
        spoken.append([(t.caption, b - a) for t, a, b in zip(line.tokens, starts, ends, strict=True)])
    return timeline(spoken, beat)


@pytest.mark.parametrize("beat", sorted(path.stem for path in SCRIPT_DIR.glob("*.toml") if path.name != LEXICON))
def test_the_films_own_captions_keep_every_rule(beat: str) -> None:
    told = of_script(beat)
    made = cues([told])
    assert faults(made, Fraction(60)) == []
    assert " ".join(" ".join(cue.lines) for cue in made) == " ".join(line.caption for line in told.lines)


word_texts = st.text(st.sampled_from("abcdefgmnorstuw"), min_size=1, max_size=9)
tokens = st.tuples(
    st.builds(str.__add__, word_texts, st.sampled_from(["", "", "", ",", ".", ":"])), st.integers(20, 40)
)
lines = st.lists(st.lists(tokens, min_size=1, max_size=40), min_size=1, max_size=4)


@given(st.lists(lines, min_size=1, max_size=3))
@given_settings(max_examples=60)
def test_every_word_once_in_order_within_shape_and_never_two_at_once(film: list[list[list[tuple[str, int]]]]) -> None:
    told = [timeline(beat) for beat in film]
    made = cues(told)
    said = [text for beat in film for line in beat for text, _ in line]
    assert [word for cue in made for line in cue.lines for word in line.split()] == said
    assert all(1 <= len(cue.lines) <= LINES for cue in made)
    assert all(len(line) <= LINE_CHARACTERS for cue in made for line in cue.lines)
    assert all(cue.start < cue.end for cue in made)
    assert all(early.end <= late.start for early, late in pairwise(made))
    assert made[-1].end <= sum(beat.frames for beat in told)


@given(lines)
@given_settings(max_examples=60)
def test_a_caption_comes_with_its_first_word_or_nearly(beat: list[list[tuple[str, int]]]) -> None:
    told = timeline(beat)
    starts = [word.start for line in told.lines for word in line.words]
    at = 0
    for cue in cues([told]):
        assert abs(cue.start - starts[at]) <= 24  # 0.4 s, and only to give a neighbour time
        at += len(" ".join(cue.lines).split())


def test_cuts_fall_at_the_ends_of_sentences_first() -> None:
    assert laid(
        "Attention compares these vectors with a dot product. It multiplies entry by entry, and then it adds."
    ) == [
        ("Attention compares these vectors", "with a dot product."),
        ("It multiplies entry by entry,", "and then it adds."),
    ]


def test_a_line_breaks_at_a_comma_before_a_conjunction() -> None:
    assert lay_out(["Same", "variance", "in,", "same", "behaviour", "out", "and", "nothing", "else"]) == (
        ("Same variance in,", "same behaviour out and nothing else"),
        pytest.approx(2 + 18 / 4),
    )


def test_the_price_of_a_cut() -> None:
    cost = break_cost
    assert cost("out.", "Next") < cost("out:", "next") < cost("out,", "next") < cost("out", "and") < cost("out", "of")
    assert cost("out", "of") < cost("long", "way") < cost("the", "way") < cost("=", "8")
    assert cost("is", "=") == cost("d_k", "×") == 40
    assert cost("C:", "they") == cost("of", "it")


def test_two_words_too_wide_for_one_line_take_two() -> None:
    assert laid("a" * 30 + " " + "b" * 30) == [("a" * 30, "b" * 30)]


def test_a_word_wider_than_a_line_is_shown_and_reported() -> None:
    told = timeline([evenly("x" * 43)])
    made = cues([told])
    assert made[0].lines == ("x" * 43,)
    assert "a line of 43 characters" in faults(made, Fraction(60))[0][1]


def test_a_short_line_stays_a_second_when_there_is_room() -> None:
    told = timeline([[("No.", 12)], evenly("And then a pause was over.")])
    first, second = cues([told])
    assert first.start == 0
    assert first.end - first.start == 60 - (60 - 33) + min(24, 60 - 33)  # until the next line, and what it lends
    assert second.start == first.end


def test_a_line_without_word_times_is_spread_evenly() -> None:
    line = Line("a", 0, 400, "One sentence that is long enough for this. Another one that is as long.", "", {}, ())
    made = cues([Timeline("b", FPS, (Play(0, 0, 400, "wait"),), (line,))])
    assert made[0].start == 0
    assert " ".join(" ".join(cue.lines) for cue in made) == line.caption


def test_beats_follow_each_other() -> None:
    one, two = timeline([evenly("The first one here.")]), timeline([evenly("The second one here.")])
    assert [cue.start for cue in cues([one, two])] == [0, one.frames]


def test_faults_are_found() -> None:
    fps = Fraction(30)
    said = [
        text
        for _, text in faults(
            [
                Cue(0, 60, ("a", "b", "c")),
                Cue(50, 80, ("x" * 18,)),
                Cue(80, 109, ("short",)),
                Cue(120, 240, ("y" * 43,)),
            ],
            fps,
        )
    ]
    assert said == [
        "3 lines, more than 2",
        "18.0 characters a second, more than 17",
        "shown for 0.97 s, less than 1 s",
        "a line of 43 characters, more than 42",
        "begins before the one before has ended",
    ]


@pytest.mark.parametrize(("text", "frames"), [("a", 60), ("a" * 17, 60), ("a" * 18, 64), ("a" * 34, 120)])
def test_time_to_read(text: str, frames: int) -> None:
    assert needed(text, Fraction(60)) == frames


def test_srt(tmp_path: Path) -> None:
    write_srt(
        tmp_path / "a.srt", [Cue(0, 30, ("One",)), Cue(107892, 107892 + 45, ("Two &", "√d_k"))], Fraction(2997, 100)
    )
    # 107892 / 29.97 = 3600; 30 / 29.97 = 1.001001...
    assert (tmp_path / "a.srt").read_text(encoding="utf-8") == (
        "1\n00:00:00,000 --> 00:00:01,001\nOne\n\n2\n01:00:00,000 --> 01:00:01,502\nTwo &\n√d_k\n"
    )


def test_vtt(tmp_path: Path) -> None:
    write_vtt(tmp_path / "a.vtt", [Cue(0, 30, ("a < b & c",)), Cue(30, 75, ("x --> y",))], Fraction(30))
    assert (tmp_path / "a.vtt").read_text(encoding="utf-8") == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na &lt; b &amp; c\n\n00:00:01.000 --> 00:00:02.500\nx --&gt; y\n"
    )
