"""Approaching a foe across unknown ground."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.frontend.preferences.options import USUAL
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.prose.commands import Approach
from tests.bidden.going.walking import level


def test_approach_stops_where_known_ground_ends_before_the_foe(
    snapshot: SnapshotAssertion,
) -> None:
    view = level("#######\n#@.  z#\n#######")
    approach = Approach(Notes(), USUAL, "a zombie", (5, 1))
    assert approach(view) == Move(1, 0)
    near = level("#######\n#.@  z#\n#######")
    stop = approach(near)
    assert isinstance(stop, Stop)
    assert stop.reason == snapshot
