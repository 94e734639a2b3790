"""Bodies of several tiles, such as the worm: walking, being cut, dying."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bidden import intents
from bidden.components.body.body import Body
from bidden.components.movement.position import Position
from bidden.events.bodies import Sever, Suffer
from bidden.events.combat import Die, TakeDamage
from bidden.events.effects import what_is
from bidden.events.movement import Displace, Move, Wait
from bidden.events.places import Climb, Fall
from bidden.session import Session
from bidden.state import Item, Stair, name_of
from eventcore import Entity, World
from tests.bidden.scenes import MINDLESS, Ear, MakeLevels, MakeSession, hp, place
from tests.bidden.tricksters import put

HALL = """
    ################
    #@.............#
    #..............#
    #..............#
    ################
"""


def go(world: World, worm: Entity, *steps: tuple[int, int]) -> None:
    for dx, dy in steps:
        assert world.publish(Move(worm, dx, dy)).done


def stretched(session: Session) -> Entity:
    """Create a worm stretched along a row, its head at (4, 1) and its tail at (12, 1)."""
    worm = put(session, "worm", 12, 1)
    go(session.world, worm, *[(-1, 0)] * 8)
    return worm


def limbs(worm: Entity) -> list[Entity]:
    return [*worm[Body].limbs.values()]


def tiles(worm: Entity) -> list[tuple[int, int]]:
    return [place(part) for part in (worm, *limbs(worm))]


def lying(world: World) -> list[tuple[str, tuple[int, int]]]:
    return sorted((name_of(thing), place(thing)) for thing in world.having(Item, Position))


@pytest.mark.parametrize("seed", range(2))
def test_parts_of_a_walking_worm_stay_joined(make_session: MakeSession, seed: int) -> None:
    session = make_session(HALL, seed=seed, worm={"Mind": {"plan": ["wander"], "radius": 8}})
    worm = put(session, "worm", 12, 1)
    for _ in range(40):
        session.perform(intents.Wait())
        gaps = [
            one[Position].distance(other[Position]) for one, other in pairwise([worm, *limbs(worm)])
        ]
        assert max(gap for gap in gaps if gap is not None) <= 1
    assert len(tiles(worm)) == 9


def test_worm_turns_round_in_a_dead_end(make_session: MakeSession) -> None:
    session = make_session("#@#............#", worm=MINDLESS)
    worm = put(session, "worm", 11, 0)
    go(session.world, worm, *[(-1, 0)] * 8)
    assert tiles(worm) == [(x, 0) for x in range(3, 12)]
    session.world.publish(Wait(worm))
    assert tiles(worm) == [(x, 0) for x in range(11, 2, -1)]


def test_displaced_worm_lies_coiled_up(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    session.world.publish(Displace(session.player, worm, 4, 3, 1))
    assert tiles(worm) == [(4, 3)] * 9


def test_damage_to_a_body_part_costs_the_body_half_as_much(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    third = limbs(worm)[2]
    session.world.tap(ear)
    session.world.publish(TakeDamage(session.player, third, 3, sure=True))
    assert (hp(third), hp(worm)) == (7 - 3, 40 - 2)
    (suffering,) = ear.of(Suffer)
    assert (suffering.enactor, suffering.target, suffering.dealt) == (session.player, worm, 2)


def others(session: Session, worm: Entity) -> list[Entity]:
    return [one for one in session.world.having(Body) if one is not worm]


def cut(session: Session, part: Entity) -> None:
    session.world.publish(TakeDamage(session.player, part, 7, sure=True))


def test_cut_worm_becomes_two_worms(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    rest, fifth = limbs(worm)[5:], limbs(worm)[4]
    session.world.tap(ear)
    cut(session, fifth)
    (other,) = others(session, worm)
    assert tiles(worm) == [(x, 1) for x in range(4, 9)]
    assert tiles(other) == [(x, 1) for x in range(9, 13)]
    assert limbs(other) == rest
    assert (hp(other), hp(worm)) == (40 * 4 // 9, 40 - 4)
    assert lying(session.world) == [("piece of worm", (9, 1))]
    cuts = ear.of(Sever)
    assert [(one.joint, one.enactor, one.beyond) for one in cuts] == [("5", session.player, 3)]
    go(session.world, worm, (0, 1))
    go(session.world, other, (0, 1), (1, 1))
    assert tiles(worm) == [(4, 2), *((x, 1) for x in range(4, 8))]
    assert tiles(other) == [(10, 3), (9, 2), (9, 1), (10, 1)]


def test_worm_loses_attack_as_it_gets_shorter(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    assert what_is(session.world, worm, "attack", 2) == 10
    session.world.publish(Die(session.player, limbs(worm)[0]))
    assert what_is(session.world, worm, "attack", 2) == 2
    assert tiles(worm) == [(4, 1)]


def test_death_of_the_body_ends_all_parts(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    parts = limbs(worm)
    session.world.tap(ear)
    session.world.publish(TakeDamage(session.player, worm, 99, sure=True))
    assert not any(part.alive for part in (worm, *parts))
    assert len(lying(session.world)) == 9
    assert session.conduct.slain == {"worm": 1}
    assert session.summary()["foes left"] == "0"


def test_creature_covering_several_tiles_counts_as_one_foe(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    stretched(session)
    view = session.view()
    assert (view.foes, len(view.foes_at)) == (1, 7)
    assert view.tiles[1][5].name == "a worm's coil"
    assert session.summary()["foes left"] == "1"


def test_worm_spans_a_chasm_and_takes_no_stair(make_levels: MakeLevels) -> None:
    session = make_levels("#@....:..>#", "#......<..#", worm=MINDLESS)
    worm = put(session, "worm", 4, 0)
    (stair,) = session.world.having(Stair, Position)
    for one in (worm, *limbs(worm)):
        session.world.publish(Displace(worm, one, 6, 0, 1))
    assert tiles(worm) == [(6, 0)] * 9
    assert worm[Position].level == 1
    assert session.world.publish(Climb(worm, stair)).reason == "too large"
    assert session.world.publish(Fall(worm)).reason == "too large"
    assert session.world.publish(Fall(limbs(worm)[0])).reason == "held"
