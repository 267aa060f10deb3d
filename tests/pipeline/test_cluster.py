"""A cluster of a real scheduler and two workers draws the bytes of a local build, even when one worker is killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from film_project import SMALL, Project, rendered

Built = tuple[Project, dict[str, Any]]


class Cluster:
    """A scheduler and workers on this machine; the workers have only the project in `root`."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root, self.scratch = root, scratch
        scratch.mkdir()
        told = scratch / "scheduler.json"
        self.scheduler = self.start("scheduler", "--scheduler-file", str(told), "--host", "127.0.0.1", "--port", "0")
        self.address = json.loads(_when_there(told))["address"]
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, what: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        log = (self.scratch / f"{what}-{len(list(self.scratch.iterdir()))}.log").open("wb")
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments, "--no-dashboard"],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1", **environment},
            stdout=log,
            stderr=log,
        )

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(self.scratch)]
        self.workers.append(self.start("worker", self.address, *options, **environment))
        return self.workers[-1]

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(built: Built, tmp_path: Path) -> Iterator[Cluster]:
    """The workers' project is a copy in another place, without cache or results."""
    made = Cluster(_bare(built[0], tmp_path / "elsewhere").root, tmp_path / "cluster")
    yield made
    made.end()


def test_a_killed_worker_costs_nothing_but_time(built: Built, cluster: Cluster, tmp_path: Path) -> None:
    project = _bare(built[0], tmp_path / "here")
    drawing = tmp_path / "drawing"
    doomed = cluster.worker(TEST_SECONDS_A_FRAME="0.2", TEST_TOUCH_WHEN_DRAWING=str(drawing))
    process = project.start("film", *SMALL, "--cluster", cluster.address, "--json")
    _wait_until(lambda: process.poll() is not None or drawing.exists())
    assert process.poll() is None, process.communicate()[1]
    doomed.kill()
    cluster.worker()
    cluster.worker()
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    assert rendered(json.loads(out)) == rendered(built[1])
    assert project.digests() == built[0].digests()


def test_another_edition_of_the_project_is_refused_by_name(built: Built, cluster: Cluster, tmp_path: Path) -> None:
    project = _bare(built[0], tmp_path / "here")
    project.replace("scenes/shared.py", "2.0", "2.5")
    cluster.worker()
    _, err = project.run("film", *SMALL, "--cluster", cluster.address, code=1)
    assert "scenes/shared.py changed" in err and "install the same project" in err
    assert not (project.out / "film.mp4").exists()


def test_no_scheduler_is_one_sentence(built: Built, tmp_path: Path) -> None:
    project = _bare(built[0], tmp_path / "here")
    _, err = project.run("film", *SMALL, "--cluster", "tcp://127.0.0.1:9", code=1)
    assert err.strip().splitlines()[-1].startswith("No scheduler answers at tcp://127.0.0.1:9")


def test_what_is_no_address_is_a_wrong_command(built: Built, tmp_path: Path) -> None:
    project = _bare(built[0], tmp_path / "here")
    _, err = project.run("film", *SMALL, "--cluster", "rubbish", code=2)
    assert err.strip().splitlines()[-1].startswith("'rubbish' is not the address of a scheduler; give one such as tcp")


def _bare(project: Project, root: Path) -> Project:
    """The same project, without what it has made."""
    shutil.copytree(project.root, root, ignore=shutil.ignore_patterns(".cache", "out"))
    return Project(root)


def _when_there(path: Path) -> str:
    _wait_until(lambda: path.is_file() and path.stat().st_size > 0)
    return path.read_text("utf-8")


def _wait_until(true: Any, seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if true():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("It never came about.")
