"""The two decks of a small film, made once for all tests of decks; and the programs that show them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from deck_project import LOOK, Decked, at_look, spoken_with_a_clip
from spoken_project import SpokenProject


@pytest.fixture(scope="session")
def decked(tmp_path_factory: pytest.TempPathFactory) -> Decked:
    """Not to be changed: copy the project."""
    project = spoken_with_a_clip(tmp_path_factory.mktemp("decked") / "project")
    powerpoint, _ = project.run("slides", *LOOK, "--clips", "flash", "--json")
    html, _ = project.run("slides", *LOOK, "--clips", "flash", "--html", "--json")
    return Decked(project, json.loads(powerpoint), json.loads(html))


@pytest.fixture
def copy_decked(decked: Decked, tmp_path: Path) -> SpokenProject:
    """A copy of the project with its cache and decks, to be changed at will."""
    return at_look(decked.project.copy(tmp_path / "copy"))


@pytest.fixture(scope="session")
def soffice() -> str:
    """LibreOffice, which `./run test` installs where it can."""
    places = [shutil.which("soffice"), "/Applications/LibreOffice.app/Contents/MacOS/soffice"]
    found = next((place for place in places if place and os.access(place, os.X_OK)), None)
    assert found, "LibreOffice is missing; ./run test installs it or says how"
    return found
