"""slides/index.html in a browser, from the disk: it plays, it goes on by keys, it speaks in words, and asks nobody."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from deck_project import CAPTION, Decked

from pipeline.atomic import LIST
from scenes import FILM_TITLE

STATE = """() => {
  const film = Reveal.getCurrentSlide().querySelector("video");
  return film && {
    time: film.currentTime, paused: film.paused, muted: film.muted, ended: film.ended, width: film.videoWidth,
    fault: film.error && film.error.message, captions: film.textTracks[0] && film.textTracks[0].mode,
    cues: film.textTracks[0] ? [...film.textTracks[0].cues].map((cue) => [cue.startTime, cue.endTime, cue.text]) : [],
  };
}"""
AHEAD = (
    "() => { const film = Reveal.getCurrentSlide().querySelector('video'); return film && film.currentTime > 0.05; }"
)


class Shown:
    """A page of the deck, with all that it asked for and complained of."""

    def __init__(self, context: Any, address: str) -> None:
        self.context = context
        self.asked: list[str] = []
        self.said: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        self.refused: list[str] = []
        context.on("requestfailed", lambda request: self.refused.append(f"{request.failure}: {request.url}"))
        context.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: self.said.append(str(error.error)))
        self.page = context.new_page()
        self.page.goto(address)
        self.page.wait_for_function("() => window.Reveal && Reveal.isReady()")
        # The films are short: slowly, none ends before a busy machine has looked at it.
        self.page.evaluate(
            "for (const film of document.querySelectorAll('video')) film.defaultPlaybackRate = film.playbackRate = 0.1"
        )

    def film(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def quiet(self) -> None:
        """Nothing outside was asked for, and nothing was wrong."""
        assert all(each.startswith(("file://", "blob:", "data:", "about:")) for each in self.asked), self.asked
        assert self.said == []


@pytest.fixture
def show(decked: Decked, browser: Any) -> Iterator[Callable[..., Shown]]:
    contexts = []

    def opened(at: str = "", **options: Any) -> Shown:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}, **options))
        return Shown(contexts[-1], decked.page.as_uri() + at)

    yield opened
    for context in contexts:
        context.close()


def test_keys_go_on_and_films_play_with_sound(show: Callable[..., Shown]) -> None:
    shown = show()
    assert shown.page.title() == FILM_TITLE
    assert shown.page.evaluate("Reveal.getTotalSlides()") == 6
    assert shown.film() is None
    for slide in (1, 2, 3, 4):
        shown.page.keyboard.press("ArrowRight" if slide % 2 else "Space")
        assert shown.page.evaluate("Reveal.getIndices().h") == slide
        shown.page.wait_for_function(AHEAD)
        film = shown.film()
        assert film["fault"] is None and film["width"] == 320
        assert not film["muted"]
    shown.page.keyboard.press("ArrowLeft")
    assert shown.page.evaluate("Reveal.getIndices().h") == 3
    shown.page.keyboard.press("End")
    assert shown.page.evaluate("Reveal.isLastSlide()")
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.evaluate("Reveal.getIndices().h") == 5
    shown.quiet()


def test_a_film_waits_and_goes_on_with_a_key_and_with_a_click(show: Callable[..., Shown]) -> None:
    shown = show()
    shown.page.keyboard.press("ArrowRight")
    shown.page.wait_for_function(AHEAD)
    shown.page.keyboard.press("w")
    held = shown.film()
    assert held["paused"]
    assert shown.film()["time"] == held["time"]
    shown.page.mouse.click(640, 300)
    assert not shown.film()["paused"]
    assert shown.page.evaluate("Reveal.getIndices().h") == 1
    shown.page.keyboard.press("b")  # a black screen, to talk
    assert shown.film()["paused"]
    shown.page.keyboard.press("b")
    shown.page.wait_for_function("() => !Reveal.getCurrentSlide().querySelector('video').paused")
    shown.page.keyboard.press("m")
    assert shown.film()["muted"]
    shown.page.keyboard.press("m")
    assert not shown.film()["muted"]
    shown.quiet()


def test_a_question_mark_shows_the_keys_and_escape_puts_them_away(show: Callable[..., Shown]) -> None:
    shown = show()
    shown.page.keyboard.press("ArrowRight")
    shown.page.wait_for_function(AHEAD)
    keys = shown.page.locator("#keys")
    for closing in ("Escape", "?"):
        shown.page.keyboard.press("?")
        assert keys.is_visible() and shown.film()["paused"]
        assert not shown.page.evaluate("Reveal.isPaused()")  # no black screen
        told = keys.inner_text()
        for key in ("W", "M", "C", "S", "F", "B", "Esc"):
            assert re.search(rf"\b{key}\b", told), told
        shown.page.keyboard.press("ArrowRight")  # it is the film's slide that waits behind
        assert shown.page.evaluate("Reveal.getIndices().h") == 1
        shown.page.keyboard.press(closing)
        assert not keys.is_visible()
        assert not shown.page.evaluate("Reveal.isOverview()")
        shown.page.wait_for_function("() => !Reveal.getCurrentSlide().querySelector('video').paused")
    shown.quiet()


def test_escape_ends_a_black_screen(show: Callable[..., Shown]) -> None:
    shown = show()
    shown.page.keyboard.press("b")
    assert shown.page.evaluate("Reveal.isPaused()")
    shown.page.keyboard.press("Escape")
    assert not shown.page.evaluate("Reveal.isPaused()") and not shown.page.evaluate("Reveal.isOverview()")
    shown.quiet()


def test_without_a_person_s_leave_a_film_plays_without_sound_and_with_captions(show: Callable[..., Shown]) -> None:
    shown = show("#/2")
    shown.page.wait_for_function(AHEAD)
    film = shown.film()
    assert film["muted"] and not film["paused"]
    assert film["captions"] == "showing"
    shown.page.get_by_text("Unmute").first.click()
    shown.page.wait_for_function("() => !Reveal.getCurrentSlide().querySelector('video').muted")
    shown.quiet()


def test_captions_are_the_clips_and_can_be_left_out(decked: Decked, show: Callable[..., Shown]) -> None:
    shown = show("#/3")
    shown.page.wait_for_function(AHEAD)
    cues = shown.film()["cues"]
    [flash] = [each for each in decked.html["clips"] if each["name"] == "flash"]
    vtt = (decked.project.root / flash["captions"][0]).read_text("utf-8")
    times = re.findall(r"(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})", vtt)
    written = [[float(h) * 3600 + float(m) * 60 + float(s) for h, m, s in (each[:3], each[3:])] for each in times]
    assert [cue[:2] for cue in cues] == [pytest.approx(each, abs=0.001) for each in written]
    assert [cue[2] for cue in cues] == ["Now a beep."]
    shown.page.keyboard.press("c")
    assert shown.film()["captions"] == "hidden"
    shown.page.keyboard.press("c")
    assert shown.film()["captions"] == "showing"
    shown.quiet()


def test_the_speakers_view_has_the_notes_and_no_policy_stops_it(show: Callable[..., Shown]) -> None:
    shown = show()
    with shown.context.expect_page() as opened:
        shown.page.keyboard.press("s")
    speaker = opened.value
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowRight")
    notes = "() => document.querySelector('.speaker-controls-notes .value').innerText"
    speaker.wait_for_function(f"() => ({notes})().includes('Part 2')")
    told = speaker.evaluate(notes)
    assert re.search(r"Narration\s+0:00\s+Now a beep\.", told)
    assert re.search(r"Moments\s+0:00 to 0:0\d\s+flash: " + re.escape(CAPTION), told)
    assert speaker.frame_locator("#current-slide iframe").locator("section.present video").count() == 1
    shown.quiet()


def test_who_wants_no_motion_starts_the_films_himself(show: Callable[..., Shown]) -> None:
    shown = show("#/1", reduced_motion="reduce")
    shown.page.wait_for_function("() => Reveal.getCurrentSlide().querySelector('video').readyState > 1")
    film = shown.film()
    assert film["paused"] and film["time"] == 0
    assert shown.page.evaluate("Reveal.getCurrentSlide().querySelector('video').controls")
    shown.page.keyboard.press("w")
    shown.page.wait_for_function(AHEAD)
    shown.quiet()


def test_the_page_lets_nothing_in_and_nothing_out(show: Callable[..., Shown]) -> None:
    shown = show()
    shown.page.evaluate("fetch('https://example.org/').catch(() => {})")
    shown.page.evaluate("document.body.append(Object.assign(new Image(), {src: 'https://example.org/x.png'}))")
    shown.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      document.body.append(script);
    }""")
    assert shown.page.evaluate("window.foreign") is None
    shown.page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    # What was asked for was refused by the page's own policy, before it could leave.
    assert {each for each in shown.asked if each.startswith("http")} <= {"https://example.org/x.png"}
    assert all(each == "csp: https://example.org/x.png" for each in shown.refused)
    stopped = [each for each in shown.said if "Content Security Policy" in each]
    for what in ("Connecting to", "Loading the image", "Executing inline script"):
        assert any(what in each for each in stopped), stopped


