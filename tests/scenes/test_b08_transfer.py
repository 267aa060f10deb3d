"""Beat 8 draws the constructed example as mathcore made it: its picture, its weights, and how wide its scores are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mathcore import lesson
from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes import seascape
from scenes.b08_transfer import SECOND_WORD, Transfer
from scenes.kit.layout import Box, extent, to_pixels
from scenes.kit.look import Look, set_look
from scenes.kit.script import load_script
from scenes.kit.timeline import Play, Timeline
from scenes.projections import WORD

LANDSCAPE = Settings(256, 144, Fraction(15))
PORTRAIT = Settings(144, 256, Fraction(15), portrait=True)
BOTH = pytest.mark.parametrize("settings", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
EXAMPLE = lesson.caption_attention()


def _run(settings: Settings, look: Any = lambda beat, line: None) -> tuple[Timeline, Any]:
    """The timeline and the beat; ``look(beat, line)`` is called at the end of every play."""
    seen: list[Any] = []

    def watch(beat: Any, play: Play, moment: str) -> None:
        seen[:] = [beat]
        if moment == "end" and beat._lines:
            look(beat, beat._lines[-1].id)

    return rehearse(Transfer, settings, [watch]), seen[0]


def test_the_map_shows_the_weights_of_the_word_in_focus_and_no_others_at_rest() -> None:
    rests: dict[str, list[np.ndarray]] = {}

    def look(beat: Any, line: str) -> None:
        shown = [beat.map] if line not in ("silent", "normalise") else [beat.silent.map]
        for part in shown:
            if part in beat.get_mobject_family_members():
                rests.setdefault(line, []).append(part.weights.copy())

    _run(LANDSCAPE, look)
    row, second = EXAMPLE.words.index(WORD), EXAMPLE.words.index(SECOND_WORD)

    def shown(line: str, weights: np.ndarray) -> bool:
        return any(np.allclose(held, weights) for held in rests[line])

    assert shown("heads", EXAMPLE.weights[row]) and shown("heads", EXAMPLE.weights[second])
    np.testing.assert_allclose(rests["silent"][0], EXAMPLE.weights[row])
    np.testing.assert_allclose(rests["silent"][-1], EXAMPLE.weights_wide[row])
    np.testing.assert_allclose(rests["normalise"][-1], EXAMPLE.weights_normalised[row])


@BOTH
def test_numbers_on_screen_are_mathcores_rounded(settings: Settings) -> None:
    last: dict[str, tuple[str, ...]] = {}

    def look(beat: Any, line: str) -> None:
        if line in ("silent", "normalise") and hasattr(beat, "silent"):
            raw, scaled = beat.silent.charts
            shown = raw, scaled, beat.silent.entries, beat.silent.top
            last[line] = tuple(part.number.text for part in shown)

    _run(settings, look)
    root = np.sqrt(EXAMPLE.query_projection.shape[1])
    wide, narrow = EXAMPLE.spread_wide, EXAMPLE.spread_normalised
    std = f"{lesson.IMAGE_STD:.1f}"
    top = lesson.number("image_top_wide").text
    assert last["silent"] == (f"{wide * root:.1f}", lesson.number("image_spread_wide").text, std, top)
    row = EXAMPLE.words.index(WORD)
    after = f"{EXAMPLE.weights_normalised[row].max():.2f}"
    spread = lesson.number("image_spread_normalised").text
    assert last["normalise"] == (f"{narrow * root:.1f}", spread, std, after)


@BOTH
def test_at_rest_every_number_that_is_seen_is_of_the_spread_that_reaches_the_projection(settings: Settings) -> None:
    row, d_k = EXAMPLE.words.index(WORD), EXAMPLE.query_projection.shape[1]
    weights = {1.0: EXAMPLE.weights[row], lesson.IMAGE_STD: EXAMPLE.weights_wide[row]}
    told: set[tuple[str, str, str]] = set()

    def look(beat: Any, play: Play, frame: int) -> None:
        silent = getattr(beat, "silent", None)
        on_screen = set(beat.get_mobject_family_members())
        if play.kind != "wait" or silent is None or silent.entries.number not in on_screen:
            return
        spread = float((silent.after if silent.after in on_screen else silent.entries.number).text)
        expected = [f"{EXAMPLE.spread * spread * root:.1f}" for root in (np.sqrt(d_k), 1.0)]
        numbers = [*(chart.number for chart in silent.charts), silent.top.number]
        expected.append(f"{weights[spread].max():.2f}")
        seen = [number.text if number.get_fill_opacity() > 0 else "" for number in numbers]
        assert all(text in ("", true) for text, true in zip(seen, expected, strict=True))
        told.add((seen[0], seen[1], seen[2]))

    rehearse(Transfer, settings, glance=look)
    assert len({texts for texts in told if all(texts)}) == 2  # too wide, and put right


def test_in_portrait_the_numbers_on_their_way_down_pass_over_no_others() -> None:
    passed = 0

    def look(beat: Any, play: Play, frame: int) -> None:
        nonlocal passed
        caption, moving = beat.caption, beat.query.moving
        if not any(len(path.points) for path in moving) or moving not in set(beat.get_mobject_family_members()):
            return
        if extent(moving).bottom > extent(beat.query.vector).bottom + 1:
            hidden = [*caption.below, *caption.quiet[caption.own + 1 :]]
            assert {float(part.get_fill_opacity()) for part in hidden} == {0.0}
            passed += 1

    rehearse(Transfer, PORTRAIT, glance=look)
    assert passed > 5


@BOTH
def test_score_axes_are_the_films_and_a_wider_side_widens_the_curve_threefold(settings: Settings) -> None:
    _, beat = _run(settings)
    set_look(Look("dark", settings.portrait))
    for chart in beat.silent.charts:
        assert (chart.x.low, chart.x.high) == (-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT)
        at_one = chart.set_factor(1.0).curve.points.copy()
        at_three = chart.set_factor(3.0).curve.points
        height = [float(np.ptp(points[:, 1])) for points in (at_one, at_three)]
        assert height[1] == pytest.approx(height[0] / 3, rel=0.05)
        # Where it is more than half as high as its peak: three times as far out.
        out = []
        for p, h in zip((at_one, at_three), height, strict=True):
            high = p[p[:, 1] > p[:, 1].min() + h / 2]
            out.append(float(np.ptp(high[:, 0])))
        assert out[1] == pytest.approx(3 * out[0], rel=0.15)


def _touched(corners: Any) -> set[tuple[int, int]]:
    """(row, column) of every patch in which a convex shape has some area."""
    grid = (np.arange(seascape.GRID * 50) + 0.5) / 50
    x, y = (axis.ravel() for axis in np.meshgrid(grid, grid))
    corners = np.asarray(corners, float)
    ahead = np.roll(corners, -1, axis=0)
    # Which side of every edge a point is on: inside a convex shape it is the same side of all of them.
    side = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in zip(corners, ahead, strict=True)]
    inside = np.all(np.array(side) > 0, axis=0) | np.all(np.array(side) < 0, axis=0)
    return set(zip(y[inside].astype(int).tolist(), x[inside].astype(int).tolist(), strict=True))


def test_the_drawing_has_the_boat_and_the_sun_in_the_patches_that_mathcore_gives_them() -> None:
    def patches(content: str) -> set[tuple[int, int]]:
        return {(int(r), int(c)) for r, c in np.argwhere(EXAMPLE.image_classes == content)}

    boat = _touched(seascape.HULL) | _touched(seascape.SAIL) | _touched(seascape.JIB)
    assert boat == patches("boat")
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    for radius in (seascape.SUN_RADIUS, *seascape.RAYS):
        rim = np.column_stack([np.cos(angle), np.sin(angle)]) * radius + np.array(seascape.SUN)
        assert _touched(rim) == patches("sun")
    assert {row for row, _ in patches("water")} == set(range(int(seascape.HORIZON), seascape.GRID))


@BOTH
def test_without_the_projection_every_number_is_either_met_or_counted(settings: Settings) -> None:
    seen: dict[str, Any] = {}

    def look(beat: Any, line: str) -> None:
        if line == "loud" and hasattr(beat, "mismatch"):
            facing = beat.mismatch
            seen.update(paired=facing.paired.text, unpaired=facing.unpaired.text, links=len(facing.links.points) // 4)
            seen.update(query=(beat.query.vector.x, beat.query.vector.y), key=(beat.key.vector.x, beat.key.vector.y))

    _run(settings, look)
    assert (seen["paired"], seen["links"]) == (lesson.number("d_key").text, lesson.D_KEY)
    assert int(seen["unpaired"]) == lesson.number("d_unpaired").rounded
    np.testing.assert_allclose(seen["key"][0], seen["query"][0][: lesson.D_KEY])
    assert seen["key"][1].min() > seen["query"][1].max()


@BOTH
def test_the_largest_weight_is_tied_to_its_patch(settings: Settings) -> None:
    _, beat = _run(settings)
    set_look(Look("dark", settings.portrait))
    silent = beat.silent
    readout, leader = silent.weighed
    patch = Box(*silent.map.centre(silent.patch), 0, 0).inset(-silent.map.w / 2)
    ends = np.array([to_pixels(p) for p in leader.points[[0, -1]]])
    number, label = extent(readout.number), extent(readout.label)
    near = min(np.hypot(*(ends - (number.right, number.cy)).T).min(), np.hypot(*(ends - (label.x, label.y)).T).min())
    assert near < 40
    assert min(max(abs(x - patch.cx) - patch.w / 2, abs(y - patch.cy) - patch.h / 2) for x, y in ends) < 1


@BOTH
def test_all_lines_are_said_and_the_summary_is_held(settings: Settings) -> None:
    timeline, _ = _run(settings)
    assert [line.id for line in timeline.lines] == list(load_script("transfer"))
    last = timeline.plays[-1]
    assert last.kind == "wait" and last.frames >= 1.5 * timeline.fps
    assert all(4 <= (clip.end - clip.start) / timeline.fps <= 20 for clip in timeline.clips)
