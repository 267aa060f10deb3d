"""A whole small project in a folder of its own: this one's sources with two tiny beats in place of the film's."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[2]
SMALL = ("-r", "128,72", "--fps", "15")

FIRST = '''
"""A square that walks, slowly enough to be caught at it."""

import os
import threading
import time
from pathlib import Path

from manim import RIGHT, Square

from scenes.kit import Beat
from scenes.kit.motion import Drive
from scenes.kit.type import words


class First(Beat):
    id, title = "first", "It begins"
    claim = "Squares walk."

    def stage(self):
        self.square = Square(1.0, fill_opacity=1)
        self.square.allow_outside = True  # it comes from beyond the margin
        self.square.allow_colours = True
        self.label = words("one", 96).shift(2 * RIGHT)
        self.add(self.label, self.square)

    def tell(self):
        with self.say("one"), self.clip("walk"):
            for step in range(6):
                self.play(Drive(lambda t, step=step: self.put(step + t), [self.square], run_time=0.4))
        self.wait(1.6)

    def put(self, at):
        time.sleep(float(os.environ.get("TEST_SECONDS_A_FRAME", "0")))
        if any(thread.name.startswith("encode ") for thread in threading.enumerate()):  # not only rehearsed
            Path(os.environ.get("TEST_TOUCH_WHEN_DRAWING", os.devnull)).touch()
        self.square.move_to([at - 6, 0, 0])
'''

SECOND = '''
"""A circle that grows."""

from manim import Circle

from scenes.kit import Beat
from scenes.shared import SIZE


class Second(Beat):
    id, title = "second", "It ends"
    claim = "Circles grow."

    def tell(self):
        circle = Circle(0.5, fill_opacity=1)
        circle.allow_colours = True
        self.add(circle)
        with self.say("two") as line:
            self.play(circle.animate.scale(SIZE), until=line.at("grows"))
        self.wait(1.6)
'''

SCRIPTS = {
    "first": """
picture = "A white square walks to the right."

[[line]]
id = "one"
text = "This [square]square walks on and on."
""",
    "second": """
picture = ["A white circle.", "It grows."]

[[line]]
id = "two"
text = "This circle [grows]grows."
""",
}


class Project:
    """A project in `root`, driven through its command line as a person would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = root / "out" / "72p15"

    @classmethod
    def make(cls, root: Path) -> Project:
        root.mkdir(parents=True)
        for part in ("mathcore", "pipeline", "scenes", "assets"):
            shutil.copytree(SOURCE / part, root / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        # The film's own voice is large, and these beats have lines of their own.
        shutil.rmtree(root / "assets/narration/en", ignore_errors=True)
        for file in ("render.py", "requirements.lock"):
            shutil.copy(SOURCE / file, root)
        for old in [*root.glob("scenes/b[0-9]*.py"), *root.glob("assets/script/*.toml")]:
            if old.name != "lexicon.toml":
                old.unlink()
        project = cls(root)
        project.write("scenes/b01_first.py", FIRST)
        project.write("scenes/b02_second.py", SECOND)
        project.write("scenes/shared.py", "SIZE = 2.0\n")
        for name, text in SCRIPTS.items():
            project.write(f"assets/script/{name}.toml", text)
        return project

    def copy(self, root: Path) -> Project:
        """The same project, cache and results included, in another place."""
        shutil.copytree(self.root, root)
        return Project(root)

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def start(
        self, *arguments: str, prefix: Sequence[str] = (), group: bool = False, **environment: str
    ) -> subprocess.Popen[str]:
        """`render.py arguments`, run by the command `prefix` if there is one, in a process group of its own or not."""
        return subprocess.Popen(
            [*prefix, sys.executable, "render.py", *arguments],
            cwd=self.root,
            start_new_session=group,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, *arguments: str, code: int = 0, prefix: Sequence[str] = (), **environment: str) -> tuple[str, str]:
        """stdout and stderr of `render.py arguments`, which must end with `code`."""
        process = self.start(*arguments, prefix=prefix, **environment)
        out, err = process.communicate(timeout=240)
        assert process.returncode == code, f"exit code {process.returncode}\n{out}\n{err}"
        assert "Traceback" not in err
        return out, err

    def film(self, *arguments: str, prefix: Sequence[str] = (), **environment: str) -> dict[str, Any]:
        """The account of `render.py film`, small."""
        out, _ = self.run("film", *SMALL, "--json", *arguments, prefix=prefix, **environment)
        report: dict[str, Any] = json.loads(out)
        return report

    def digests(self, folder: Path | None = None) -> dict[str, str]:
        """SHA-256 of all that is meant to be watched or read."""
        folder = folder or self.out
        names = [
            "film.mp4",
            "film.srt",
            "film.vtt",
            "film.jpg",
            "transcript.md",
            "beats/01_first.mp4",
            "beats/02_second.mp4",
        ]
        return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}

    def unwritable(self) -> Path:
        """A place that nobody may write to."""
        place = self.root / "read only"
        place.mkdir(mode=0o555)
        # A user who may write anywhere can still not write there.
        return place if os.geteuid() != 0 else Path("/proc/here")

    def segments(self, beat: str = "*") -> list[Path]:
        """Finished plays in the cache."""
        return sorted(self.root.glob(f".cache/segments/{beat}/*/[0-9]*.mp4"))


def told_why(err: str, beat: str) -> str:
    """The one line in which `--why` tells whether and why a beat is drawn."""
    (said,) = (line for line in err.splitlines() if line.startswith((f"{beat}: drawing", f"{beat}: reusing")))
    return said


def rendered(report: dict[str, Any]) -> dict[str, int]:
    return {beat["id"]: beat["rendered"] for beat in report["beats"]}
