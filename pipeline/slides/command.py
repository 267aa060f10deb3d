"""`render.py slides`: a deck for PowerPoint and its kin, or for the browser."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from pipeline.build import Options
from pipeline.clips.budget import told_bytes
from pipeline.clips.spec import Spec
from pipeline.errors import CommandError
from pipeline.keys import versions
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.slides.deck import make


def run(
    given: Namespace, settings: Settings, options: Options, paths: Paths, say: Callable[[str], None]
) -> dict[str, Any]:
    """Do what the command line asks, say on stderr what came of it, and return the document."""
    if settings.portrait:
        raise CommandError("Slides are 16:9; leave --portrait and an upright resolution out.")
    clips = [name for each in given.clips or () for name in each.split(",") if name]
    spec = Spec.from_options(["mp4"], settings, silent=given.silent, max_mb=given.max_mb, poster=given.poster)
    begun = time.monotonic()
    with Bar(given.progress_bar) as bar:
        report = make(clips, spec, settings, options, paths, bar, web=given.html)
    if given.max_mb is not None:
        for each in report["clips"]:
            say(f"{each['name']}: {each['seconds']:.1f} s, {told_bytes(each['bytes'])}; {each['how']}.")
    for each in report["written"]:
        say(f"{each['path']}: {report['slides']} slides, {told_bytes(each['bytes'])}.")
    return {**report, "wall_seconds": round(time.monotonic() - begun, 3), "versions": dict(versions())}
