"""Every beat looks as it did when its reference stills were kept. If it is to look otherwise, renew them:

render.py still --update-references [BEAT ...]
"""

from __future__ import annotations

import pytest

import scenes
from pipeline.paths import Paths
from pipeline.references import LOOKS, compare, folder, shots, strays
from pipeline.stage import rehearse, render_stills
from scenes import BeatInfo


@pytest.mark.parametrize("beat", scenes.beats(), ids=lambda beat: beat.id)
def test_a_beat_looks_like_its_references(beat: BeatInfo) -> None:
    wanted = shots(beat, rehearse(beat.id, LOOKS["dark"]))
    assert {shot.look for shot in wanted} == set(LOOKS)
    faults = []
    for look, settings in LOOKS.items():
        own = [shot for shot in wanted if shot.look == look]
        pictures = render_stills(beat.id, settings, [shot.frame for shot in own])
        faults += [compare(shot, now, Paths()).fault for shot, now in zip(own, pictures, strict=True)]
    faults += [f"{path} is the reference of nothing." for path in strays(wanted, [beat], Paths())]
    remedy = f"\nIf this is meant to be: render.py still --update-references {beat.id}"
    assert not any(faults), "\n".join(filter(None, faults)) + remedy


def test_the_references_are_small() -> None:
    sizes = [path.stat().st_size for path in folder(Paths()).rglob("*")]
    assert sum(sizes) < 500_000
