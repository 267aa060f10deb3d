"""Clips found by name, and what belongs to them: plays, lines, captions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.clips.moments import beats_with, moments, select
from pipeline.errors import CommandError, FilmError
from scenes.kit import script
from scenes.kit.errors import KitError
from scenes.kit.script import load_clip_captions
from scenes.kit.timeline import Clip, Line, Play, Timeline, Word

PLAYS = tuple(Play(number, 10 * number, 10, "play" if number % 2 else "wait") for number in range(6))


@pytest.fixture(autouse=True)
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    script._lexicon.cache_clear()
    monkeypatch.setattr(script, "SCRIPT_DIR", tmp_path)
    (tmp_path / "lexicon.toml").write_text('[symbols]\nd_k = { caption = "dₖ", spoken = "d k" }\n')
    (tmp_path / "one.toml").write_text('picture = "Two things."\n\n[clips]\nrise = "It rises with `d_k`."\n')
    (tmp_path / "two.toml").write_text('picture = "More."\n')
    yield tmp_path
    script._lexicon.cache_clear()


def plan(beat: str, *clips: Clip, lines: tuple[Line, ...] = ()) -> Any:
    return SimpleNamespace(id=beat, title=beat.title(), timeline=Timeline(beat, 15.0, PLAYS, lines, clips))


ONE = plan("one", Clip("rise", 10, 30), Clip("fall", 30, 60))


def test_a_moment_knows_its_caption_or_what_its_beat_shows() -> None:
    rise, fall = moments(ONE)
    assert (rise.caption, rise.alt) == ("It rises with dₖ.", "It rises with dₖ.")
    assert (fall.caption, fall.alt) == ("", "Two things.")
    assert [play.index for play in rise.plays] == [1, 2]


def test_a_moment_has_a_timeline_of_its_own_with_the_lines_that_are_whole_in_it() -> None:
    lines = (
        Line("before", 5, 15, "Before it", "before it"),
        Line("inside", 12, 28, "Inside it", "inside it", {"it": 20}, (Word("Inside", 12), Word("it", 20))),
        Line("beyond", 25, 35, "Beyond it", "beyond it"),
    )
    timeline = moments(plan("one", Clip("rise", 10, 30), lines=lines))[0].timeline
    assert [(play.index, play.start, play.frames) for play in timeline.plays] == [(0, 0, 10), (1, 10, 10)]
    assert timeline.frames == 20
    [line] = timeline.lines
    assert (line.id, line.start, line.end, line.marks) == ("inside", 2, 18, {"it": 10})
    assert [word.start for word in line.words] == [2, 10]


def test_names_are_clips_beats_with_clips_and_beats() -> None:
    two = plan("two", Clip("rise", 0, 20), Clip("turn", 0, 60))
    chosen = select(["turn", "one.rise", "two", "fall", "turn"], [ONE, two])
    assert [(each.plan.id, each.name, each.frames) for each in chosen] == [
        ("two", "turn", 60),
        ("one", "rise", 20),
        ("two", "two", 60),
        ("one", "fall", 30),
    ]
    with pytest.raises(CommandError, match=r"more than one clip 'rise'; write one\.rise or two\.rise\."):
        select(["rise"], [ONE, two])
    with pytest.raises(CommandError, match=r"There is no clip 'trun'\. Did you mean turn\?"):
        select(["trun"], [ONE, two])
    with pytest.raises(CommandError, match=r"Did you mean gone\?"):
        select(["gon"], [ONE, two], ["gone"])


def test_scripts_tell_where_a_clip_is_without_a_rehearsal() -> None:
    beats: Any = [SimpleNamespace(id="one"), SimpleNamespace(id="two")]
    assert [each.id for each in beats_with(["two", "one.rise"], beats) or []] == ["one", "two"]
    assert [each.id for each in beats_with(["rise"], beats) or []] == ["one"]
    assert beats_with(["rise", "fall"], beats) is None
    assert beats_with(["two.rise"], beats) is None


def test_an_empty_clip_and_a_caption_without_one_are_told() -> None:
    with pytest.raises(FilmError, match="The clip rise of beat one plays nothing; put a play into its block"):
        assert moments(plan("one", Clip("rise", 10, 10)))[0].plays
    with pytest.raises(FilmError, match=r"one\.toml has a caption for 'rise', which is no clip of the beat\. Did you"):
        moments(plan("one", Clip("raise", 10, 20)))


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('clips = "walk"', "write a caption for each clip under this heading"),
        ('[clips]\nWalk = "It walks."', "rename 'Walk'"),
        ("[clips]\nwalk = 3", "'walk' has to be a sentence"),
        ('[clips]\nwalk = " "', "'walk' has to be a sentence"),
        ('[clips]\nwalk = "It `walks`."', "has no symbol 'walks'"),
        ('[clip]\nwalk = "It walks."', "did you mean 'clips'"),
    ],
)
def test_a_wrong_table_of_captions_gets_a_sentence(scripts: Path, table: str, says: str) -> None:
    (scripts / "one.toml").write_text(table + "\n")
    with pytest.raises(KitError, match=r"assets/script/one\.toml") as told:
        load_clip_captions("one")
    assert says in str(told.value)
