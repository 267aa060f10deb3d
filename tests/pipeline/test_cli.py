"""The command line: what it takes, what it says, how it ends. Quick calls run inside this process."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from film_project import SMALL, Project

Built = tuple[Project, dict[str, Any]]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("flim", "Did you mean film?"),
        ("film --qualty l", "Did you mean --quality?"),
        ("film --keepgoing", "Did you mean --keep-going?"),
        ("film -q", "-q/--quality"),
        ("film -q z", "choose one of l, m, h, p, k"),
        ("-q z", "choose one of l, m, h, p, k"),
        ("--theme purple", "dark"),
        ("film -r 855,480", "856,480"),
        ("film --fps 0", "1 to 120"),
        ("film --fps nan", "1 to 120"),
        ("film --jobs 0", "1 or more"),
        ("film --jobs many", "1 or more"),
        ("film --progress_bar sometimes", "display"),
        ("film extra", "takes no 'extra': it makes all beats; for one: render.py beat extra"),
        ("verify README.md", "README.md is not the account of a film; name its film.json"),
        ("beat", "NAME"),
        ("beat simulat", "Did you mean simulate?"),
        ("beat 77", "There is no beat '77'"),
        ("still simulat", "Did you mean simulate?"),
        ("still simulate simulate --at end --at 1 -o picture.png", "one picture"),
        ("still", "Name the beats to draw"),
        ("still --update-references simulat", "Did you mean simulate?"),
        ("still --update-references --at end", "leave --at out"),
        ("still --update-references --theme light", "leave --theme out"),
        ("still --update-references --portrait", "leave --portrait out"),
        ("still --update-references -q l", "leave --quality out"),
        ("still --update-references --sheet", "leave --sheet out"),
        ("still --sheet hook toggle", "leave hook toggle out"),
        ("still --sheet --fps 30", "leave --fps out"),
        ("still --sheet --theme light", "-o film-sheet.jpg"),
        ("still --sheet --theme purple", "dark"),
        ("check -q z", "choose one of"),
        ("clean --ou", "Did you mean --out?"),
        ("list --fps 1000", "1 to 120"),
    ],
)
def test_a_wrong_command_gets_one_sentence_and_code_2(refused: Callable[[str], str], command: str, says: str) -> None:
    assert says in refused(command)


def test_errors_are_json_too_when_asked(render: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert render.main(["film", "--fps", "0", "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {"error": err.strip()}


@pytest.mark.parametrize("command", ["--help", "film --help", "still -h"])
def test_help_tells_and_ends_well(render: ModuleType, capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        render.main(command.split())
    assert ended.value.code == 0
    assert "usage: render.py" in capsys.readouterr().out


def test_help_names_every_command(render: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    from pipeline.commands import COMMANDS

    assert list(render.COMMANDS) == list(COMMANDS)
    with pytest.raises(SystemExit):
        render.main(["--help"])
    out = capsys.readouterr().out
    assert all(f"    {name} " in out for name in COMMANDS)


def test_options_alone_mean_the_film(render: ModuleType) -> None:
    for arguments in ([], ["-q", "l"], ["film", "-q", "l"]):
        assert render._parse(arguments).command == "film"
    given = render._parse(["-q", "l", "--theme", "light", "--portrait", "--jobs", "2", "-p", "-s"])
    assert (given.quality, given.theme, given.portrait, given.jobs) == ("l", "light", True, 2)
    assert given.preview
    assert given.last_frame


def test_a_fault_of_the_program_is_owned_up_to_without_a_traceback(
    render: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from pipeline import commands, paths

    def broken(_: object) -> dict[str, Any]:
        raise LookupError("lost")

    monkeypatch.setitem(commands.COMMANDS, "list", broken)
    monkeypatch.setattr(paths.Paths, "logs", property(lambda _: tmp_path / "logs"))
    assert render.main(["list"]) == 1
    err = capsys.readouterr().err
    assert "LookupError: lost" in err
    assert err.count("\n") == 1
    assert "Traceback" in (tmp_path / "logs" / "render.log").read_text()


def test_an_unwritable_or_occupied_place_for_results_is_told_at_once(
    built: Built, copy_built: Callable[[], Project]
) -> None:
    project = copy_built()
    (project.root / "in the way").write_text("a file")
    _, err = project.run("film", *SMALL, "-o", "in the way", code=1)
    assert "a file is in the way" in err.splitlines()[-1]
    place = project.unwritable()
    _, err = project.run("film", *SMALL, "-o", str(place), code=1)
    assert "Cannot write" in err.splitlines()[-1]
    assert "-o" in err.splitlines()[-1]
    assert not list(place.glob("*"))
    assert project.digests() == built[0].digests()


def test_a_folder_where_the_film_should_be_is_told(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    (project.out / "film.mp4").unlink()
    (project.out / "film.mp4").mkdir()
    _, err = project.run("film", *SMALL, code=1)
    assert "it is a folder" in err


def test_list_rehearses_once_side_by_side_and_remembers(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    # Each rehearsal waits for the other to begin: one after the other they would both give up.
    wait = """
        import pathlib, time
        here = pathlib.Path(__file__).parents[1]
        (here / "{0}.began").touch()
        for _ in range(1200):
            if (here / "{1}.began").exists():
                break
            time.sleep(0.05)
        else:
            raise TimeoutError("the other never began")
