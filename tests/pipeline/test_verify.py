"""Every way in which a finished film can be damaged is found by `verify`, and named in a sentence."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_project import SMALL, Project
from PIL import Image
from spoken_project import RATE, SpokenProject, heard

from pipeline.aac import write_m4a
from pipeline.account import Account, find_account, read_account
from pipeline.errors import CommandError, FilmError
from pipeline.join import join
from pipeline.paths import Paths
from pipeline.settings import Settings
from pipeline.subtitles import Cue
from pipeline.verify import other_versions, verify
from pipeline.verify_text import soft, unlike
from pipeline.verify_video import boxes


class Film:
    """The film of a small spoken project, with its files in a folder of their own to be damaged."""

    def __init__(self, project: Project, folder: Path) -> None:
        shutil.copytree(project.out, folder)
        self.project, self.folder = project, folder
        self.film = folder / "film.mp4"

    @property
    def account(self) -> Account:
        return read_account(self.folder / "film.json")

    def found(self) -> list[tuple[str, str, str]]:
        report = verify(self.account, Paths(self.project.root))
        return [(each["file"], each["check"], each["text"]) for each in report["differences"]]

    def said(self, check: str) -> list[str]:
        return [text for _, found, text in self.found() if found == check]

    def rejoin(self, **change: Any) -> None:
        """Join the film again from its own segments, otherwise than it was."""
        with av.open(str(self.film)) as container:
            cues = [
                Cue(round(start * 15 / 1000), round(end * 15 / 1000), tuple(text.split("\n")))
                for start, end, text in soft(container)
            ]
        segments = [
            path
            for beat in self.account.beats
            for path in sorted((self.project.root / f".cache/segments/{beat.id}/{beat.key}").glob("[0-9]*.mp4"))
        ]
        sound = self.folder.with_name("sound.m4a")
        if not sound.exists():
            write_m4a(sound, heard(self.film))
        usual = {
            "segments": segments,
            "settings": self.account.settings,
            "chapters": [(beat.first, beat.title) for beat in self.account.beats],
            "captions": cues,
            "title": "A film",
            "sound": sound,
        }
        given = {name: each(usual[name]) if callable(each) else each for name, each in change.items()}
        join(out=self.film, **{**usual, **given})

    def remux(self, change: Callable[[int, Any], Any], **options: str) -> None:
        """Copy the pictures and the sound packet by packet; `change(n, packet)` may change or drop a picture."""
        out = self.folder / "other.mp4"
        with av.open(str(self.film)) as old, av.open(str(out), "w", options=options) as new:
            kinds = [old.streams.video[0], old.streams.audio[0]]
            streams = {each.index: new.add_stream_from_template(each) for each in kinds}
            new.set_chapters(old.chapters())
            number = 0
            for packet in old.demux(kinds):
                if packet.dts is None:
                    continue
                video = packet.stream is kinds[0]
                packet.stream = streams[packet.stream.index]
                if not video or change(number, packet) is not False:
                    new.mux(packet)
                number += video
        out.replace(self.film)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> SpokenProject:
    made = SpokenProject.spoken(tmp_path_factory.mktemp("verify") / "it's ünï 数学")
    made.film()
    return made


@pytest.fixture
def film(project: SpokenProject, tmp_path: Path) -> Film:
    return Film(project, tmp_path / "72p15")


def test_a_film_as_it_was_made_is_found_whole(film: Film) -> None:
    assert film.found() == []
    assert set(film.account.files) == {
        *("film.mp4", "film.srt", "film.vtt", "film.jpg", "transcript.md"),
        *(beat.file for beat in film.account.beats),
    }


def test_rejoined_as_it_was_only_its_bytes_are_others(film: Film) -> None:
    """The tests below see what they change, and nothing that rejoining does by itself."""
    film.rejoin()
    assert {(file, check) for file, check, _ in film.found()} == {("film.mp4", "hash")}


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 16
    path.write_bytes(bytes(data))


@pytest.mark.parametrize(
    "name", ["film.mp4", "film.srt", "film.vtt", "film.jpg", "transcript.md", "beats/02_second.mp4"]
)
def test_missing_cut_and_flipped_files_are_named(film: Film, name: str) -> None:
    path = film.folder / name
    whole = path.read_bytes()
    flip(path)
    assert (name, "hash", f"{name} has other bytes than when it was made.") in film.found()
    path.write_bytes(whole[:-7])
    assert (name, "hash", f"{name} has {len(whole) - 7} bytes, and was made with {len(whole)}.") in film.found()
    path.unlink()
    assert film.found() == [(name, "hash", f"{name} is missing.")]


@pytest.mark.parametrize("data", [b"", b"0" * 48, b"This is a letter."])
def test_what_is_no_video_or_picture_or_caption_is_named(film: Film, data: bytes) -> None:
    for name in ("film.mp4", "beats/01_first.mp4", "film.jpg", "film.srt"):
        (film.folder / name).write_bytes(data)
    said = [text for _, check, text in film.found() if check != "hash"]
    assert "film.mp4 cannot be read as a video." in said
    assert "beats/01_first.mp4 cannot be read as a video." in said


def test_a_film_cut_in_the_middle_is_named(film: Film) -> None:
    film.film.write_bytes(film.film.read_bytes()[: film.film.stat().st_size * 2 // 3])
    assert film.said("pictures") or film.said("readable")


def test_captions_that_are_none_and_a_poster_that_is_none_are_named(film: Film) -> None:
    for name in ("film.srt", "film.vtt", "film.jpg"):
        (film.folder / name).write_bytes(b"This is a letter.")
    assert film.said("captions") == [f"film.{kind} cannot be read as captions." for kind in ("srt", "vtt")]
    assert film.said("poster") == ["film.jpg cannot be read as a picture, and the film is 128x72."]
    Image.new("RGB", (64, 36)).save(film.folder / "film.jpg")
    assert film.said("poster") == ["film.jpg is 64x36 pixels, and the film is 128x72."]


def test_a_lost_play_is_counted(film: Film) -> None:
    frames = film.account.frames
    film.rejoin(segments=lambda paths: paths[:-1], sound=None)
    with av.open(str(film.film)) as container:
        left = container.streams.video[0].frames
    assert film.said("pictures") == [f"film.mp4 has {left} frames, and was made with {frames}."]
    assert 0 < left < frames


def test_a_frame_at_another_time_is_named(film: Film) -> None:
    def late(number: int, packet: Any) -> None:
        if number in (40, 41):
            packet.pts = packet.dts = packet.pts + 1  # one tick: a fraction of a frame

    film.remux(late, movflags="+faststart")
    assert film.said("pictures") == ["film.mp4 shows frame 40 at another time than 40/15 s (2 frames in all)."]


def test_a_film_that_begins_without_a_key_frame_is_named(film: Film) -> None:
    film.remux(lambda number, packet: number > 0, movflags="+faststart")
    assert "film.mp4 does not begin with a key frame, so players show nothing at first." in film.said("pictures")


def test_an_index_behind_the_pictures_is_named(film: Film) -> None:
    film.remux(lambda number, packet: None)
    assert boxes(film.film)[-1] == b"moov"
    assert film.said("index") == [
        "film.mp4 has its index behind the pictures, so it plays only when it is loaded whole."
    ]


@pytest.mark.parametrize(
    ("chapters", "says"),
    [
        (lambda found: found[:-1], "film.mp4 has 2 chapters, and was made with 3."),
        (
            lambda found: [found[0], (found[1][0], "Another"), found[2]],
            "film.mp4 calls chapter 2 'Another', and it was made as 'The second beep'.",
        ),
        (
            lambda found: [found[0], (found[1][0] + 1, found[1][1]), found[2]],
            "film.mp4 has chapter 2 from 1.667 to 23.067 s, and it was made from 1.600 to 23.067 s.",
        ),
    ],
)
def test_chapters_that_are_others_are_named(film: Film, chapters: Callable[..., Any], says: str) -> None:
    film.rejoin(chapters=chapters)
    assert says in film.said("chapters")


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_captions_that_disagree_are_named(film: Film) -> None:
    edited(film.folder / "film.srt", "Now a beep.", "Now a boop.")
    assert film.said("captions") == ["Caption 1 of film.srt says 'Now a boop.', and in film.mp4 'Now a beep.'."]
    edited(film.folder / "film.vtt", "00:00:00.000 -->", "00:00:00.002 -->")
    (_, said) = film.said("captions")
    assert said.startswith("Caption 1 of film.vtt is shown from 0.002 to ")
    assert ", and in film.mp4 from 0.000 to " in said
    film.rejoin(captions=lambda cues: cues[:-1])
    assert "film.vtt has 3 captions, and film.mp4 2." in film.said("captions")


def test_of_two_long_captions_the_place_where_they_part_is_shown() -> None:
    one = "On the right, one query's\nattention to its keys grows."
    (said,) = unlike("film.srt", [(0, 1000, one.replace("its", "the"))], [(0, 1000, one)], Fraction(1))
    parted = "'…s attention to the keys grows.', and in film.mp4 '…s attention to its keys grows.'"
    assert said == f"Caption 1 of film.srt says {parted}."


def test_a_caption_beyond_the_film_is_named(film: Film) -> None:
    for name, comma in (("film.srt", ","), ("film.vtt", ".")):
        path = film.folder / name
        head, arrow, tail = path.read_text("utf-8").rpartition(" --> ")
        path.write_text(f"{head}{arrow}00:09:00{comma}000{tail[12:]}", "utf-8")
        assert f"The last caption of {name} ends after the film." in film.said("captions")


def test_lost_colour_tags_are_named(film: Film) -> None:
    data = film.film.read_bytes()
    tagged = b"colrnclx\x00\x01\x00\x01\x00\x01\x00"
    assert data.count(tagged) == 1
    film.film.write_bytes(data.replace(tagged, b"colrnclx\x00\x06\x00\x06\x00\x06\x00"))
    assert film.said("pictures") == [
        "film.mp4 does not name its colours as limited-range BT.709, so players would show others."
    ]


def test_pictures_of_another_size_and_rate_are_named(film: Film) -> None:
    account = json.loads((film.folder / "film.json").read_text("utf-8"))
    account["settings"] |= {"width": 256, "height": 144, "fps": "30"}
    (film.folder / "film.json").write_text(json.dumps(account), "utf-8")
    said = film.said("pictures")
    assert "film.mp4 is 128x72 pixels, and was made 256x144." in said
    assert "film.mp4 has 15 frames a second, and was made with 30." in said


def louder(factor: float, cut: int = 0) -> Callable[[Path], Path]:
    def make(sound: Path) -> Path:
        samples = heard(sound) * np.float32(factor)
        made = sound.with_name("other.m4a")
        write_m4a(made, samples[: len(samples) - cut])
        return made

    return make


def test_another_loudness_and_a_peak_too_high_are_named(film: Film) -> None:
    was = film.account.sound["lufs"]
    film.rejoin(sound=louder(0.5))
    said = film.said("loudness")
    assert f"film.mp4 has a loudness of {was - 6:.1f} LUFS, and was made with {was:.1f} LUFS." in said
    assert any("and should have -16 within 0.5" in text for text in said)
    film.rejoin(sound=louder(4.0))
    assert any("dBTP, over -1.5" in text for text in film.said("loudness"))


def test_lost_late_and_short_sound_is_named(film: Film) -> None:
    film.rejoin(sound=None)
    assert film.said("sound") == ["film.mp4 has no sound, and was made with sound."]
    assert film.said("loudness") == []
    short = film.folder.with_name("short.m4a")
    write_m4a(short, heard(film.folder / "beats/02_second.mp4")[: 5 * RATE])
    # `join` would not let this pass; somebody's own tool would.
    other = film.folder / "other.mp4"
    with av.open(str(film.film)) as old, av.open(str(short)) as sound, av.open(str(other), "w") as new:
        sources = [(old, old.streams.video[0], 0), (sound, sound.streams.audio[0], 4800)]
        streams = [new.add_stream_from_template(source) for _, source, _ in sources]
        for stream, (container, source, late) in zip(streams, sources, strict=True):
            for packet in container.demux(source):
                if packet.dts is not None:
                    packet.pts, packet.dts, packet.stream = packet.pts + late, packet.dts + late, stream
                    new.mux(packet)
    other.replace(film.film)
    said = film.said("sound")
    assert any(text.startswith("film.mp4 begins its sound at ") and text.endswith(", and not at 0.") for text in said)
    assert any("s of sound, and " in text for text in said)


def test_an_account_that_contradicts_itself_is_named(film: Film) -> None:
    path = film.folder / "film.json"
    account = json.loads(path.read_text("utf-8"))
    account["beats"][1]["frames"] -= 2
    account["files"] = [each for each in account["files"] if each["path"] != "film.srt"]
    path.write_text(json.dumps(account), "utf-8")
    frames = account["film"]["frames"]
    said = film.said("account")
    assert "film.json does not list film.srt, which belongs to a film." in said
    assert any(text.startswith("film.json lets third begin at frame ") for text in said)
    account["film"]["frames"] += 3
    path.write_text(json.dumps(account), "utf-8")
    assert f"film.json gives the film {frames + 3} frames, and its beats {frames}." in film.said("account")


@pytest.mark.parametrize(("text", "says"), [("", "is damaged"), ("[]", "is damaged"), ("{}", "nothing of 'settings'")])
def test_an_account_that_cannot_be_read_gets_a_sentence(film: Film, text: str, says: str) -> None:
    path = film.folder / "film.json"
    path.write_text(text)
    with pytest.raises(FilmError, match=f"{says}.*; make the film again|{says}.*make the film again"):
        read_account(path)


def test_the_film_that_is_meant_is_found(film: Film) -> None:
    paths = Paths(film.project.root, film.folder.parent)
    look = Settings(128, 72, Fraction(15))
    own = film.folder / "film.json"
    assert find_account(None, None, paths) == own
    assert find_account(None, look, paths) == own
    assert find_account(str(film.folder), None, paths) == own
    for named, settings in ((None, replace(look, theme="light")), ("nowhere", None)):
        with pytest.raises(CommandError, match="There is no"):
            find_account(named, settings, paths)
    with pytest.raises(CommandError, match="There is no film in"):
        find_account(None, None, Paths(film.project.root, film.folder))


def test_other_versions_are_told(film: Film) -> None:
    account = film.account
    assert other_versions(account) == []
    here = account.versions["manim"]
    older = replace(account, versions={**account.versions, "manim": "0.1"})
    assert other_versions(older) == [f"manim was 0.1 and is {here} here"]


def test_on_the_command_line_it_ends_with_0_1_or_2(project: SpokenProject, tmp_path: Path) -> None:
    copy = project.copy(tmp_path / "copy")
    _, err = copy.run("verify")
    assert err == "out/72p15/film.json: all 8 files are as they were made.\n"
    flip(copy.out / "transcript.md")
    out, err = copy.run("verify", *SMALL, "--json", code=1)
    assert "transcript.md has other bytes than when it was made.\n" in err
    report = json.loads(out)
    assert report["differences"][0]["file"] == "transcript.md"
    assert "1 thing differs" in report["error"]
    copy.run("film", *SMALL)
    assert copy.run("verify", "out/72p15/film.json", "--json")[1].endswith("as they were made.\n")
    _, err = copy.run("verify", "-q", "l", code=2)
    assert err == "There is no out/480p15/film.json; make that film first, or name another film.json.\n"


def test_rendered_again_the_bytes_are_the_same_and_an_edit_since_is_named(
    project: SpokenProject, tmp_path: Path
) -> None:
    copy = project.copy(tmp_path / "copy")
    before = {path: path.stat().st_mtime_ns for path in copy.out.rglob("*")}
    out, err = copy.run("verify", "--rebuild", "--json")
    assert "and rendered again they come out the same" in err
    assert json.loads(out)["rebuild"] == {"same_bytes": sorted(map(str, read_files(copy))), "notes": []}
    assert {path: path.stat().st_mtime_ns for path in copy.out.rglob("*")} == before
    copy.replace("scenes/b03_third.py", "#ffffff", "#ff0000")
    copy.replace("assets/script/third.toml", "A white flash.", "A red flash.")
    out, err = copy.run("verify", "--rebuild", "--json", code=1)
    texts = [each["text"] for each in json.loads(out)["differences"]]
    frame = round(23.1 * 15)
    assert len(texts) == 3
    assert texts[0].startswith("beats/03_third.mp4, rendered again, has 6 of ")
    assert texts[1].startswith("film.mp4, rendered again, has 6 of ")
    assert int(texts[1].split("first frame ")[1].split(",")[0]) >= frame
    assert "transcript.md, rendered again, differs first in line " in texts[2]
    assert "What third is drawn from has changed since this film was made." in err
    # Nothing of the second film stays.
    assert not list(copy.root.glob(".cache/rebuild-*"))
    assert {path: path.stat().st_mtime_ns for path in copy.out.rglob("*")} == before


def read_files(project: Project) -> list[str]:
    return list(read_account(project.out / "film.json").files)
