"""The question: the film stops for it once, and the answer comes back where it can be held against what is seen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from film_project import Project
from playwright.sync_api import Page, expect
from watched import Visit, wait_until

FLAW = "If you chose A, it adds; it does not average."


@pytest.fixture(scope="module")
def times(lesson: Project) -> dict[str, float]:
    html = (lesson.out / "page" / "index.html").read_text("utf-8")
    data: dict[str, Any] = json.loads(html.split('id="lesson">')[1].split("</script>")[0])
    return {name: data["prediction"][name] for name in ("ask", "after", "observed", "resolved")}


def play_from(page: Page, seconds: float) -> None:
    page.evaluate(f"location.hash = 't={seconds:.2f}'")
    wait_until(page, f"Math.abs(document.getElementById('video').currentTime - {seconds:.2f}) < 0.1")
    page.locator("#play").click()


def wait_for_question(page: Page) -> None:
    page.wait_for_selector("html[data-asking=true]")
    wait_until(page, "document.getElementById('video').paused")


def stand(page: Page, seconds: float) -> None:
    page.evaluate("document.getElementById('video').pause()")  # or it would be past before anybody looked
    page.evaluate(f"location.hash = 't={seconds:.2f}'")
    wait_until(page, f"Math.abs(document.getElementById('video').currentTime - {seconds:.2f}) < 0.1")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_film_stops_and_asks_and_goes_on_when_answered(visit: Visit, times: dict[str, float], width: int) -> None:
    page = visit(width=width)
    play_from(page, times["ask"] - 0.6)
    wait_for_question(page)
    assert page.evaluate("document.getElementById('video').currentTime") == pytest.approx(times["ask"], abs=0.1)
    form = page.locator("#ask")
    expect(form).to_be_visible()
    expect(form).to_contain_text("What happens to the attention weights?")
    expect(form.locator("input[type=radio]")).to_have_count(3)
    assert page.evaluate("document.getElementById('ask').contains(document.activeElement)")
    form.locator("input[value=A]").check()
    form.locator("#reason").fill("it averages <b>out</b>")
    form.locator("#commit").click()
    wait_until(page, f"document.getElementById('video').currentTime >= {times['after']}")
    wait_until(page, "!document.getElementById('video').paused")
    assert page.locator("html[data-asking=true]").count() == 0
    kept = json.loads(page.evaluate("localStorage.getItem('queries-and-keys.prediction')"))
    assert kept == {"choice": "A", "reason": "it averages <b>out</b>"}


def test_an_answer_needs_a_choice(visit: Visit, times: dict[str, float]) -> None:
    page = visit()
    play_from(page, times["ask"] - 0.6)
    wait_for_question(page)
    page.locator("#reason").fill("because")
    page.locator("#commit").click()
    assert page.locator("html[data-asking=true]").count() == 1
    assert page.evaluate("localStorage.length") == 0


def test_the_question_can_be_skipped(visit: Visit, times: dict[str, float]) -> None:
    page = visit()
    play_from(page, times["ask"] - 0.6)
    wait_for_question(page)
    page.locator("#skip").click()
    wait_until(page, "!document.getElementById('video').paused")
    wait_until(page, f"document.getElementById('video').currentTime > {times['ask']}")
    assert page.evaluate("localStorage.length") == 0
    stand(page, times["observed"] + 0.1)
    expect(page.locator("#answer")).to_be_hidden()  # there is none to show


def answer(page: Page, letter: str, reason: str) -> None:
    """Answer below the film, before it asks."""
    page.locator(f"#ask input[value={letter}]").check()
    page.locator("#reason").fill(reason)
    page.locator("#commit").click()


@pytest.mark.parametrize(
    ("letter", "words", "right"), [("A", "nothing much", False), ("C", "they pile up on one key", True)]
)
def test_the_choice_returns_beside_the_observation_and_in_the_last_beat(
    visit: Visit, times: dict[str, float], letter: str, words: str, right: bool
) -> None:
    page = visit()
    answer(page, letter, "it is <so>")
    back = page.locator("#answer")
    stand(page, times["observed"] - 0.3)
    expect(back).to_be_hidden()
    stand(page, times["observed"] + 0.1)
    expect(back).to_be_visible()
    for part in (letter, words, "it is <so>"):
        expect(back).to_contain_text(part)
    if not right:
        expect(back).to_contain_text("C, they pile up on one key")
    stand(page, times["resolved"] - 0.3)
    expect(back).to_be_hidden()
    stand(page, times["resolved"] + 0.1)
    expect(back).to_be_visible()
    expect(back).to_contain_text(words)
    assert (FLAW in (back.text_content() or "")) is not right  # the tempting answer is told its flaw, by name
    expect(page.locator("#predicted")).to_contain_text(words)


def test_the_answer_is_there_after_a_reload_and_the_film_asks_no_more(visit: Visit, times: dict[str, float]) -> None:
    page = visit()
    answer(page, "B", "")
    page.reload()
    page.wait_for_selector("html[data-ready=true]")
    expect(page.locator("#prediction")).to_contain_text("they even out")
    play_from(page, times["ask"] - 0.4)
    wait_until(page, f"document.getElementById('video').currentTime > {times['ask'] + 0.3}")
    assert not page.evaluate("document.getElementById('video').paused")
    page.locator("#change").click()
    expect(page.locator("#ask input[value=B]")).to_be_checked()
    answer(page, "C", "so it seems")
    expect(page.locator("#prediction")).to_contain_text("they pile up on one key")


SHUT = """
Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
});
"""


def test_where_nothing_can_be_kept_it_is_kept_while_the_page_is_open(visit: Visit, times: dict[str, float]) -> None:
    page = visit()
    page.add_init_script(SHUT)
    page.reload()
    page.wait_for_selector("html[data-ready=true]")
    play_from(page, times["ask"] - 0.6)
    wait_for_question(page)
    page.locator("#ask input[value=C]").check()
    page.locator("#commit").click()
    wait_until(page, f"document.getElementById('video').currentTime >= {times['after']}")
    stand(page, times["observed"] + 0.1)
    expect(page.locator("#answer")).to_contain_text("they pile up on one key")


def test_what_somebody_else_has_kept_there_is_let_be(visit: Visit) -> None:
    page = visit()
    for other in ("{", "null", '{"choice": "D", "reason": ""}', '{"choice": "A"}'):
        page.evaluate("text => localStorage.setItem('queries-and-keys.prediction', text)", other)
        page.reload()
        page.wait_for_selector("html[data-ready=true]")
        expect(page.locator("#ask")).to_be_visible()


def test_a_film_that_is_wound_past_the_question_does_not_ask(visit: Visit, times: dict[str, float]) -> None:
    page = visit()
    play_from(page, times["after"] + 1)
    wait_until(page, f"document.getElementById('video').currentTime > {times['after'] + 1.4}")
    assert page.locator("html[data-asking=true]").count() == 0
