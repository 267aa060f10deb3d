"""What the page is given: mathcore's numbers, unrounded where they are computed with, and the film's own times."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from film_project import Project

from mathcore import explorer, lesson
from pipeline.page import figures, formulas, prediction, styles, typeface
from pipeline.page.film_data import states
from pipeline.page.shell import POLICY, text
from pipeline.paths import Paths
from pipeline.verify_text import written
from scenes import find
from scenes.kit.look import ROLES, THEMES
from scenes.kit.script import load_clip_captions, load_script


@pytest.fixture(scope="module")
def html(page_folder: Path) -> str:
    return (page_folder / "index.html").read_text("utf-8")


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, Any]:
    """As a browser finds it: the text between the tags."""
    [block] = re.findall(r'<script type="application/json" id="lesson">(.*?)</script>', html, re.DOTALL)
    found: dict[str, Any] = json.loads(block)
    return found


def unpacked(text: str, kind: str, *shape: int) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype=f"<{kind}").reshape(shape)


def test_scores_are_those_of_the_sets(data: dict[str, Any]) -> None:
    e = data["explorer"]
    assert e["stops"] == list(explorer.STOPS)
    scores = unpacked(e["scores"], "i4", e["n_sets"], len(e["stops"]), e["set_keys"]) * e["score_unit"]
    assert e["n_sets"] >= 21
    for key_set in (0, 7, e["n_sets"] - 1):
        np.testing.assert_allclose(scores[key_set], explorer.set_scores(key_set), atol=2**-24)
    film = scores[0, e["stops"].index(64), : e["film_keys"]]
    np.testing.assert_allclose(film, lesson.film_scores(64), atol=2**-24)


def test_histograms_curves_and_spreads_are_mathcores(data: dict[str, Any]) -> None:
    e = data["explorer"]
    at = e["stops"].index(256)
    counts = unpacked(e["histogram"], "u2", len(e["stops"]), len(e["edges"]) - 1)
    assert counts[0].sum() == e["n_scores"] == lesson.N_SCORES
    density = counts[at] / (e["n_scores"] * np.diff(e["edges"]))
    np.testing.assert_allclose(density, lesson.score_histogram(256), rtol=1e-12)
    curve = unpacked(e["curve"], "f4", len(e["stops"]), e["curve_points"])
    np.testing.assert_allclose(curve, explorer.curves(), rtol=1e-6)
    assert (e["curve_points"] - 1) * e["curve_step"] == e["axis"]["limit"] == lesson.SCORE_LIMIT
    assert e["axis"]["top"] == pytest.approx(explorer.curves()[e["stops"].index(4)][0])
    assert e["variance"][at] == pytest.approx(lesson.score_sample_variance(256), rel=1e-8)
    assert e["std"][at] == pytest.approx(lesson.score_sample_std(256), rel=1e-8)
    row = e["gradient_share"][e["key_counts"].index(lesson.N_KEYS)]
    assert row[at] == pytest.approx(lesson.gradient_share_at(256), rel=1e-8)


def test_boundary_and_training_are_mathcores(data: dict[str, Any]) -> None:
    found = data["boundary"]
    d_ks, shares = lesson.gradient_curve()
    assert found["d_ks"] == d_ks.tolist()
    np.testing.assert_allclose(found["shares"], shares, rtol=1e-6)
    assert {d["d_k"]: d["names"] for d in found["models"]}[64] == ["Transformer", "GPT-2"]
    t = data["training"]
    losses = unpacked(t["losses"], "f4", 3, 2, 3, t["steps"] + 1)
    raw = lesson.training_curves()[256, False]
    np.testing.assert_allclose(losses[2, 0], [raw.mean(axis=0), raw.min(axis=0), raw.max(axis=0)], rtol=1e-6)
    assert t["accuracy"][2] == [lesson.number(f"train_accuracy_256_{side}").label for side in ("raw", "scaled")]


def test_times_are_the_films(lesson: Project, data: dict[str, Any]) -> None:
    film = data["film"]
    account = json.loads((lesson.out / "film.json").read_text("utf-8"))
    beats = account["beats"]
    assert [(each["id"], each["start"]) for each in film["chapters"]] == [(each["id"], each["start"]) for each in beats]
    assert film["chapters"][-1]["end"] == film["seconds"] == account["film"]["seconds"]
    assert all(one["end"] == other["start"] for one, other in zip(film["chapters"], film["chapters"][1:], strict=False))
    lines = [line for beat in beats for line in beat["lines"]]
    assert [(each["start"], each["text"]) for each in film["lines"]] == [
        (each["start"], each["text"]) for each in lines
    ]
    shown = [(round(1000 * start), round(1000 * end), said) for start, end, said in film["captions"]]
    assert shown == written(lesson.out / "film.vtt")
    clips = {each["name"]: each for each in film["clips"]}
    assert clips["histogram-widens"]["caption"] == "The histogram widens."
    assert clips["histogram-widens"]["beat"] == "simulate"


def test_the_question_comes_when_the_voice_has_ended_and_the_answers_where_they_are_seen(data: dict[str, Any]) -> None:
    from scenes.predictions import ASKED

    assert data["prediction"]["question"] == ASKED
    asked, lines = data["prediction"], {f"{each['beat']}.{each['id']}": each for each in data["film"]["lines"]}
    clips = {each["name"]: each for each in data["film"]["clips"]}
    assert asked["ask"] == lines["predict.choose"]["end"]
    assert asked["after"] == clips["pinned"]["start"]
    assert asked["ask"] < asked["after"]
    answer = lines["simulate.answer"]
    assert answer["start"] < asked["observed"] < answer["end"]
    assert asked["resolved"] == clips["the-predictions"]["start"]
    assert asked["flaw"] == lines["resolve.flaw"]["text"]


def test_the_film_itself_has_what_the_question_needs() -> None:
    """The real beats: the page asks nothing, in silence, if one of these is renamed."""
    assert "choose" in load_script("predict")
    answer, flaw = load_script("simulate")["answer"], load_script("resolve")["flaw"]
    assert any("c" in token.marks for token in answer.tokens)
    assert flaw.caption.startswith("If you chose A")
    assert "pinned" in load_clip_captions("predict")
    assert "the-predictions" in load_clip_captions("resolve")
    assert find("predict").id == prediction.BEAT


def test_states_are_whole_and_change_when_the_film_does() -> None:
    beats = [
        {"shown": [[0.0, "d_k", 4.0], [0.0, "scaled", 0.0], [1.0, "d_k", 4.3], [1.1, "d_k", 4.6], [1.2, "d_k", 512.0]]},
        {"shown": [[2.0, "d_k", 64.0], [2.0, "scaled", 1.0], [2.5, "scaled", 0.51], [2.6, "scaled", 0.49]]},
        {"shown": [[3.0, "colour", 1.0]]},
    ]
    assert states(beats) == [[0.0, 4, 0], [1.1, 5, 0], [1.2, 512, 0], [2.0, 64, 1], [2.6, 64, 0]]
    assert states([]) == [[0.0, 4, 0]]


def test_the_films_own_figure_is_told(data: dict[str, Any]) -> None:
    film = data["film"]
    starts = {each["id"]: each["start"] for each in film["chapters"]}
    found = film["states"]
    times = [each[0] for each in found]
    assert times == sorted(times)
    sweep = [d_k for t, d_k, _ in found if starts["simulate"] <= t < starts["toggle"]]
    assert sweep == sorted(sweep)
    assert sweep[-1] == 512
    assert next(d_k for t, d_k, _ in found if t >= starts["toggle"]) == 256
    assert {scaled for t, _, scaled in found if starts["toggle"] <= t < starts["resolve"]} == {0, 1}
    assert found[-1][1:] == [64, 1]


def test_words_of_the_script_are_words_in_the_page(html: str, data: dict[str, Any]) -> None:
    assert "A square &amp; a &lt;card&gt;, at d<sub>k</sub> = 4." in html
    assert "<card>" not in html
    assert data["film"]["chapters"][0]["pictures"] == ["A square & a <card>, at dₖ = 4."]
    assert text("pᵢ, δᵢⱼ") == "p<sub>i</sub>, δ<sub>ij</sub>"


def test_the_policy_allows_the_pages_own_files_and_nothing_else(html: str) -> None:
    assert f'http-equiv="Content-Security-Policy" content="{POLICY.replace(chr(39), "&#x27;")}"' in html
    assert "unsafe" not in POLICY
    assert {each.split()[1] for each in POLICY.split("; ")} == {"'none'", "'self'"}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_both_palettes_are_the_films(theme: str) -> None:
    """Of the page, and of what stands over a film of the other theme."""
    css = styles.type_css()
    pages = re.findall(r"^:root \{ color-scheme: (\w+); (.*) \}$", css, re.MULTILINE)
    overs = re.findall(r"^\.of-(\w+) \{ color-scheme: \1; (.*) \}$", css, re.MULTILINE)
    wanted = " ".join(f"--{role}: {THEMES[theme][role]};" for role in ROLES)
    assert dict(pages)[theme] == dict(overs)[theme] == wanted
    assert css.index(":root { color-scheme: dark") < css.index("@media (prefers-color-scheme: light)")


def test_the_typeface_is_small_renamed_and_has_the_letters(page_folder: Path, data: dict[str, Any]) -> None:
    from fontTools.ttLib import TTFont

    assert (page_folder / "page.ttf").stat().st_size < 80_000
    with TTFont(page_folder / "page.ttf") as font:
        names = {record.nameID: str(record) for record in font["name"].names}
        assert not any("Source" in names[number] for number in (1, 4, 6))  # the name that the licence reserves
        assert "Adobe" in names[0]
        assert "Open Font License" in names[13]
        [axis] = font["fvar"].axes
        assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", *typeface.WEIGHTS)
        said = " ".join(each["text"] for each in data["film"]["lines"]) + "−×√±σ∂≈÷·0123456789%’“”…\u2009"
        lacking = {letter for letter in said if ord(letter) not in font.getBestCmap()} - set("ₖᵢⱼ")
        assert lacking == set()
        widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789−"}
        assert len(widths) == 1  # numbers do not jitter


def test_the_films_words_have_letters_in_the_typeface(tmp_path: Path) -> None:
    """Of the real script: whatever a line says or a picture shows."""
    import io

    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(typeface.page_font(Paths().root / "assets" / "fonts"))) as font:
        known = set(font.getBestCmap())
    scripts = (Paths().root / "assets" / "script").glob("*.toml")
    letters = {letter for path in scripts for letter in path.read_text("utf-8") if letter.isprintable()}
    # Letters of sound (for the voice) and low letters (set low by the browser) are none of the typeface's.
    lexicon = (Paths().root / "assets" / "script" / "lexicon.toml").read_text("utf-8")
    assert {letter for letter in letters - set(lexicon) if ord(letter) not in known} == set()


def test_formulas_stand_on_the_line_and_are_drawn_in_the_texts_colour() -> None:
    found = formulas.formulas()
    assert found["d_k"].baseline == pytest.approx(found["d_k"].height - 0.254 * 20, abs=0.02)  # k hangs below it
    assert found["approx_one"].height - found["approx_one"].baseline == pytest.approx(0, abs=0.02)
    for each in found.values():
        assert 0 < each.baseline <= each.height
        assert "#000000" not in each.paths
        assert "style" not in each.paths
        assert each.spoken.isascii()
    assert 'stroke="currentColor"' in found["sqrt_d_k"].paths  # the bar of the root
    assert figures.SCORE_TICKS == (-60, -40, -20, 0, 20, 40, 60)
