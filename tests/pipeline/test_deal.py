"""Plays are dealt to workers in portions: every play once, and nobody waits long for the last one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.deal import HELD, START, cost, deal, longest_day, portions, with_run_up
from scenes.kit.timeline import Play


def plays(*frames: int, kind: str = "play") -> list[Play]:
    made, start = [], 0
    for index, count in enumerate(frames):
        made.append(Play(index, start, count, kind))
        start += count
    return made


@given(st.lists(st.integers(1, 2000), min_size=1, max_size=60), st.floats(1, 5000))
def test_portions_hold_every_play_once_in_order_and_are_balanced(frames: list[int], largest: float) -> None:
    cut = portions(plays(*frames), largest)
    assert [play for portion in cut for play in portion] == plays(*frames)
    assert all(cut)
    share = sum(frames) / max(1, -(-sum(frames) // largest))
    for portion in cut:
        assert cost(portion) <= share + max(frames)


def test_portions_do_not_depend_on_gaps() -> None:
    some = [play for play in plays(10, 500, 10, 500, 10) if play.frames == 10]
    assert [[play.index for play in portion] for portion in portions(some, 10)] == [[0], [2], [4]]


def test_a_hold_weighs_less_than_motion() -> None:
    mixed = [*plays(100, 100, 100), *(Play(3 + each, 300 + 100 * each, 100, "wait") for each in range(6))]
    assert cost(mixed) == pytest.approx(300 + 600 * HELD)
    first, second = portions(mixed, 271)
    assert len(first) < len(second)


def test_a_portion_is_worth_its_start() -> None:
    [cut] = deal([plays(*[2] * 20)], workers=8)
    assert all(len(portion) > 1 for portion in cut)


@given(
    st.lists(st.lists(st.integers(1, 300), min_size=1, max_size=40), min_size=1, max_size=9),
    st.sampled_from([1, 2, 3, 8]),
)
def test_every_play_is_dealt_and_the_work_is_shared(frames: list[list[int]], workers: int) -> None:
    beats = [plays(*each) for each in frames]
    dealt = deal(beats, workers)
    assert [[play for portion in cut for play in portion] for cut in dealt] == beats
    costs = [with_run_up(portion) for cut in dealt for portion in cut]
    assert longest_day(costs, workers) <= sum(costs) / workers + max(costs)


@pytest.mark.parametrize("workers", [2, 3, 4])
def test_a_single_beat_keeps_all_workers_busy(workers: int) -> None:
    one = plays(*[60] * 40)
    [cut] = deal([one], workers)
    # In thirds on two workers, one of them would stand still for a third of the time.
    assert longest_day(map(with_run_up, cut), workers) < 1.12 * cost(one) / workers + START


def test_nothing_to_draw_is_nothing_to_deal() -> None:
    assert deal([], 2) == []
    assert deal([[]], 2) == [[]]