"""
    for name, other in (("first", "second"), ("second", "first")):
        number = {"first": 1, "second": 2}[name]
        text = (project.root / f"scenes/b0{number}_{name}.py").read_text()
        text = text.replace("    def tell(self):\n", f"    def tell(self):{wait.format(name, other)}")
        project.write(f"scenes/b0{number}_{name}.py", text)
    first, _ = project.run("list", *SMALL, "--jobs", "2")
    for began in project.root.glob("*.began"):
        began.unlink()
    again, _ = project.run("list", *SMALL, "--jobs", "1")  # alone, a rehearsal would give up
    assert again == first
    assert not list(project.root.glob("*.began"))


def test_list_tells_the_beats_in_order(copy_built: Callable[[], Project], built: Built) -> None:
    project = copy_built()
    out, _ = project.run("list", *SMALL, "--json")
    beats = json.loads(out)["beats"]
    assert [(beat["index"], beat["id"], beat["title"]) for beat in beats] == [
        (1, "first", "It begins"),
        (2, "second", "It ends"),
    ]
    assert [beat["seconds"] for beat in beats] == [beat["seconds"] for beat in built[1]["beats"]]
    out, _ = project.run("list", *SMALL)
    assert out.splitlines()[0].startswith("1  first")


def test_a_scene_that_cannot_be_read_is_named(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace("scenes/b02_second.py", "class Second(Beat):", "class Second(Beat)")
    _, err = project.run("film", *SMALL, code=1)
    assert "b02_second.py" in err
    assert "line" in err


def test_doctor_looks_and_finds_a_lost_font(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    out, _ = project.run("doctor", "--json")
    examined = {each["what"]: each for each in json.loads(out)["examined"]}
    assert all(each["good"] for each in examined.values())
    assert "2 beats, 2 spoken lines" in examined["script and scenes"]["found"]
    for font in project.root.glob("assets/fonts/*.ttf"):
        font.unlink()
    lock = project.root / "requirements.lock"
    lock.write_text(lock.read_text().replace("manim==", "manim==9"))
    out, err = project.run("doctor", "--json", code=1)
    bad = [each["what"] for each in json.loads(out)["examined"] if not each["good"]]
    assert bad == ["packages", "fonts"]
    assert "./run" in err


def test_clean_empties_the_cache_but_not_under_a_running_build(copy_built: Callable[[], Project]) -> None:
    from pipeline.cache import lock

    project = copy_built()
    held = next(project.root.rglob(".cache/segments/first/*.lock"))
    with lock(held, lambda: None):
        _, err = project.run("clean", code=1)
        assert "A build is at work" in err
    assert project.segments()
    project.run("clean")
    assert not (project.root / ".cache").exists()
    assert (project.out / "film.mp4").exists()
    out, _ = project.run("clean", "--out", "--json")
    assert [each["path"] for each in json.loads(out)["removed"]] == ["out"]
    assert not project.out.exists()


def test_the_last_frame_is_a_picture_and_no_film(built: Built, tmp_path: Path) -> None:
    project = built[0].copy(tmp_path / "copy")
    target = tmp_path / "last.png"
    project.run("beat", "first", "-s", *SMALL, "-o", str(target))
    assert target.read_bytes().startswith(b"\x89PNG")
    assert not (project.root / "out/72p15/stills").exists()


def test_once_interrupted_the_shutdown_is_left_in_peace(
    render: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pipeline import commands

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(commands.COMMANDS, "clean", interrupted)
    assert render.main(["clean"]) == 130
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert capsys.readouterr().err.startswith("Interrupted; what is finished is kept")


def test_ctrl_c_ends_a_run_that_began_in_the_background(
    render: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pipeline import commands

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does for what it starts with &
    monkeypatch.setitem(commands.COMMANDS, "clean", lambda _: signal.raise_signal(signal.SIGINT))
    assert render.main(["clean"]) == 130
    assert capsys.readouterr().err.startswith("Interrupted")


def test_a_sentence_of_the_kit_is_told_as_it_is(
    render: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pipeline import commands
    from scenes.kit import KitError

    def damaged(_: object) -> None:
        raise KitError("The manifest is damaged; restore it.")

    monkeypatch.setitem(commands.COMMANDS, "clean", damaged)
    assert render.main(["clean"]) == 1
    assert capsys.readouterr().err == "The manifest is damaged; restore it.\n"
