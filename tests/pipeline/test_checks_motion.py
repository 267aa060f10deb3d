"""Sins 12 and 15: too much at once, numbers from nowhere, each committed by a small scene and avoided by another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from manim import DOWN, RIGHT, UP, AnimationGroup, FadeIn, LaggedStart
from small_scenes import findings, rules

from mathcore import lesson
from pipeline.checks.numbers import tokens
from scenes.kit.layout import Box
from scenes.kit.motion import Dial
from scenes.kit.parts.axis import HorizontalAxis
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.shapes import dot, line
from scenes.kit.type import formula, place, words

WAYS = (RIGHT, UP, DOWN)


def three() -> list[Any]:
    return [dot(500 + 300 * i, 500, 20) for i in range(3)]


def test_three_things_that_go_their_own_ways() -> None:
    def draw(scene: Any) -> None:
        dots = three()
        scene.add(*dots)
        scene.play(*(each.animate.shift(way) for each, way in zip(dots, WAYS, strict=True)), run_time=1.0)
        scene.wait(1)

    [found] = findings(draw)
    assert found.rule == "Motions"
    assert found.text.startswith("3 things move on their own at once")


@pytest.mark.parametrize("how", ["two", "alike", "group", "staggered", "dial", "fades"])
def test_motions_that_are_one_or_two(how: str) -> None:
    def draw(scene: Any) -> None:
        dots = three()
        away = [each.animate.shift(way) for each, way in zip(dots, WAYS, strict=True)]
        if how == "fades":
            scene.play(*map(FadeIn, dots), run_time=1.0)
        scene.add(*dots)
        if how == "two":
            scene.play(*away[:2], run_time=1.0)
        if how == "alike":
            scene.play(*(each.animate.shift(UP) for each in dots), run_time=1.0)
        if how == "group":
            scene.play(AnimationGroup(*away), run_time=1.0)
        if how == "staggered":
            scene.play(LaggedStart(*away, lag_ratio=0.1), run_time=1.0)
        if how == "dial":
            dial = Dial(0.0)
            for each, way in zip(dots, WAYS, strict=True):
                home = each.get_center()
                dial.follow(lambda t, each=each, home=home, way=way: each.move_to(home + t * way), each)
            scene.play(dial.to(1.0), run_time=1.0)
        scene.wait(1)

    assert rules(draw) == {}


def held(*what: Any) -> dict[str, str]:
    """The rules that find something in a held picture."""

    def draw(scene: Any) -> None:
        scene.add(*(make() for make in what))
        scene.wait(1)

    return rules(draw)


def under(label: Any) -> Any:
    """A line for a text to be near to."""
    return lambda: line(400, 560, 900, 560)


def test_a_number_that_is_typed_in() -> None:
    says = "0.42 in '0.42' is not a value of mathcore, rounded"
    assert held(lambda: Numeral("0.42", 600, 500)) == {"Numbers": says}
    assert held(lambda: place(words("0.42 of it", 60), 600, 500)) == {"Numbers": says.replace("'0.42'", "'0.42 of it'")}
    assert list(held(lambda: place(formula("sigma = 22.7"), 600, 500))) == ["Numbers"]


def test_numbers_of_the_lesson() -> None:
    assert held(lambda: Numeral(lesson.number("top_512_median").text, 600, 500)) == {}
    assert held(lambda: place(words(f"{lesson.number('n_scores').text} scores", 60), 600, 500)) == {}
    assert held(lambda: place(formula(f"sigma = {lesson.number('sigma_512').text}"), 600, 500)) == {}
    assert held(lambda: place(words("GPT-2, Llama 3", 60), 600, 500)) == {}
    assert held(lambda: place(formula("q in RR^512"), 600, 500)) == {}


def test_a_number_of_the_lesson_that_is_typed_in_is_not_asked_for() -> None:
    text = lesson.number("top_512_median").text
    assert list(held(lambda: Numeral(text, 600, 500))) == ["Numbers"]


def test_a_number_that_follows_mathcore_or_something_else() -> None:
    def draw(scene: Any, factor: float) -> None:
        number, dial = Numeral("", 600, 500), Dial(4.0, log=True)

        def read(d_k: float) -> None:
            number.set_text(f"{factor * lesson.film_effective_keys(d_k, scaled=False):.1f}")

        dial.follow(read, number)
        scene.add(number)
        scene.play(dial.to(64.0), run_time=1.0)
        scene.wait(1)

    assert rules(lambda scene: draw(scene, 1.0)) == {}
    assert list(rules(lambda scene: draw(scene, 1.07))) == ["Numbers"]


def test_a_number_left_behind_by_what_it_reads() -> None:
    """It was right at the beginning of the sweep, and still says so at the end."""

    def draw(scene: Any) -> None:
        number, dial = Numeral("", 600, 500), Dial(4.0, log=True)
        first = f"{lesson.film_effective_keys(4, scaled=False):.1f}"

        def read(d_k: float) -> None:
            lesson.film_effective_keys(d_k, scaled=False)
            number.set_text("7.7" if d_k < 100 else "3.3")

        assert first == "7.7"
        dial.follow(read, number)
        scene.add(number)
        scene.play(dial.to(512.0), run_time=1.0)
        scene.wait(1)

    assert rules(draw) == {"Numbers": "3.3 in '3.3' is not a value of mathcore, rounded"}


def test_ticks_say_where_they_stand() -> None:
    def axis(shift: float) -> Any:
        return HorizontalAxis(Box(300, 300, 900, 300), -70, 70, (-60, -30, 30), text=lambda v: f"{v + shift:g}")

    assert held(lambda: axis(0.0)) == {}
    assert list(held(lambda: axis(3.0))) == ["Numbers"]


def test_digits_that_count_nothing_are_declared() -> None:
    def cited() -> Any:
        made = place(words("section 3.2.1", 60), 600, 500)
        made.allow_digits = True
        return made

    assert held(cited) == {}


def test_the_numbers_of_a_text() -> None:
    assert tokens("20\u2009000 scores at 512, 37% of −60.") == ["20\u2009000", "512", "37%", "−60"]
    assert tokens("Llama 3, GPT-2: 64") == ["64"]


def test_mathcore_is_as_it_was_afterwards() -> None:
    before = dict(vars(lesson)), Numeral.set_text

    def fail(scene: Any) -> None:
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        rules(fail)
    assert (dict(vars(lesson)), Numeral.set_text) == before
    assert np.isfinite(lesson.film_effective_keys(4, scaled=True))
