"""`render.py page`: what it makes, how large it is, and what it says when it cannot."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from film_project import SMALL, Project

from pipeline import atomic
from pipeline.errors import FilmError
from pipeline.page import bundle, make
from pipeline.paths import Paths
from pipeline.settings import Settings

OWN = {"index.html", "type.css", "page.css", "page.js", "page.ttf", "icon.svg", "film.mp4", "poster.webp", atomic.LIST}


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_folder_holds_all_that_the_page_needs_and_little(lesson: Project, page_folder: Path) -> None:
    beats = ("predict", "simulate", "toggle", "resolve")
    stills = {f"stills/{beat}-{theme}.webp" for beat in beats for theme in ("dark", "light")}
    assert names(page_folder) == OWN | {"LICENSES.txt", "OFL.txt"} | stills
    assert (page_folder / "film.mp4").read_bytes() == (lesson.out / "film.mp4").read_bytes()
    size = sum(path.stat().st_size for path in page_folder.rglob("*.*") if path.suffix != ".mp4")
    assert size < 1_500_000
    assert not [each for each in lesson.out.iterdir() if each.name.startswith(atomic.PART)]


def test_everything_named_in_the_page_is_there(page_folder: Path) -> None:
    html = (page_folder / "index.html").read_text("utf-8")
    html = html[: html.index('<script type="application/json"')]
    named = set(re.findall(r'(?:src|srcset|poster|href)="([^"#][^"]*)"', html))
    local = {each for each in named if "://" not in each}
    assert {"film.mp4", "poster.webp", "page.js", "page.css", "type.css", "LICENSES.txt", "OFL.txt"} <= local
    assert all((page_folder / each).is_file() for each in local)
    # What leads elsewhere is a link that a reader may follow, never something that is loaded.
    assert re.findall(r'(?:src|srcset|poster)="[^"]*://', html) == []
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert "style=" not in html
    assert "<style" not in html


def test_without_the_film_the_page_says_which_command_to_run_first(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "bare")
    for options, command in (
        (("-q", "l"), "./run film -q l."),
        ((), "./run film."),
        (SMALL, "./run film -r 128,72 --fps 15."),
    ):
        out, err = project.run("page", *options, code=1)
        assert out == ""
        assert err.count("\n") == 1
        assert err.rstrip().endswith(f"first run {command}")
    assert not (project.root / "out").exists() or names(project.root / "out") == set()


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("page --theme light", "A page has both themes; leave --theme light out."),
        ("page --portrait", "A page shows the lying film"),
        ("page -r 1080,1920", "A page shows the lying film"),
        ("page -q z", "choose one of l, m, h, p, k"),
        ("page --mute", "takes no '--mute'"),
    ],
)
def test_a_wrong_command_gets_one_sentence(refused: Callable[[str], str], command: str, says: str) -> None:
    assert says in refused(command)


def test_what_cannot_be_finished_leaves_the_old_page(
    lesson: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = lesson.copy(tmp_path / "copy")
    folder = project.out / "page"
    before = {name: (folder / name).read_bytes() for name in names(folder)}
    monkeypatch.setattr(make, "write_stills", lambda *_: (_ for _ in ()).throw(FilmError("no room")))
    settings = Settings.from_options(resolution="128,72", fps="15")
    with pytest.raises(FilmError, match="no room"):
        make.make_page([], settings, make.Options(), Paths(project.root), None, print)  # type: ignore[arg-type]
    assert {name: (folder / name).read_bytes() for name in names(folder)} == before
    assert [each.name for each in project.out.iterdir() if each.name.startswith(atomic.PART)] == []


def test_a_second_page_takes_the_place_of_the_first(lesson: Project, tmp_path: Path) -> None:
    """An old file is gone, the light film is there once it is made, and one of another state is left out."""
    project = lesson.copy(tmp_path / "copy")
    (project.out / "page" / "old.txt").write_text("old", encoding="utf-8")
    with (project.out / "page" / atomic.LIST).open("a", encoding="utf-8") as made:
        made.write("old.txt\n")
    project.run("film", *SMALL, "--theme", "light")
    out, _ = project.run("page", *SMALL, "--json")
    report = json.loads(out)
    assert report["themes"] == ["dark", "light"]
    assert report["page"] == "out/72p15/page/index.html"
    assert {each["path"] for each in report["files"]} == names(project.out / "page")
    assert names(project.out / "page") - names(lesson.out / "page") == {"film-light.mp4", "poster-light.webp"}
    light = project.root / "out" / "72p15-light"
    assert (project.out / "page" / "film-light.mp4").read_bytes() == (light / "film.mp4").read_bytes()

    account = json.loads((light / "film.json").read_text("utf-8"))
    account["beats"][1]["first_frame"] += 1
    (light / "film.json").write_text(json.dumps(account), encoding="utf-8")
    out, err = project.run("page", *SMALL, "--json")
    assert json.loads(out)["themes"] == ["dark"]
    assert "make both again with ./run film -r 128,72 --fps 15 and ./run film -r 128,72 --fps 15 --theme light" in err


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("film.json", "{", "is damaged and cannot be read; make the film again"),
        ("film.json", '{"beats": [{"lines": []}]}', "says nothing of 'shown', so it is of an older version"),
        ("film.vtt", "no captions", "is missing or damaged; make the film again"),
    ],
)
def test_a_film_that_cannot_be_read_is_named(
    lesson: Project, tmp_path: Path, name: str, content: str, says: str
) -> None:
    project = lesson.copy(tmp_path / "copy")
    (project.out / name).write_text(content, encoding="utf-8")
    _, err = project.run("page", *SMALL, code=1)
    assert err.count("\n") == 1
    assert name in err
    assert says in err


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("keep", "says"), [(1000, "has 1000 bytes, and was made with"), (None, "has other bytes")])
def test_no_page_is_made_of_a_damaged_film(
    lesson: Project, tmp_path: Path, theme: str, keep: int | None, says: str
) -> None:
    project = lesson.copy(tmp_path / "copy")
    place, again = project.out, ""
    if theme == "light":
        place, again = project.root / "out" / "72p15-light", " --theme light"
        shutil.copytree(project.out, place, ignore=shutil.ignore_patterns("page"))
    film = place / "film.mp4"
    whole = film.read_bytes()
    film.unlink()  # the page's own name for the same bytes stays
    film.write_bytes(whole[:keep] if keep else whole[:-1] + bytes([whole[-1] ^ 1]))
    before = {name: (project.out / "page" / name).read_bytes() for name in names(project.out / "page")}
    _, err = project.run("page", *SMALL, code=1)
    assert err.count("\n") == 1
    assert f"/film.mp4 {says}" in err
    assert err.rstrip().endswith(f"; first run ./run film -r 128,72 --fps 15{again} again.")
    assert {name: (project.out / "page" / name).read_bytes() for name in names(project.out / "page")} == before


def test_a_film_without_a_question_has_a_page_too(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.run("page", *SMALL)
    html = (project.out / "page" / "index.html").read_text("utf-8")
    assert 'id="prediction"' not in html
    assert '"prediction":null' in html


def test_a_page_with_a_file_of_somebody_else_stays(
    lesson: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = lesson.copy(tmp_path / "copy")
    (project.out / "page" / "notes.txt").write_text("mine", encoding="utf-8")
    before = {name: (project.out / "page" / name).read_bytes() for name in names(project.out / "page")}
    _, err = project.run("page", *SMALL, code=1)
    assert err.count("\n") == 1
    assert "page: notes.txt in it is not known to have been made here; move it, or the whole folder" in err
    assert {name: (project.out / "page" / name).read_bytes() for name in names(project.out / "page")} == before
    settings = Settings.from_options(resolution="128,72", fps="15")
    monkeypatch.setattr(make, "write_stills", lambda *_: pytest.fail("long work was begun"))
    with pytest.raises(FilmError, match=r"notes\.txt"):
        make.make_page([], settings, make.Options(), Paths(project.root), None, print)  # type: ignore[arg-type]


def test_a_file_in_the_way_is_named(lesson: Project, tmp_path: Path) -> None:
    project = lesson.copy(tmp_path / "copy")
    folder = project.out / "page"
    folder.rename(project.out / "elsewhere")
    folder.write_text("mine", encoding="utf-8")
    _, err = project.run("page", *SMALL, code=1)
    assert "page: a file is in the way; move it away." in err
    assert folder.read_text("utf-8") == "mine"


def test_the_bundle_is_that_of_its_sources() -> None:
    """Whoever changes a source builds the bundle again; this needs no Node."""
    for name in (bundle.SCRIPT, bundle.STYLE):
        assert bundle.bundled_digest(bundle.FOLDER / name) == bundle.sources_digest(), f"{name}: {bundle.CURE}"


def test_a_changed_source_makes_the_bundle_stale(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "src" / "deep").mkdir(parents=True)
    for name in ("build.mjs", "package.json", "package-lock.json", "style.css", "src/a.js", "src/deep/b.js"):
        (web / name).write_text(name, encoding="utf-8")
    seen = {bundle.sources_digest(web)}
    (web / "src/deep/b.js").write_text("other", encoding="utf-8")
    seen.add(bundle.sources_digest(web))
    (web / "src/a.js").rename(web / "src/c.js")
    seen.add(bundle.sources_digest(web))
    (web / "node_modules").mkdir()
    (web / "node_modules" / "left.js").write_text("pad", encoding="utf-8")
    seen.add(bundle.sources_digest(web))
    assert len(seen) == 3


def test_a_missing_bundle_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundle, "FOLDER", tmp_path)
    with pytest.raises(FilmError, match=r"page\.js is missing; restore it, or build it again: cd pipeline/page/web"):
        bundle.bundle()


def test_licences_are_of_what_is_bundled() -> None:
    locked = json.loads((bundle.WEB / "package-lock.json").read_text("utf-8"))["packages"]
    told = (bundle.FOLDER / bundle.LICENCES).read_text("utf-8")
    named = dict(re.findall(r"^([a-z0-9@/-]+) (\d+\.\d+\.\d+)$", told, re.MULTILINE))
    assert {"d3-scale", "d3-shape", "d3-array", "d3-path"} <= named.keys()
    assert named == {name: locked[f"node_modules/{name}"]["version"] for name in named}
    assert told.count("Permission to use, copy, modify") + told.count("Redistribution and use") >= len(named)
    script = (bundle.FOLDER / bundle.SCRIPT).read_text("utf-8")
    assert not re.search(r"https?://(?!www\.w3\.org/)", script)  # names of XML's kinds, and no address to load from


def test_the_page_does_not_slow_other_commands(render: ModuleType) -> None:
    assert "page" in render.COMMANDS
    # Whatever is computed for the page is computed when it is asked for.
    text = (Path(render.__file__ or "").parent / "pipeline" / "commands.py").read_text("utf-8")
    assert not re.search(r"^from pipeline\.page", text, re.MULTILINE)
