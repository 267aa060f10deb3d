"""Sins 1, 2, 3 and 11, each committed by a small scene, at rest and half-way through a play, and avoided by another."""

from __future__ import annotations

from typing import Any

import pytest
from manim import DOWN, RIGHT, UP, VGroup, linear
from small_scenes import findings, rules

from scenes.kit.layout import Box, either, safe, units
from scenes.kit.motion import Drive
from scenes.kit.parts.shapes import dot, line, panel
from scenes.kit.type import LABEL, beside, formula, label_for, place, words

MIDDLE = (540, 600)


def there_and_back(part: Any, way: Any, seconds: float = 2.0) -> Drive:
    """Move a part by `way` and back, with its turn in the middle of the play."""
    start = part.get_center()
    return Drive(lambda t: part.move_to(start + way * 4 * t * (1 - t)), [part], run_time=seconds, rate_func=linear)


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_good_picture_has_no_faults(portrait: bool, theme: str) -> None:
    def draw(scene: Any) -> None:
        card = Box(200, 300, 600, 300)
        mark = dot(300, 500, 11, "key")
        scene.add(panel(card), place(words("a card"), card.cx, 400), mark, beside(words("this one", 32), mark))
        scene.add(place(formula("q dot k"), card.cx, either(800, 1000)))
        scene.play(there_and_back(mark, 40 / 135 * UP))
        scene.wait(1)

    assert rules(draw, portrait=portrait, theme=theme) == {}


def test_two_texts_that_touch() -> None:
    one, other = place(words("one"), *MIDDLE), place(words("other"), MIDDLE[0] + 60, MIDDLE[1])

    def draw(scene: Any) -> None:
        scene.add(one, other)
        scene.wait(1)

    assert list(rules(draw)) == ["Overlap"]
    other.allow_overlap = {"one"}
    assert rules(draw) == {}
    del other.allow_overlap
    part = VGroup(one)
    part.label = "the part"
    other.allow_overlap = {"the part"}
    assert rules(lambda scene: (scene.add(part, other), scene.wait(1))) == {}


def test_a_text_that_passes_over_another() -> None:
    def draw(scene: Any) -> None:
        still, moving = place(words("one", 60), *MIDDLE), place(words("other", 60), MIDDLE[0], 420)
        scene.add(still, moving)
        scene.play(there_and_back(moving, units(180) * DOWN))
        scene.wait(1)

    [found] = findings(draw)
    assert found.rule == "Overlap"
    assert found.elements == ("one", "other")
    assert 0.3 < found.since < found.seconds < found.until < 1.8  # never at rest


def test_a_mark_that_runs_through_a_word() -> None:
    word = place(words("word"), *MIDDLE)
    strike = line(480, 600, 640, 600, "ink", 4)

    def draw(scene: Any) -> None:
        scene.add(word, strike)
        scene.wait(1)

    [found] = findings(draw)
    assert found.rule == "Overlap"
    assert found.text == "'a path' at 560,600 runs through 4 of 4 letters of 'word'"
    word.allow_overlap, strike.label = {"strike"}, "strike"
    assert rules(draw) == {}


def test_what_is_hidden_fading_or_its_own_copy_does_not_touch() -> None:
    def draw(scene: Any) -> None:
        word = place(words("word"), *MIDDLE)
        faint = line(480, 600, 640, 600, "ink", 4)
        faint.set_stroke(opacity=0.2)
        card = Box(1000, 500, 500, 200)
        buried = line(1000, 600, 1500, 600, "ink", 4)
        scene.add(word, word.copy(), faint, buried, panel(card), place(words("on a card"), card.cx, card.cy))
        scene.wait(1)

    assert rules(draw) == {}


def test_a_text_that_is_made_smaller_for_a_while() -> None:
    text = place(words("small", 50), *MIDDLE)

    def draw(scene: Any) -> None:
        scene.add(text)
        full = text.copy()
        shrink = Drive(lambda t: text.become(full).scale(1 - 2 * t * (1 - t)), [text], run_time=2.0, rate_func=linear)
        scene.play(shrink)
        scene.wait(1)

    [found] = findings(draw)
    assert found.rule == "SmallText"
    assert found.text == "the text 'small' is 25 px, under 32 px"
    assert found.seconds == pytest.approx(1.0, abs=0.1)


def test_a_camera_that_moves_in_makes_text_larger_and_leaves_marks_outside() -> None:
    def draw(scene: Any) -> None:
        scene.camera.frame.scale(0.5)
        scene.add(words("small", LABEL).scale(0.7), dot(1600, 540))
        scene.wait(1)

    assert rules(draw) == {}


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [(80, 540, "left margin"), (1850, 540, "right margin"), (960, 40, "top margin"), (960, 990, "caption band")],
)
def test_ink_over_the_margins(x: float, y: float, says: str) -> None:
    mark = dot(x, y, 20)

    def draw(scene: Any) -> None:
        scene.add(mark)
        scene.wait(1)

    found = rules(draw)
    assert list(found) == ["Outside"]
    assert says in found["Outside"]
    mark.allow_outside = True
    assert rules(draw) == {}


def test_ink_that_leaves_the_frame_and_comes_back() -> None:
    def draw(scene: Any) -> None:
        mark = dot(safe().right - 40, 540)
        scene.add(mark)
        scene.play(there_and_back(mark, units(120) * RIGHT))
        scene.wait(1)

    [found] = findings(draw)
    assert found.rule == "Outside"
    assert found.text.endswith("reaches 91 px into the right margin")
    assert found.seconds == pytest.approx(1.0, abs=0.1)


def test_a_label_far_from_its_mark() -> None:
    mark, near = dot(600, 600), dot(600, 300)

    def draw(scene: Any, at: float) -> None:
        label = label_for(place(words("this"), 600, at), mark)
        scene.add(mark, near, label)
        scene.wait(1)

    assert rules(lambda scene: draw(scene, 380)) == {
        "FarLabel": "'this' stands 195 px from Path; 120 px is far",
    }
    assert rules(lambda scene: draw(scene, 540)) == {}


def test_a_label_alone() -> None:
    def draw(scene: Any, x: float) -> None:
        scene.add(place(words("this"), 600, 600), dot(x, 600))
        scene.wait(1)

    assert list(rules(lambda scene: draw(scene, 900))) == ["FarLabel"]
    assert rules(lambda scene: draw(scene, 700)) == {}
