"""Levels are generated in a chain, once and in order."""

from __future__ import annotations

from bidden.events.places import Climb, MakeLevel, Spawn
from bidden.intents import Move
from bidden.session import Session
from bidden.state import Levels
from tests.bidden.scenes import Ear, MakeLevels, catalogue

EAST, WEST = Move(1, 0), Move(-1, 0)


def test_level_is_made_only_on_the_first_climb_to_it(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@>.#", "#<.z#", zombie={"Mind": None}), Ear()
    session.world.tap(ear)
    for step in (EAST, EAST, EAST, WEST):
        session.perform(step)
    (make,) = ear.of(MakeLevel)
    assert isinstance(make.cause, Climb)
    assert (make.enactor, make.level) == (session.player, 2)
    spawned = ear.of(Spawn)
    assert [event.cause for event in spawned] == [make] * 2
    assert [(event.what, event.x, event.level) for event in spawned] == [
        *(("zombie", 3, 2), ("stair_up", 1, 2))
    ]


def test_levels_are_made_only_once_and_only_in_order() -> None:
    session = Session(1, catalogue=catalogue())
    for level, reason in ((1, "made"), (3, "made"), (2, None), (2, "made"), (3, None)):
        assert session.world.publish(MakeLevel(session.world.root, level)).reason == reason
    assert len(session.world.root[Levels].dug) == 3
