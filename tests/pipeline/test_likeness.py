"""What a viewer calls the same picture, and what not: proved on drawn words that move, change, or are drawn anew."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from pipeline.encode import Picture
from pipeline.likeness import FLAT, TILE, difference, side_by_side
from pipeline.paths import Paths
from pipeline.references import LOOKS, folder, read
from pipeline.settings import Settings
from pipeline.stage import render_still
from scenes.kit import Beat
from scenes.kit.look import THEMES
from scenes.kit.type import SMALLEST, place, words

SIZE = (480, 270)
THEME = pytest.mark.parametrize("theme", ["dark", "light"])
# The strongest and the weakest colour of words, and the two that must never be mixed up.
ROLE = pytest.mark.parametrize("role", ["ink", "muted", "raw", "scaled"])


@pytest.fixture(autouse=True)
def no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.kit.beat.load_script", lambda beat: {})


def drawn(text: str, theme: str, role: str = "ink", x: float = 961, y: float = 501, times: int = 1) -> Picture:
    """A word of the smallest size of the film, in pixels of its grid, drawn `times` as large as a reference."""

    class Label(Beat):
        id, title, claim = "label", "Label", "It is read."

        def tell(self) -> None:
            self.add(place(words(text, SMALLEST, role), x, y))
            self.wait(0.1)

    width, height = SIZE
    return render_still(Label, Settings(times * width, times * height, Fraction(15), theme), 0)


@THEME
@ROLE
@pytest.mark.parametrize(("right", "down"), [(6, 0), (-6, 0), (0, 6), (0, -6)])
def test_a_label_that_moved_by_six_pixels_of_the_film_is_another_picture(
    theme: str, role: str, right: int, down: int
) -> None:
    here, there = drawn("37%", theme, role), drawn("37%", theme, role, 961 + right, 501 + down)
    found = difference(here, there)
    assert found is not None
    assert found.pixels > 20
    x, y = found.middle
    assert abs(x - 961 / 4) < 8 and abs(y - 501 / 4) < 8


@THEME
@ROLE
@pytest.mark.parametrize(
    ("one", "other"), [("37%", "31%"), ("37%", "87%"), ("6", "8"), ("0.9998", "0.9993"), ("1", "7")]
)
def test_a_changed_digit_is_another_picture(theme: str, role: str, one: str, other: str) -> None:
    assert difference(drawn(one, theme, role), drawn(other, theme, role)) is not None


@THEME
@pytest.mark.parametrize("other", ["muted", "raw", "scaled", "key", "query", "gradient"])
def test_a_changed_colour_of_words_is_another_picture(theme: str, other: str) -> None:
    assert difference(drawn("37%", theme), drawn("37%", theme, other)) is not None


@THEME
@ROLE
def test_words_with_other_anti_aliasing_are_the_same_picture(theme: str, role: str) -> None:
    once, text = drawn("0.9998 keys", theme, role), "0.9998 keys"
    for times in (2, 4):
        large = Image.fromarray(drawn(text, theme, role, times=times))
        for filter_ in (Image.Resampling.BOX, Image.Resampling.HAMMING, Image.Resampling.BICUBIC):
            redrawn = np.asarray(large.resize(SIZE, filter_))
            assert (redrawn != once).sum() > 100  # every edge comes out otherwise
            assert difference(once, redrawn) is None


@THEME
def test_a_panel_that_is_a_little_lighter_is_another_picture(theme: str) -> None:
    panel = np.array(bytearray.fromhex(THEMES[theme]["panel"][1:]), np.uint8)
    plain = np.full((*SIZE[::-1], 3), panel, np.uint8)
    other = plain.copy()
    other[100:140, 200:260] += 2 + round(FLAT)
    found = difference(plain, other)
    assert found is not None
    assert found.pixels == 40 * 60
    other = plain.copy()
    other[100:140, 200:260] += round(FLAT) - 1
    assert difference(plain, other) is None


@pytest.mark.parametrize(
    "path", sorted(folder(Paths()).glob("*/*.png")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_on_every_reference_noise_passes_and_a_patch_that_moved_does_not(path) -> None:  # type: ignore[no-untyped-def]
    kept = read(path)
    assert kept is not None
    assert kept.shape[:2] == (LOOKS[path.parent.name].height, LOOKS[path.parent.name].width)
    noise = np.random.default_rng(7).integers(-4, 5, kept.shape)
    assert difference(kept, np.clip(kept + noise, 0, 255).astype(np.uint8)) is None
    # The part with the most edges, two pixels further: 8 of the film's grid.
    edges = np.abs(np.diff(kept.astype(int), axis=1)).sum(axis=2)
    tiles = [(y, x) for y in range(0, kept.shape[0] - 30, TILE) for x in range(0, kept.shape[1] - 60, TILE)]
    y, x = max(tiles, key=lambda at: int(edges[at[0] : at[0] + 20, at[1] : at[1] + 40].sum()))
    moved = kept.copy()
    moved[y : y + 20, x + 2 : x + 42] = kept[y : y + 20, x : x + 40]
    assert difference(kept, moved) is not None
    swapped = kept[:, :, ::-1]
    assert difference(kept, swapped) is not None


def test_other_sizes_differ_everywhere() -> None:
    found = difference(np.zeros((4, 6, 3), np.uint8), np.zeros((5, 7, 3), np.uint8))
    assert found is not None and found.pixels == 35


def test_a_few_specks_pass_and_a_few_more_do_not() -> None:
    plain = np.full((30, 30, 3), 90, np.uint8)
    specks = plain.copy()
    specks[8, 8] = 150  # a fourth of it is left in the middle, an eighth beside it
    assert difference(plain, specks) is None
    specks[8:10, 8:10] = 150
    assert difference(plain, specks) is not None


def test_what_differs_is_shown_side_by_side() -> None:
    before = np.zeros((27, 48, 3), np.uint8)
    now = before.copy()
    now[10:14, 20:24] = 255
    found = difference(before, now)
    assert found is not None
    row = np.asarray(side_by_side(before, now, found))
    assert row.shape[1] == 3 * 48 + 4 * 12
    panels = [row[24:51, 12 + i * 60 : 60 + i * 60] for i in range(3)]
    np.testing.assert_array_equal(panels[0], before)
    np.testing.assert_array_equal(panels[1], now)
    marked = (panels[2] == (255, 40, 160)).all(axis=2)
    assert marked[10:14, 20:24].all()
    assert not marked[:8].any() and not marked[:, :17].any() and not marked[:, 27:].any()
