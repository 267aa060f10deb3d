"""The command line of the film; `python render.py --help` tells it all. The work is in `pipeline`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import traceback
from typing import Any, NoReturn

from pipeline.errors import FAILED, INTERRUPTED, CommandError, FilmError, did_you_mean, disk_fault, is_told

COMMANDS = {
    "film": "make the whole film (the default)",
    "beat": "make one or more beats",
    "clip": "make clips of named moments, for slides and pages",
    "slides": "make a deck of the film, for PowerPoint and its kin or for a browser",
    "page": "make the learner's page: the film, and its figure to try out, in one folder",
    "still": "draw single pictures of beats",
    "list": "tell the beats in order, with their lengths",
    "narrate": "record what the film says, or take in your own recordings",
    "check": "hold the beats against the rules of look and timing, in both themes and layouts",
    "bench": "measure how quickly this machine renders",
    "verify": "look whether a finished film is still what it was made as",
    "clean": "empty the cache",
    "doctor": "look whether this machine can make the film",
}
_LOOK = ("film", "beat", "clip", "slides", "page", "still", "list", "check", "bench", "verify")
_DRAW = ("film", "beat", "still")
_BARS = ("display", "leave", "none")
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class _Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence, by raising it."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message[:1].upper()}{message[1:].rstrip('.')}; see {self.prog} --help.")


def main(arguments: list[str]) -> int:
    """Run the command line `arguments`; return the exit code."""
    as_json = "--json" in arguments
    signal.signal(signal.SIGTERM, _terminate)
    # A job in the background of a script begins with Ctrl-C ignored; the film can be stopped there all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        given = _parse(arguments)
        from pipeline.commands import COMMANDS as RUN

        document = RUN[given.command](given)
    except FilmError as error:
        return _failed(str(error), error.exit_code, as_json, getattr(error, "document", None))
    except KeyboardInterrupt:
        # A second Ctrl-C while the workers are sent home would end in a traceback and by the signal.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        kept = "Interrupted; what is finished is kept, and the same command goes on from there."
        return _failed(kept, INTERRUPTED, as_json)
    except Exception as error:
        return _failed(_told(error) or _unforeseen(), FAILED, as_json)
    if as_json:
        _print(document)
    return 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    # Without a command, or with options alone, the film is meant.
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["film", *arguments]
    if arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        hint = did_you_mean(arguments[0], COMMANDS)
        raise CommandError(f"There is no command {arguments[0]!r}. {hint}")
    parser, parsers = _parsers()
    given, unknown = parser.parse_known_args(arguments)
    if unknown:
        options = [option for action in parsers[given.command]._actions for option in action.option_strings]
        name = unknown[0].partition("=")[0]
        if given.command == "film" and not name.startswith("-"):
            raise CommandError(f"render.py film takes no {name!r}: it makes all beats; for one: render.py beat {name}.")
        hint = did_you_mean(name, [option for option in options if option.startswith("--")])
        raise CommandError(f"render.py {given.command} takes no {name!r}. {hint}")
    return given


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    from pipeline.clips.options import add_options as add_clip_options
    from pipeline.slides.options import add_options as add_slides_options
    from pipeline.voice.options import add_options

    parser = _Parser(prog="render.py", description="Make the film, or parts of it.", allow_abbrev=False)
    kinds = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    parsers: dict[str, _Parser] = {}
    for name, purpose in COMMANDS.items():
        made = kinds.add_parser(name, help=purpose, description=f"{purpose.capitalize()}.", allow_abbrev=False)
        parsers[name] = made
        made.add_argument("--json", action="store_true", help="print one JSON document on stdout, all else on stderr")
        if name in ("beat", "still", "check"):
            many = "+" if name == "beat" else "*"
            made.add_argument("names", nargs=many, metavar="NAME", help="a beat's name or number (see list)")
        if name in _LOOK:
            _add_look(made, None if name == "check" else "dark")
        if name in (*_DRAW, "clip", "slides", "page"):
            _add_results(made)
        if name in _DRAW:
            _add_drawing(made, name)
        if name == "clip":
            add_clip_options(made)
        if name == "slides":
            add_slides_options(made)
        if name == "narrate":
            add_options(made)
        if name == "check":
            made.add_argument("--stills", action="store_true", help="draw the moment of every finding into out/check")
        if name in ("film", "beat", "check"):
            made.add_argument("--strict", action="store_true", help="fail where a line has no sound of its own")
        if name in ("film", "beat"):
            made.add_argument("--cluster", metavar="ADDRESS", help="draw with a dask.distributed scheduler's workers")
            made.add_argument("--muted", action="store_true", help="leave the narration out")
        if name == "film":
            made.add_argument("--audio-only", action="store_true", help="only make the narration, as film.m4a")
        if name == "bench":
            made.add_argument("names", nargs="*", metavar="NAME", help="beats to measure with (default: scale)")
            made.add_argument("--full", action="store_true", help="measure the whole film too")
        if name == "clean":
            made.add_argument("--out", dest="out_too", action="store_true", help="remove the results too")
        if name == "verify":
            _add_verifying(made)
        if name in ("clean", "doctor", "verify"):
            made.add_argument("-o", "--output", metavar="FOLDER", help="the folder of results, in place of out")
    return parser, parsers


def _add_look(made: argparse.ArgumentParser, theme: str | None) -> None:
    made.add_argument(
        "-q", "--quality", default="h", metavar="l|m|h|p|k", help="480p15, 720p30, 1080p60 (default), 1440p60, 2160p60"
    )
    made.add_argument("-r", "--resolution", metavar="W,H", help="width and height in pixels, in place of -q's")
    made.add_argument("--fps", metavar="N", help="frames a second, in place of -q's")
    made.add_argument("--theme", default=theme, metavar="dark|light", help=f"the palette (default: {theme or 'both'})")
    made.add_argument("--portrait", action="store_true", help="the upright layout, 9:16")
    made.add_argument("--jobs", type=_jobs, metavar="N", help="worker processes (default: one a processor)")
    made.add_argument("--keep-going", action="store_true", help="go on with the others when a beat fails")
    made.add_argument(
        "--progress_bar", "--progress-bar", default="display", choices=_BARS, help="show it, leave it there, or none"
    )
    made.add_argument(
        "-v", "--verbosity", default="WARNING", choices=_LEVELS, type=str.upper, help="how much Manim says on stderr"
    )


def _add_results(made: argparse.ArgumentParser) -> None:
    made.add_argument("-o", "--output", metavar="FOLDER", help="put the results here instead of into out")
    made.add_argument("-p", "--preview", action="store_true", help="show the result when it is done")
    made.add_argument("--why", action="store_true", help="say why each beat is drawn or reused")


def _add_drawing(made: argparse.ArgumentParser, name: str) -> None:
    made.add_argument("--fresh", action="store_true", help="draw all anew, whatever is in the cache")
    if name == "still":
        made.add_argument(
            "--at", action="append", metavar="MOMENT", help="a mark or line of the script, seconds, or end (default)"
        )
        made.add_argument("--update-references", action="store_true", help="renew the stills kept in tests/references")
        made.add_argument("--sheet", action="store_true", help="renew the sheet of the film, assets/film-sheet.jpg")
    else:
        made.add_argument("-s", "--last_frame", action="store_true", help="only draw the last picture, as a PNG")


def _add_verifying(made: argparse.ArgumentParser) -> None:
    made.set_defaults(quality=None)  # see `pipeline.commands.verify`
    made.add_argument(
        "account", nargs="?", metavar="FILM.JSON", help="the film's account (default: of the look asked for, or newest)"
    )
    made.add_argument("--rebuild", action="store_true", help="render the film once more from nothing, and compare")


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers; give 1 or more")
    return int(text)


def _terminate(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _unforeseen() -> str:
    from pipeline.paths import Paths

    paths, account = Paths(), traceback.format_exc()
    log = paths.logs / "render.log"
    what = account.strip().splitlines()[-1]
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(account, encoding="utf-8")
    except OSError:
        print(account, file=sys.stderr)
        return f"The program itself failed ({what}); the account is above, please report it."
    return f"The program itself failed ({what}); the account is in {paths.shown(log)}, please report it."


def _told(error: BaseException) -> str:
    """The sentence of a fault in script, fonts, narration or disk, which is a person's to mend; else nothing."""
    return str(error) if is_told(error) else disk_fault(error)


def _failed(sentence: str, code: int, as_json: bool, document: dict[str, Any] | None = None) -> int:
    print(sentence, file=sys.stderr)
    if as_json:
        _print({"error": sentence, **(document or {})})
    return code


def _print(document: dict[str, Any]) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
