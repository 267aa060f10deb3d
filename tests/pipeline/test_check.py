"""The command `check`, and the rules of time and palette: sins 13 and 14. The other sins: test_checks_*.py."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from film_project import SMALL, Project
from PIL import Image

from pipeline.palette_rules import contrast, legible
from pipeline.time_rules import TIME_RULES
from scenes.kit import look
from scenes.kit.timeline import Clip, Line, Play, Timeline


def timeline(
    *plays: tuple[str, float],
    lines: tuple[Line, ...] = (),
    clips: tuple[Clip, ...] = (),
    pauses: tuple[Clip, ...] = (),
) -> Timeline:
    made, start = [], 0
    for index, (kind, seconds) in enumerate(plays):
        frames = round(seconds * 30)
        made.append(Play(index, start, frames, kind))
        start += frames
    return Timeline("hook", 30.0, tuple(made), lines, clips, pauses)


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
        (timeline(("wait", 8), lines=(line("a", 1, 6),)), {"stillness": [0]}),
        (timeline(("wait", 8), pauses=(Clip("to read", 0, 240),)), {}),
        (timeline(("wait", 14), pauses=(Clip("to read", 30, 180),)), {"stillness": [6]}),
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


def look_colour(theme: str, role: str) -> tuple[int, int, int]:
    return look.channels(look.THEMES[theme][role])


def test_a_clean_film_in_every_look(copy_built: Callable[[], Project]) -> None:
    out, err = copy_built().run("check", *SMALL, "--json")
    report = json.loads(out)
    assert report["looks"] == ["dark 16:9", "dark 9:16", "light 16:9", "light 9:16"]
    assert report["beats"] == ["first", "second"]
    assert report["findings"] == []
    assert "Looked at 2 beats in dark 16:9, dark 9:16, light 16:9, light 9:16" in err


def test_a_caption_of_a_clip_that_is_not_there_is_found(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    script = (project.root / "assets/script/second.toml").read_text("utf-8")
    project.write("assets/script/second.toml", f'{script}\n[clips]\nwalk = "It walks."\n')
    out, err = project.run("check", "second", *SMALL, "--theme", "dark", "--json", code=1)
    [finding] = json.loads(out)["findings"]
    assert (finding["beat"], finding["rule"]) == ("second", "captioned")
    assert "second.toml has a caption for 'walk', which is no clip of the beat" in finding["text"]
    assert "Looked at 1 beat in" in err


def test_the_command_tells_all_of_a_fault_and_draws_it(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace("scenes/b02_second.py", "self.wait(1.6)", "circle.shift([3, 0, 0])\n        self.wait(0.2)")
    out, err = project.run("check", "second", *SMALL, "--theme", "light", "--portrait", "--json", "--stills", code=1)
    report = json.loads(out)
    assert (report["looks"], report["beats"]) == (["light 9:16"], ["second"])
    by_rule = {each["rule"]: each for each in report["findings"]}
    assert set(by_rule) == {"held_claim", "Outside"}
    outside = by_rule["Outside"]
    assert outside["elements"] == ["Circle", "right margin"]
    assert outside["text"].endswith(" px into the right margin")
    assert outside["measure"] == pytest.approx(54, abs=1)
    assert outside["since"] <= outside["seconds"] <= outside["until"]
    assert (outside["beat"], outside["look"]) == ("second", "light 9:16")
    assert f"second at {outside['seconds']:.2f} s, light 9:16: Outside: {outside['text']}" in err
    with Image.open(project.root / outside["still"]) as still:
        assert still.size == (72, 128)
        ground = look_colour("light", "background")
        assert still.getpixel((2, 2)) == pytest.approx(ground, abs=3)
        assert still.getpixel((71, 64)) != pytest.approx(ground, abs=30)  # the circle, over the margin


def test_a_caption_that_cannot_be_read_in_time_is_found(copy_built: Callable[[], Project]) -> None:
    """Sin 13, through the whole check: one word too long for a line of a caption."""
    project = copy_built()
    project.replace("assets/script/second.toml", "[grows]grows.", "[grows]grows " + "enor" + "m" * 40 + "ously.")
    out, _ = project.run("check", "second", *SMALL, "--theme", "dark", "--json", code=1)
    assert "caption_rules" in {each["rule"] for each in json.loads(out)["findings"]}


def test_long_stillness_needs_a_purpose(copy_built: Callable[[], Project]) -> None:
    """Sin 14, through the whole check."""
    project = copy_built()
    project.replace("scenes/b02_second.py", "self.wait(1.6)", "self.wait(7)")
    out, _ = project.run("check", "second", *SMALL, "--theme", "dark", "--json", code=1)
    [found] = json.loads(out)["findings"]
    assert found["rule"] == "stillness"
    held = "with self.pause('to look at the circle'):\n            self.wait(7)"
    project.replace("scenes/b02_second.py", "self.wait(7)", held)
    project.run("check", "second", *SMALL, "--theme", "dark", "--json")


def test_a_beat_without_words_for_its_pictures_is_found(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace("assets/script/first.toml", 'picture = "A white square walks to the right."', "")
    _, err = project.run("check", *SMALL, "--theme", "dark", code=1)
    assert "first at 0.00 s: described: " in err
    assert "at the top of assets/script/first.toml" in err
    assert "second at 0.00 s: described" not in err
