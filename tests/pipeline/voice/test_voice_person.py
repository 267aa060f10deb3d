"""A person's recordings take the place of the engine's; what cannot be used is refused before anything changes."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import av
import numpy as np
import pytest
from fake_voice import FakeVoice, silence, tone

from pipeline.errors import CommandError, FilmError
from pipeline.progress import Bar
from pipeline.voice.engine import Narrator
from pipeline.voice.lines import Spoken
from pipeline.voice.loudness import loudness
from pipeline.voice.manifest import SYNTHESISED, Manifest
from pipeline.voice.person import estimate, find, spread, take_in
from pipeline.voice.record import narrate, stale
from pipeline.voice.sound import read
from scenes.kit import narration

RATE = narration.SAMPLE_RATE


def spoken(rate: int, seconds: float = 1.5) -> np.ndarray:
    """Speech of `seconds` amid half a second of silence."""
    gap = np.zeros(rate // 2, np.float32)
    return np.concatenate([gap, tone(seconds, 180, rate), gap])


def save(path: Path, samples: np.ndarray, rate: int, codec: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    codec = codec or {".wav": "pcm_s16le", ".flac": "flac", ".mp3": "libmp3lame", ".m4a": "aac"}[path.suffix.lower()]
    with av.open(str(path), "w", format={".m4a": "mp4"}.get(path.suffix.lower(), path.suffix.lower()[1:])) as out:
        stream = out.add_stream(codec, rate=rate)
        stream.layout = "mono"
        frame = av.AudioFrame.from_ndarray(samples[None].astype(np.float32), format="flt", layout="mono")
        frame.sample_rate, frame.pts = rate, 0
        size = stream.codec_context.frame_size or 1024
        fitting = av.AudioResampler(format=stream.codec_context.format, layout="mono", rate=rate, frame_size=size)
        for each in [*fitting.resample(frame), *fitting.resample(None)]:
            out.mux(stream.encode(each))
        out.mux(stream.encode(None))
    return path


def take(folder: Path, wanted: list[Spoken], bar: Bar) -> dict[str, float]:
    return take_in(find(folder, wanted, wanted), Manifest(), bar)


@pytest.mark.parametrize(("suffix", "rate"), [(".wav", 8_000), (".flac", 44_100), (".mp3", 44_100), (".m4a", 48_000)])
def test_any_kind_and_rate_becomes_the_lines_recording(
    folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path, suffix: str, rate: int
) -> None:
    save(tmp_path / f"own/hook.key{suffix}", spoken(rate), rate)
    made = take(tmp_path / "own", lines, bar)
    assert list(made) == ["hook.key"]
    # The speech with the margins that a recording keeps: 50 ms before, 100 ms after.
    assert made["hook.key"] == pytest.approx(1.65, abs=0.06)
    entry = narration.recordings()["hook.key"]
    samples = read(folder / "hook.key.flac")
    assert (entry.source, entry.samples) == ("imported", len(samples))
    assert loudness(samples, RATE) == pytest.approx(-20, abs=0.3)
    assert entry.words[0][1] == pytest.approx(0.05 * RATE, abs=0.03 * RATE)
    assert entry.words[-1][2] == pytest.approx(len(samples) - 0.1 * RATE, abs=0.03 * RATE)
    assert narration.fault(entry, lines[1].text) == ""


def test_words_are_spread_as_the_engine_spoke_them(folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path) -> None:
    manifest = Manifest()
    heart = Narrator("af_heart")
    narrate(list(stale(lines, manifest, heart, folder.parent / "voices")), manifest, heart, FakeVoice(), bar)
    before = narration.recordings()["hook.query"].words
    save(tmp_path / "own/hook.query.wav", spoken(16_000, 5.0), 16_000)
    take(tmp_path / "own", lines, bar)
    after = narration.recordings()["hook.query"].words
    scale = (after[-1][2] - after[0][1]) / (before[-1][2] - before[0][1])
    assert scale * (before[-1][2] - before[0][1]) / RATE == pytest.approx(5.0, abs=0.05)
    for (word, start, end), (same, first, last) in zip(before, after, strict=True):
        assert word == same
        assert first - after[0][1] == pytest.approx(scale * (start - before[0][1]), abs=2)
        assert last - after[0][1] == pytest.approx(scale * (end - before[0][1]), abs=2)


def test_without_a_model_words_take_as_long_as_their_letters_and_stops_pause() -> None:
    words = ["A", "longer", "sentence.", "–", "Then,", "an", "end."]
    placed = spread(words, estimate(" ".join(words)), 1000, 11000)
    times = [time for _, start, end in placed for time in (start, end)]
    assert times == sorted(times) and (times[0], times[-1]) == (1000, 11000)
    length = {word: end - start for word, start, end in placed}
    assert length["–"] == 0 < length["A"] < length["longer"] < length["sentence."]
    assert placed[4][1] - placed[2][2] > placed[5][1] - placed[4][2] > placed[1][1] - placed[0][2] == 0


def test_a_second_import_changes_nothing_and_a_new_take_does(
    folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path
) -> None:
    save(tmp_path / "own/hook.key.wav", spoken(RATE), RATE)
    take(tmp_path / "own", lines, bar)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert take(tmp_path / "own", lines, bar) == {}
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    save(tmp_path / "own/hook.key.wav", spoken(RATE, 2.0), RATE)
    assert list(take(tmp_path / "own", lines, bar)) == ["hook.key"]


def test_the_engine_leaves_a_persons_line_alone(folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path) -> None:
    save(tmp_path / "own/hook.key.wav", spoken(RATE), RATE)
    take(tmp_path / "own", lines, bar)
    jobs = stale(lines, Manifest(), Narrator("af_heart"), folder.parent / "voices")
    assert [job.line.name for job in jobs] == ["hook.query", "scale.one"]


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("silent", "silent"),
        ("empty", "cannot be read as sound"),
        ("cut", "cannot be read as sound|no more than"),
        ("text", "cannot be read as sound"),
        ("short", "no more than"),
        ("nan", "not all of its samples are numbers"),
        ("picture", "no sound in it"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_lost(
    folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path, fault: str, says: str
) -> None:
    manifest, heart, own = Manifest(), Narrator("af_heart"), tmp_path / "own"
    narrate(list(stale(lines, manifest, heart, folder.parent / "voices")), manifest, heart, FakeVoice(), bar)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    save(own / "hook.key.wav", spoken(RATE), RATE)
    bad = own / "hook.query.wav"
    if fault == "silent":
        save(bad, silence(2), RATE)
    elif fault == "short":
        save(bad, tone(0.05), RATE)
    elif fault == "nan":
        save(bad, np.full(RATE, np.nan, np.float32), RATE, "pcm_f32le")
    elif fault == "picture":
        picture(bad.with_suffix(".m4a"))
    else:
        whole = save(bad, spoken(RATE), RATE).read_bytes()
        bad.write_bytes({"empty": b"", "cut": whole[:40], "text": b"hello " * 1000}[fault])
    with pytest.raises(FilmError, match=says) as caught:
        take(own, lines, bar)
    assert "hook.query" in str(caught.value) and str(caught.value).endswith("Nothing was changed.")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert {entry.source for entry in narration.recordings().values()} == {SYNTHESISED}


def picture(path: Path) -> None:
    with av.open(str(path), "w", format="mp4") as out:
        stream = out.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        for _ in range(5):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")))
        out.mux(stream.encode(None))


def test_every_bad_file_gets_its_sentence(folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path) -> None:
    for name in ("hook.key", "hook.query"):
        save(tmp_path / f"own/{name}.wav", silence(1), RATE)
    with pytest.raises(FilmError) as caught:
        take(tmp_path / "own", lines, bar)
    assert len(str(caught.value).splitlines()) == 3
    assert not folder.exists()


def test_names_and_folders_are_checked(folder: Path, lines: list[Spoken], tmp_path: Path) -> None:
    own = tmp_path / "own"
    with pytest.raises(CommandError, match="There is no folder"):
        find(own, lines, lines)
    own.mkdir()
    (own / "notes.txt").write_text("not a recording")
    with pytest.raises(
        CommandError, match=r"holds none of these lines .* named like hook\.query\.wav\); --script-sheet tells"
    ):
        find(own, lines, lines)
    (own / "hook.query.wav").write_bytes(b"")
    (own / "hook.query.MP3").write_bytes(b"")
    with pytest.raises(CommandError, match="both of one line"):
        find(own, lines, lines)
    (own / "hook.query.MP3").unlink()
    (own / "hook.qeury.wav").write_bytes(b"")
    with pytest.raises(CommandError, match=r"no line of the script\. Did you mean hook\.query\?"):
        find(own, lines, lines)


def test_a_recording_may_be_made_by_any_program_that_writes_wav(
    folder: Path, lines: list[Spoken], bar: Bar, tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    with wave.open(str(tmp_path / "own/scale.one.wav"), "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(3)
        out.setframerate(44_100)
        samples = (spoken(44_100) * 8_388_607).astype("<i4")
        stereo = np.repeat(samples[:, None], 2, axis=1).tobytes()
        out.writeframes(b"".join(stereo[i : i + 3] for i in range(0, len(stereo), 4)))
    assert take(tmp_path / "own", lines, bar)["scale.one"] == pytest.approx(1.65, abs=0.06)
    assert json.loads((folder / "manifest.json").read_text())["source"] == "imported"
