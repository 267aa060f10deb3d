"""`index.html`: the page's fixed parts, written so that they can be read without JavaScript, and the data within."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from mathcore import lesson
from pipeline.page import formulas
from scenes.kit.look import THEMES

TEMPLATE = Path(__file__).with_name("shell.html")
# Nothing but the page's own files, and no code or style but in files of their own.
POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "media", "font")),
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
_BOUNDARY = "toggle"  # the part whose picture is the boundary plot
_LETTERS = {"ₖ": "k", "ᵢ": "i", "ⱼ": "j"}  # set low by the browser: the typeface has no such letters

Data = Mapping[str, Any]


def shell(data: Data, size: tuple[int, int]) -> str:
    """The page around `data`; `size` is that of a still, in pixels."""
    film, source = data["film"], data["film"]["sources"]["dark"]
    named = {name: lesson.number(name).text for name in ("n_scores", "n_keys", "d_query", "d_key", "paper_year")}
    return Template(TEMPLATE.read_text("utf-8")).substitute(
        named,
        title=text(data["title"]),
        policy=escape(POLICY),
        ground_dark=THEMES["dark"]["background"],
        ground_light=THEMES["light"]["background"],
        beats=str(len(film["chapters"])),
        sprite=formulas.sprite(),
        **{f"f_{name}": formulas.inline(name) for name in ("d_k", "sqrt_d_k")},
        width=film["width"],
        height=film["height"],
        poster=source["poster"],
        video=source["video"],
        chapters="\n".join(_chapter(each) for each in film["chapters"]),
        prediction=_prediction(data["prediction"]),
        table=_table(),
        boundary_said=_boundary_said(),
        boundary_still=_plot(film["chapters"], size),
        models=_listed([str(size) for size in sorted({size for _, size in lesson.MODEL_HEAD_DIMS})]),
        training_said=_training_said(),
        transcript="\n".join(_beat(chapter, film["lines"], size) for chapter in film["chapters"]),
        # A closing tag in a text must not close the element that holds it.
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def text(words: str) -> str:
    """Words as HTML."""
    found = escape(words)
    for letter, plain in _LETTERS.items():
        found = found.replace(letter, f"<sub>{plain}</sub>")
    return found.replace("</sub><sub>", "")


def _chapter(chapter: Data) -> str:
    return f'<li><a href="#{chapter["id"]}" data-start="{chapter["start"]:g}">{text(chapter["title"])}</a></li>'


def _prediction(asked: Data | None) -> str:
    if asked is None:
        return ""
    d_k = formulas.inline("d_k")
    cards = "\n".join(f"<li><b>{each['letter']}</b> {text(each['text'])}</li>" for each in asked["choices"])
    return f"""<section id="predict-card" aria-labelledby="prediction-title">
<h2 id="prediction-title">Your prediction</h2>
<p>Let {d_k} grow from {asked["from"]} to {asked["to"]}. {text(asked["question"])}</p>
<div id="prediction"><ul class="choices">
{cards}
</ul></div>
</section>"""


def _table() -> str:
    """What stands in the readouts at the film's stops, for the film's keys."""
    heads = ["variance", "spread", "largest weight", "keys that count", "gradient", "largest weight", "keys that count"]
    rows = []
    for d_k in lesson.STOPS:
        share = lesson.gradient_share_at(d_k)
        cells = [
            f"{lesson.score_sample_variance(d_k):.1f}",
            f"{lesson.score_sample_std(d_k):.2f}",
            lesson.number(f"film_top_{d_k}").text,
            f"{lesson.film_effective_keys(d_k, False):.1f}",
            f"{share:.0f}%" if share >= 1 else f"{share:.1f}%",
            lesson.number(f"film_top_scaled_{d_k}").text,
            f"{lesson.film_effective_keys(d_k, True):.1f}",
        ]
        rows.append(f'<tr><th scope="row">{d_k}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>')
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    kinds = (
        f'<th scope="colgroup" colspan="{len(heads) - 2}">not divided</th><th scope="colgroup" colspan="2">divided</th>'
    )
    d_k_head = f'<th scope="col" rowspan="2">{formulas.inline("d_k")}</th>'
    body = "\n".join(rows)
    return f"<table>\n<thead><tr>{d_k_head}{kinds}</tr>\n<tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _boundary_said() -> str:
    shares = {d_k: lesson.number(f"share_{d_k}").label for d_k in lesson.TOGGLE_STOPS}
    low, middle, high = lesson.TOGGLE_STOPS
    return f"{shares[low]} at {low} dimensions, {shares[middle]} at {middle}, {shares[high]} at {high}."


def _training_said() -> str:
    d_k = lesson.TOGGLE_STOPS[-1]
    right = {side: lesson.number(f"train_accuracy_{d_k}_{side}").label for side in ("raw", "scaled")}
    return (
        f"At {d_k} dimensions it routes {right['scaled']} of its inputs right in the end with the division, and "
        f"{right['raw']} without; guessing gets {lesson.number('train_chance').label} right."
    )


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _still(beat: str, alt: str, size: tuple[int, int]) -> str:
    """A picture of a part in the reader's theme, for who reads without JavaScript."""
    width, height = size
    return f"""<picture class="no-js"><source media="(prefers-color-scheme: light)" srcset="stills/{beat}-light.webp">
<img src="stills/{beat}-dark.webp" width="{width}" height="{height}" alt="{alt}" loading="lazy"></picture>"""


def _plot(chapters: Iterable[Data], size: tuple[int, int]) -> str:
    """The film's picture of the boundary, in a film that has it."""
    if all(chapter["id"] != _BOUNDARY for chapter in chapters):
        return ""
    return _still(_BOUNDARY, "The curve of the gradient that is left without the division, against d k.", size)


def _beat(chapter: Data, lines: Iterable[Data], size: tuple[int, int]) -> str:
    """A part of the transcript: its still, what is seen in it and what is said."""
    own = [line for line in lines if line["beat"] == chapter["id"]]
    seen = "\n".join(f'<p class="seen">{text(picture)}</p>' for picture in chapter["pictures"])
    said = "\n".join(
        f'<p class="line" data-line="{line["beat"]}.{line["id"]}" data-start="{line["start"]:g}" '
        f'data-end="{line["end"]:g}">{text(line["text"])}</p>'
        for line in own
    )
    return f"""<section class="beat" id="{chapter["id"]}">
<h3>{text(chapter["title"])}</h3>
{_still(chapter["id"], "A picture of this part.", size)}
{seen}
{said}
</section>"""
