"""A small film that speaks, with a clip, and the two decks of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spoken_project import SpokenProject

# Small, and large enough for a budget to find something to give up.
LOOK = ("-r", "320,180", "--fps", "15")
CAPTION = "The whole picture flashes & is <white>."

TILES = '''
"""A wall of tiles that moves, which takes a codec some bytes."""

from manim import Square, VGroup

from scenes.kit import Beat


class Third(Beat):
    id, title = "third", "The third beep"
    claim = "Tiles move."

    def tell(self):
        tiles = VGroup(*(Square(0.3, fill_opacity=0.3 + 0.1 * (7 * n % 8), stroke_width=0) for n in range(280)))
        self.add(tiles.arrange_in_grid(14, 20, buff=0.1))
        with self.say("one") as line:
            self.hold_until(line.at("beep"))
            self.play(tiles.animate.shift([0.8, 0.3, 0]), run_time=1.2)
'''


@dataclass(frozen=True)
class Decked:
    """The project, and what `slides` said of each deck as JSON."""

    project: SpokenProject
    powerpoint: dict[str, Any]
    html: dict[str, Any]

    @property
    def pptx(self) -> Path:
        return self.project.out / "lesson.pptx"

    @property
    def page(self) -> Path:
        return self.project.out / "slides/index.html"


def spoken_with_a_clip(root: Path) -> SpokenProject:
    """Two beats that flash, and one with tiles; "flash" is a clip of the second, whose stillness is cut short."""
    project = at_look(SpokenProject.spoken(root))
    project.write("scenes/b03_third.py", TILES)
    old, new = 'with self.say("one") as', 'self.wait(0.6)\n        with self.clip("flash"), self.say("one") as'
    project.replace("scenes/b02_second.py", old, new)
    project.replace("scenes/b02_second.py", "self.wait(20.0)", "self.wait(1.0)")
    script = (root / "assets/script/second.toml").read_text("utf-8")
    project.write("assets/script/second.toml", f'{script}\n[clips]\nflash = "{CAPTION}"\n')
    return project


def at_look(project: SpokenProject) -> SpokenProject:
    """The project, which looks for its results where LOOK has them."""
    project.out = project.root / "out/180p15"
    return project
