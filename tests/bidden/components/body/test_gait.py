"""Gaits: how the colossus poses its parts, walks and falls."""

from __future__ import annotations

from bidden.components.body.body import Body
from bidden.components.body.gait import Gait
from bidden.components.movement.position import Position
from bidden.events.bodies import Pose, Topple
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.effects import what_is
from bidden.events.movement import Move
from bidden.events.turns import TakeTurn
from bidden.session import Session
from bidden.state import Item, Side, name_of
from bidden.view import Ending
from eventcore import Entity
from tests.bidden.scenes import MINDLESS, Changes, Ear, MakeSession, hp, place
from tests.bidden.tricksters import put

BLIND: Changes = {"Mind": {"radius": 1, "plan": ["rest"]}}
HALL = """
    ################
    #..............#
    #..............#
    #..............#
    #..............#
    #..............#
    #@.............#
    ################
"""
AT_REST = {
    "head": (0, -1),
    "left arm": (-1, 0),
    "left fist": (-2, 0),
    "right arm": (1, 0),
    "right fist": (2, 0),
    "left knee": (-1, 1),
    "right knee": (1, 1),
}


def held(colossus: Entity) -> dict[str, tuple[int, int]]:
    """Return each part's offset from the core, in tiles east and south."""
    x, y = place(colossus)
    there = {name: place(limb) for name, limb in colossus[Body].limbs.items()}
    return {name: (at[0] - x, at[1] - y) for name, at in there.items()}


def wait(session: Session, colossus: Entity, turns: int) -> None:
    for _ in range(turns):
        session.world.publish(Pose(colossus))


def cut(session: Session, colossus: Entity, joint: str) -> Entity:
    limb = colossus[Body].limbs[joint]
    session.world.publish(TakeDamage(session.player, limb, 99, sure=True))
    return limb


def test_colossus_strides_knee_by_knee(make_session: MakeSession) -> None:
    session = make_session(HALL, colossus=BLIND)
    colossus = put(session, "colossus", 5, 3)
    knees = []
    for _ in range(4):
        assert session.world.publish(Move(colossus, 1, 0)).done
        session.world.publish(Pose(colossus))
        angles = colossus[Gait].angles
        knees.append((angles["left knee"], angles["right knee"], held(colossus)["left knee"]))
    assert knees == [
        (130, 50, (-1, 1)), (110, 30, (0, 1)), (130, 50, (-1, 1)), (150, 70, (-1, 1))
    ]  # fmt: skip
    wait(session, colossus, 2)
    assert held(colossus) == AT_REST


def test_fist_attacks_a_target_two_tiles_from_its_shoulder(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, colossus={"Mind": {"plan": ["rest"], "radius": 9}}), Ear()
    colossus = put(session, "colossus", 4, 6)
    session.world.tap(ear)
    fist = colossus[Body].limbs["left fist"]
    assert place(fist) == (2, 6)
    session.world.publish(TakeTurn(fist))
    (blow,) = ear.of(Attack)
    assert (blow.enactor, blow.target) == (fist, session.player)
    assert session.player[Position].distance(colossus[Position]) == 3


def test_colossus_without_knees_stays_down(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, colossus=BLIND), Ear()
    colossus = put(session, "colossus", 10, 3)
    session.world.tap(ear)
    world = session.world
    stats = [(what_is(world, colossus, "speed", 100), what_is(world, colossus, "defence", 8))]
    for knee in ("left knee", "right knee"):
        assert world.publish(Move(colossus, -1, 0)).done
        cut(session, colossus, knee)
        stats.append(
            (what_is(world, colossus, "speed", 100), what_is(world, colossus, "defence", 8))
        )
    assert stats == [(100, 8), (65, 8), (30, 0)]
    assert world.publish(Move(colossus, -1, 0)).reason == "felled"
    assert [event.enactor for event in ear.events if isinstance(event, Topple)] == [colossus]


def test_severed_arm_takes_its_fist_with_it(make_session: MakeSession) -> None:
    session = make_session(HALL, colossus=BLIND)
    colossus = put(session, "colossus", 10, 3)
    cut(session, colossus, "left arm")
    assert [*colossus[Body].limbs] == ["left knee", "right knee", "head", "right arm", "right fist"]
    things = [*session.world.having(Item, Position)]
    assert {(name_of(thing), place(thing)) for thing in things} == {
        ("stone", (9, 3)), ("stone", (8, 3))
    }  # fmt: skip
    assert hp(colossus) == 40 - 4


def test_colossus_dies_with_its_head(make_session: MakeSession) -> None:
    session = make_session(HALL.replace("@.", "@z"), colossus=BLIND, zombie=MINDLESS)
    colossus = put(session, "colossus", 10, 3)
    (zombie,) = (one for one in session.world.having(Side) if name_of(one) == "zombie")
    session.world.publish(Die(session.world.root, zombie))
    endings = [session.ending]
    cut(session, colossus, "head")
    assert [*endings, session.ending] == [None, Ending.WON]
    assert not colossus.alive
    assert session.conduct.slain == {"colossus": 1, "colossus' head": 1}
    things = sorted(name_of(thing) for thing in session.world.having(Item, Position))
    assert things == ["heap of rubble", *["stone"] * 6, "stone head", "zombie corpse"]
