"""How the page stands: in both themes, without motion, narrow, without JavaScript, in a frame, over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from watched import Visit, Watched

from mathcore import lesson
from scenes.kit.look import THEMES, channels

WIDTHS = (1280, 768, 360)
OWN_FILES = {"preload": False}  # axe would fetch the style sheets once more, which the page's policy forbids


def colour_of(page: Page, selector: str, name: str = "color") -> tuple[int, ...]:
    found = page.eval_on_selector(selector, f"each => getComputedStyle(each).getPropertyValue('{name}')")
    return tuple(int(part) for part in found[found.index("(") + 1 : -1].split(",")[:3])


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_colours_are_the_films_in_both_themes(visit: Visit, scheme: str) -> None:
    page = visit(scheme=scheme)
    palette = {role: channels(colour) for role, colour in THEMES[scheme].items()}
    assert colour_of(page, "html", "background-color") == palette["background"]
    assert colour_of(page, "h1") == palette["ink"]
    assert colour_of(page, "#gradient") == palette["gradient"]
    assert colour_of(page, "#effective") == palette["key"]
    assert colour_of(page, "#histogram path.fill-raw", "fill") == palette["raw"]
    page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")  # the system changes while it is open
    assert colour_of(page, "html", "background-color") != palette["background"]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(visit: Visit, width: int, scheme: str) -> None:
    page = visit(width=width, scheme=scheme, reduced_motion="reduce")
    page.locator("#pin-film").click()
    page.locator("#scaling").click()
    found = Axe().run(page, options=OWN_FILES)
    assert found.violations_count == 0, found.generate_report()


def test_every_picture_has_a_name_before_anything_has_settled(visit: Visit) -> None:
    page = visit()
    page.add_init_script("window.setTimeout = () => 0")
    page.reload()
    page.wait_for_selector("html[data-ready=true]")
    pictures = page.eval_on_selector_all("[role=img]", "all => all.map(each => each.getAttribute('aria-label'))")
    assert len(pictures) > 4 and all(pictures)


def test_axe_finds_nothing_while_the_film_asks(visit: Visit) -> None:
    page = visit()
    page.locator("#play").click()
    page.wait_for_selector("html[data-asking=true]")
    found = Axe().run(page, options=OWN_FILES)
    assert found.violations_count == 0, found.generate_report()
    page.locator("#ask input[value=A]").check()
    page.locator("#commit").click()


@pytest.mark.parametrize("width", [*WIDTHS, 320])
def test_nothing_runs_over_the_edge(visit: Visit, width: int) -> None:
    page = visit(width=width)
    page.locator("#pin-film").click()
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_touched_is_large_enough(visit: Visit, width: int) -> None:
    """44 pixels of height for what a finger has to hit, as far as it stands alone."""
    page = visit(width=width)
    small = page.eval_on_selector_all(
        "button.button, button.tool, select.tool, #scaling, #d-k, .choice label, #find",
        "all => all.filter(e => e.getClientRects().length && e.getBoundingClientRect().height < 43.5)"
        ".map(e => [e.id || e.className, e.getBoundingClientRect().height])",
    )
    assert small == []


def test_nothing_moves_where_no_motion_is_asked_for(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.locator("#scaling").click()
    # At once, and not after some frames: bars have their end and the class of the division.
    assert page.locator("#histogram > path.fill-scaled").count() == 1
    moving = page.evaluate("document.getAnimations().filter(a => (a.effect.getTiming().duration || 0) > 1).length")
    assert moving == 0


def test_where_motion_is_welcome_the_division_is_seen_to_happen(visit: Visit) -> None:
    page = visit()
    page.locator("#scaling").click()
    assert page.locator("#histogram > path.fill-raw").count() == 1  # it has only begun
    expect(page.locator("#histogram > path.fill-scaled")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_without_javascript_it_can_be_read(visit: Visit, scheme: str) -> None:
    page = visit(java_script_enabled=False, scheme=scheme)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#video")).to_have_attribute("controls", "")
    expect(page.locator("#predict-card li")).to_have_count(3)
    expect(page.locator("#explore table tbody tr")).to_have_count(len(lesson.STOPS))
    expect(page.locator("#explore table")).to_contain_text(lesson.number("film_top_512").text)
    expect(page.locator("#transcript .line")).to_have_count(6)
    stills = page.locator("#transcript picture img")
    expect(stills).to_have_count(4)
    expect(page.locator("#boundary img")).to_be_visible()
    stills.first.scroll_into_view_if_needed()
    expect(stills.first).to_be_visible()
    expect(page.locator("#transcript-tools")).to_be_hidden()
    page.locator("#chapters a").nth(1).click()  # leads to the words of that part
    assert page.url.endswith("#simulate")


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(page_folder: Path) -> Iterator[str]:
    """The page on a static web server of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(page_folder.parent)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/page/"
    server.shutdown()
    thread.join()
    server.server_close()