def test_headings_and_films_can_be_heard_by_who_cannot_see(decked: Decked, show: Callable[..., Shown]) -> None:
    shown = show()
    headings = shown.page.evaluate(
        "[...document.querySelectorAll('.slides h1, .slides h2')].map((each) => each.innerText)"
    )
    assert headings[0] == FILM_TITLE and headings[3] == "Flash"
    labels = shown.page.evaluate("[...document.querySelectorAll('video')].map((each) => each.ariaLabel)")
    assert CAPTION in labels[2] and all("seconds" in label for label in labels)
    assert FILM_TITLE in shown.page.evaluate("document.querySelector('img').alt")


def test_the_films_are_the_clips_and_the_archive_is_the_folder(decked: Decked) -> None:
    folder = decked.page.parent
    files = {
        path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    listed = files.pop(f"slides/{LIST}").decode()
    assert {f"slides/{name}" for name in listed.splitlines()} == set(files)
    with zipfile.ZipFile(decked.project.out / "slides.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files
    films = sorted(hashlib.sha256(content).hexdigest() for name, content in files.items() if name.endswith(".mp4"))
    assert films == sorted(clip["sha256"] for clip in decked.html["clips"])
    assert {name for name in files if "LICENSE" in name or "OFL" in name} == {
        "slides/reveal/LICENSE",
        "slides/reveal/LICENSE-marked.md",
        "slides/fonts/OFL.txt",
    }
    assert [Path(each["path"]).name for each in decked.html["written"]] == ["slides", "slides.zip"]
    assert decked.html["written"][0]["bytes"] == sum(map(len, [listed, *files.values()]))


def test_words_in_the_page_mean_themselves(decked: Decked) -> None:
    page = decked.page.read_text("utf-8")
    assert CAPTION not in page
    assert "The whole picture flashes &amp; is &lt;white&gt;." in page
    cues = re.findall(r'<script type="application/json" class="cues">(.*?)</script>', page)
    assert [len(json.loads(each)) for each in cues] == [1, 1, 1, 1]
