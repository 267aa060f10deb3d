"""The film on the page: it plays after a click, and chapters, captions, transcript and links go along with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from film_project import Project
from playwright.sync_api import Page, expect
from watched import Visit, wait_until

ANSWER = json.dumps({"choice": "B", "reason": ""})


@pytest.fixture(scope="module")
def film(lesson: Project) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((lesson.out / "film.json").read_text("utf-8"))
    return found


@pytest.fixture
def answered(visit: Visit) -> Visit:
    """Opens the page for somebody who has answered the question before, so that the film does not stop for it."""

    def go(hash_: str = "", **more: Any) -> Page:
        page = visit(hash_, **more)
        page.evaluate("answer => localStorage.setItem('queries-and-keys.prediction', answer)", ANSWER)
        return page

    return go


def start_of(film: dict[str, Any], beat: str) -> float:
    return float(next(each["start"] for each in film["beats"] if each["id"] == beat))


def time(page: Page) -> float:
    return float(page.evaluate("document.getElementById('video').currentTime"))


def at(page: Page, seconds: float) -> None:
    """Stand at a second of the film."""
    page.evaluate(f"location.hash = 't={seconds:.2f}'")
    wait_until(page, f"Math.abs(document.getElementById('video').currentTime - {seconds:.2f}) < 0.1")


def require_time(page: Page, seconds: float) -> None:
    wait_until(page, f"Math.abs(document.getElementById('video').currentTime - {seconds}) < 0.3")


def test_the_film_plays_after_a_click_and_pauses_after_another(answered: Visit) -> None:
    page = answered()
    assert page.evaluate("document.getElementById('video').paused")
    page.locator("#play").click()
    wait_until(page, "document.getElementById('video').currentTime > 0.4")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert page.evaluate("document.getElementById('video').paused")
    assert page.evaluate("document.getElementById('video').videoWidth") == 128  # it is decoded, not only timed


def test_a_click_on_the_picture_plays_too(answered: Visit) -> None:
    page = answered()
    page.locator("#video").click(position={"x": 40, "y": 40})
    wait_until(page, "document.getElementById('video').currentTime > 0.2")


def test_captions_show_what_is_said_and_can_be_turned_off(answered: Visit, film: dict[str, Any]) -> None:
    page = answered()
    line = film["beats"][1]["lines"][0]
    at(page, line["start"] + 0.5)
    caption = page.locator("#caption")
    expect(caption).to_be_visible()
    expect(caption).to_contain_text("Drag d")
    expect(caption.locator("sub, svg")).not_to_have_count(0)  # the low k, which the typeface does not have
    page.locator("#captions").click()
    expect(caption).to_be_hidden()
    page.locator("#captions").click()
    expect(caption).to_be_visible()
    at(page, film["beats"][-1]["start"] + film["beats"][-1]["seconds"] - 0.3)  # nobody speaks at the end
    expect(caption).to_be_hidden()


def test_chapters_lead_into_the_film_and_tell_where_it_is(answered: Visit, film: dict[str, Any]) -> None:
    page = answered()
    links = page.locator("#chapters a[data-start]")
    expect(links).to_have_text([each["title"] for each in film["beats"]])
    links.nth(2).click()
    require_time(page, start_of(film, "toggle"))
    expect(links.nth(2)).to_have_attribute("aria-current", "true")
    expect(page.locator("#chapters a[aria-current=true]")).to_have_count(1)


@pytest.mark.parametrize(
    ("hash_", "beat", "later"),
    [("#simulate", "simulate", 0), ("#resolve", "resolve", 0), ("#the-predictions", "resolve", 0), ("#t=3", "", 3)],
)
def test_a_link_leads_to_its_moment(visit: Visit, film: dict[str, Any], hash_: str, beat: str, later: float) -> None:
    page = visit(hash_)
    require_time(page, later + (start_of(film, beat) if beat else 0))


def test_a_link_followed_later_leads_there_too_and_a_wrong_one_nowhere(visit: Visit, film: dict[str, Any]) -> None:
    page = visit("#no-such-moment")
    assert time(page) == 0
    page.evaluate("location.hash = 'toggle'")
    require_time(page, start_of(film, "toggle"))
    page.evaluate("location.hash = '%E0%A4%A'")  # not well encoded
    require_time(page, start_of(film, "toggle"))


def test_the_transcript_follows_leads_and_can_be_searched(answered: Visit, film: dict[str, Any]) -> None:
    page = answered()
    lines = [line for beat in film["beats"] for line in beat["lines"]]
    expect(page.locator("#transcript .line")).to_have_count(len(lines))
    at(page, film["beats"][2]["lines"][0]["start"] + 0.4)
    expect(page.locator(".line.now")).to_have_attribute("data-line", "toggle.switch")
    page.locator("[data-line='simulate.answer'] button").click()
    require_time(page, film["beats"][1]["lines"][1]["start"])
    expect(page.locator(".line.now")).to_have_attribute("data-line", "simulate.answer")

    find = page.locator("#find")
    find.fill("switch")
    expect(page.locator("#transcript .line:visible")).to_have_count(1)
    expect(page.locator("#found")).to_have_text("1 line")
    expect(page.locator("#transcript mark")).to_have_text(["switch"])
    find.fill("dk up")
    expect(page.locator("#transcript .line:visible")).to_have_count(1)
    find.fill("nobody says this")
    expect(page.locator("#transcript .line:visible")).to_have_count(0)
    find.fill("")
    expect(page.locator("#transcript .line:visible")).to_have_count(len(lines))


@pytest.mark.parametrize(
    ("typed", "said", "marked"),
    [
        ("d_k up", "1 line", ["d", "k", "up"]),  # the transcript has a low k
        ("dₖ UP", "1 line", ["d", "k", "up"]),
        ("512 drag", "1 line", ["Drag", "512"]),  # not neighbours, and in another order
        ("card", "2 on screen", ["card", "card"]),
        ("cards", "1 on screen", ["cards"]),
        ("square card", "1 on screen", ["square", "card"]),
        ("20000", "1 on screen", ["20\u2009000"]),
        ("20 000", "1 on screen", ["20\u2009000"]),
        ("20\u2009000", "1 on screen", ["20\u2009000"]),
        ("20000 walks", "1 on screen", ["walks", "20\u2009000"]),
        ("drag toggle", "No lines", []),
    ],
)
def test_the_search_takes_words_as_they_are_typed(answered: Visit, typed: str, said: str, marked: list[str]) -> None:
    page = answered()
    page.locator("#find").fill(typed)
    expect(page.locator("#found")).to_have_text(said)
    expect(page.locator("#transcript mark")).to_have_text(marked)
    for shown in page.locator("#transcript mark").all():
        expect(shown).to_be_visible()
    page.locator("#find").fill("")
    expect(page.locator("#transcript mark")).to_have_count(0)
    expect(page.locator("#transcript .seen:visible")).to_have_count(8)


def test_the_keyboard_drives_the_film(answered: Visit, film: dict[str, Any]) -> None:
    page = answered()
    page.locator("#play").focus()
    page.keyboard.press("l")
    require_time(page, 10)
    page.keyboard.press("j")
    require_time(page, 0)
    page.keyboard.press("]")
    require_time(page, start_of(film, "simulate"))
    page.keyboard.press("]")
    page.keyboard.press("[")
    require_time(page, start_of(film, "simulate"))
    page.keyboard.press("c")
    expect(page.locator("#captions")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    assert page.evaluate("document.getElementById('video').muted")
    page.keyboard.press("k")
    wait_until(page, "!document.getElementById('video').paused")
    page.keyboard.press("k")
    wait_until(page, "document.getElementById('video').paused")


def test_the_speed_is_the_readers(answered: Visit) -> None:
    page = answered()
    page.locator("#speed").select_option("1.5")
    assert page.evaluate("document.getElementById('video').playbackRate") == 1.5


def test_full_screen_holds_the_controls_and_captions(answered: Visit, film: dict[str, Any]) -> None:
    page = answered()
    at(page, film["beats"][1]["lines"][0]["start"] + 0.5)
    page.locator("#fullscreen").click()
    wait_until(page, "document.fullscreenElement && document.fullscreenElement.id === 'player'")
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("#caption")).to_be_visible()
    page.locator("#fullscreen").click()
    wait_until(page, "!document.fullscreenElement")


def test_the_figure_starts_where_the_film_pauses(answered: Visit, film: dict[str, Any]) -> None:
    """It has the film's own d_k and switch; the learner's first touch keeps them, but for what is touched."""
    page = answered(reduced_motion="reduce")
    page.evaluate("location.hash = 't=1'")
    state = "document.getElementById('figure').lessonState"
    for beat, d_k, scaled in (("simulate", 512, False), ("toggle", 256, True), ("resolve", 64, True)):
        own = next(each for each in film["beats"] if each["id"] == beat)
        at(page, own["lines"][0]["end"] - 0.1)
        page.locator("#play").click()
        wait_until(page, "!document.getElementById('video').paused")
        page.locator("#play").click()
        wait_until(page, f"{state}.d_k === {d_k} && Boolean({state}.scaled) === {json.dumps(scaled)}")
    page.locator("#d-k").press("ArrowRight")
    assert page.evaluate(f"Boolean({state}.scaled)")
    assert page.evaluate(f"{state}.d_k") > 64


def test_a_time_is_named_only_where_the_film_shows_the_setting(answered: Visit, film: dict[str, Any]) -> None:
    page = answered(reduced_motion="reduce")
    said = page.locator("#origin > span")
    expect(said).to_have_text("The film’s first setting.")
    drag = film["beats"][1]["lines"][0]
    at(page, drag["start"] / 2)  # before anything has moved
    expect(said).to_have_text("The film’s first setting.")
    for moment in (drag["end"] - 0.1, film["beats"][2]["lines"][0]["end"] - 0.1):
        at(page, moment)
        expect(said).to_have_text(re.compile(r"As in the film at 0:\d\d\."))
        minutes, seconds = (said.text_content() or "").removeprefix("As in the film at ").removesuffix(".").split(":")
        assert int(minutes) * 60 + int(seconds) == int(moment)
    at(page, start_of(film, "resolve") + 0.3)  # the film speaks of a setting there, and shows no move to it
    expect(said).to_have_text("The film’s setting.")


def test_a_playing_film_leaves_no_claim_behind(answered: Visit, film: dict[str, Any]) -> None:
    page = answered(reduced_motion="reduce")
    at(page, film["beats"][1]["lines"][0]["end"] - 0.1)
    said = page.locator("#origin > span")
    expect(said).to_have_text(re.compile("^As in the film"))
    page.locator("#play").click()
    expect(said).to_have_text("Pause the film to have its setting here.")
    page.locator("#play").click()
    expect(said).to_have_text(re.compile("^As in the film"))


def test_a_link_into_the_film_leaves_the_learners_setting(answered: Visit, film: dict[str, Any]) -> None:
    page = answered(reduced_motion="reduce")
    page.locator("#d-k").press("Home")
    state = "document.getElementById('figure').lessonState"
    at(page, film["beats"][1]["lines"][0]["end"] - 0.1)
    expect(page.locator("#origin > span")).to_have_text("Your own setting.")
    assert page.evaluate(f"{state}.d_k") == 1
    page.locator("#to-film").click()  # and the way back leads to where the link has led
    assert page.evaluate(f"{state}.d_k") == 512


def test_taking_over_pauses_the_film_and_takes_its_setting(answered: Visit, film: dict[str, Any]) -> None:
    page = answered(reduced_motion="reduce")
    at(page, start_of(film, "toggle") + 0.2)
    page.locator("#play").click()
    wait_until(page, "!document.getElementById('video').paused")
    page.locator("#d-k").press("ArrowLeft")
    assert page.evaluate("document.getElementById('video').paused")
    found = page.evaluate("document.getElementById('figure').lessonState")
    assert found["d_k"] == 245  # the stop below the film's 256


def test_the_film_of_the_readers_theme_is_shown(visit: Visit, page_folder: Path) -> None:
    """Where there is a dark film only, it is shown in both themes."""
    assert not (page_folder / "film-light.mp4").exists()
    for scheme in ("dark", "light"):
        page = visit(scheme=scheme)
        assert page.evaluate("document.getElementById('video').getAttribute('src')") == "film.mp4"
