"""Gas drifts evenly, and for a forecast only onto remembered tiles."""

from __future__ import annotations

import pytest

from bidden.events.ground import Known
from bidden.rules.ground.drifting import spread_out
from tests.bidden.scenes import MakeSession


@pytest.mark.parametrize("drawing", ["#@......#", "#@...####", "#@...+..#"])
@pytest.mark.parametrize(
    ("remembered", "later"),
    [
        ("", {(3, 0): 4, (4, 0): 5}),
        ("#", {(3, 0): 4, (4, 0): 5}),
        ("+", {(3, 0): 4, (4, 0): 5}),
        (".", {(3, 0): 3, (4, 0): 3, (5, 0): 3}),
        ("'", {(3, 0): 3, (4, 0): 3, (5, 0): 3}),
    ],
)
def test_unseen_tiles_count_as_remembered(
    make_session: MakeSession,
    drawing: str,
    remembered: str,
    later: dict[tuple[int, int], int],
) -> None:
    world = make_session(drawing).world
    known = Known(frozenset({(2, 0), (3, 0), (4, 0)}), {(5, 0): remembered} if remembered else {})
    gas = spread_out({(4, 0): 9}, 0, 1, world, known)
    assert gas == later
