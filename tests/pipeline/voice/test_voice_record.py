"""What is missing or stale is recorded and nothing else; what is finished is kept, however the run ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fake_voice import GAP, LETTER, FakeVoice

from pipeline.errors import CommandError, FilmError
from pipeline.progress import Bar
from pipeline.voice.engine import Narrator, Speech
from pipeline.voice.line import PAUSE_SECONDS, record, sentences
from pipeline.voice.lines import Spoken
from pipeline.voice.loudness import loudness
from pipeline.voice.manifest import IMPORTED, Manifest
from pipeline.voice.record import narrate, stale
from pipeline.voice.sound import read
from scenes.kit import KitError, narration
from scenes.kit.script import parse_line

HEART = Narrator("af_heart")
RATE = narration.SAMPLE_RATE


def names(wanted: list[Spoken], folder: Path, narrator: Narrator = HEART, *, keep_imported: bool = True) -> list[str]:
    voices = folder.parent / "voices"
    return [each.line.name for each in stale(wanted, Manifest(), narrator, voices, keep_imported=keep_imported)]


def recorded(wanted: list[Spoken], folder: Path, bar: Bar, narrator: Narrator = HEART, patience: int = 99) -> FakeVoice:
    voice, manifest = FakeVoice(patience), Manifest()
    narrate(list(stale(wanted, manifest, narrator, folder.parent / "voices")), manifest, narrator, voice, bar)
    return voice


def test_sentences_end_at_full_stops_within_quotes_too() -> None:
    said = [" ".join(each) for each in sentences("One. “Two!” Three, four: five? Six")]
    assert said == ["One.", "“Two!”", "Three, four: five?", "Six"]


def test_a_line_is_at_one_loudness_with_its_words_where_they_sound() -> None:
    take = record(FakeVoice(), "Here is a query. And a key.", {}, HEART)
    assert loudness(take.samples, RATE) == pytest.approx(-20, abs=0.3)
    assert [word for word, _, _ in take.words] == ["Here", "is", "a", "query.", "And", "a", "key."]
    for word, start, end in take.words:
        assert end - start == pytest.approx(LETTER * len(word) * RATE, abs=RATE / 100)
        middle = take.samples[(start + end) // 2 - 120 : (start + end) // 2 + 120]
        assert np.abs(middle).max() > 0.05, word
        assert np.abs(take.samples[end + 240 : end + 480]).max(initial=0) < 0.01, word
    between = take.words[4][1] - take.words[3][2]
    # A pause, and the margins that are left of the silence around each sentence.
    assert PAUSE_SECONDS * RATE + 0.1 * RATE < between < (PAUSE_SECONDS + 0.16) * RATE
    assert take.words[1][1] - take.words[0][2] == round(GAP * RATE)


def test_an_engine_that_keeps_silent_is_named() -> None:
    class Mute(FakeVoice):
        def speak(self, *args: object) -> Speech:
            return Speech(np.zeros(RATE, np.float32), ((0, 10), (10, 20)))

    with pytest.raises(FilmError, match=r"says nothing for 'Hello there\.': .*; write it otherwise"):
        record(Mute(), "Hello there.", {}, HEART)


def test_everything_is_recorded_once(folder: Path, lines: list[Spoken], bar: Bar) -> None:
    assert names(lines, folder) == ["hook.query", "hook.key", "scale.one"]
    assert len(recorded(lines, folder, bar).said) == 4
    assert names(lines, folder) == []
    assert recorded(lines, folder, bar).said == []
    assert sorted(path.name for path in folder.iterdir()) == [
        "hook.key.flac",
        "hook.query.flac",
        "manifest.json",
        "scale.one.flac",
    ]


def test_a_line_lasts_as_long_as_its_sound_and_begins_where_its_words_do(
    folder: Path, lines: list[Spoken], bar: Bar
) -> None:
    recorded(lines, folder, bar)
    line = parse_line("key", "Attention [now]saturates.", "here")
    timing = narration.time_line("hook", line)
    sound = read(folder / "hook.key.flac")
    assert timing.recorded and timing.sound == "assets/narration/en/hook.key.flac"
    assert timing.samples == len(sound) and timing.seconds == len(sound) / RATE
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    assert timing.token_starts[0] == pytest.approx(loud[0] / RATE, abs=0.02)
    gap = loud[np.flatnonzero(np.diff(loud) > 0.05 * RATE)[0] + 1]
    assert timing.token_starts[1] == pytest.approx(gap / RATE, abs=0.02)


def test_a_changed_text_makes_its_line_stale_and_no_other(folder: Path, lines: list[Spoken], bar: Bar) -> None:
    recorded(lines, folder, bar)
    before = (folder / "manifest.json").read_text().splitlines()
    lines[1] = replace(lines[1], text="Attention hardens.")
    assert names(lines, folder) == ["hook.key"]
    assert recorded(lines, folder, bar).said == ["Attention hardens."]
    after = (folder / "manifest.json").read_text().splitlines()
    assert [a.split(":")[0] for a, b in zip(before, after, strict=True) if a != b] == ['    "hook.key"']


def test_a_pronunciation_makes_only_lines_with_its_word_stale(
    folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path
) -> None:
    recorded(lines, folder, bar)
    lexicon = tmp_path / "script/lexicon.toml"
    lexicon.write_text(lexicon.read_text().replace("sˈæʧəɹˌAts", "sˈæʧəɹAts"))
    assert names(lines, folder) == ["hook.key"]


@pytest.mark.parametrize("narrator", [Narrator("bf_emma"), Narrator("af_heart", 1.1)])
def test_another_voice_or_pace_makes_all_stale(folder: Path, lines: list[Spoken], bar: Bar, narrator: Narrator) -> None:
    recorded(lines, folder, bar)
    assert len(names(lines, folder, narrator)) == 3


@pytest.mark.parametrize("harm", ["empty", "flip", "lose"])
def test_a_damaged_sound_is_recorded_again(folder: Path, lines: list[Spoken], bar: Bar, harm: str) -> None:
    recorded(lines, folder, bar)
    path = folder / "hook.key.flac"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.unlink() if harm == "lose" else path.write_bytes(b"" if harm == "empty" else content)
    line = parse_line("key", "Attention saturates.", "here")
    assert narration.time_line("hook", line).reason == narration.SOUND_DAMAGED
    assert names(lines, folder) == ["hook.key"]
    recorded(lines, folder, bar)
    assert narration.time_line("hook", line).recorded


def test_an_interrupted_run_keeps_what_is_finished(folder: Path, lines: list[Spoken], bar: Bar) -> None:
    with pytest.raises(KeyboardInterrupt):
        recorded(lines, folder, bar, patience=3)
    assert names(lines, folder) == ["scale.one"]
    assert recorded(lines, folder, bar).said == ["One curve, whatever the dimension."]
    assert not list(folder.glob(".part-*"))


def test_a_run_killed_between_sound_and_entry_finds_the_line_stale(folder: Path, lines: list[Spoken], bar: Bar) -> None:
    recorded(lines, folder, bar)
    before = (folder / "manifest.json").read_bytes()
    recorded(lines, folder, bar, Narrator("bf_emma"))
    (folder / "manifest.json").write_bytes(before)
    assert len(names(lines, folder)) == 3


def test_recording_again_makes_the_same_bytes(folder: Path, lines: list[Spoken], bar: Bar) -> None:
    recorded(lines, folder, bar)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in folder.iterdir():
        path.unlink()
    recorded(lines, folder, bar)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_persons_recording_is_stale_only_when_a_voice_is_asked_for(
    folder: Path, lines: list[Spoken], bar: Bar
) -> None:
    recorded(lines, folder, bar)
    manifest = Manifest()
    take = record(FakeVoice(), lines[1].text, {}, HEART)
    manifest.keep("hook.key", lines[1].text, take, "a key of its own", IMPORTED)
    assert json.loads((folder / "manifest.json").read_text())["source"] == "mixed"
    assert names(lines, folder) == []
    assert names(lines, folder, keep_imported=False) == ["hook.key"]


def test_a_voice_that_is_not_there_gets_a_suggestion(folder: Path, lines: list[Spoken]) -> None:
    with pytest.raises(CommandError, match=r"no voice 'af_hart'\. Did you mean af_heart\?"):
        names(lines, folder, Narrator("af_hart"))
    (folder.parent / "voices/bf_emma.bin").write_bytes(b"short")
    with pytest.raises(FilmError, match=r"bf_emma\.bin is damaged"):
        names(lines, folder, Narrator("bf_emma"))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"format": 9, "sample_rate": 24000, "lines": {}}',
        '{"format": 1, "sample_rate": 24000}',
        '{"format": 1, "sample_rate": 24000, "lines": {"hook.key": {"file": "x"}}}',
    ],
)
def test_a_corrupt_manifest_is_one_clear_sentence(folder: Path, content: str) -> None:
    folder.mkdir()
    (folder / "manifest.json").write_text(content)
    with pytest.raises(KitError, match=r"^assets/narration/en/manifest\.json is damaged \(.*narrate\.$"):
        narration.time_line("hook", parse_line("key", "Attention.", "here"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"words": [["Attention", 0, 5000]]}, "are not those of its text"),
        ({"words": [["Attention", 5000, 9000], ["saturates.", 100, 9000]]}, "out of order"),
        ({"samples": 10}, "outside its sound"),
        ({"file": "../../secret.flac"}, "lies outside the folder"),
    ],
)
def test_an_entry_that_cannot_be_is_refused(
    folder: Path, lines: list[Spoken], bar: Bar, change: dict[str, object], says: str
) -> None:
    recorded(lines, folder, bar)
    data = json.loads((folder / "manifest.json").read_text())
    data["lines"]["hook.key"].update(change)
    (folder / "manifest.json").write_text(json.dumps(data))
    with pytest.raises(KitError, match=says):
        narration.recordings()
