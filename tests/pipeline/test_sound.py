"""The sound of a whole film, small, through the command line: in time, whole, measured, and the same every time."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_project import SMALL, rendered
from spoken_project import BEATS, RATE, TONE_HERTZ, SpokenProject, beep, beeps, flashes, heard

from pipeline.encode import sha256_of
from pipeline.sound import KEPT

Spoken = tuple[SpokenProject, dict[str, Any]]
CLIPS = [f"beats/{number:02}_{beat}.mp4" for number, (beat, _, _) in enumerate(BEATS, 1)]


def digests(project: SpokenProject) -> dict[str, str]:
    names = ["film.mp4", "film.srt", "film.vtt", "transcript.md", *CLIPS]
    return {name: sha256_of(project.out / name) for name in names}


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Spoken:
    project = SpokenProject.spoken(tmp_path_factory.mktemp("spoken") / "plain")
    return project, project.film()


@pytest.fixture
def copy(spoken: Spoken, tmp_path: Path) -> Callable[[], SpokenProject]:
    return lambda: spoken[0].copy(tmp_path / "copy")


def packets(path: Path) -> list[bytes]:
    with av.open(str(path)) as container:
        return [bytes(packet) for packet in container.demux(container.streams.audio[0]) if packet.dts is not None]


def has_sound(path: Path) -> bool:
    with av.open(str(path)) as container:
        return bool(container.streams.audio)


def test_flash_and_beep_are_one_at_both_ends_of_the_film_at_an_awkward_rate(tmp_path: Path) -> None:
    project = SpokenProject.spoken(tmp_path / "project", Fraction(2997, 100))
    project.film("--fps", "29.97")
    out = project.root / "out/72p29.97"
    film = out / "film.mp4"
    seen, found = flashes(film), beeps(film)
    assert len(seen) == len(found) == len(BEATS)
    assert seen[0] < 0.1 and seen[-1] > 20
    assert max(abs(late - early) for early, late in zip(seen, found, strict=True)) < 0.005
    for clip in CLIPS:
        (flash,), (sound,) = flashes(out / clip), beeps(out / clip)
        assert abs(flash - sound) < 0.005


def test_the_sound_starts_at_nought_and_is_as_long_as_the_pictures(spoken: Spoken) -> None:
    project, report = spoken
    for name in ("film.mp4", *CLIPS):
        with av.open(str(project.out / name)) as container:
            video, audio = container.streams.video[0], container.streams.audio[0]
            assert video.start_time == audio.start_time == 0
            assert (audio.rate, audio.channels, audio.codec_context.name, audio.profile) == (RATE, 1, "aac", "LC")
            assert abs(video.duration * video.time_base - audio.duration * audio.time_base) <= Fraction(1024, RATE)
            first = next(container.decode(audio))
            assert first.pts == 0
    assert report["sound"]["starts_ms"] == 0.0
    assert report["sound"]["seconds"] == pytest.approx(report["film"]["seconds"], abs=1024 / RATE)


def test_the_account_tells_how_loud_it_is(spoken: Spoken) -> None:
    sound = spoken[1]["sound"]
    assert abs(sound["lufs"] + 16) <= 0.5
    assert sound["true_peak_dbtp"] <= -1.5
    assert 20 < sound["longest_gap_seconds"] < 21
    assert (sound["lines_recorded"], sound["lines_estimated"]) == (3, 0)
    assert sound["codec"] == "AAC-LC"
    assert 0 < sound["bitrate"] <= 192_000


def test_no_click_at_any_joint(spoken: Spoken) -> None:
    for name in ("film.mp4", *CLIPS):
        sound = heard(spoken[0].out / name).astype(np.float64)
        # A tone of this height and pitch moves so far from one sample to the next, and nothing else is in the film.
        steepest = np.abs(sound).max() * 2 * np.sin(np.pi * TONE_HERTZ / RATE)
        # (A tone that is cut off somewhere would jump sixteen times as far.)
        assert np.abs(np.diff(sound)).max() < 1.25 * steepest
        assert np.abs(sound[[0, -1]]).max() < 0.001


def test_a_clip_has_its_stretch_of_the_films_sound(spoken: Spoken) -> None:
    project, report = spoken
    film = heard(project.out / "film.mp4")
    for clip, beat in zip(CLIPS, report["beats"], strict=True):
        own = heard(project.out / clip)
        start = round(beat["start"] * RATE)
        assert np.abs(film[start : start + len(own)] - own).max() < 0.02  # each was compressed by itself
        assert np.abs(own).max() > 0.2


def test_a_second_run_keeps_every_sound_and_does_nothing(copy: Callable[[], SpokenProject], spoken: Spoken) -> None:
    project = copy()
    kept = [*project.out.rglob("*.mp4"), *project.root.glob(".cache/sound/*.m4a")]
    assert len(kept) == 8
    before = {path: (path.read_bytes(), path.stat().st_ino) for path in kept}
    report = project.film()
    assert rendered(report) == dict.fromkeys(rendered(report), 0)
    assert report["sound"] == spoken[1]["sound"]
    assert {path: (path.read_bytes(), path.stat().st_ino) for path in kept} == before
    assert len(beeps(project.out / "film.mp4")) == len(BEATS)


def test_warm_and_cold_agree_on_every_cue_and_byte(copy: Callable[[], SpokenProject], spoken: Spoken) -> None:
    project = copy()
    warm = project.film()
    (project.root / ".cache").rename(project.root / "old-cache")
    cold = project.film("--jobs", "2")

    def cues(report: dict[str, Any]) -> list[Any]:
        return [[beat["start"], beat["lines"], beat["clips"]] for beat in report["beats"]]

    assert cues(warm) == cues(cold) == cues(spoken[1])
    assert digests(project) == digests(spoken[0])
    assert cold["sound"] == warm["sound"]
    assert all(line["end"] <= cold["film"]["seconds"] for beat in cold["beats"] for line in beat["lines"])


def test_muted_leaves_the_sound_out_and_without_it_comes_back(
    copy: Callable[[], SpokenProject], spoken: Spoken
) -> None:
    project = copy()
    report = project.film("--muted")
    assert not any(has_sound(project.out / name) for name in ("film.mp4", *CLIPS))
    assert report["sound"]["lufs"] is None
    assert report["sound"]["lines_recorded"] == 3
    assert report["film"]["frames"] == spoken[1]["film"]["frames"]
    project.film()
    assert digests(project) == digests(spoken[0])


def test_the_narration_alone_is_the_films_own_and_needs_no_drawing(spoken: Spoken, tmp_path: Path) -> None:
    project = SpokenProject.spoken(tmp_path / "project")
    out, err = project.run("film", *SMALL, "--audio-only", "--json")
    made = [path.relative_to(project.out).as_posix() for path in project.out.rglob("*")]
    assert made == ["film.m4a"]
    assert not project.segments()
    assert "film.m4a: Sound: -1" in err
    sound = json.loads(out)["sound"]
    assert {**sound, "bitrate": 0} == {**spoken[1]["sound"], "bitrate": 0}
    assert packets(project.out / "film.m4a") == packets(spoken[0].out / "film.mp4")
    with av.open(str(project.out / "film.m4a")) as container:
        assert [chapter["metadata"]["title"] for chapter in container.chapters()] == [
            f"The {beat} beep" for beat, _, _ in BEATS
        ]
    _, err = project.run("film", *SMALL, "--audio-only", "--muted", code=2)
    assert "give one of them" in err


def test_a_beat_made_alone_is_the_one_of_the_film(spoken: Spoken, tmp_path: Path) -> None:
    project = SpokenProject.spoken(tmp_path / "project")
    project.run("beat", "second", *SMALL)
    assert sha256_of(project.out / CLIPS[1]) == digests(spoken[0])[CLIPS[1]]


def test_a_line_recorded_anew_redraws_its_beat_only(copy: Callable[[], SpokenProject]) -> None:
    project = copy()
    before = digests(project)
    project.record("second", 9 * 1600, beep(9 * 1600, hertz=TONE_HERTZ + 10))
    report = project.film()
    assert {beat for beat, plays in rendered(report).items() if plays} == {"second"}
    changed = {name for name, digest in digests(project).items() if digest != before[name]}
    # A level in whole tenths of a decibel does not follow every line.
    assert changed >= {"film.mp4", CLIPS[1]}
    assert CLIPS[0] not in changed and CLIPS[2] not in changed


def test_a_line_whose_text_changed_is_silent_and_said_so_and_refused_when_strict(
    copy: Callable[[], SpokenProject],
) -> None:
    project = copy()
    project.replace("assets/script/second.toml", "Now a", "Here is a")
    before = digests(project)
    _, err = project.run("film", *SMALL, "--strict", code=1)
    assert "second: no sound for one (its text changed since the recording)" in err
    assert "--strict allows none" in err
    assert digests(project) == before
    out, err = project.run("film", *SMALL, "--json")
    assert err.count("its text changed since the recording") == 1
    report = json.loads(out)
    assert (report["sound"]["lines_recorded"], report["sound"]["lines_estimated"]) == (2, 1)
    assert len(beeps(project.out / "film.mp4")) == 2
    assert not has_sound(project.out / CLIPS[1])
    assert abs(report["sound"]["lufs"] + 16) <= 0.5


def test_a_damaged_recording_is_named_in_one_sentence(copy: Callable[[], SpokenProject]) -> None:
    project = copy()
    path = project.narration / "third.one.flac"
    path.write_bytes(path.read_bytes()[:300])
    _, err = project.run("film", *SMALL, "--strict", code=1)
    assert "third: " in err and "missing or damaged" in err
    # A manifest that vouches for it: then the mixer finds out, and keeps the good film.
    project.enter("third", 5 * 1600, len(beep(5 * 1600)))
    before = digests(project)
    _, err = project.run("film", *SMALL, code=1)
    assert "assets/narration/en/third.one.flac" in err
    assert "record the line again with ./run narrate" in err
    assert sha256_of(project.out / "film.mp4") == before["film.mp4"]


def test_a_damaged_track_in_the_cache_is_made_again(copy: Callable[[], SpokenProject], spoken: Spoken) -> None:
    project = copy()
    for track in project.root.glob(".cache/sound/*.m4a"):
        track.write_bytes(track.read_bytes()[:-100] + bytes(100))
    for name in ("film.mp4", *CLIPS):
        (project.out / name).unlink()
    report = project.film()
    assert rendered(report) == dict.fromkeys(rendered(report), 0)
    assert digests(project) == digests(spoken[0])


def test_a_clock_set_back_makes_no_build_drop_its_own_sound(copy: Callable[[], SpokenProject], spoken: Spoken) -> None:
    project = copy()
    later = time.time() + 86_400
    for path in project.root.glob(".cache/sound/*"):
        path.unlink()
    for number in range(KEPT + 5):
        old = project.root / f".cache/sound/{number:016}.m4a"
        old.write_bytes(b"of tomorrow")
        os.utime(old, (later, later))
    for name in ("film.mp4", *CLIPS):
        (project.out / name).unlink()
    project.film()
    assert digests(project) == digests(spoken[0])
    assert len(list(project.root.glob(".cache/sound/0000000*.m4a"))) <= KEPT


def test_no_recordings_no_sound(copy: Callable[[], SpokenProject]) -> None:
    project = copy()
    (project.narration / "manifest.json").unlink()
    report = project.film()
    assert not has_sound(project.out / "film.mp4")
    assert (report["sound"]["lines_recorded"], report["sound"]["lines_estimated"]) == (0, 3)
    _, err = project.run("film", *SMALL, "--audio-only", code=1)
    assert "run ./run narrate first" in err


def test_captions_come_with_the_words(spoken: Spoken) -> None:
    project, report = spoken
    with av.open(str(project.out / "film.mp4")) as container:
        texts = container.streams.subtitles[0]
        shown = [packet for packet in container.demux(texts) if packet.size > 2]
    assert [bytes(packet)[2:].decode() for packet in shown] == ["Now a beep."] * 3
    starts = [float(packet.pts * packet.time_base) for packet in shown]
    assert starts == pytest.approx([beat["lines"][0]["start"] for beat in report["beats"]], abs=1e-5)
    assert all(early < late for early, late in pairwise(starts))


def test_the_transcript_has_headings_pictures_and_times(spoken: Spoken) -> None:
    text = (spoken[0].out / "transcript.md").read_text("utf-8")
    seconds = int(spoken[1]["beats"][2]["start"])
    assert (
        f"## 3. The third beep (0:{seconds})\n\n*On screen: A white flash.*\n\n- **0:{seconds}** Now a beep.\n" in text
    )
