"""The options of `render.py slides`, beside those of the look and of the place of its results."""

from __future__ import annotations

import argparse

from pipeline.clips.spec import FIRST, LAST


def add_options(made: argparse.ArgumentParser) -> None:
    """Add them to the command's parser."""
    made.add_argument("--html", action="store_true", help="a deck for the browser, slides/ and slides.zip")
    made.add_argument(
        "--clips",
        action="append",
        metavar="NAME,...",
        help="clips that get a slide of their own, behind their beat's (see clip --list)",
    )
    made.add_argument("--silent", action="store_true", help="leave the narration out of the films; the notes have it")
    made.add_argument("--max-mb", metavar="N", help="keep the whole deck to N MB; its films share it by their length")
    made.add_argument(
        "--poster", default=FIRST, choices=(FIRST, LAST), help="what stands for a film until it plays (default: first)"
    )
