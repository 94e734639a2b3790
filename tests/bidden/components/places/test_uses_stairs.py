"""Using stairs: a step onto one takes it; to arrive on one, or to lack the skill, does not."""

from bidden.events.movement import Move
from bidden.intents import Move as Step
from bidden.intents import Wait
from eventcore.time import StartTimer
from tests.bidden.rules.places.test_stairs import EAST, MINDLESS, WEST, walk, where, zombies
from tests.bidden.scenes import MakeLevels, drawn


def test_who_steps_off_and_on_again_goes_back_to_the_stair_above(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#..<.z#", zombie=MINDLESS)
    walk(session, EAST, WEST, EAST)
    assert where(session.player) == (2, 0, 1)


def test_to_arrive_on_a_stair_does_not_take_it_again(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#..<.z#", zombie=MINDLESS)
    walk(session, EAST)
    session.perform(Wait())
    assert where(session.player) == (3, 0, 2)


def test_creatures_walk_over_stairs(make_levels: MakeLevels) -> None:
    session = make_levels("#@.>z#", "#<#", zombie=MINDLESS)
    (zombie,) = zombies(session, 1)
    session.world.publish(Move(zombie, -1, 0))
    assert where(zombie) == (3, 0, 1)
    assert drawn(session.world) == "#@.z.#"


def test_who_stumbles_onto_a_stair_stays_on_it(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#..<.z#", zombie=MINDLESS)
    who = session.player
    session.world.publish(StartTimer(who, who, "confusion", 60, 1))
    stood = set()
    for _ in range(60):
        session.perform(Step(1, 0))
        stood.add(where(who))
    assert (2, 0, 1) in stood
    assert {level for _, _, level in stood} == {1}
