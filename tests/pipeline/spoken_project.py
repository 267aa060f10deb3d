"""A small project that speaks: in every beat a flash of the whole picture, and a beep in a recording with it."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
from film_project import Project
from numpy.typing import NDArray

from pipeline.encode import sha256_of
from pipeline.voice.sound import write

RECORDED_RATE, RATE = 24_000, 48_000
FLASH_SECONDS, TONE_HERTZ = 0.4, 440
# Beat, frames of its line before the beep, seconds of stillness at the beat's end.
BEATS = (("first", 2, 0.6), ("second", 9, 20.0), ("third", 5, 0.1))

BEAT = '''
"""A flash with a beep."""

from manim import Rectangle

from scenes.kit import Beat


class {name}(Beat):
    id, title = "{id}", "The {id} beep"
    claim = "A flash and a beep are one."

    def tell(self):
        flash = Rectangle(width=20, height=20, fill_opacity=1, fill_color="#ffffff")
        with self.say("one") as line:
            self.hold_until(line.at("beep"))
            self.add(flash)
            self.wait({flash})
            self.remove(flash)
            self.hold_until(line.end)
        self.wait({still})
'''
SCRIPT = 'picture = "A white flash."\n\n[[line]]\nid = "one"\ntext = "Now a [beep]beep."\n'


def beep(before: int, seconds: float = FLASH_SECONDS, hertz: float = TONE_HERTZ) -> NDArray[np.float32]:
    """Silence of `before` samples, a tone that swells in 2 ms and fades in 20, and a little silence."""
    time = np.arange(round(seconds * RECORDED_RATE)) / RECORDED_RATE
    tone = 0.3 * np.sin(2 * np.pi * hertz * time)
    tone *= np.minimum(1, np.minimum(time / 0.002, (seconds - time) / 0.02))
    after = np.zeros(RECORDED_RATE // 10)
    return np.concatenate([np.zeros(before), tone, after]).astype(np.float32)


class SpokenProject(Project):
    @classmethod
    def spoken(cls, root: Path, fps: Fraction = Fraction(15)) -> SpokenProject:
        made = cls(cls.make(root).root)
        for old in [*root.glob("scenes/b[0-9]*.py"), *root.glob("assets/script/*.toml")]:
            if old.name != "lexicon.toml":
                old.unlink()
        for number, (beat, frames, still) in enumerate(BEATS, 1):
            source = BEAT.format(name=beat.capitalize(), id=beat, flash=FLASH_SECONDS, still=still)
            made.write(f"scenes/b{number:02}_{beat}.py", source)
            made.write(f"assets/script/{beat}.toml", SCRIPT)
            # The last sample that still belongs to the frame before, so that the frame is this one at any rate.
            made.record(beat, math.floor(frames * RECORDED_RATE / fps))
        return made

    @property
    def narration(self) -> Path:
        return self.root / "assets/narration/en"

    def record(self, beat: str, before: int, sound: NDArray[np.float32] | None = None) -> Path:
        """Put a recording of the beat's line into the project; its last word begins after `before` samples."""
        sound = beep(before) if sound is None else sound
        path = self.narration / f"{beat}.one.flac"
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, sound)
        self.enter(beat, before, len(sound))
        return path

    def enter(self, beat: str, before: int, samples: int) -> None:
        """Note a recording in the manifest as it is on the disk now."""
        path = self.narration / f"{beat}.one.flac"
        words = [["Now", 0, before // 2], ["a", before // 2, before], ["beep.", before, samples]]
        entry = {"file": path.name, "sha256": sha256_of(path), "samples": samples, "text": "Now a beep.", "key": "k"}
        manifest = self.narration / "manifest.json"
        data = {"format": 1, "sample_rate": RECORDED_RATE, "lines": {}}
        if manifest.exists():
            data = json.loads(manifest.read_text("utf-8"))
        data["lines"][f"{beat}.one"] = {**entry, "words": words, "source": "synthesised"}
        manifest.write_text(json.dumps(data), encoding="utf-8")

    def copy(self, root: Path) -> SpokenProject:
        return SpokenProject(super().copy(root).root)


def heard(path: Path) -> NDArray[np.float32]:
    """What a player hears: the decoded sound, its first sample at time 0, as long as the file says."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        frames = list(container.decode(stream))
        length = round(stream.duration * stream.time_base * RATE)
    assert frames[0].pts == 0
    assert stream.rate == RATE
    return np.concatenate([frame.to_ndarray().ravel() for frame in frames])[:length]


def beeps(path: Path) -> list[float]:
    """The second at which each beep of a film begins, to about a millisecond."""
    sound = np.abs(heard(path))
    loud = np.flatnonzero(sound > 0.3 * sound.max())
    return [loud[0] / RATE, *(late / RATE for early, late in pairwise(loud) if late - early > RATE // 10)]


def flashes(path: Path) -> list[float]:
    """The second at which each flash of a film begins."""
    with av.open(str(path)) as container:
        seen = [(float(frame.time), frame.to_ndarray(format="gray").mean()) for frame in container.decode(video=0)]
    return [time for (_, before), (time, now) in pairwise([(-1.0, 0.0), *seen]) if now > 150 > before]
