"""Exports are made side by side under one bar; one that fails takes no other with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from clip_source import job, walking

from pipeline.build import Options
from pipeline.clips.effort import ladder
from pipeline.clips.item import Item
from pipeline.clips.order import there_and_back
from pipeline.clips.produce import Producer
from pipeline.clips.source import Source
from pipeline.inside import Outcome, explain
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.workers import Task


class Crew:
    """Notes what it is given at once, and does it here."""

    jobs = 2

    def __init__(self) -> None:
        self.given: list[list[str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def warm(self) -> None:
        pass

    def run(self, tasks: Iterable[Task], tick: Callable[[int], None]) -> Iterator[tuple[Task, Outcome]]:
        waiting = list(tasks)
        self.given.append([task.beat for task in waiting])
        for task in waiting:
            tick(task.frames // 2)
            try:
                yield task, Outcome(value=task.call(*task.args))
            except Exception as error:
                yield task, explain(error)


class Counted(Bar):
    """A bar that nobody sees, and what it was told."""

    def __init__(self) -> None:
        super().__init__("none")
        self.totals: list[int] = []
        self.counted = 0
        self.shown: list[int] = []

    def begin(self, what: str, total: int) -> None:
        self.totals.append(total)
        super().begin(what, total)

    def done(self, amount: int) -> None:
        self.counted += amount
        super().done(amount)

    def now(self, unfinished: int) -> None:
        self.shown.append(self._done + unfinished)
        super().now(unfinished)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return walking(tmp_path_factory.mktemp("plays"))


def items(source: Source, folder: Path, *kinds: str, **more: Any) -> list[Item]:
    moment: Any = SimpleNamespace(
        name="clip", caption="It walks.", alt="It walks.", plan=SimpleNamespace(id="beat", title="A beat")
    )
    jobs = [job(source, kind, folder, **more) for kind in kinds]
    return [Item(moment, each, None, "", 0, [each.kind, each.max_bytes, len(each.order)]) for each in jobs]


def producer(folder: Path, bar: Bar, *, keep_going: bool = False) -> Producer:
    paths = Paths(root=folder, cache_folder=folder / "cache")
    return Producer(folder, [], Options(keep_going=keep_going), paths, bar)


def test_what_is_encoded_goes_out_at_once_the_longest_first(source: Source, tmp_path: Path) -> None:
    crew, bar = Crew(), Counted()
    wanted = items(source, tmp_path, "gif", "mp4", "webm", "webp")
    wanted[2] = replace(wanted[2], job=replace(wanted[2].job, order=tuple(there_and_back(source.frames))))
    made = producer(tmp_path, bar).make(wanted, crew)
    [given] = crew.given
    assert given[0] == "clip.webm"
    assert sorted(given) == ["clip.gif", "clip.webm", "clip.webp"]  # the MP4 is only joined
    assert [each.format for each in made] == ["gif", "mp4", "webm", "webp"]
    frames = 3 * source.frames + len(there_and_back(source.frames))
    assert bar.totals == [frames]
    assert bar.counted == frames
    assert bar.shown[-1] == frames
    assert any(0 < shown < frames for shown in bar.shown)
    # Once more: nothing is left to do.
    again, idle = Counted(), Crew()
    assert producer(tmp_path, again).make(wanted, idle) == made
    assert idle.given == [[]]
    assert again.totals == [0]


@pytest.mark.parametrize("keep_going", [False, True])
def test_one_that_fails_takes_no_other_with_it(keep_going: bool, source: Source, tmp_path: Path) -> None:
    bar = Counted()
    wanted = [*items(source, tmp_path, "gif", max_bytes=500), *items(source, tmp_path, "webp", "webm")]
    one = producer(tmp_path, bar, keep_going=keep_going)
    made = one.make(wanted, Crew())
    [sentence] = one.failures
    assert "clip cannot be kept to 0.0005 MB as gif" in sentence
    assert [each.format for each in made] == (["webp", "webm"] if keep_going else [])
    assert not (tmp_path / "clip.gif").exists()


def test_a_film_may_be_allowed_to_miss_its_limit_and_is_then_as_small_as_can_be(source: Source, tmp_path: Path) -> None:
    one = producer(tmp_path, Counted())
    [made] = one.make(items(source, tmp_path, "mp4", max_bytes=500, or_smallest=True), Crew())
    assert one.failures == []
    assert made.bytes == (tmp_path / "clip.mp4").stat().st_size > 500
    assert made.how.startswith(ladder("mp4", source.settings)[-1].told("mp4"))
