"""The command `page`: which film it is of, and what it says of what came out."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from pipeline.build import Options
from pipeline.errors import CommandError
from pipeline.page.make import Say, make_page
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.registry import all_beats
from pipeline.settings import Settings


def run(given: Namespace, options: Options, paths: Paths, say: Say) -> dict[str, Any]:
    """Make the page of the film of the look that is asked for. Raises CommandError, and FilmError as `make_page`."""
    settings = look(given)
    wanted = all_beats(paths)
    with Bar(given.progress_bar) as bar:
        report = make_page(wanted, settings, options, paths, bar, say)
    say(f"{report['page']}: {report['bytes'] / 1e6:.2f} MB and the film; open it, or put its folder on any web server.")
    return report


def look(given: Namespace) -> Settings:
    """The dark, lying film of the size asked for. Raises CommandError for what a page does not take."""
    if given.theme != "dark":
        raise CommandError(f"A page has both themes; leave --theme {given.theme} out.")
    found = Settings.from_options(given.quality, given.resolution, given.fps)
    if given.portrait or found.portrait:
        raise CommandError("A page shows the lying film; give a size that is wider than high, and no --portrait.")
    return found
