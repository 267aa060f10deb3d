"""The measured figures as a table for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

NAMES = {
    "one": "this project, one worker",
    "two": "this project, two workers",
    "alone": "this project, one on one processor",
    "plain": "plain manim and a join",
    "limit_one": "only convert and encode, one worker",
    "limit_two": "only convert and encode, two workers",
    "unchanged": "the same again, unchanged",
    "quick": "first beat at -q l, from the key press",
    "film": "the whole film",
    "limit_film": "the whole film, only convert and encode",
    "film_unchanged": "the whole film, unchanged",
    "film_edited": "the whole film, one beat edited",
}


def show(document: dict[str, Any], console: Console) -> None:
    """Print the seconds, frames a second, busy processors and largest process of every measurement, and the ratios."""
    played, frames = document["played_seconds"], document["frames"]
    machine = document["machine"]
    title = (
        f"{', '.join(document['beats'])}: {played:.1f} s, {frames} frames, "
        f"{machine['processors']} processors, {machine['memory_gib']} GiB"
    )
    table = Table(title=title, title_justify="left")
    table.add_column(no_wrap=True)
    for heading in ("seconds", "frames/s", "busy", "MB"):
        table.add_column(heading, justify="right")
    for name, label in NAMES.items():
        if name in document["measured"]:
            took = document["measured"][name]
            drawn = name in ("one", "two", "alone", "plain", "limit_one", "limit_two")
            rate = f"{frames / took['seconds']:.0f}" if drawn else ""
            busy = f"{took['cpu_seconds'] / took['seconds']:.2f}"
            peak = f"{took['peak_mb']:.0f}" if took["peak_mb"] else ""
            table.add_row(label, f"{took['seconds']:.1f}", rate, busy, peak)
    console.print(table)
    console.print("busy: processors kept busy on average; MB: memory of the largest process", highlight=False)
    for each in document["cluster"]:
        console.print(
            f"the whole film on {each['workers']} workers of a cluster: {each['seconds']:.0f} s", highlight=False
        )
    for least in document["cluster"][-1:]:
        bound = f"{least['bound']:.0f} s, for play {least['play']} of {least['beat']}"
        console.print(f"on any number of them: at least {bound}", highlight=False)
    for name, value in document["ratios"].items():
        console.print(f"{name}: {value:.2f}", highlight=False)
