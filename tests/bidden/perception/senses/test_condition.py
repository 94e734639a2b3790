"""How hurt a creature looks depends on its hit points."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.components.body.health import Health
from bidden.perception.senses.condition import condition_of
from bidden.session import Session


def test_condition_depends_on_hit_points(snapshot: SnapshotAssertion) -> None:
    session = Session(5)
    session.player[Health].most = 40
    looks = {}
    for hp in (40, 39, 30, 29, 20, 19, 10, 9, 1):
        session.player[Health].hp = hp
        looks[hp] = condition_of(session.player, session.world)
    assert [looks[hp] == looks[hp - 1] for hp in (40, 30, 20, 10)] == [False] * 4
    assert [looks[39], looks[29], looks[19], looks[9]] == [looks[hp] for hp in (30, 20, 10, 1)]
    assert [*looks.values()] == snapshot


def test_thing_without_hit_points_has_no_condition() -> None:
    session = Session(5)
    assert condition_of(session.world.root, session.world) == ""
