"""The options of `render.py clip`, beside those of the look and of the place of its results."""

from __future__ import annotations

import argparse

from pipeline.clips.spec import FIRST, FORMATS


def add_options(made: argparse.ArgumentParser) -> None:
    """Add them to the command's parser."""
    made.add_argument("names", nargs="*", metavar="NAME", help="clips (see --list), or a beat as a whole")
    made.add_argument("--list", action="store_true", help="tell the clips of every beat, with length and caption")
    made.add_argument(
        "--format",
        action="append",
        metavar="|".join(FORMATS),
        help="what to make (default: mp4, with -t webm and mov); several with commas",
    )
    made.add_argument("-t", "--transparent", action="store_true", help="draw over nothing, for a ground of your own")
    made.add_argument("--loop", action="store_true", help="end as it begins, or play forth and back; without sound")
    made.add_argument("--silent", action="store_true", help="leave the narration out")
    made.add_argument("--max-mb", metavar="N", help="find the width, rate, colours or crf that keep a file to N MB")
    made.add_argument(
        "--poster", default=FIRST, metavar="first|last|SECONDS", help="the picture that stands for it (default: first)"
    )
