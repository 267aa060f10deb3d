"""A small film, made once for all tests that begin with a finished one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from film_project import Project


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, dict[str, Any]]:
    """A project whose film has been made by one worker, and what that run said. Not to be changed: copy it."""
    project = Project.make(tmp_path_factory.mktemp("built") / "plain")
    return project, project.film("--jobs", "1")


@pytest.fixture
def copy_built(built: tuple[Project, dict[str, Any]], tmp_path: Path) -> Callable[[], Project]:
    """Makes a copy of the finished project, to be changed at will."""
    return lambda: built[0].copy(tmp_path / "copy")
