"""Type is as large as asked, stands on its middle line, and never falls back in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes.kit import fonts
from scenes.kit.errors import KitError
from scenes.kit.layout import PX_PER_UNIT, extent, to_pixels
from scenes.kit.parts.numeral import Numeral
from scenes.kit.type import formula, glyphs, mixed, place, words


@pytest.mark.parametrize("size", [32, 42, 96])
def test_an_em_is_as_many_pixels_as_asked(size: float) -> None:
    square = mixed("#box(width: 1em, height: 1em, fill: black)", size)
    assert square.height * PX_PER_UNIT == pytest.approx(size, rel=1e-6)
    assert formula("#box(width: 1em, height: 1em, fill: black)", size).height * PX_PER_UNIT == pytest.approx(
        size, rel=1e-6
    )


def test_labels_of_one_size_share_a_baseline_whatever_their_letters() -> None:
    flat, deep = place(words("raw", 42), 400, 300), place(words("Hgp", 42), 800, 300)
    tall = place(words("H", 42), 600, 300)
    assert extent(tall).cy == pytest.approx(300, abs=0.5)
    # "raw" stands on the baseline, "Hgp" reaches below it by its descenders only.
    assert extent(flat).bottom == pytest.approx(extent(tall).bottom, abs=1.5)
    assert extent(deep).y == pytest.approx(extent(tall).y, abs=0.5)


def test_place_keeps_the_anchored_end() -> None:
    for anchor, side in (("left", "x"), ("right", "right")):
        assert getattr(extent(place(words("score"), 500, 200, anchor)), side) == pytest.approx(500, abs=0.01)


def test_a_letter_the_font_lacks_is_an_error() -> None:
    with pytest.raises(KitError, match="no letter for 数"):
        words("数")


@pytest.mark.parametrize("make", [mixed, formula])
def test_a_letter_that_markup_would_lose_is_an_error(make: object) -> None:
    with pytest.raises(KitError, match="no letter for 数"):
        make("a + 数")  # type: ignore[operator]
    assert make("a ≈ b").width > 0  # type: ignore[operator]


def test_a_missing_font_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FONT_DIR", tmp_path)
    with pytest.raises(KitError, match="missing from assets/fonts"):
        fonts.font_file()


def test_a_damaged_font_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / fonts.TEXT_FONT_FILE).write_bytes(b"junk")
    monkeypatch.setattr(fonts, "FONT_DIR", tmp_path)
    fonts._letters.cache_clear()
    with pytest.raises(KitError, match="is damaged; restore it"):
        fonts.require_letters("a")
    fonts._letters.cache_clear()


def test_a_font_typst_does_not_know_is_an_error() -> None:
    with pytest.raises(KitError, match="as asked: unknown font"):
        mixed('#text(font: "No Such Font")[a]')


def test_text_under_the_floor_is_refused() -> None:
    with pytest.raises(KitError, match="under the floor of 32 px"):
        words("small print", 20)


def test_named_parts_hold_all_their_glyphs() -> None:
    whole = formula("x / {{ sqrt(d_k) : root }} + {{ y : other }}")
    assert len(whole.select("root")) == 4  # the sign, its bar, d and k
    assert len(whole.select("other")) == 1
    with pytest.raises(KitError, match="no part 'rot'; its parts are: root, other"):
        whole.select("rot")


def test_bars_of_fractions_are_as_thick_at_any_resolution() -> None:
    root = formula("sqrt(d_k)", 96)
    bar = min(root.submobjects, key=lambda glyph: glyph.height)
    assert 2.0 < bar.height * PX_PER_UNIT < 5.0
    assert all(glyph.get_stroke_width() == 0 for glyph in root.submobjects)


def test_digits_minus_and_times_share_one_advance_width() -> None:
    for weight in (400, 600):
        table = glyphs("0123456789−×", weight)
        widths = {round(advance, 6) for _, advance in table.values()}
        assert len(widths) == 1


@pytest.mark.parametrize("anchor", ["left", "right", "center"])
def test_a_counting_numeral_does_not_drift(anchor: str) -> None:
    number = Numeral("10.0", 500, 300, anchor=anchor)
    slots = set()
    for i in range(100, 1000):
        number.set_text(f"{i / 10:.1f}")
        left, top, right, bottom = _ink(number)
        anchored = {"left": left, "right": right, "center": (left + right) / 2}[anchor]
        slots.add(round(anchored))
        assert 270 < top < 300 < bottom < 330
    assert max(slots) - min(slots) <= 8  # within the side bearings of one digit


def test_a_numeral_refuses_a_letter_it_has_no_glyph_for() -> None:
    with pytest.raises(KitError, match="no glyph for 'k'"):
        Numeral("12k", 0, 0)


def _ink(number: Numeral) -> tuple[float, float, float, float]:
    left, top = to_pixels(number.points.max(axis=0) * [0, 1, 0] + number.points.min(axis=0) * [1, 0, 0])
    right, bottom = to_pixels(number.points.max(axis=0) * [1, 0, 0] + number.points.min(axis=0) * [0, 1, 0])
    return left, top, right, bottom
