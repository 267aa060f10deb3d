"""Sins 4, 9 and 10: contrast, flashes and colours, each committed by a small scene and avoided by another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from manim import FadeIn, linear
from small_scenes import findings, rules

from pipeline.checks.flashes import transitions
from scenes.kit.layout import Box
from scenes.kit.look import blend, colour
from scenes.kit.motion import Drive
from scenes.kit.parts.shapes import circle, dot, panel
from scenes.kit.type import place, words

CARD = Box(400, 300, 800, 300)


@pytest.mark.parametrize(("role", "contrast"), [("panel", None), ("axis", "2.16"), ("key", "1.56")])
def test_text_is_measured_on_what_it_stands_on(role: str, contrast: str | None) -> None:
    def draw(scene: Any) -> None:
        scene.add(panel(CARD, role), place(words("on a card", 60, "muted"), CARD.cx, CARD.cy))
        scene.wait(1)

    if contrast is None:
        assert rules(draw) == {}
    else:
        says = f"the text 'on a card' has contrast {contrast} where it stands, under 4.5"
        assert rules(draw) == {"Contrast": says}


def test_a_mark_is_measured_on_what_it_stands_on() -> None:
    def draw(scene: Any, strength: float) -> None:
        tint = panel(CARD).set_fill(blend("key", strength), opacity=1)
        scene.add(tint, dot(CARD.cx, CARD.cy, 20, "axis"))
        scene.wait(1)

    assert list(rules(lambda scene: draw(scene, 0.45))) == ["Contrast"]
    assert rules(lambda scene: draw(scene, 0.02)) == {}


def test_dimming_is_meant_if_it_is_undone_or_declared() -> None:
    def draw(scene: Any, *, before: bool = False, declared: bool = False, strength: float = 0.5) -> None:
        text = place(words("dimmed", 60), CARD.cx, CARD.cy)
        text.allow_faint = declared
        if before:
            scene.add(text)
            scene.wait(0.5)
        scene.play(FadeIn(text) if not before else text.animate.set_fill(opacity=strength), run_time=0.4)
        text.set_fill(opacity=strength)
        scene.wait(1)

    assert rules(lambda scene: draw(scene, before=True)) == {}
    assert rules(lambda scene: draw(scene, before=True, strength=0.31)) == {}
    assert rules(lambda scene: draw(scene, declared=True)) == {}

    def never(scene: Any) -> None:
        scene.add(place(words("dimmed", 60), CARD.cx, CARD.cy).set_fill(opacity=0.35))
        scene.wait(1)

    assert "never stronger than contrast" in rules(never)["Contrast"]


def test_text_dimmed_out_of_sight() -> None:
    def draw(scene: Any) -> None:
        text = place(words("dimmed", 60, "muted"), CARD.cx, CARD.cy)
        ground = panel(CARD).set_fill(blend("muted", 0.35), opacity=1)
        scene.add(text)
        scene.wait(0.5)
        text.set_fill(opacity=0.32)
        scene.add(ground, text)
        scene.wait(1)

    assert "Contrast" in rules(draw)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_colour_without_a_role(theme: str) -> None:
    def draw(scene: Any, hexa: str) -> None:
        scene.add(dot(*MIDDLE, 40).set_fill(hexa, opacity=1))
        scene.wait(1)

    found = rules(lambda scene: draw(scene, "#30A020" if theme == "dark" else "#106010"), theme=theme)
    assert "is no role's colour nor a blend of one" in found["Colours"]
    for hexa in (colour("key"), blend("key", 0.8)):
        assert rules(lambda scene, hexa=hexa: draw(scene, hexa)) == {}


def test_a_change_from_one_accent_to_another_shows_a_third_unless_it_is_quick() -> None:
    def draw(scene: Any, start: str, seconds: float) -> None:
        mark = dot(*MIDDLE, 40, start)
        scene.add(mark)
        scene.play(mark.animate.set_fill(colour("scaled")), run_time=seconds)
        scene.wait(1)

    [found] = findings(lambda scene: draw(scene, "raw", 1.0))
    assert found.rule == "Colours"
    assert 0 < found.since < found.until < 1
    assert rules(lambda scene: draw(scene, "raw", 0.2)) == {}
    assert rules(lambda scene: draw(scene, "ink", 1.0)) == {}


def test_five_accents_are_one_too_many() -> None:
    def draw(scene: Any, *roles: str) -> None:
        scene.add(*(circle(300 + 200 * i, 600, 50, role) for i, role in enumerate(roles)))
        scene.wait(1)

    assert rules(lambda scene: draw(scene, "query", "key", "raw", "scaled", "ink")) == {}
    assert list(rules(lambda scene: draw(scene, "query", "key", "raw", "scaled", "gradient"))) == ["Colours"]


def test_a_picture_may_have_colours_of_its_own() -> None:
    def draw(scene: Any) -> None:
        mark = dot(*MIDDLE, 40).set_fill("#30A020", opacity=1)
        mark.allow_colours = True
        scene.add(mark)
        scene.wait(1)

    assert rules(draw) == {}


def test_a_flash() -> None:
    """A card over the whole frame that goes on and off: five times a second, or once."""

    def draw(scene: Any, times: float, box: Box) -> None:
        card = panel(box, "ink", radius=1)
        card.allow_outside = True
        scene.add(card)
        scene.play(
            Drive(lambda t: card.set_fill(opacity=float(np.sin(np.pi * times * t) ** 2)), [card], rate_func=linear),
            run_time=2.0,
        )
        scene.wait(1)

    whole = Box(0, 0, 1920, 1080)
    [found] = findings(lambda scene: draw(scene, 10, whole))
    assert found.rule == "Flashes"
    assert rules(lambda scene: draw(scene, 2, whole)) == {}
    assert rules(lambda scene: draw(scene, 10, Box(600, 400, 150, 150))) == {}


def test_what_counts_as_a_change() -> None:
    level = np.array([0.1, 0.3, 0.25, 0.35, 0.1, 0.05, 0.2])[:, None, None]
    assert transitions(level).ravel().tolist() == [0, 1, 0, 0, 1, 0, 1]
    assert transitions(np.array([0.85, 0.99, 0.85])[:, None, None]).sum() == 0


MIDDLE = (800, 600)
