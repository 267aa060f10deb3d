"""Every rule of `check` finds the fault that it is for, and finds none where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from film_project import SMALL, Project
from manim import RIGHT, Scene, Square, VGroup, VMobject, tempconfig

from pipeline.palette_rules import contrast, legible
from pipeline.picture_rules import PICTURE_RULES, look_at
from pipeline.renderer import StudioRenderer
from pipeline.settings import Settings
from pipeline.time_rules import TIME_RULES
from scenes.kit import look
from scenes.kit.beat import Beat
from scenes.kit.layout import safe
from scenes.kit.look import Look, set_look
from scenes.kit.parts.shapes import panel
from scenes.kit.timeline import Clip, Line, Play, Timeline
from scenes.kit.type import place, words


def faults(draw: Callable[[Scene], None], *, portrait: bool = False) -> dict[str, list[str]]:
    """What the picture rules say of a scene that `draw` fills."""
    settings = Settings.from_options("l", portrait=portrait)
    before = look.get_look()
    set_look(Look("dark", portrait))
    try:
        with tempconfig(settings.manim_config()):
            scene = Beat(renderer=StudioRenderer())
            draw(scene)
            picture = look_at(scene)
            return {rule.__name__: found for rule in PICTURE_RULES if (found := list(rule(picture)))}
    finally:
        set_look(before)


@pytest.mark.parametrize("portrait", [False, True])
def test_a_good_picture_has_no_faults(portrait: bool) -> None:
    def draw(scene: Scene) -> None:
        room = safe()
        scene.add(panel(room), place(words("one", 42), room.cx, room.cy), place(words("two", 32), room.cx, room.y + 40))

    assert faults(draw, portrait=portrait) == {}


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [
        (-7.1, 0, "left margin"),
        (7.1, 0, "right margin"),
        (0, 4, "top margin"),
        (0, -3.3, "caption band"),
    ],
)
def test_ink_over_the_margins_is_found_unless_declared(x: float, y: float, says: str) -> None:
    square = Square(0.5).move_to([x, y, 0])
    found = faults(lambda scene: scene.add(square))
    assert list(found) == ["outside"]
    assert says in found["outside"][0]
    group = VGroup(square)
    group.allow_outside = True
    assert faults(lambda scene: scene.add(group)) == {}


def test_what_cannot_be_seen_is_no_fault() -> None:
    def draw(scene: Scene) -> None:
        scene.add(Square(0.5).move_to([0, -3.9, 0]).set_opacity(0), words("a").set_opacity(0), words("a"))

    assert faults(draw) == {}


def test_overlapping_texts_are_found_unless_declared() -> None:
    one, other = words("one"), words("other").shift(0.1 * RIGHT)
    found = faults(lambda scene: scene.add(one, other))
    assert list(found) == ["overlap"]
    one.label, other.allow_overlap = "one", {"one"}
    assert faults(lambda scene: scene.add(one, other)) == {}
    del other.allow_overlap
    one.label = None
    part = VGroup(one)
    part.label = "the part"
    other.allow_overlap = {"the part"}
    assert faults(lambda scene: scene.add(part, other)) == {}


def test_texts_side_by_side_and_a_copy_on_its_original_are_no_fault() -> None:
    one = words("one")
    assert faults(lambda scene: scene.add(one, words("two").next_to(one), one.copy())) == {}


def shrunk() -> VMobject:
    text = words("small", 42)
    text.text_height = text.height
    return text.scale(0.7)


def test_text_that_has_been_made_smaller_is_found() -> None:
    assert list(faults(lambda scene: scene.add(shrunk()))) == ["small_text"]
    declared = words("small", 42)
    assert faults(lambda scene: scene.add(declared)) == {}


def test_a_camera_that_moves_in_makes_text_larger_and_leaves_things_outside() -> None:
    def draw(scene: Scene) -> None:
        scene.camera.frame.scale(0.5)
        scene.add(shrunk(), Square(0.5).move_to([3.4, 0, 0]))

    assert faults(draw) == {}


def timeline(*plays: tuple[str, float], lines: tuple[Line, ...] = (), clips: tuple[Clip, ...] = ()) -> Timeline:
    made, start = [], 0
    for index, (kind, seconds) in enumerate(plays):
        frames = round(seconds * 30)
        made.append(Play(index, start, frames, kind))
        start += frames
    return Timeline("hook", 30.0, tuple(made), lines, clips)


def line(name: str, start: float, end: float, text: str = "Here is a query.") -> Line:
    return Line(name, round(start * 30), round(end * 30), text, text)


def late(found: Timeline) -> dict[str, list[float]]:
    """Names of the broken rules with the seconds at which they are broken."""
    result = {rule.__name__: [frame / 30 for frame, _ in rule(found)] for rule in TIME_RULES}
    return {name: seconds for name, seconds in result.items() if seconds}


@pytest.mark.parametrize(
    ("found", "broken"),
    [
        (timeline(("play", 2), ("wait", 2)), {}),
        (timeline(("play", 2), ("wait", 1)), {"held_claim": [3]}),
        (timeline(("wait", 2), ("play", 2)), {"held_claim": [4]}),
        (timeline(("play", 2), ("wait", 1), ("wait", 0.5)), {}),
        (timeline(("play", 1), ("wait", 4), ("wait", 3)), {"stillness": [1]}),
        (timeline(("play", 1), ("wait", 3), ("play", 1), ("wait", 4)), {}),
        (timeline(("wait", 8), lines=(line("a", 1, 6),)), {}),
        (timeline(("wait", 14), lines=(line("a", 1, 6),)), {"stillness": [6]}),
        (timeline(("wait", 5), lines=(line("a", 0, 3), line("b", 2.5, 4.5))), {"line_order": [2.5]}),
        (timeline(("wait", 5), lines=(line("a", 3, 6),)), {"line_order": [3]}),
        (timeline(("wait", 5), clips=(Clip("a", 0, 30), Clip("a", 30, 60))), {"clip_names": [1]}),
        (timeline(("wait", 5), clips=(Clip("a", 30, 30),)), {"clip_names": [1]}),
        (timeline(("wait", 2), lines=(line("a", 0, 0.5, "word " * 30),)), {"caption_rules": [0]}),
    ],
)
def test_rules_of_time(found: Timeline, broken: dict[str, list[float]]) -> None:
    said = late(found)
    assert said.keys() == broken.keys()
    for name, seconds in broken.items():
        assert said[name][: len(seconds)] == pytest.approx(seconds)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.478, abs=5e-4)
    assert contrast("#4285F5", "#0F141B") == contrast("#0F141B", "#4285F5")


def test_a_pale_colour_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(legible("dark")) == list(legible("light")) == []
    pale = {**look.THEMES["light"], "muted": "#A0A0A0"}
    monkeypatch.setattr("pipeline.palette_rules.THEMES", {"light": pale})
    found = list(legible("light"))
    assert len(found) == 2
    assert all("muted" in each for each in found)


def test_the_command_names_beat_and_time_of_every_fault(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    out, _ = project.run("check", "second", *SMALL, "--json")
    assert json.loads(out) == {"folder": "72p15", "beats": ["second"], "findings": []}
    project.replace("scenes/b02_second.py", "self.wait(1.6)", "circle.shift([0, -3, 0])\n        self.wait(0.2)")
    out, err = project.run("check", *SMALL, "--json", code=1)
    findings = [each for each in json.loads(out)["findings"] if each["beat"] == "second"]
    assert [each["rule"] for each in findings] == ["held_claim", "outside"]
    assert "caption band" in findings[1]["text"]
    assert findings[1]["seconds"] == pytest.approx(findings[0]["seconds"])
    assert "second at" in err


def test_a_beat_without_words_for_its_pictures_is_found(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace("assets/script/first.toml", 'picture = "A white square walks to the right."', "")
    _, err = project.run("check", "-q", "l", code=1)
    assert "first at 0.00 s: described: " in err
    assert "at the top of assets/script/first.toml" in err
    assert "second at 0.00 s: described" not in err


def test_points_are_measured_in_design_pixels() -> None:
    """A square of 135 design pixels, one unit, whatever the size of the film."""
    with tempconfig(Settings.from_options("l").manim_config()):
        scene = Beat(renderer=StudioRenderer())
        scene.add(Square(1.0))
        box = look_at(scene).ink[0].box
    assert np.allclose((box.x, box.y, box.w, box.h), (960 - 67.5, 540 - 67.5, 135, 135), atol=0.5)