def framed(folder: Path, name: str, source: str, sandbox: str = "", width: int = 900) -> str:
    """A page of somebody else's that shows `source` in a frame; its file's name."""
    frame = f'<iframe src="{source}" {sandbox} width="{width}" height="700" title="Lesson"></iframe>'
    (folder / name).write_text(f'<!DOCTYPE html><html lang="en"><title>Course</title>{frame}</html>', encoding="utf-8")
    return name


def require_live(page: Page) -> None:
    """The figure answers, and an answer is kept while the page is open."""
    inner = page.frame_locator("iframe")
    inner.locator("#d-k").press("End")
    expect(inner.locator("#variance")).to_have_text(lesson.number("sample_var_512").text)
    inner.locator("#ask input[value=C]").check()
    inner.locator("#commit").click()
    expect(inner.locator("#prediction")).to_contain_text("they pile up on one key")


def test_it_works_on_a_web_server(browser: Browser, served: str) -> None:
    page = browser.new_page()
    watched = Watched(page)
    page.goto(served)
    page.wait_for_selector("html[data-ready=true]")
    page.locator("#d-k").press("End")
    expect(page.locator("#variance")).to_have_text(lesson.number("sample_var_512").text)
    page.close()
    assert [url for url in watched.asked if not url.startswith(served)] == []
    assert watched.complaints == []


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_it_works_in_a_frame_of_a_web_page(browser: Browser, served: str, page_folder: Path, sandbox: str) -> None:
    """In a sandbox nothing can be kept, for the page is of no origin at all."""
    name = framed(page_folder.parent, f"frame-{len(sandbox)}.html", "page/index.html", sandbox)
    page = browser.new_page()
    page.goto(served.removesuffix("page/") + name)
    require_live(page)
    page.close()


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_nothing_runs_over_the_edge_of_a_narrow_frame(
    browser: Browser, served: str, page_folder: Path, sandbox: str
) -> None:
    """Whatever typeface there is: where a frame keeps the page's own out, another one is wider."""
    name = framed(page_folder.parent, f"narrow-{len(sandbox)}.html", "page/index.html", sandbox, width=360)
    page = browser.new_page()
    page.route("**/page.ttf", lambda route: route.abort())
    page.goto(served.removesuffix("page/") + name)
    require_live(page)
    inner = page.frames[1]
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert inner.evaluate(over) <= 0
    tools = page.frame_locator("iframe").locator(".tools button, .tools select")
    for box in [each.bounding_box() for each in tools.all() if each.is_visible()]:
        assert box and box["x"] + box["width"] <= 360 + 10  # the frame stands a few pixels within its page
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_large_button_leaves_the_middle_of_the_picture_free(visit: Visit, width: int) -> None:
    """The title picture has its question mark there."""
    page = visit(width=width)
    boxes = [page.locator(each).bounding_box() for each in (".big", "#video", ".screen")]
    button, video, screen = (each for each in boxes if each)
    assert button["y"] > video["y"] + 0.72 * video["height"]
    assert button["y"] + button["height"] <= screen["y"] + screen["height"]
    assert min(button["width"], button["height"]) >= 44


def test_all_of_the_question_is_on_one_narrow_screen(visit: Visit) -> None:
    page = visit(width=360, height=640)
    page.locator("#play").click()
    page.wait_for_selector("html[data-asking=true]")
    page.wait_for_timeout(300)
    for part in ("#ask legend", "#ask .choice label >> nth=0", "#commit", "#skip"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.95)


def test_the_slider_does_not_follow_to_where_it_does_nothing(visit: Visit) -> None:
    page = visit()
    page.locator("#boundary").scroll_into_view_if_needed()
    expect(page.locator("#d-k")).to_be_in_viewport()
    page.evaluate("document.getElementById('training-section').scrollIntoView()")
    expect(page.locator("#d-k")).not_to_be_in_viewport()


def test_it_works_in_a_frame_on_the_disk(browser: Browser, page_folder: Path) -> None:
    page = browser.new_page()
    page.goto((page_folder.parent / framed(page_folder.parent, "frame.html", "page/index.html")).as_uri())
    require_live(page)
    page.close()


def test_the_typeface_is_the_pages_own(visit: Visit) -> None:
    page = visit()
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"Lesson Sans\"'))")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert [name.strip('"') for name in loaded] == ["Lesson Sans"]
