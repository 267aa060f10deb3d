"""A small film, made once for all tests that begin with a finished one; and the command line inside this process."""

from __future__ import annotations

import importlib.util
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from browser import chromium
from film_project import SOURCE, Project
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, dict[str, Any]]:
    """A project whose film has been made by one worker, and what that run said. Not to be changed: copy it."""
    project = Project.make(tmp_path_factory.mktemp("built") / "plain")
    return project, project.film("--jobs", "1")


@pytest.fixture
def copy_built(built: tuple[Project, dict[str, Any]], tmp_path: Path) -> Callable[[], Project]:
    """Makes a copy of the finished project, to be changed at will."""
    return lambda: built[0].copy(tmp_path / "copy")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process, as Playwright wants it; it starts a film with sound only after a key."""
    with chromium() as found:
        yield found


@pytest.fixture
def render() -> Iterator[ModuleType]:
    """`render.py`; its `main` answers signals, which are answered as before when the test is over."""
    spec = importlib.util.spec_from_file_location("render", SOURCE / "render.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield module
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def refused(render: ModuleType, capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """What a wrong command line is told: one sentence, with code 2 and nothing on stdout."""

    def told(command: str) -> str:
        assert render.main(command.split()) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert out == ""
        return err

    return told
