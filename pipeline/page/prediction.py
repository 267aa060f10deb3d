"""The prediction on the page: the film's own question and cards, and the moments at which they come back."""

from __future__ import annotations

from typing import Any

from pipeline.page.film_data import Account, clip_start, mark

BEAT = "predict"
RIGHT, TEMPTING = "C", "A"


def prediction_data(account: Account) -> dict[str, Any] | None:
    """What is asked and answered, and when; None in a film that asks nothing."""
    moments = {
        "ask": mark(account, BEAT, "choose"),
        "after": clip_start(account, BEAT, "pinned"),
        "observed": mark(account, "simulate", "answer", "c"),
        "resolved": clip_start(account, "resolve", "the-predictions"),
    }
    if None in moments.values():
        return None
    from mathcore import lesson
    from scenes.predictions import ASKED, choices

    flaw = next(
        line["text"] for beat in account["beats"] for line in beat["lines"] if (beat["id"], line["id"]) == _FLAW
    )
    return {
        "beat": BEAT,
        **moments,
        "question": ASKED,
        "from": lesson.STOPS[0],
        "to": lesson.D_MAX,
        "choices": [
            {"letter": letter, "text": text, "weights": [round(float(weight), 6) for weight in weights]}
            for letter, text, weights in choices()
        ],
        "right": RIGHT,
        "tempting": TEMPTING,
        "flaw": flaw,
    }


_FLAW = ("resolve", "flaw")
