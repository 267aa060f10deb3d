"""Beat 1 pairs what can be paired and no more, shows a score that is really the dot product, and hands over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mathcore import lesson
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_still
from scenes.b01_hook import Hook
from scenes.hint import QUESTION
from scenes.kit.layout import extent
from scenes.kit.look import Look, colour, set_look
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.script import load_script
from scenes.kit.timeline import Play, Timeline
from scenes.projections import example, ordinary

LANDSCAPE = Settings(256, 144, Fraction(15))
PORTRAIT = Settings(144, 256, Fraction(15), portrait=True)
BOTH = pytest.mark.parametrize("settings", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])


def _run(settings: Settings, look: Any = lambda beat, line, end: None) -> tuple[Timeline, Any]:
    """The timeline and the beat; ``look(beat, line, end)`` is called at the end of every play."""
    seen: list[Any] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        seen[:] = [beat]
        if moment == "end":
            look(beat, beat._lines[-1].id if beat._lines else "", play.end)

    return rehearse(Hook, settings, [watch]), seen[0]


@BOTH
def test_every_entry_of_the_key_is_paired_and_the_rest_of_the_query_is_dimmed(settings: Settings) -> None:
    links: set[int] = set()
    brightest: list[float] = []

    def look(beat: Any, line: str, end: int) -> None:
        if line == "runs-out":
            links.add(len(beat.pairing.links.points) // 4)
            brightest.append(float(beat.query.vector.strength[lesson.D_KEY :].max()))
            assert beat.query.vector.strength[: lesson.D_KEY].max() == 1.0

    _, beat = _run(settings, look)
    assert links == {lesson.D_KEY}
    assert brightest[0] == 1.0 and brightest[-1] < 0.1
    assert beat.pairing.unpaired.text == lesson.number("d_unpaired").text


@BOTH
def test_links_join_an_entry_of_the_query_to_the_entry_of_the_key_below_it(settings: Settings) -> None:
    _, beat = _run(settings)
    set_look(Look("dark", settings.portrait))
    (x, _), (key_x, _) = beat.pairing.query_cells(), beat.pairing.key_cells(0.0)
    np.testing.assert_allclose(x[: lesson.D_KEY], key_x)
    (held, *_), (row, patch) = example(), ordinary()
    expected = held.query_vectors[row][: lesson.D_KEY] * held.patch_vectors[patch]
    np.testing.assert_allclose(beat.pairing.products, expected)


def test_the_score_is_the_dot_product_of_what_the_funnels_let_out() -> None:
    _, beat = _run(LANDSCAPE)
    (held, *_), (row, patch) = example(), ordinary()
    query = held.query_projection.T @ held.query_vectors[row]
    key = held.key_projection.T @ held.patch_vectors[patch]
    np.testing.assert_allclose(beat.query.projected, query)
    np.testing.assert_allclose(beat.key.projected, key)
    assert len(beat.query.shared.values) == len(beat.key.shared.values)
    assert beat.projections.score.number.text == f"{query @ key:.1f}"
    # A score as most are: within one and a half standard deviations of the film's own model of scores.
    assert 0.5 < abs(query @ key) / len(query) ** 0.5 < 1.5


@BOTH
def test_the_first_frame_is_a_picture_with_the_name_and_the_curves(settings: Settings) -> None:
    first = render_still("hook", settings, 0).astype(int)
    ground = np.array(first[0, 0])
    inked = np.abs(first - ground).max(axis=2) > 40
    rows = np.flatnonzero(inked.any(axis=1)) / len(inked)
    assert rows.min() < 0.25 and 0.75 < rows.max() < 0.9
    assert inked.mean() > 0.02


@BOTH
def test_all_lines_are_said_after_a_silent_title(settings: Settings) -> None:
    timeline, _ = _run(settings)
    assert [line.id for line in timeline.lines] == list(load_script("hook"))
    title = next(clip for clip in timeline.clips if clip.name == "title")
    assert title.start == 0 and timeline.lines[0].start >= title.end >= 4 * timeline.fps


@BOTH
def test_it_ends_on_the_formula_that_beat_2_opens_on_with_the_root_in_the_scaled_colour(settings: Settings) -> None:
    timeline, beat = _run(settings)
    set_look(Look("dark", settings.portrait))
    fresh = AttentionFormula(*((540, 1500) if settings.portrait else (960, 800)), root_role="scaled")
    assert extent(beat.attention.whole).astuple() == pytest.approx(extent(fresh.whole).astuple(), abs=0.5)
    shown = [glyph.get_fill_color().to_hex().upper() for glyph in beat.attention.root]
    assert set(shown) == {colour("scaled")}
    last = timeline.plays[-1]
    assert last.kind == "wait" and last.frames >= 1.5 * timeline.fps


def test_the_question_is_asked_with_its_words() -> None:
    headed: list[str] = []
    asked: dict[str, str] = {}
    large: dict[str, str] = {}

    class Listening(Hook):
        def heading(self, text: str) -> Any:
            headed.append(text)
            return super().heading(text)

    def watch(beat: Any, play: Play, moment: str) -> None:
        if headed and beat._lines:
            asked[beat._lines[-1].id] = headed[-1]
            if beat.question[0] in beat.get_mobject_family_members():
                large[beat._lines[-1].id] = " ".join(row.text for row in beat.question)

    rehearse(Listening, LANDSCAPE, [watch])
    assert large["behave"] == asked["hint"] == QUESTION
    assert "project" not in large
