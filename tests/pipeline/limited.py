"""A command run with fewer processors, smaller files, or on a small disk: `python limited.py KIND VALUE COMMAND...`.

processors 0,1        on these processors alone
file-bytes 20000      no file may grow beyond this (RLIMIT_FSIZE): writes then fail as on a full disk, with EFBIG
disk FOLDER=1000000   with an empty disk of so many bytes at FOLDER, which nobody else sees (tmpfs in a namespace)
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

HERE = str(Path(__file__).resolve())


def on_processors(*which: int) -> list[str]:
    return [sys.executable, HERE, "processors", ",".join(map(str, which))]


def with_files_of(size: int) -> list[str]:
    return [sys.executable, HERE, "file-bytes", str(size)]


def with_disk(folder: Path, size: int) -> list[str]:
    # The system's own user may mount as it is; others become it in a namespace, where the machine allows that.
    become = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *become, "--mount", sys.executable, HERE, "disk", f"{folder}={size}"]


def has_namespaces(folder: Path) -> bool:
    """Whether this machine lets its user mount a disk of their own."""
    try:
        tried = subprocess.run([*with_disk(folder, 100_000), "true"], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0


def main(kind: str, value: str, *command: str) -> None:
    if kind == "processors":
        os.sched_setaffinity(0, {int(each) for each in value.split(",")})
    elif kind == "file-bytes":
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(value), int(value)))
    else:
        folder, _, size = value.rpartition("=")
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], check=True)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
