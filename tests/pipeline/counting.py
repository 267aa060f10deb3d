"""Ten minutes of a number that counts, drawn in a worker that watches its own memory."""

from __future__ import annotations

import resource
import sys
from fractions import Fraction
from pathlib import Path

from pipeline.inside import drawn
from pipeline.settings import Settings
from pipeline.stage import render_plays
from scenes.kit import Beat, script
from scenes.kit.motion import Drive
from scenes.kit.parts.numeral import Numeral
from scenes.kit.type import words

FPS, MINUTES, PLAYS = 15, 10, 40
FRAMES = FPS * 60 * MINUTES


class Counter(Beat):
    """Counts to ten thousand, beside a word that stands still."""

    id, title, claim = "counter", "It counts", "It counts."

    def tell(self) -> None:
        number = Numeral("0.0", 960, 540, size=200)
        self.add(words("counted", 96), number)
        length = FRAMES / PLAYS
        for part in range(PLAYS):

            def show(t: float, part: int = part) -> None:
                number.set_text(f"{(part + t) * length:.1f}")

            self.play(Drive(show, [number], run_time=length / FPS))


def peaks(folder: Path) -> list[float]:
    """Most memory that this process ever had, in megabytes, after each tenth of the film."""
    script.SCRIPT_DIR = folder
    (folder / "lexicon.toml").write_text("")
    (folder / "counter.toml").write_text("")
    seen: list[float] = []
    done = 0

    def count(frames: int) -> None:
        nonlocal done
        drawn(frames)
        done += frames
        if done >= (len(seen) + 1) * FRAMES // 10:
            seen.append(_peak())

    made = render_plays(Counter, Settings(128, 72, Fraction(FPS)), list(range(PLAYS)), folder, count)
    assert sum(info.frames for info in made) == FRAMES
    return seen


def _peak() -> float:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3
