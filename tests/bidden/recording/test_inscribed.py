"""Inscriptions are of the game: a journal has them, and its replay, and whoever goes on or back."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from bidden.intents import Drop, Move, Name, PickUp, Wait
from bidden.recording import playing
from bidden.session import Session
from bidden.view import View
from tests.bidden.recorded import record_intents

INSCRIBED = (Move(1, -1), PickUp(), Name("a", "Old {@t1 !d}"), Wait(), Name("a", "{=g spare}"))
"""A step from where the first game of seed 7 begins lie arrows."""


def held(view: View) -> list[str]:
    return [one.name for one in view.pack]


def test_an_inscription_is_recorded_and_replayed_back_and_forth(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = record_intents(tmp_path / "mine.jsonl", *INSCRIBED, Drop("a"))
    timeline = playing.timeline_of(path, playing.load(path))
    told = {
        2: ["12 arrows"],
        5: ["12 arrows {=g spare}"],
        3: ['12 arrows named "Old" {@t1 !d}'],
        6: [],
    }
    for position, names in told.items():
        timeline.seek(position)
        session = timeline.simulation
        assert isinstance(session, Session)
        view = session.view()
        assert held(view) == names
    assert view.underfoot == snapshot
    assert timeline.divergence is None
