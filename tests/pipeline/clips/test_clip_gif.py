"""GIF: delays that browsers honour, the clip's own length, and no more memory for a longer one."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from clip_source import decoded, job, play, settings, walk
from colour_chart import HEIGHT, WIDTH

from pipeline.clips.budget import make
from pipeline.clips.effort import gif_step, ladder
from pipeline.clips.gif import gif_frames
from pipeline.clips.source import Source
from pipeline.settings import Settings


@pytest.mark.parametrize(("fps", "step"), [(15, 7), (24, 5), (25, 4), (30, 4), (50, 4), (60, 5), (120, 5), (1, 100)])
def test_pictures_stay_for_whole_hundredths_and_evenly_if_they_can(fps: int, step: int) -> None:
    assert gif_step(Fraction(fps)) == step


@pytest.mark.parametrize(("fps", "frames"), [(Fraction(60), 61), (Fraction(15), 17), (Fraction(30000, 1001), 30)])
def test_delays_are_honoured_and_add_up_to_the_clip(fps: Fraction, frames: int, tmp_path: Path) -> None:
    look = settings(fps)
    source = Source((play(tmp_path / "0000.mp4", look, [walk(step) for step in range(frames)]),), look)
    wanted = job(source, "gif", tmp_path)
    done = make(wanted)
    pictures, times = decoded(wanted.path)
    delays = [late - early for early, late in pairwise(times)]
    assert min(delays) >= Fraction(2, 100)
    assert float(times[-1]) == pytest.approx(float(frames / fps), abs=0.01)
    assert len(pictures) == done.frames == gif_frames(wanted.seconds, done.effort.rate)
    assert b"NETSCAPE2.0\x03\x01\x00\x00\x00" in wanted.path.read_bytes()  # round and round


def test_no_rung_is_faster_than_browsers_allow_or_too_small_to_read() -> None:
    for fps in (1, 15, 24, 30, 60, 120):
        for effort in ladder("gif", Settings(1920, 1080, Fraction(fps))):
            assert effort.rate <= 50
            assert (100 / effort.rate).denominator == 1
            assert min(effort.width, effort.height) >= 160
            assert max(effort.width, effort.height) <= 960


MEASURE = """
import resource, sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from clip_source import job, play, settings, walk
from pipeline.clips.budget import make
from pipeline.clips.source import Source

folder, times = Path(sys.argv[1]), int(sys.argv[2])
look = settings(Fraction(25))
piece = play(folder / "0000.mp4", look, [walk(step) for step in range(25)])
make(job(Source((piece,) * times, look), "gif", folder))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1024**2))
"""


def peak(folder: Path, seconds: int) -> int:
    """Megabytes that a GIF of so many seconds takes, in a process of its own."""
    folder.mkdir()
    command = [sys.executable, "-c", MEASURE, str(folder), str(seconds)]
    here, tests, _, project = Path(__file__).parents[:4]
    places = f"{here}:{tests}:{project}"
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": places, "PATH": ""})
    return int(done.stdout)


def test_a_longer_gif_takes_no_more_memory(tmp_path: Path) -> None:
    short, long = peak(tmp_path / "short", 2), peak(tmp_path / "long", 22)
    held = 20 * 25 * WIDTH * HEIGHT * 4 / 1e6  # what the pictures between would take
    assert held > 150
    assert long - short < 25
