"""A budget: kept, by the best that fits, and said; or told in one sentence that it cannot be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clip_source import decoded, job, walking

from pipeline.clips.budget import _Trials, make, told_bytes
from pipeline.clips.effort import ladder
from pipeline.clips.job import Done
from pipeline.clips.notes import Notes
from pipeline.clips.source import Source
from pipeline.clips.spec import FORMATS
from pipeline.errors import FilmError
from pipeline.settings import Settings


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return walking(tmp_path_factory.mktemp("plays"))


@pytest.mark.parametrize("kind", FORMATS)
def test_a_budget_is_kept_by_the_best_rung_that_fits(kind: str, source: Source, tmp_path: Path) -> None:
    free = make(job(source, kind, tmp_path / "free"))
    least = ladder(kind, source.settings)[-1]
    sizes = _Trials(job(source, kind, tmp_path), tmp_path)
    limit = (free.bytes + sizes._size(len(ladder(kind, source.settings)) - 1)) // 2
    wanted = job(source, kind, tmp_path / "tight", max_bytes=limit)
    done = make(wanted)
    files = list(wanted.path.iterdir()) if wanted.path.is_dir() else [wanted.path]
    assert sum(file.stat().st_size for file in files) == done.bytes <= limit < free.bytes
    assert done.effort != free.effort
    # The next better one is too large, or there is none between.
    rungs = ladder(kind, source.settings)
    above = rungs.index(done.effort) - 1
    assert done.effort == least or sizes._size(above) > limit
    pictures, _ = decoded(wanted.path)
    assert pictures[0].shape[:2] == (done.effort.height, done.effort.width)


def test_what_fits_anyway_is_cut_as_without_a_budget(source: Source, tmp_path: Path) -> None:
    free, wide = job(source, "mp4", tmp_path / "free"), job(source, "mp4", tmp_path / "wide", max_bytes=10_000_000)
    assert make(free) == make(wide)
    assert free.path.read_bytes() == wide.path.read_bytes()


def test_a_budget_that_cannot_be_met_is_one_sentence(source: Source, tmp_path: Path) -> None:
    wanted = job(source, "gif", tmp_path, max_bytes=500)
    with pytest.raises(
        FilmError, match=r"clip cannot be kept to 0\.0005 MB as gif: at .* it still takes .*; allow more"
    ):
        make(wanted)
    assert not list(tmp_path.iterdir())


def test_the_last_good_file_stays_when_a_budget_cannot_be_met(source: Source, tmp_path: Path) -> None:
    wanted = job(source, "webp", tmp_path)
    make(wanted)
    before = wanted.path.read_bytes()
    with pytest.raises(FilmError):
        make(replace(wanted, max_bytes=100))
    assert wanted.path.read_bytes() == before


@pytest.mark.parametrize("kind", ["mp4", "png-sequence"])
def test_what_was_weighed_before_is_made_only_to_be_kept(
    kind: str, source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = job(source, kind, tmp_path / "free")
    rungs = range(len(ladder(kind, source.settings)))
    sizes = tuple((rung, _Trials(free, tmp_path)._size(rung)) for rung in rungs)
    limit = (sizes[0][1] + sizes[-1][1]) // 2
    fresh = make(job(source, kind, tmp_path / "fresh", max_bytes=limit))
    made: list[int] = []
    really = _Trials._made
    monkeypatch.setattr(_Trials, "_made", lambda self, rung: (made.append(rung), really(self, rung))[1])
    again = job(source, kind, tmp_path / "again", max_bytes=limit)
    done = make(replace(again, sizes=sizes))
    assert len(made) == 1
    assert replace(done, sizes=()) == replace(fresh, sizes=())
    assert set(fresh.sizes) < set(done.sizes) == set(sizes)
    # Sizes that are no longer true cost time and nothing else.
    untrue = tuple((rung, size // 2) for rung, size in sizes)
    assert make(replace(again, sizes=untrue)) == fresh


def test_sizes_are_remembered_of_the_same_contents_only(tmp_path: Path) -> None:
    done = Done(ladder("mp4", Settings.from_options("l"))[3], 12, 800, True, ((0, 9000), (3, 800)))
    Notes(tmp_path / "how.json").put("clip.mp4", done, ["plays", 1])
    notes = Notes(tmp_path / "how.json")
    assert notes.get("clip.mp4") == done
    assert notes.sizes("clip.mp4", ["plays", 1]) == done.sizes
    assert notes.sizes("clip.mp4", ["plays", 2]) == notes.sizes("other.mp4", ["plays", 1]) == ()
    for damaged in ("{", '{"clip.mp4": 3}', '{"clip.mp4": {"of": "", "done": {"sizes": 4}}}'):
        (tmp_path / "how.json").write_text(damaged)
        assert Notes(tmp_path / "how.json").sizes("clip.mp4", ["plays", 1]) == ()


@pytest.mark.parametrize("kind", FORMATS)
def test_ladders_only_go_down(kind: str) -> None:
    for look in (Settings.from_options("h"), Settings.from_options("l", portrait=True)):
        rungs = ladder(kind, look)
        assert len(rungs) == len(set(rungs)) >= 4
        assert all(effort.width % 2 == effort.height % 2 == 0 for effort in rungs)
        volume = [effort.width * effort.height for effort in rungs]
        assert kind in ("mov", "png-sequence") or volume == sorted(volume, reverse=True)


@pytest.mark.parametrize(
    ("size", "said"),
    [(3_400_000, "3.4 MB"), (52_000, "0.052 MB"), (99_700_000, "100 MB"), (1_200_000_000, "1200 MB")],
)
def test_sizes_are_said_shortly(size: int, said: str) -> None:
    assert told_bytes(size) == said
