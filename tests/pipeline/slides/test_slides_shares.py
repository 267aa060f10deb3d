"""Films share a budget by their length, and leave to the others what they do not need."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.slides.shares import shares

FILM = st.tuples(st.integers(1, 10**9), st.integers(1, 10**4))


@pytest.mark.parametrize(
    ("sizes", "seconds", "room", "given_to"),
    [
        ([100, 200], [1, 2], 400, [100, 200]),  # all fit
        ([100, 200], [1, 2], 150, [50, 100]),  # the same rate for both
        ([600, 600], [10, 20], 300, [100, 200]),
        ([10, 600, 600], [10, 10, 20], 310, [10, 100, 200]),  # the first needs less than its share of 77
        ([600, 600], [1, 1], 0, [0, 0]),
        ([600], [3], -5, [0]),
    ],
)
def test_what_each_film_gets(sizes: list[int], seconds: list[int], room: int, given_to: list[int]) -> None:
    assert shares(sizes, [Fraction(each) for each in seconds], room) == given_to


@given(st.lists(FILM, min_size=1, max_size=12), st.integers(0, 3 * 10**9))
def test_the_budget_is_kept_and_used_and_one_rate_holds_for_all(films: list[tuple[int, int]], room: int) -> None:
    sizes, seconds = [size for size, _ in films], [Fraction(time, 10) for _, time in films]
    found = shares(sizes, seconds, room)
    assert all(0 <= share <= size for share, size in zip(found, sizes, strict=True))
    assert sum(found) <= room
    cut = [share / time for share, size, time in zip(found, sizes, seconds, strict=True) if share < size]
    if not cut:
        assert found == sizes
        return
    # Rounded down, a byte a film is lost at most, and what is lost is passed on.
    assert room - sum(found) <= len(films)
    slack = len(films) / min(seconds)
    assert max(cut) - min(cut) <= slack
    whole = [share / time for share, size, time in zip(found, sizes, seconds, strict=True) if share == size]
    assert all(rate <= min(cut) + slack for rate in whole)
