"""What a build does on a disk that runs full, told as JSON: run inside `limited.py disk` by test_faults.py."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from film_project import SMALL, Project


def fill(disk: Path, leave: int = 0) -> Path:
    """Take all room on the disk but `leave` bytes."""
    balloon = disk / "balloon"
    with balloon.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            file.truncate(max(0, file.tell() - leave))
    return balloon


def leftovers(project: Project) -> list[str]:
    """Half-made files, under any name, among the results."""
    return [path.name for path in project.out.rglob(".part-*")]


def main(root: str) -> dict[str, object]:
    project, disk = Project(Path(root)), Path(root) / "disk"
    for name in ("cache", "out"):
        (disk / name).mkdir()
    project.film()
    before = project.digests()
    project.replace("scenes/b01_first.py", "0, 0]", "1, 0]")
    process = project.start("film", *SMALL, "--jobs", "1", TEST_SECONDS_A_FRAME="0.1")
    while not list(disk.glob("cache/segments/*/*/job-*/*.json")):
        if process.poll() is not None:
            raise RuntimeError(process.communicate())
        time.sleep(0.01)
    balloon = fill(disk)
    _, said = process.communicate(timeout=120)
    full = {"code": process.returncode, "said": said, "kept": project.digests() == before, "left": leftovers(project)}
    balloon.unlink()
    # Hardly any room from the start: refused before anything is drawn.
    fill(disk, leave=65_536)
    refused = project.start("film", *SMALL, "--json")
    _, said = refused.communicate(timeout=120)
    early = {"code": refused.returncode, "said": said, "kept": project.digests() == before}
    balloon.unlink()
    project.film()
    return {"full": full, "early": early, "after": project.digests()}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
