"""A clip that speaks: the film's own sound, at the film's level, at its place, in each format that has sound."""

from __future__ import annotations

import json
from pathlib import Path

import av
import numpy as np
import pytest
from film_project import SMALL
from numpy.typing import NDArray
from spoken_project import RATE, SpokenProject, flashes, heard

FORMATS = ("mp4", "webm", "mov")
START = 9 / 15  # seconds of the beat before its clip


def sound(path: Path) -> NDArray[np.float32]:
    """What a player hears. WebM does not say how long its sound is: it is cut at the last picture's end."""
    if path.suffix != ".webm":
        return heard(path)
    with av.open(str(path)) as container:
        frames = list(container.decode(container.streams.audio[0]))
        length = round(container.duration / 1e6 * RATE)
    assert frames[0].pts == 0
    return np.concatenate([frame.to_ndarray().ravel() for frame in frames])[:length]


def begins(samples: NDArray[np.float32]) -> float:
    """The second at which the beep begins."""
    return float(np.flatnonzero(np.abs(samples) > 0.3 * np.abs(samples).max())[0]) / RATE


def level(samples: NDArray[np.float32], begin: float) -> float:
    """dB of the steady part of a beep."""
    steady = samples[round(begin * RATE) + 4000 : round(begin * RATE) + 12000]
    return 10 * float(np.log10((steady**2).mean()))


def test_the_words_are_where_and_as_loud_as_in_the_film(tmp_path: Path) -> None:
    project = SpokenProject.spoken(tmp_path / "project")
    old, new = 'with self.say("one") as', 'self.wait(0.6)\n        with self.clip("flash"), self.say("one") as'
    project.replace("scenes/b01_first.py", old, new)
    project.run("beat", "first", *SMALL)
    film = heard(project.out / "beats/01_first.mp4")
    out, _ = project.run("clip", "flash", *SMALL, "--format", ",".join(FORMATS), "--json")
    made = json.loads(out)["clips"]
    assert [each["format"] for each in made] == list(FORMATS)
    for each in made:
        assert each["speaks"] and each["spoken"] == "Now a beep."
        path = project.root / each["path"]
        here, there = begins(sound(path)), begins(film)
        assert here == pytest.approx(there - START, abs=0.005)
        assert flashes(path)[0] == pytest.approx(here, abs=0.07)  # a frame
        assert level(sound(path), here) == pytest.approx(level(film, there), abs=0.3)
        assert len(sound(path)) / RATE == pytest.approx(each["seconds"], abs=1024 / RATE)
    out, _ = project.run("clip", "flash", *SMALL, "--silent", "--json", "-o", str(tmp_path))
    [silent] = json.loads(out)["clips"]
    assert not silent["speaks"] and silent["spoken"] == "" and silent["captions"] == []
    with av.open(silent["path"]) as container:
        assert not container.streams.audio
        assert not container.streams.subtitles
