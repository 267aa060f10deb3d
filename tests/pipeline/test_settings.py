"""Options become settings, or one sentence that says what to give instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pipeline.errors import CommandError, did_you_mean
from pipeline.settings import QUALITIES, Settings


@pytest.mark.parametrize(
    ("quality", "size"),
    [("l", (854, 480, 15)), ("m", (1280, 720, 30)), ("h", (1920, 1080, 60)), ("p", (2560, 1440, 60))],
)
def test_qualities_are_manims(quality: str, size: tuple[int, int, int]) -> None:
    settings = Settings.from_options(quality)
    assert (settings.width, settings.height, settings.fps) == size


def test_every_quality_passes_the_checks_on_sizes() -> None:
    for width, height, fps in QUALITIES.values():
        settings = Settings.from_options(resolution=(width, height), fps=fps)
        assert (settings.width, settings.height) == (width, height)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "1080p60"),
        ({"quality": "l", "theme": "light"}, "480p15-light"),
        ({"theme": "light", "portrait": True}, "1080p60-light-portrait"),
        ({"fps": "29.97"}, "1080p29.97"),
        ({"fps": 23.976}, "1080p23.976"),
        ({"fps": "30000/1001"}, "1080p30000-1001"),
        ({"resolution": "128,72", "fps": 15}, "72p15"),
    ],
)
def test_folder_names(options: dict[str, Any], name: str) -> None:
    assert Settings.from_options(**options).folder_name == name


def test_portrait_turns_the_frame_and_an_upright_size_means_portrait() -> None:
    turned = Settings.from_options("l", portrait=True)
    assert (turned.width, turned.height) == (480, 854)
    assert turned == Settings.from_options("l", resolution="480,854")
    width, height = turned.frame_size
    assert width == 8.0
    assert height / width == pytest.approx(16 / 9)


def test_rates_are_exact() -> None:
    assert Settings.from_options(fps=29.97).fps == Fraction(2997, 100)
    assert Settings.from_options(fps="30000/1001").fps == Fraction(30000, 1001)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"quality": "x"}, "l, m, h, p, k"),
        ({"theme": "drak"}, "Did you mean dark?"),
        ({"resolution": "855,480"}, "856,480"),
        ({"resolution": "1921,1081"}, "1922,1082"),
        ({"resolution": "1000,1000"}, "1000,562 and 1778,1000"),
        ({"resolution": "1000,1400"}, "9"),
        ({"resolution": "0,0"}, "64 to 7680"),
        ({"resolution": "-1920,1080"}, "64 to 7680"),
        ({"resolution": "19200,10800"}, "64 to 7680"),
        ({"resolution": "1920"}, "1920,1080"),
        ({"resolution": "big,small"}, "1920,1080"),
        ({"fps": 0}, "1 to 120"),
        ({"fps": "nan"}, "1 to 120"),
        ({"fps": float("inf")}, "1 to 120"),
        ({"fps": "-24"}, "1 to 120"),
        ({"fps": "fast"}, "1 to 120"),
        ({"fps": "1/0"}, "1 to 120"),
        ({"fps": "23.9760239760239"}, "1 to 120"),
    ],
)
def test_bad_options_get_a_sentence_with_the_cure(options: dict[str, Any], says: str) -> None:
    with pytest.raises(CommandError) as caught:
        Settings.from_options(**options)
    assert says in str(caught.value)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", ["1000,1000", "1000,1400", "500,300", "855,480", "333,187"])
def test_the_sizes_that_a_refusal_names_are_accepted(size: str) -> None:
    with pytest.raises(CommandError) as caught:
        Settings.from_options(resolution=size)
    named = str(caught.value).rstrip(".").rpartition(" are " if " are " in str(caught.value) else " is ")[2]
    for each in named.split(" and "):
        settings = Settings.from_options(resolution=each)
        assert settings.width % 2 == settings.height % 2 == 0


def test_manim_gets_the_background_of_the_theme() -> None:
    from scenes.kit.look import THEMES

    for theme in ("dark", "light"):
        config = Settings.from_options(theme=theme).manim_config()
        assert config["background_color"] == THEMES[theme]["background"]
        assert config["disable_caching"]


def test_suggestions() -> None:
    assert did_you_mean("simulat", ["hook", "simulate"]) == "Did you mean simulate?"
    assert did_you_mean("zzz", ["hook", "simulate"]) == "Known: hook, simulate."
