"""`render.py slides` as a person runs it: what it makes anew, what it leaves alone, what it says when it cannot."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from deck_project import LOOK, Decked
from PIL import Image
from pptx import Presentation
from spoken_project import SpokenProject

from pipeline.atomic import LIST
from pipeline.encode import sha256_of

# What is drawn, encoded or cut; the notes of it are written anew each time.
MADE = (".mp4", ".png", ".vtt", ".srt")


def stamps(*folders: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*") if path.is_file()}


def media(deck: Path) -> list[bytes]:
    with zipfile.ZipFile(deck) as archive:
        return [archive.read(name) for name in sorted(archive.namelist()) if name.endswith(".mp4")]


def posters(deck: Path) -> list[Image.Image]:
    pages = list(Presentation(str(deck)).slides)[1:-1]
    blobs = [page.part.related_part(page.shapes[1]._element.blip_rId).blob for page in pages]
    return [Image.open(io.BytesIO(blob)) for blob in blobs]


def test_once_more_nothing_is_drawn_or_encoded_and_the_bytes_are_the_same(copy_decked: SpokenProject) -> None:
    project = copy_decked
    segments, clips = project.root / ".cache/segments", project.root / ".cache/outputs"
    before, decks = (
        {path: stamp for path, stamp in stamps(segments, clips).items() if path.suffix in MADE},
        {path: sha256_of(project.out / path) for path in ("lesson.pptx", "slides.zip")},
    )
    (project.out / "slides/left from before.txt").write_text("old")
    with (project.out / "slides" / LIST).open("a", encoding="utf-8") as made:
        made.write("left from before.txt\n")
    (project.out / ".part-killed-lesson.pptx").write_text("half")  # as a run that was killed leaves it
    (project.out / ".part-killed-new-slides").mkdir()
    _, told = project.run("slides", *LOOK, "--clips", "flash")
    assert told.splitlines()[-1].startswith("out/180p15/lesson.pptx: 6 slides, ")
    _, told = project.run("slides", *LOOK, "--clips", "second.flash,second", "--clips", "flash", "--html")
    assert "drawn" not in told
    assert [line.split(":")[0] for line in told.splitlines()] == ["out/180p15/slides", "out/180p15/slides.zip"]
    assert len([path for path in before if path.is_relative_to(clips)]) >= 8
    assert {path: stamp for path, stamp in stamps(segments, clips).items() if path.suffix in MADE} == before
    assert {path: sha256_of(project.out / path) for path in decks} == decks
    assert not (project.out / "slides/left from before.txt").exists()
    assert not list(project.out.glob(".part-*"))


def test_slides_with_a_file_of_somebody_else_stay(copy_decked: SpokenProject) -> None:
    project = copy_decked
    (project.out / "slides/films/notes.txt").write_text("mine")
    before, archive = stamps(project.out / "slides"), sha256_of(project.out / "slides.zip")
    _, err = project.run("slides", *LOOK, "--html", code=1)
    assert len(err.splitlines()) == 1  # before any work that would be told
    assert "slides: films/notes.txt in it is not known to have been made here; move it, or the whole folder" in err
    assert stamps(project.out / "slides") == before
    assert sha256_of(project.out / "slides.zip") == archive
    (project.out / "slides/films/notes.txt").unlink()
    project.run("slides", *LOOK, "--html")


def test_a_deck_whose_record_is_gone_stays(copy_decked: SpokenProject) -> None:
    project = copy_decked
    project.run("clean")
    before = stamps(project.out)
    _, err = project.run("slides", *LOOK, code=1)
    assert "Cannot replace" in err
    assert stamps(project.out) == before


@pytest.mark.parametrize("name", ["lesson.pptx", "slides.zip"])
def test_a_deck_that_somebody_has_worked_in_stays(copy_decked: SpokenProject, name: str) -> None:
    project = copy_decked
    look = [*LOOK, "--silent", *(["--html"] if name == "slides.zip" else [])]
    deck = project.out / name
    with zipfile.ZipFile(deck, "a") as archive:
        archive.writestr("mine.txt", "an afternoon's work")
    before = stamps(project.out)
    _, err = project.run("slides", *look, code=1)
    assert len(err.splitlines()) == 1  # before any work that would be told
    assert f"out/180p15/{name}: it was changed since it was made, or not made here; move it, or give it" in err
    assert stamps(project.out) == before
    deck.rename(deck.with_stem("my own"))
    project.run("slides", *look)
    project.run("slides", *look)
    assert deck.with_stem("my own").is_file()


def test_a_deck_leaves_clips_that_were_made_by_name_as_they_are(copy_decked: SpokenProject) -> None:
    project = copy_decked
    clips = project.out / "clips"
    assert not clips.exists()  # two decks have been made
    project.run("clip", *LOOK, "flash", "second")
    before, account = stamps(clips), (clips / "clips.json").read_bytes()
    out, _ = project.run("slides", *LOOK, "--clips", "flash", "--silent", "--poster", "last", "--json")
    report = json.loads(out)
    assert stamps(clips) == before
    assert (clips / "clips.json").read_bytes() == account
    assert all((project.root / each["path"]).is_relative_to(project.root / ".cache") for each in report["clips"])
    with av.open(str(clips / "flash.mp4")) as film:
        assert film.streams.audio
    project.run("clean")
    assert stamps(clips) == before
    assert not any((project.root / each["path"]).exists() for each in report["clips"])


def test_a_budget_is_kept_by_the_whole_deck_and_its_whole_films_stay(
    copy_decked: SpokenProject, decked: Decked
) -> None:
    project = copy_decked
    clips = {project.root / each["path"]: each["sha256"] for each in decked.powerpoint["clips"]}
    whole = (project.out / "lesson.pptx").stat().st_size
    rest = whole - sum(map(len, media(project.out / "lesson.pptx")))
    limit = rest + (whole - rest) * 3 // 4
    out, told = project.run("slides", *LOOK, "--clips", "flash", "--json", "--max-mb", f"{limit / 1e6:.6f}")
    report = json.loads(out)
    assert (project.out / "lesson.pptx").stat().st_size == report["written"][0]["bytes"] <= limit
    assert {path: sha256_of(path) for path in clips} == clips
    smaller = [each for each in report["clips"] if "crf" in each["how"]]
    assert smaller
    for each in report["clips"]:
        assert f"{each['name']}: {each['seconds']:.1f} s" in told and each["how"] in told
    assert sorted(media(project.out / "lesson.pptx")) == sorted(
        (project.root / each["path"]).read_bytes() for each in report["clips"]
    )
    # Each film still has its own length and its sound.
    for each in report["clips"]:
        with av.open(str(project.root / each["path"])) as film:
            assert film.streams.video[0].frames == each["frames"]
            assert film.streams.audio


def test_a_budget_that_cannot_be_met_is_one_sentence_and_the_last_deck_stays(copy_decked: SpokenProject) -> None:
    project = copy_decked
    deck, page = project.out / "lesson.pptx", project.out / "slides/index.html"
    before = sha256_of(deck), sha256_of(page)
    _, err = project.run("slides", *LOOK, "--html", "--max-mb", "0.9", code=1)
    assert "A deck cannot be kept to 0.9 MB: without its films it takes" in err.splitlines()[-1]
    rest = deck.stat().st_size - sum(map(len, media(deck)))
    _, err = project.run("slides", *LOOK, "--max-mb", f"{(rest + 3000) / 1e6:.6f}", code=1)
    last = err.splitlines()[-1]
    assert "of its" in last and "films as small as can be it takes" in last and last.endswith("already; allow more.")
    assert (sha256_of(deck), sha256_of(page)) == before


def test_a_light_deck_is_light_and_has_a_folder_of_its_own(copy_decked: SpokenProject) -> None:
    project = copy_decked
    before = sha256_of(project.out / "lesson.pptx")
    out, _ = project.run("slides", *LOOK, "--theme", "light", "--silent", "--poster", "last", "--json")
    report = json.loads(out)
    assert report["written"][0]["path"] == "out/180p15-light/lesson.pptx"
    assert sha256_of(project.out / "lesson.pptx") == before
    deck = project.root / report["written"][0]["path"]
    with zipfile.ZipFile(deck) as archive:
        theme = archive.read("ppt/theme/theme1.xml").decode()
        master = archive.read("ppt/slideMasters/slideMaster1.xml").decode()
    assert '<a:lt1><a:srgbClr val="FBF9F4"/></a:lt1>' in theme
    assert 'bg1="lt1"' in master
    for poster, each in zip(posters(deck), report["clips"], strict=True):
        assert not each["speaks"]
        with av.open(str(project.root / each["path"])) as film:
            assert not film.streams.audio
            last = list(film.decode(video=0))[-1].to_ndarray(format="rgb24", src_colorspace=1)
        shown = np.asarray(poster.convert("RGB"), int)
        assert shown[4, 4].mean() > 235
        assert np.abs(shown - last).mean() < 3
    # What is said stays in the notes, for whoever says it himself.
    assert "Now a beep." in Presentation(str(deck)).slides[1].notes_slide.notes_text_frame.text
    assert "flash" not in [each["name"] for each in report["clips"]]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("slides --portrait", "Slides are 16:9"),
        ("slides -r 1080,1920", "Slides are 16:9"),
        ("slides --theme purple", "Unknown theme 'purple'"),
        ("slides --max-mb lots", "say --max-mb 8"),
        ("slides --max-mb 0", "say --max-mb 8"),
        ("slides --poster middle", "invalid choice"),
        ("slides --htlm", "Did you mean --html?"),
        ("slides toggle", "takes no 'toggle'"),
    ],
)
def test_a_wrong_command_gets_one_sentence_and_code_2(refused: Callable[[str], str], command: str, says: str) -> None:
    assert says in refused(command)


def test_what_cannot_be_made_is_told_in_one_sentence(copy_decked: SpokenProject) -> None:
    project = copy_decked
    _, err = project.run("slides", *LOOK, "--clips", "falsh", code=2)
    assert err.strip() == "There is no clip 'falsh'. Did you mean flash? clip --list tells them all."
    _, err = project.run("slides", *LOOK, "-o", str(project.unwritable()), code=1)
    assert "Cannot write" in err and "-o" in err and len(err.splitlines()) == 1
    elsewhere = project.root / "elsewhere/180p15"
    elsewhere.mkdir(parents=True)
    (elsewhere / "slides").write_text("in the way")
    (elsewhere / "lesson.pptx").mkdir()
    _, err = project.run("slides", *LOOK, "-o", "elsewhere", code=1)
    assert "lesson.pptx: a folder is in the way; move it away" in err and len(err.splitlines()) == 1
    _, err = project.run("slides", *LOOK, "--html", "-o", "elsewhere", code=1)
    assert "slides: a file is in the way; move it away" in err and len(err.splitlines()) == 1
    assert (elsewhere / "slides").read_text() == "in the way"


def test_the_decks_of_one_film_have_the_same_films(decked: Decked) -> None:
    keys = ("name", "sha256", "spoken", "caption")
    one, other = (
        [{key: each[key] for key in keys} for each in deck["clips"]] for deck in (decked.powerpoint, decked.html)
    )
    assert one == other
