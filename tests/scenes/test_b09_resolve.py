"""Beat 9 answers the question of beat 1 with the lesson's numbers, and its division really is one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from manim import VGroup

from mathcore import lesson
from mathcore.gradients import jacobian_norm
from mathcore.information import effective_keys
from mathcore.scores import score_std
from mathcore.softmax import scale_scores, softmax
from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes import curves
from scenes.end_card import CLOSE, EndCard, SettlingCurves
from scenes.hint import QUESTION
from scenes.kit import Beat
from scenes.kit.layout import Box, extent, point, to_pixels
from scenes.kit.look import Look, colour, get_look, set_look
from scenes.kit.timeline import Play
from scenes.kit.type import Words
from scenes.predictions import answer_cards
from scenes.projections import example, ordinary
from scenes.resolve_chain import Chain, gradient_share, weights
from scenes.resolve_flaw import AverageOrSum
from scenes.variance_fan import STATIONS

SMALL = Settings(256, 144, Fraction(15))


@pytest.fixture(params=[False, True], ids=["landscape", "portrait"])
def chain(request: pytest.FixtureRequest) -> Iterator[Chain]:
    before = get_look()
    set_look(Look(portrait=request.param))
    yield Chain()
    set_look(before)


def _readouts(chain: Chain) -> list[str]:
    return [part.number.text for part in (chain.counted, chain.variance, chain.keys, chain.gradient)]


def test_the_question_is_beat_1s_word_for_word(monkeypatch: pytest.MonkeyPatch) -> None:
    headings: list[str] = []

    def listen(name: str) -> None:
        shown = getattr(Beat, name)

        def heard(beat: Beat, text: str) -> Any:
            headings.append(text)
            return shown(beat, text)

        monkeypatch.setattr(Beat, name, heard)

    listen("heading")
    listen("set_heading")
    rehearse("hook", SMALL)
    assert QUESTION in headings
    headings.clear()
    rehearse("resolve", SMALL)
    assert QUESTION in headings


def test_the_chain_ends_on_the_lessons_numbers_and_so_does_the_cut() -> None:
    number = lesson.number
    at_line_end: dict[str, list[str]] = {}

    def watch(beat: Any, play: Play, moment: str) -> None:
        said = beat.timeline.lines[-1:]
        if moment == "end" and said:  # also after the line: the division is never undone again
            at_line_end[said[0].id] = _readouts(beat.chain)

    rehearse("resolve", SMALL, [watch])
    raw = [number(name) for name in ("d_large", "sample_var_512", "film_effective_512", "share_512")]
    assert at_line_end["chain"] == [each.label for each in raw]
    assert at_line_end["cut"] == [number("d_large").text, "1.0", number("film_effective_scaled_512").text, "100%"]


def test_no_number_stands_beside_one_of_another_dimension() -> None:
    """At rest, what can be read on the four cards belongs to one d_k."""
    number = lesson.number
    low, high = lesson.STOPS[0], lesson.STOPS[-1]
    expected = {
        low: [str(low), None, None, f"{lesson.gradient_share_at(low):.0f}%"],
        high: [str(high), *(number(n).label for n in ("sample_var_512", "film_effective_512", "share_512"))],
    }
    expected[low][1] = f"{lesson.score_sample_variance(low):.1f}"
    expected[low][2] = f"{effective_keys(weights(low, 0.0)):.1f}"
    seen: list[tuple[str, ...]] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        if moment == "end" and beat.timeline.lines and beat.timeline.lines[-1].id == "chain":
            shown = [part.number for part in beat.chain.readouts]
            seen.append(tuple(each.text if each.get_fill_opacity() > 0 else "" for each in shown))

    rehearse("resolve", SMALL, [watch])
    assert seen[-1] == tuple(expected[high])
    for texts in seen:
        assert any(all(a in ("", b) for a, b in zip(texts, row, strict=True)) for row in expected.values()), texts


def test_no_division_is_raw_and_a_whole_one_is_scaled() -> None:
    for d_k in (4, 16, 512):
        np.testing.assert_allclose(weights(d_k, 0.0), lesson.film_weights(d_k, scaled=False))
        np.testing.assert_allclose(weights(d_k, 1.0), lesson.film_weights(d_k, scaled=True))
        assert gradient_share(d_k, 0.0) == pytest.approx(lesson.gradient_share_at(d_k))
        assert gradient_share(d_k, 1.0) == pytest.approx(100)


def test_the_keys_only_fade_on_the_way_to_no_gradient(chain: Chain) -> None:
    low, high = lesson.STOPS[0], lesson.STOPS[-1]
    numbers = []
    for t in np.linspace(0, 1, 31):
        chain.between(2, low, high, float(t))
        numbers.append(float(chain.keys.number.text))
    assert numbers == sorted(numbers, reverse=True)
    chain.draw(2, high)
    assert numbers[-1] == float(chain.keys.number.text)


def test_what_a_falling_card_tells_is_where_it_falls_to(chain: Chain) -> None:
    number = lesson.number
    numbers = {2: (chain.keys.number, number("film_effective_512").text)}
    numbers[3] = chain.gradient.number, number("share_512").label
    for i, (shown, end) in numbers.items():
        chain.quiet(i, 1.0)
        seen = 0
        for t in np.linspace(0, 1, 31):
            chain.collapse(i, float(t))
            lit = shown.get_fill_opacity()
            assert lit == 0 or shown.text == end
            seen += lit > 0
        assert lit == 1 and 5 < seen < 20


def _read_gradient(chain: Chain) -> float:
    return float(chain.gradient.number.text.rstrip("%"))


def test_the_grid_on_its_way_to_no_gradient_is_that_of_the_weights_on_theirs_and_does_not_light_up_again(
    chain: Chain,
) -> None:
    low, high = lesson.STOPS[0], lesson.STOPS[-1]
    lit = []
    for t in np.linspace(0, 1, 31):
        held = chain.between(2, low, high, float(t)).bars.weights
        drawn = [path.points.copy() for path in chain.between(3, low, high, float(t)).grid.submobjects]
        chain.grid.set_matrix(np.diag(held) - np.outer(held, held))
        for one, other in zip(drawn, [path.points for path in chain.grid.submobjects], strict=True):
            np.testing.assert_array_equal(one, other)
        lit.append(float(jacobian_norm(held)))
    dark = next(i for i, norm in enumerate(lit) if norm < 0.05)
    assert 5 < dark < 25 and max(lit[dark:]) < 0.05


def test_the_gradient_is_the_measured_one_at_every_moment_of_the_cut(chain: Chain) -> None:
    """Rows drawn here: scores of 512 products, divided by 512 ** (t / 2) before softmax."""
    generator = np.random.default_rng(7)
    lengths = np.sqrt(generator.chisquare(512, 40_000))
    scores = lengths[:, None] * generator.standard_normal((40_000, lesson.N_KEYS))

    def norm(divided: float) -> float:
        return float(np.median(jacobian_norm(softmax(scores / 512 ** (divided / 2)))))

    for t in np.linspace(0.1, 1, 19):
        chain.draw(3, 512, float(t))
        assert _read_gradient(chain) == pytest.approx(100 * norm(float(t)) / norm(1.0), rel=0.05, abs=1.0)


def test_the_cut_begins_on_the_films_raw_gradient_and_ends_on_all_of_it() -> None:
    assert gradient_share(512, 1e-9) == pytest.approx(lesson.gradient_share_at(512), rel=1e-6)
    assert gradient_share(512, 1 - 1e-9) == pytest.approx(100)


@pytest.mark.parametrize("d_k", [4, 64, 512])
@pytest.mark.parametrize("divided", [0.0, 0.5, 1.0])
def test_the_score_axis_stays_and_sigma_is_drawn_on_it(chain: Chain, d_k: int, divided: float) -> None:
    box = chain.histogram.box
    chain.draw(1, d_k, divided)
    pixels = box.w / (2 * lesson.SCORE_LIMIT)
    assert extent(chain.sigma[0]).w == pytest.approx(2 * score_std(d_k) / d_k ** (divided / 2) * pixels, rel=1e-6)
    assert extent(chain.histogram.axis[0]).w == pytest.approx(box.w)
    drawn = extent(VGroup(chain.raw, chain.settled))
    assert drawn.x >= box.x - 1e-6 and drawn.right <= box.right + 1e-6
    # Raw or scaled, never half of each.
    assert [len(bars.points) > 0 for bars in (chain.raw, chain.settled)] == [divided == 0, divided > 0]


def test_the_division_keeps_every_bars_height_and_leaves_the_undivided_curve_behind(chain: Chain) -> None:
    chain.draw(1, 512, 0.0)
    high, before = extent(chain.raw).h, extent(chain.histogram.curve)
    for divided in (0.3, 1.0):
        chain.draw(1, 512, divided)
        assert extent(chain.settled).h == pytest.approx(high, abs=0.01)
        assert extent(chain.ghosts[-1]).astuple() == pytest.approx(before.astuple(), abs=0.01)


def test_the_same_dimensions_are_lit_as_are_counted(chain: Chain) -> None:
    for d_k in lesson.STOPS:
        chain.draw(0, d_k)
        assert chain.counted.number.text == str(d_k)
        assert int((chain.strip.strength > 0).sum()) == d_k


def test_an_average_divides_by_the_number_of_terms_and_a_sum_does_not() -> None:
    flaw = AverageOrSum(answer_cards().by_letter["A"])
    final = lesson.film_scores(lesson.D_MAX)
    np.testing.assert_allclose(flaw.set_added(0.0).fan.walks[:, -1], final / lesson.D_MAX)
    np.testing.assert_allclose(flaw.set_added(1.0).fan.walks[:, -1], final)


def test_the_meeting_ends_on_the_scaled_score() -> None:
    (held, *_), (row, patch) = example(), ordinary()
    seen: list[str] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        seen.append(beat.meeting.picture.score.number.text)

    rehearse("resolve", SMALL, [watch])
    raw = float(held.scores[row, patch])
    scaled = float(scale_scores(raw, held.query_projection.shape[1]))
    assert seen[0] == f"{raw:.1f}"
    assert seen[-1] == f"{scaled:.1f}"


@pytest.mark.parametrize("settings", [SMALL, Settings(144, 256, Fraction(15), portrait=True)], ids=["lying", "upright"])
def test_a_formula_of_averages_is_never_beside_bars_that_no_average_gives(settings: Settings) -> None:
    seen = 0

    def look(beat: Any, play: Play, frame: int) -> None:
        nonlocal seen
        if beat.flaw.formula in (on_screen := set(beat.get_mobject_family_members())):
            card = beat.flaw._choice
            bars = card.bars.bars in on_screen and card.bars.bars.get_fill_opacity()
            assert beat.flaw.formula[0].get_fill_opacity() == 0 or not bars
            assert extent(card.text).bottom + 20 < extent(beat.flaw.formula).y
            seen += 1

    rehearse("resolve", settings, glance=look, stride=4)
    assert seen > 10


def test_the_curves_settle_to_one_sigma_each_and_keep_their_height() -> None:
    box = Box(100, 500, 1400, 400)
    drawn = SettlingCurves(box)
    drawn.settle(0.5)
    assert {part.get_stroke_color().to_hex() for part in drawn.scaled} == {colour("scaled")}
    peak = point(0, box.y)[1]
    for t in (0.0, 0.5, 1.0):
        drawn.settle(t)
        for raw, scaled in zip(drawn.raw, drawn.scaled, strict=True):
            assert max(part.points[:, 1].max() for part in (raw, scaled) if len(part.points)) == pytest.approx(peak)
    per_sigma = box.w / 135 / (2 * CLOSE)
    for d_k, raw, curve in zip(STATIONS, drawn.raw, drawn.scaled, strict=True):
        assert len(raw.points) == 0  # all that the axis holds has turned
        x, y = curve.points[::4, 0] / per_sigma, curve.points[::4, 1] - point(0, box.bottom)[1]
        x = x - x[y.argmax()]
        scaled = np.interp(x * np.sqrt(d_k), curves.X, curves.density(d_k))
        np.testing.assert_allclose(y / y.max(), scaled / scaled.max(), atol=0.01)
        assert np.sqrt(np.trapezoid(y * x**2, x) / np.trapezoid(y, x)) == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
def test_the_end_cards_curves_are_raw_each_is_named_at_its_end_and_no_name_crowds_another(portrait: bool) -> None:
    before = get_look()
    set_look(Look(portrait=portrait))
    end = EndCard()
    set_look(before)
    names: dict[str, Words] = {name.text: name for name in end.curves.names}
    assert list(names) == [*(f"d_k = {d_k}" for d_k in STATIONS), "raw"]
    for trace, name in zip(end.curves.traces, end.curves.names, strict=False):
        assert abs(extent(name).cy - to_pixels(trace.points[-1])[1]) < 24
    boxes = sorted((extent(name) for name in names.values()), key=lambda box: box.y)
    boxes = [extent(end.formula), *boxes] if portrait else boxes
    assert min(low.y - high.bottom for high, low in pairwise(boxes)) > 8
