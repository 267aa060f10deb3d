"""Builds killed at random moments of every stage: nothing half-made under a final name, and the same film after all.

A handful of kills in every run of the tests; FILM_KILLS=40 gives forty, and FILM_SEED other moments.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from film_project import SMALL, Project
from spoken_project import SpokenProject

from pipeline.encode import sha256_of

KILLS, SEED = int(os.environ.get("FILM_KILLS", "7")), int(os.environ.get("FILM_SEED", "1"))
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
# Until which trace of it on the disk a stage has begun, and the longest that it is then let go on, in seconds.
STAGES: dict[str, tuple[Callable[[Project], object], float]] = {
    "start": (lambda project: True, 1.5),
    "rehearse": (lambda project: list(project.root.glob(".cache/segments/*/*.lock")), 2.0),
    "draw": (lambda project: list(project.root.glob(".cache/segments/*/*/job-*")), 1.0),
    "kept": (lambda project: list(project.root.glob(".cache/segments/*/*/job-*/*.json")), 0.3),
    "sound": (lambda project: (project.root / ".cache/sound/sound.lock").exists(), 0.3),
    "join": (lambda project: list(project.out.glob("beats/*")), 0.2),
    "film": (lambda project: list(project.out.glob("film*")) or list(project.out.glob(".part-*-film*")), 0.15),
}
# What has to be there already for a stage to come soon.
DRAWN = ("sound", "join", "film")


def finals(folder: Path) -> dict[str, str]:
    """Every file under a final name in a folder of results, with its bytes' digest."""
    return {
        path.relative_to(folder).as_posix(): sha256_of(path)
        for path in folder.rglob("*.*")
        if path.is_file() and not path.name.startswith(".part-")
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[SpokenProject, dict[str, str], set[str]]:
    """A finished project, the digests of its results and those of its plays."""
    project = SpokenProject.spoken(tmp_path_factory.mktemp("kills") / "undisturbed")
    project.film()
    return project, finals(project.out), {sha256_of(path) for path in project.segments()}


def clear(project: Project, stage: str) -> None:
    """Bring the project to where `stage` is about to come, whatever the last kill left."""
    keep = project.root.with_name("undisturbed") / ".cache"
    for folder in (project.root / ".cache", project.root / "out"):
        subprocess.run(["rm", "-rf", str(folder)], check=True)
    if stage in DRAWN:
        subprocess.run(["cp", "-a", str(keep), str(project.root / ".cache")], check=True)
        subprocess.run(
            ["rm", "-rf", str(project.root / ".cache/sound"), str(project.root / ".cache/outputs")], check=True
        )


def killed(project: Project, stage: str, how: signal.Signals, group: bool, chance: random.Random) -> tuple[int, str]:
    """The exit code and last words of a build that is sent a signal some time into a stage; alone or with its group."""
    begun, longest = STAGES[stage]
    process = project.start("film", *SMALL, "--jobs", "2", group=True, TEST_SECONDS_A_FRAME="0.02")
    while not begun(project) and process.poll() is None:
        time.sleep(0.002)
    time.sleep(chance.uniform(0, longest))
    if process.poll() is None:
        if group:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
    _, said = process.communicate(timeout=120)
    return process.returncode, said


def half_made(project: Project, whole: dict[str, str], plays: set[str]) -> list[str]:
    """Whatever lies under a final name without being what an undisturbed build puts there."""
    wrong = [name for name, digest in finals(project.out).items() if name != "film.json" and digest != whole[name]]
    account = project.out / "film.json"
    if account.exists():
        film = json.loads(account.read_text("utf-8"))["film"]
        wrong += [] if film["sha256"] == whole["film.mp4"] else ["film.json"]
    wrong += [path.name for path in project.segments() if sha256_of(path) not in plays]
    for manifest in project.root.glob(".cache/**/*.json"):
        if not manifest.name.startswith(".part-") and "job-" not in str(manifest):
            json.loads(manifest.read_text("utf-8"))
    return wrong


def test_killed_anywhere_and_run_again_it_is_the_undisturbed_film(
    undisturbed: tuple[SpokenProject, dict[str, str], set[str]],
) -> None:
    source, whole, plays = undisturbed
    project = Project(source.copy(source.root.with_name("killed")).root)
    chance = random.Random(SEED)
    told: list[str] = []
    stages = list(STAGES)
    for number in range(KILLS):
        stage, how = stages[number % len(stages)], SIGNALS[(number + number // len(stages)) % 3]
        group = chance.random() < 0.5
        clear(project, stage)
        code, said = killed(project, stage, how, group, chance)
        told.append(f"{number}: {how.name} to the {'group' if group else 'process'} in {stage}: exit code {code}")
        where = f"{told[-1]}\n{said}"
        assert half_made(project, whole, plays) == [], where
        if how is signal.SIGKILL:
            assert code in (-how, 0), where
        elif stage != "start" or code in (130, 0):
            assert "Traceback" not in said, where
            assert code in (130, 0), where
            if code == 130:
                assert said.splitlines()[-1].startswith("Interrupted; what is finished is kept, and"), where
        else:  # Python itself was still starting, and answered in its own way
            assert code in (-how, 1), where
        project.film("--jobs", "2")
        found = finals(project.out)
        assert {**found, "film.json": ""} == {**whole, "film.json": ""}, where
        assert not list(project.root.glob(".cache/segments/*/*/job-*")), where
        assert not [path for path in project.root.rglob(".part-*") if "logs" not in str(path)], where
    print("\n".join(told))
    hit = [line for line in told if not line.endswith("code 0")]
    assert len(hit) > KILLS // 2  # most came while there was something to kill
