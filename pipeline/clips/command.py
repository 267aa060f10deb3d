"""`render.py clip`: list the clips, or make some."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from pipeline.build import Options
from pipeline.clips.export import export
from pipeline.clips.listing import list_clips, table
from pipeline.clips.spec import Spec
from pipeline.errors import CommandError
from pipeline.keys import versions
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings


def run(
    given: Namespace, settings: Settings, options: Options, paths: Paths, say: Callable[[str], None]
) -> dict[str, Any]:
    """Do what the command line asks, say on stderr what came of it, and return the document."""
    if given.list:
        if given.names:
            raise CommandError(f"--list tells all clips; leave {' '.join(given.names)} out.")
        with Bar(given.progress_bar) as bar:
            listed = list_clips(settings, options, paths, bar)
        if not given.json:
            for line in table(listed):
                print(line)
        return listed
    if not given.names:
        raise CommandError("Name the clips to make, or --list to see which there are.")
    spec = Spec.from_options(
        given.format, settings, loop=given.loop, silent=given.silent, max_mb=given.max_mb, poster=given.poster
    )
    begun = time.monotonic()
    with Bar(given.progress_bar) as bar:
        made = export(given.names, spec, settings, options, paths, bar)
    for each in made:
        say(each.told(paths))
    return {
        "clips": [each.to_json(paths) for each in made],
        "wall_seconds": round(time.monotonic() - begun, 3),
        "versions": dict(versions()),
    }
