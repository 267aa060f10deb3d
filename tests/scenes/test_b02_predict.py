"""Beat 2 asks without answering, gives the promised time in silence, and hands its last picture to beat 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mathcore import lesson
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_still
from scenes.kit.parts.ring import CountdownRing
from scenes.kit.parts.weights import WeightBars
from scenes.kit.timeline import Play

LANDSCAPE = Settings(256, 144, Fraction(15))


def _bars(beat: Any) -> list[WeightBars]:
    return [part for part in beat.get_mobject_family_members() if isinstance(part, WeightBars)]


def test_every_card_starts_from_the_same_bars_and_ends_on_its_claim() -> None:
    start = lesson.film_weights(lesson.STOPS[0], scaled=False)
    even = np.full(lesson.N_KEYS, 1 / lesson.N_KEYS)
    begun: dict[str, np.ndarray] = {}
    ended: dict[str, np.ndarray] = {}

    def watch(beat: Any, play: Play, moment: str) -> None:
        for letter, card in beat.cards.by_letter.items():
            if card.bars in _bars(beat):
                begun.setdefault(letter, card.bars.weights.copy())
                ended[letter] = card.bars.weights.copy()

    rehearse("predict", LANDSCAPE, [watch])
    for letter in "ABC":
        np.testing.assert_array_equal(begun[letter], start)
    np.testing.assert_array_equal(ended["A"], start)
    np.testing.assert_allclose(ended["B"], even)
    assert ended["C"].max() == 1.0 and ended["C"].argmax() == lesson.film_weights(lesson.D_MAX, scaled=False).argmax()


def test_no_weights_of_a_larger_dimension_are_shown_before_the_viewer_has_chosen() -> None:
    shown: list[np.ndarray] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        if moment == "end":
            # Card C and its pin claim that all goes to one key, which is a guess like the others.
            claim = beat.choices[2][2]
            shown.extend(bars.weights.copy() for bars in _bars(beat) if not np.array_equal(bars.weights, claim))

    rehearse("predict", LANDSCAPE, [watch])
    given_away = [lesson.film_weights(d_k, scaled=False) for d_k in lesson.STOPS[1:]]
    assert len(shown) > 10
    assert not any(np.allclose(weights, answer, atol=5e-3) for weights in shown for answer in given_away)


def test_the_ring_runs_its_seconds_in_silence_and_runs_out() -> None:
    seconds = lesson.number("prediction_seconds").value
    runs: list[tuple[Play, str, str]] = []
    before = ""

    def watch(beat: Any, play: Play, moment: str) -> None:
        nonlocal before
        now = beat.ring.number.text
        if moment == "begin":
            before = now
        elif now != before:
            runs.append((play, before, now))

    timeline = rehearse("predict", LANDSCAPE, [watch])
    assert [(first, last) for _, first, last in runs] == [(f"{seconds:.0f}", "0")]
    play = runs[0][0]
    assert play.frames == seconds * timeline.fps
    assert all(line.end <= play.start or line.start >= play.end for line in timeline.lines)


@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
@pytest.mark.parametrize(("one", "other"), [("hook", "predict"), ("predict", "simulate")])
def test_a_beat_opens_on_the_picture_that_the_one_before_it_closed_on(one: str, other: str, portrait: bool) -> None:
    size = (270, 480) if portrait else (480, 270)
    settings = Settings(*size, Fraction(15), portrait=portrait)
    last = render_still(one, settings, rehearse(one, settings).frames - 1).astype(int)
    first = render_still(other, settings, 0).astype(int)
    assert np.ptp(last) > 100
    assert np.abs(last - first).max() <= 8
    assert np.abs(last - first).mean() < 0.05


def test_the_countdown_ring_shows_seconds_left_rounded_up_and_an_arc_of_that_share() -> None:
    ring = CountdownRing(960, 500, 40, 5)
    full = ring.arc.get_arc_length()
    for elapsed, text in ((0.0, "5"), (0.01, "5"), (1.0, "4"), (3.5, "2"), (4.999, "1"), (5.0, "0")):
        ring.set_elapsed(elapsed)
        assert ring.number.text == text
        length = ring.arc.get_arc_length() if len(ring.arc.points) else 0.0
        assert length / full == pytest.approx(1 - elapsed / 5, abs=0.01)
