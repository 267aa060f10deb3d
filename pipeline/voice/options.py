"""The options of `render.py narrate`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path


def add_options(made: argparse.ArgumentParser) -> None:
    """Add them to the command's parser."""
    made.add_argument("names", nargs="*", metavar="BEAT|LINE", help="a beat, or a line as beat.line (default: all)")
    made.add_argument("--voice", metavar="NAME", help="the voice that speaks, such as af_heart")
    made.add_argument("--speed", type=_speed, metavar="X", help="its pace: 1 is its own, 1.1 is a tenth faster")
    made.add_argument("--import", dest="folder", type=Path, metavar="DIR", help="take in the recordings in this folder")
    made.add_argument(
        "--progress_bar",
        "--progress-bar",
        default="display",
        choices=("display", "leave", "none"),
        help="show it, leave it there, or none",
    )
    made.add_argument("--script-sheet", action="store_true", help="print what to read, line by line")


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not 0.5 <= speed <= 2:
        raise argparse.ArgumentTypeError(f"{text!r} is no pace; give a number from 0.5 to 2")
    return speed
