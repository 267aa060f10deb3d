"""Named numbers: all there, rounded and written as the film shows them, and well explained."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathcore.lesson import Number, number, numbers

EXPECTED = {
    "d_query": "512", "d_key": "64", "d_unpaired": "448", "n_keys": "16", "n_scores": "20\u2009000",
    "d_stop_4": "4", "d_stop_16": "16", "d_stop_64": "64", "d_stop_256": "256", "d_stop_512": "512",
    "d_small": "4", "d_large": "512", "sigma_4": "2.0", "sigma_16": "4.0", "sigma_64": "8.0", "sigma_512": "22.6",
    "sigma_scaled": "1", "odds_one": "2.7", "odds_ten": "22\u2009000", "gap_points": "10", "gap_512": "9.0",
    "odds_gap_512": "8\u2009400", "top_512_median": "0.9997", "thousand_parts": "999", "train_steps": "400",
    "image_std": "3", "prediction_seconds": "5", "paper_year": "2017", "head_64": "64", "head_128": "128",
    "head_256": "256", "n_walks": "200", "n_seeds": "8", "train_accuracy_256_scaled": "99",
    "image_spread": "1.0", "image_spread_wide": "3.0", "image_spread_normalised": "1.0",
}  # fmt: skip
FILM = ("top", "top_scaled", "effective", "effective_scaled", "gradient")
MEASURED = (
    [f"sample_std_{d}" for d in (4, 16, 64, 512)]
    + [f"sample_var_{d}" for d in (4, 16, 64, 256, 512)]
    + [f"film_{what}_{d}" for what in FILM for d in (4, 16, 64, 256, 512)]
    + [f"share_{d}" for d in (16, 64, 256, 512)]
    + [f"train_accuracy_{d}_{how}" for d in (16, 64, 256) for how in ("raw", "scaled")]
    + ["top_512_mean"]
)  # fmt: skip


@pytest.mark.parametrize(("name", "text"), EXPECTED.items())
def test_known_numbers_are_written_as_the_film_shows_them(name: str, text: str) -> None:
    assert number(name).text == text


@pytest.mark.parametrize("name", MEASURED)
def test_measured_numbers_are_there(name: str) -> None:
    assert number(name).name == name


def test_every_number_says_what_it_is() -> None:
    for name, entry in numbers().items():
        assert entry.name == name
        assert re.fullmatch(r"[a-z][a-z0-9_]*", name), name  # usable in a script template
        assert len(entry.meaning) > 15, name
        assert entry.unit in ("", "%"), name
        assert abs(entry.rounded - entry.value) <= 0.5 * 10.0**-entry.decimals * (1 + 1e-9), name


def test_no_number_rounds_away_to_nothing() -> None:
    assert [name for name, entry in numbers().items() if entry.rounded == 0] == []


def test_accuracies_and_single_draws_name_their_statistic() -> None:
    for name, entry in numbers().items():
        if name.startswith("train_accuracy_"):
            assert "mean over seeds" in entry.meaning
        if name.startswith("film_"):
            assert "single draw" in entry.meaning
        if name.startswith("share_"):
            assert "median" in entry.meaning


def test_percentages_carry_their_unit_outside_the_digits() -> None:
    share = number("share_64")
    assert (share.text, share.unit, share.label, share.rounded) == ("37", "%", "37%", 37)
    assert number("sigma_512").label == "22.6"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (-3.14159, 2, "\u22123.14"),
        (999.5, 0, "1\u2009000"),
        (1234567.0, 0, "1\u2009234\u2009567"),
        (1234.567, 1, "1\u2009234.6"),
        (-0.001, 1, "0.0"),
        (8415.7, -2, "8\u2009400"),
        (-22026.0, -3, "\u221222\u2009000"),
        (0.99977, 4, "0.9998"),
        (2.0, 0, "2"),
    ],
)
def test_rounding_and_signs(value: float, decimals: int, text: str) -> None:
    assert Number("n", value, decimals, "", "a number made up for this test").text == text


@given(st.floats(-1e6, 1e6), st.integers(-3, 5))
def test_text_reads_back_as_the_rounded_value(value: float, decimals: int) -> None:
    entry = Number("n", value, decimals, "", "a number made up for this test")
    read = float(entry.text.replace("\u2212", "-").replace("\u2009", ""))
    assert read == pytest.approx(entry.rounded, abs=1e-9)
    assert not entry.text.startswith("\u22120.") or entry.rounded < 0


def test_years_take_no_space() -> None:
    assert number("paper_year").text == "2017"


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("sigma_51", "sigma_512"), ("share64", "share_64"), ("n_key", "n_keys"), ("d_querry", "d_query")],
)
def test_an_unknown_name_gets_the_nearest_one(wrong: str, near: str) -> None:
    with pytest.raises(ValueError, match=f"no number named {wrong!r}; did you mean {near!r}"):
        number(wrong)


def test_a_name_like_no_other_gets_a_pointer() -> None:
    with pytest.raises(ValueError, match=r"no number named 'zzzz'; see mathcore\.lesson\.numbers"):
        number("zzzz")


def test_numbers_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        numbers()["n_keys"] = number("d_key")  # type: ignore[index]
    with pytest.raises(AttributeError):
        number("n_keys").value = 4  # type: ignore[misc]
    assert numbers() is numbers()
