"""A worker's memory stays what it was, however long the beat."""

from __future__ import annotations

from pathlib import Path

import counting

from pipeline.workers import Task, Workers


def test_ten_minutes_of_a_counter_take_no_more_memory_than_one(tmp_path: Path) -> None:
    with Workers(1, tmp_path) as workers:
        ((_, outcome),) = workers.run([Task("counter", counting.peaks, (tmp_path,))], lambda _: None)
    assert not outcome.sentence, outcome.trace
    seen = outcome.value
    assert len(seen) == 10
    # One picture kept a frame would be 330 MB here; one copy of the number a frame 30 and more.
    assert seen[-1] - seen[0] < 10
    assert 20 < seen[-1] < 700
