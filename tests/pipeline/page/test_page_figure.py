"""The live figure in a browser: whatever is done to it, it shows mathcore's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from watched import Visit

from mathcore import explorer, lesson
from mathcore.gradients import softmax_jacobian
from mathcore.information import effective_keys
from mathcore.softmax import scale_scores, softmax

STOPS = explorer.STOPS


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("document.getElementById('figure').lessonState")
    return found


def require_mathcore(page: Page, key_set: int, n_keys: int, d_k: int, scaled: bool) -> None:
    """What the page has computed and shows is what mathcore computes from unrounded scores."""
    found = state(page)
    assert (found["d_k"], found["set"], found["n_keys"], bool(found["scaled"])) == (d_k, key_set, n_keys, scaled)
    scores = explorer.set_scores(key_set)[explorer.stop_index(d_k), :n_keys]
    weights = softmax(scale_scores(scores, d_k) if scaled else scores)
    np.testing.assert_allclose(found["weights"], weights, atol=1e-6)
    np.testing.assert_allclose(np.reshape(found["jacobian"], (n_keys, n_keys)), softmax_jacobian(weights), atol=1e-6)
    assert found["effective_keys"] == pytest.approx(float(effective_keys(weights)), abs=1e-6 * n_keys)
    variance = lesson.score_sample_variance(d_k) / (d_k if scaled else 1)
    assert found["variance"] == pytest.approx(variance, rel=1e-8)
    assert found["std"] == pytest.approx(np.sqrt(variance), rel=1e-8)
    share = explorer.gradient_shares()[explorer.KEY_COUNTS.index(n_keys), explorer.stop_index(d_k)]
    assert found["gradient_share"] == pytest.approx(100 if scaled else 100 * share, rel=1e-8)


def go(page: Page, d_k: int) -> None:
    """Take the slider to a stop with the keyboard."""
    slider = page.locator("#d-k")
    slider.press("Home")
    for _ in range(explorer.stop_index(d_k)):
        slider.press("ArrowRight")


def test_every_stop_by_key_shows_mathcores_numbers(visit: Visit) -> None:
    page = visit()
    slider = page.locator("#d-k")
    slider.press("Home")
    for d_k in STOPS:
        require_mathcore(page, 0, 16, d_k, scaled=False)
        slider.press("ArrowRight")
    require_mathcore(page, 0, 16, 512, scaled=False)  # there is nothing beyond the last
    slider.press("Home")
    slider.press("ArrowLeft")
    require_mathcore(page, 0, 16, 1, scaled=False)


def test_the_film_s_numbers_stand_in_the_readouts(visit: Visit) -> None:
    """As the film writes them, at the stops where it rests."""
    page = visit()
    for d_k in lesson.STOPS:
        go(page, d_k)
        expect(page.locator("#variance")).to_have_text(lesson.number(f"sample_var_{d_k}").text)
        expect(page.locator("#spread")).to_have_text(f"{lesson.score_sample_std(d_k):.2f}")
        expect(page.locator("#effective")).to_have_text(f"{lesson.film_effective_keys(d_k, False):.1f}")
        share = lesson.gradient_share_at(d_k)
        expect(page.locator("#gradient")).to_have_text(f"{share:.0f}%" if share >= 1 else f"{share:.1f}%")
        expect(page.locator("#weights")).to_contain_text(lesson.number(f"film_top_{d_k}").text)


def test_page_keys_go_by_octaves_and_home_and_end_to_the_ends(visit: Visit) -> None:
    page = visit()
    slider = page.locator("#d-k")
    slider.press("End")
    assert state(page)["d_k"] == 512
    for d_k in (256, 128, 64, 32, 16, 8, 4, 2, 1):
        slider.press("PageDown")
        assert state(page)["d_k"] == d_k
    slider.press("PageUp")
    assert state(page)["d_k"] == 2


def test_the_mouse_moves_the_slider(visit: Visit) -> None:
    page = visit()
    slider = page.locator("#d-k")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.3, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.67, y, steps=8)
    page.mouse.up()
    d_k = state(page)["d_k"]
    assert 32 < d_k < 128  # two thirds of nine octaves are 64
    require_mathcore(page, 0, 16, d_k, scaled=False)
    page.mouse.click(box["x"] + box["width"] - 2, y)
    require_mathcore(page, 0, 16, 512, scaled=False)


def test_a_finger_moves_the_slider(visit: Visit) -> None:
    page = visit(width=360, has_touch=True, is_mobile=True)
    slider = page.locator("#d-k")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    assert state(page)["d_k"] > 400


def test_the_value_is_spoken_in_words(visit: Visit) -> None:
    page = visit()
    go(page, 64)
    slider = page.locator("#d-k")
    said = slider.get_attribute("aria-valuetext") or ""
    assert said.startswith("64: variance ")
    for words in (
        lesson.number("sample_var_64").text,
        f"largest weight {lesson.number('film_top_64').text}",
        f"{lesson.film_effective_keys(64, False):.1f} of 16 keys count",
        f"gradient {lesson.gradient_share_at(64):.0f} percent",
    ):
        assert words in said
    assert slider.get_attribute("aria-label") == "Key dimension d k"


def test_the_switch_changes_the_scaling_and_nothing_else(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    switch = page.locator("#scaling")
    for d_k in (4, 16, 64, 256, 512):
        go(page, d_k)
        expect(switch).to_have_attribute("aria-checked", "false")
        require_mathcore(page, 0, 16, d_k, scaled=False)
        switch.click()
        expect(switch).to_have_attribute("aria-checked", "true")
        require_mathcore(page, 0, 16, d_k, scaled=True)
        switch.press("Space")
        require_mathcore(page, 0, 16, d_k, scaled=False)


def test_the_switch_moves_the_scores_before_the_eye_and_ends_exactly(visit: Visit) -> None:
    page = visit()
    go(page, 64)
    page.locator("#scaling").click()
    page.wait_for_timeout(900)
    require_mathcore(page, 0, 16, 64, scaled=True)
    expect(page.locator("#gradient")).to_have_text("100%")


def test_other_keys_come_from_the_other_sets(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    go(page, 64)
    for key_set in range(1, len(explorer.SET_SEEDS)):
        page.locator("#new-keys").click()
        require_mathcore(page, key_set, 16, 64, scaled=False)
    page.locator("#film-keys").click()
    require_mathcore(page, 0, 16, 64, scaled=False)


def test_any_number_of_keys(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.locator("#new-keys").click()
    for n_keys in explorer.KEY_COUNTS:
        page.locator(f"#n-keys-{n_keys}").check()
        for d_k in (4, 64, 512):
            go(page, d_k)
            require_mathcore(page, 1, n_keys, d_k, scaled=False)
        page.locator("#scaling").click()
        require_mathcore(page, 1, n_keys, 512, scaled=True)
        page.locator("#scaling").click()


def test_up_to_three_settings_are_pinned_side_by_side(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    for d_k in (4, 64):
        go(page, d_k)
        page.locator("#pin").click()
    page.locator("#scaling").click()
    page.locator("#pin").click()
    pins = page.locator("#pins .pin")
    expect(pins).to_have_count(3)
    assert [pins.nth(i).get_attribute("data-d-k") for i in range(3)] == ["4", "64", "64"]
    assert [pins.nth(i).get_attribute("data-scaled") for i in range(3)] == ["false", "false", "true"]
    expect(pins.nth(1)).to_contain_text(f"{lesson.film_effective_keys(64, False):.1f} of 16 keys count")
    expect(pins.nth(2)).to_contain_text(f"{lesson.film_effective_keys(64, True):.1f} of 16 keys count")
    expect(page.locator("#pin")).to_be_disabled()
    before = pins.nth(0).locator("svg path").first.get_attribute("d")
    go(page, 512)  # what is pinned stays
    assert pins.nth(0).locator("svg path").first.get_attribute("d") == before
    pins.nth(1).locator("button.unpin").click()
    expect(pins).to_have_count(2)
    page.locator("#pin-film").click()
    assert [pins.nth(i).get_attribute("data-d-k") for i in range(3)] == ["4", "64", "512"]


def test_a_setting_is_pinned_once(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    for _ in range(2):
        page.locator("#pin").click()
    expect(page.locator("#pins .pin")).to_have_count(1)
    expect(page.locator(".side-by-side [role=status]")).to_have_text("This setting is pinned already.")
    go(page, 64)
    page.locator("#pin").click()
    expect(page.locator("#pins .pin")).to_have_count(2)
    expect(page.locator(".side-by-side [role=status]")).to_be_empty()


def test_the_marker_of_the_boundary_follows_the_slider(visit: Visit) -> None:
    page = visit()
    marker, axis = page.locator("#boundary .marker"), []
    for d_k in lesson.TOGGLE_STOPS:
        go(page, d_k)
        assert marker.get_attribute("data-d-k") == str(d_k)
        assert float(marker.get_attribute("data-share") or 0) == pytest.approx(lesson.gradient_share_at(d_k), rel=1e-6)
        expect(page.locator("#boundary")).to_contain_text(lesson.number(f"share_{d_k}").label)
        axis.append((float(marker.get_attribute("cx") or 0), float(marker.get_attribute("cy") or 0)))
    # Even in log2: from 16 to 64 as far as from 64 to 256; and lower, the less is left.
    assert axis[1][0] - axis[0][0] == pytest.approx(axis[2][0] - axis[1][0], abs=0.5)
    assert axis[0][1] < axis[1][1] < axis[2][1]


def test_axes_stay_while_the_slider_moves(visit: Visit) -> None:
    page = visit()

    def ticks() -> list[list[str]]:
        return page.eval_on_selector_all(
            "#histogram text.tick, #boundary text.tick",
            "all => all.filter(t => t.textContent && !t.closest('.closer')).filter(t => !/peak/.test(t.textContent))"
            ".map(t => [t.textContent, t.getAttribute('x'), t.getAttribute('y')])",
        )

    go(page, 4)
    first = ticks()
    assert [text for text, _, _ in first][:7] == ["−60", "−40", "−20", "0", "20", "40", "60"]
    for d_k in (1, 64, 512):
        go(page, d_k)
        assert ticks() == first


def test_bars_are_as_high_as_the_histogram(visit: Visit) -> None:
    """The tallest bar stands for the largest density, on an axis from 0 to what the film's slider begins with."""
    page = visit()
    heights = {}
    for d_k in (4, 64, 512):
        go(page, d_k)
        box = page.eval_on_selector(
            "#histogram path.fill-raw", "path => { const b = path.getBBox(); return [b.height, b.width]; }"
        )
        heights[d_k] = box[0] / lesson.score_histogram(d_k).max()
    assert heights[64] == pytest.approx(heights[4], rel=0.02)
    assert heights[512] == pytest.approx(heights[4], rel=0.05)


def test_a_move_of_the_slider_is_drawn_within_a_frame(visit: Visit) -> None:
    """Measured in the browser, and the middle of many moves, for a machine may be busy with other things."""
    page = visit()
    slider = page.locator("#d-k")
    slider.press("Home")
    times = []
    for _ in range(60):
        slider.press("ArrowRight")
        times.append(state(page)["redraw_ms"])
    assert np.median(times) < 16
    page.locator("#n-keys-64").check()
    times = []
    for _ in range(30):
        slider.press("ArrowLeft")
        times.append(state(page)["redraw_ms"])
    assert np.median(times) < 16


def test_the_first_figure_is_soon_there(visit: Visit) -> None:
    """Measured in the browser: a second from the disk on a machine with nothing else to do, and generously here."""
    page = visit()
    assert page.evaluate("performance.getEntriesByName('figure-ready')[0].startTime") < 3000
