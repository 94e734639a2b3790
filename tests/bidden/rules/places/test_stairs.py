"""Stairs lead to the matching stair, and levels stay as they were left."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.movement import Displace, Move
from bidden.events.places import Climb, MakeLevel
from bidden.intents import Wait
from bidden.session import Session
from bidden.state import Side, Stair
from bidden.view import Ending
from eventcore import Change, Entity
from eventcore.time import Freeze, StartTimer, Thaw, Timers
from tests.bidden.scenes import (
    MINDLESS,
    Changes,
    MakeLevels,
    Meddle,
    drawn,
    listening,
    map_of,
    where,
)
from tests.golden.soundness import check_time

STURDY: Changes = {"Health": {"hp": 90, "most": 90}}
EAST, WEST = intents.Move(1, 0), intents.Move(-1, 0)


def zombies(session: Session, depth: int) -> list[Entity]:
    mine = session.player
    return [
        one
        for one in session.world.having(Side)
        if one is not mine and one[Position].level == depth
    ]


def walk(session: Session, *steps: intents.Move) -> None:
    for step in steps:
        assert not session.perform(step).failed


def test_step_onto_stair_ends_on_the_other_stair(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#..<.z#", zombie=MINDLESS)
    ear = listening(session)
    walk(session, EAST)
    assert where(session.player) == (3, 0, 2)
    assert [type(event).__name__ for event in ear.events][:10] == [
        *("Move", "Climb", "MakeLevel", "Spawn", "Arrive", "Spawn", "Arrive"),
        *("Displace", "Leave", "Arrive"),
    ]
    assert (session.world.turn, session.view().level, session.view().levels) == (1, 2, 2)
    assert map_of(session.view()) == "#..@.z#"


def test_stumble_onto_a_stair_does_not_climb(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#..<.z#", zombie=MINDLESS)
    who = session.player
    session.world.publish(StartTimer(who, who, "confusion", 60, 1))
    stood = set()
    for _ in range(60):
        session.perform(EAST)
        stood.add(where(who))
    assert (2, 0, 1) in stood
    assert {level for _, _, level in stood} == {1}


def test_a_level_stays_as_it_was_left(make_levels: MakeLevels) -> None:
    session = make_levels("#z@+.>#", "#<.#", zombie={**MINDLESS, "Health": {"hp": 1}})
    walk(session, WEST, EAST, EAST, EAST)
    assert drawn(session.world) == "#%.'@>#"
    walk(session, EAST)
    assert drawn(session.world) == "#%.'.>#"
    assert map_of(session.view()) == "#@.#"
    walk(session, EAST, WEST)
    assert drawn(session.world) == "#%.'.@#"
    assert map_of(session.view()) == "#%.'.@#"


def test_effects_on_creatures_left_behind_pause(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.zzz#", "#<..#", zombie={**STURDY, "Mind": None})
    timers, left = session.world.root[Timers], zombies(session, 1)
    for turns, zombie in enumerate(left, 15):
        for more, effect in enumerate(("poison", "might", "speed", "keen sight")):
            session.world.publish(Affect(zombie, zombie, effect, turns + more))
    walk(session, EAST)

    def remaining() -> list[int]:
        return [timer.remaining(session.world.turn) for one in left for timer in timers.of(one)]

    before = remaining()
    assert len(before) == 12
    for _ in range(5):
        session.perform(Wait())
        check_time(session.world)
        assert remaining() == before
    walk(session, EAST, WEST)
    check_time(session.world)
    there = remaining()
    session.perform(Wait())
    assert remaining() == [turns - 1 for turns in there]


def test_climber_pushes_aside_whoever_is_there(make_levels: MakeLevels) -> None:
    session = make_levels("#>.@#", "#<z#", zombie=MINDLESS)
    walk(session, WEST, WEST)
    (zombie,) = zombies(session, 2)
    below = next(s for s in session.world.having(Stair) if s[Position].level == 2)
    session.world.publish(Climb(session.player, below))
    session.world.publish(Move(zombie, -1, 0))
    assert drawn(session.world, 2) == "#z.#"
    walk(session, EAST, WEST)
    assert drawn(session.world, 2) == "#@z#"
    assert (where(session.player), where(zombie)) == ((1, 0, 2), (2, 0, 2))


def test_stair_is_blocked_by_creature_without_room(make_levels: MakeLevels) -> None:
    session = make_levels("#>.@#", "#<zz#", zombie=MINDLESS)
    walk(session, WEST, WEST)
    near, far = sorted(zombies(session, 2), key=where)
    below = next(s for s in session.world.having(Stair) if s[Position].level == 2)
    session.world.publish(Climb(session.player, below))
    for zombie in (near, far):
        assert session.world.publish(Move(zombie, -1, 0)).done
    walk(session, EAST)
    ear = listening(session)
    walk(session, WEST)
    (climb,) = ear.of(Climb)
    assert climb.reason == "blocked"
    assert where(session.player) == (1, 0, 1)
    assert drawn(session.world, 2) == "#zz.#"


@pytest.mark.parametrize("stays", ["the one in the way", "the one who climbs"])
def test_refused_displacement_stops_the_climb(
    make_levels: MakeLevels, meddle: Meddle, stays: str
) -> None:
    session: Session | None = None

    def hold(change: Change) -> None:
        if session is None or not isinstance(change, Displace):
            return
        if (change.target is session.player) == (stays == "the one who climbs"):
            change.fail("rooted")

    meddle(hold)
    session = make_levels("#@>.#", "#<z.#", zombie=MINDLESS)
    session.world.publish(MakeLevel(session.world.root, 2))
    (zombie,) = zombies(session, 2)
    session.world.publish(Move(zombie, -1, 0))
    ear = listening(session)
    walk(session, EAST)
    assert where(session.player) == (2, 0, 1)
    told = ear.of(Displace)
    assert [type(event.cause) for event in told] == [Climb] * len(told)
    assert told[-1].reason == "rooted"
    assert not [event for event in ear.events if isinstance(event, Freeze | Thaw)]


def test_game_is_won_when_no_foe_is_left_on_the_deepest_level(make_levels: MakeLevels) -> None:
    session = make_levels("#z.@>#", "#<z#", zombie={**MINDLESS, "Health": {"hp": 1}})
    walk(session, WEST, WEST)
    assert session.ending is None
    walk(session, EAST, EAST)
    assert session.ending is None
    walk(session, EAST)
    assert session.ending is Ending.WON
