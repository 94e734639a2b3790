"""Bodies of several tiles: how they grow, hold together, come apart and end; the worm is one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bidden import intents
from bidden.components.body.body import Body
from bidden.components.body.limb import Limb
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue, read_catalogue
from bidden.content.datafiles import ContentError
from bidden.events.bodies import Sever, Suffer
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.effects import Affect, what_is
from bidden.events.minds import side_of
from bidden.events.movement import Displace, Move, Wait
from bidden.events.places import Climb, Fall, Spawn
from bidden.grid.skeleton import Joint
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Item, Side, Stair, name_of
from bidden.view import Ending
from eventcore import Entity, World
from tests.bidden.scenes import Changes, Ear, MakeLevels, MakeSession, hp, place, texts

MINDLESS: Changes = {"Mind": None}
HALL = """
    ################
    #@.............#
    #..............#
    #..............#
    ################
"""


def a_worm(session: Session, x: int = 12, y: int = 1) -> Entity:
    """A worm on the first level, on a tile of its own."""
    worm = session.world.publish(Spawn(session.world.root, None, "worm", x, y, 1)).made
    assert worm is not None
    return worm


def go(world: World, worm: Entity, *steps: tuple[int, int]) -> None:
    for dx, dy in steps:
        assert world.publish(Move(worm, dx, dy)).done


def stretched(session: Session) -> Entity:
    """A worm that lies in a row, its head at (4, 1) and its tail at (12, 1)."""
    worm = a_worm(session)
    go(session.world, worm, *[(-1, 0)] * 8)
    return worm


def limbs(worm: Entity) -> list[Entity]:
    return [*worm[Body].limbs.values()]


def tiles(worm: Entity) -> list[tuple[int, int]]:
    return [place(part) for part in (worm, *limbs(worm))]


def lying(world: World) -> list[tuple[str, tuple[int, int]]]:
    return sorted((name_of(thing), place(thing)) for thing in world.having(Item, Position))


def said(session: Session) -> list[str]:
    return [str(line) for line in session.view().lines]


def test_a_worm_comes_coiled_up_and_is_nine_tiles_long_once_it_has_gone(
    make_session: MakeSession,
) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = a_worm(session)
    assert tiles(worm) == [(12, 1)] * 9
    assert [name_of(limb) for limb in limbs(worm)] == ["worm's coil"] * 7 + ["worm's tail"]
    go(session.world, worm, *[(-1, 0)] * 8)
    assert tiles(worm) == [(x, 1) for x in range(4, 13)]


def test_each_part_goes_where_the_one_before_it_was(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    go(session.world, worm, (0, 1), (1, 1))
    assert tiles(worm) == [(5, 3), (4, 2), *((x, 1) for x in range(4, 11))]


def test_a_refused_step_moves_no_part(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    before = tiles(worm)
    assert session.world.publish(Move(worm, 1, 0)).reason == "occupied"
    assert session.world.publish(Move(worm, 0, -1)).reason == "wall"
    assert tiles(worm) == before


@pytest.mark.parametrize("seed", range(6))
def test_wherever_it_goes_no_part_is_torn_from_the_one_before(
    make_session: MakeSession, seed: int
) -> None:
    session = make_session(HALL, seed=seed, worm={"Mind": {"plan": ["wander"], "radius": 8}})
    worm = a_worm(session)
    for _ in range(40):
        session.perform(intents.Wait())
        gaps = [
            one[Position].distance(other[Position]) for one, other in pairwise([worm, *limbs(worm)])
        ]
        assert max(gap for gap in gaps if gap is not None) <= 1
    assert len(tiles(worm)) == 9


def test_in_a_dead_end_it_changes_ends(make_session: MakeSession) -> None:
    session = make_session("#@#............#", worm=MINDLESS)
    worm = a_worm(session, 11, 0)
    go(session.world, worm, *[(-1, 0)] * 8)
    assert tiles(worm) == [(x, 0) for x in range(3, 12)]
    session.world.publish(Wait(worm))
    assert tiles(worm) == [(x, 0) for x in range(11, 2, -1)]


def test_who_is_shut_in_at_both_ends_stays_as_it_lies(make_session: MakeSession) -> None:
    session = make_session("#@#.........#", worm=MINDLESS)
    worm = a_worm(session, 11, 0)
    go(session.world, worm, *[(-1, 0)] * 8)
    session.world.publish(Wait(worm))
    assert tiles(worm) == [(x, 0) for x in range(3, 12)]


def test_who_is_torn_from_its_parts_lies_coiled_up_where_it_comes_to_be(
    make_session: MakeSession,
) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    session.world.publish(Displace(session.player, worm, 4, 3, 1))
    assert tiles(worm) == [(4, 3)] * 9


def test_a_blow_at_a_part_costs_the_part_and_half_as_much_the_body(
    make_session: MakeSession,
) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    third = limbs(worm)[2]
    session.world.tap(ear)
    session.world.publish(TakeDamage(session.player, third, 3, sure=True))
    assert (hp(third), hp(worm)) == (7 - 3, 40 - 2)
    (suffering,) = [event for event in ear.events if isinstance(event, Suffer)]
    assert (suffering.enactor, suffering.target, suffering.dealt) == (session.player, worm, 2)
    assert said(session)[-2:] == ["You hit the worm's coil for 3.", "The worm suffers 2 by it."]


def test_you_strike_a_part_as_you_would_a_creature(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    session.world.publish(Displace(session.player, session.player, 8, 2, 1))
    session.world.tap(ear)
    session.perform(intents.Move(0, -1))
    (blow,) = [event for event in ear.events if isinstance(event, Attack)]
    assert blow.target is limbs(worm)[3]
    assert hp(blow.target) < 7


def others(session: Session, worm: Entity) -> list[Entity]:
    return [one for one in session.world.having(Body) if one is not worm]


def cut(session: Session, part: Entity) -> None:
    session.world.publish(TakeDamage(session.player, part, 7, sure=True))


def test_cut_at_the_fifth_joint_it_is_five_tiles_long_and_the_rest_lives_on(
    make_session: MakeSession,
) -> None:
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
    cuts = [event for event in ear.events if isinstance(event, Sever)]
    assert [(one.joint, one.enactor, one.beyond) for one in cuts] == [("5", session.player, 3)]
    assert said(session)[-2:] == [
        "You cut off the worm's coil, and with it all that hangs on it.",
        "What came off raises a head, and is a worm of its own!",
    ]
    go(session.world, worm, (0, 1))
    go(session.world, other, (0, 1), (1, 1))
    assert tiles(worm) == [(4, 2), *((x, 1) for x in range(4, 8))]
    assert tiles(other) == [(10, 3), (9, 2), (9, 1), (10, 1)]


def test_a_shorter_worm_strikes_by_its_length_and_can_be_cut_again(
    make_session: MakeSession,
) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    cut(session, limbs(worm)[1])
    (other,) = others(session, worm)
    assert (len(tiles(worm)), len(tiles(other)), hp(other)) == (2, 7, 40 * 7 // 9)
    assert what_is(session.world, other, "attack", 2) == 2 + 6
    cut(session, limbs(other)[1])
    (third,) = (one for one in others(session, worm) if one is not other)
    assert (len(tiles(other)), len(tiles(third)), hp(third)) == (2, 5, 40 * 5 // 9)
    assert {side_of(session.world, limb) for limb in limbs(third)} == {"beasts"}


@pytest.mark.parametrize(("joint", "meat", "worms"), [(8, 1, 1), (7, 2, 1), (6, 1, 2)])
def test_it_takes_two_parts_to_live_on(
    make_session: MakeSession, joint: int, meat: int, worms: int
) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    cut(session, limbs(worm)[joint - 1])
    assert len(lying(session.world)) == meat
    assert len([*session.world.having(Body)]) == worms


def test_where_the_cut_leaves_no_room_the_head_is_upon_the_first_part(
    make_session: MakeSession,
) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = a_worm(session)
    cut(session, limbs(worm)[4])
    (other,) = others(session, worm)
    assert tiles(other) == [(12, 1)] * 4
    go(session.world, other, (0, 1), (-1, 0))
    assert tiles(other) == [(11, 2), (12, 2), (12, 1), (12, 1)]


def test_what_lives_on_is_recorded_saved_and_goes_on_the_same(make_session: MakeSession) -> None:
    session = make_session(HALL)
    cut(session, limbs(stretched(session))[4])
    twin = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, twin):
        for _ in range(12):
            one.perform(intents.Wait())
    assert session.save() == twin.save()


def test_parts_live_on_as_what_has_a_body() -> None:
    own = texts()["creatures.toml"]
    wrong = own.replace('lives_on = "worm"', 'lives_on = "zombie"')
    with pytest.raises(ContentError, match="zombie has no Body, or no Health"):
        read_catalogue(texts() | {"creatures.toml": wrong}, COMPONENTS)


def test_the_shorter_it_is_the_weaker_it_strikes(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    assert what_is(session.world, worm, "attack", 2) == 10
    session.world.publish(Die(session.player, limbs(worm)[0]))
    assert what_is(session.world, worm, "attack", 2) == 2
    assert tiles(worm) == [(4, 1)]


def test_with_the_body_all_parts_end_and_one_kill_is_told(make_session: MakeSession) -> None:
    session, ear = make_session(HALL, worm=MINDLESS), Ear()
    worm = stretched(session)
    parts = limbs(worm)
    session.world.tap(ear)
    session.world.publish(TakeDamage(session.player, worm, 99, sure=True))
    assert not any(part.alive for part in (worm, *parts))
    assert len(lying(session.world)) == 9
    assert said(session)[-1] == "You put the worm to rest."
    assert session.conduct.slain == {"worm": 1}
    assert session.summary()["foes left"] == "0"


def test_the_game_is_won_by_the_death_of_a_body_and_not_while_a_part_lives(
    make_session: MakeSession,
) -> None:
    session = make_session("#@............z#", worm=MINDLESS, zombie=MINDLESS)
    worm = a_worm(session, 11, 0)
    (zombie,) = (one for one in session.world.having(Side) if name_of(one) == "zombie")
    go(session.world, worm, *[(-1, 0)] * 4)
    endings = []
    for who in (zombie, limbs(worm)[6], worm):
        session.world.publish(TakeDamage(session.player, who, 99, sure=True))
        endings.append(session.ending)
    assert endings == [None, None, Ending.WON]


def test_a_part_that_is_struck_last_of_all_takes_the_body_along(make_session: MakeSession) -> None:
    frail: Changes = {"Mind": None, "Health": {"hp": 1, "most": 40}}
    session = make_session(HALL, worm=frail)
    worm = stretched(session)
    session.world.publish(TakeDamage(session.player, limbs(worm)[0], 7, sure=True))
    assert not worm.alive
    assert len(lying(session.world)) == 9


def test_a_body_in_view_is_one_foe_however_many_tiles_it_takes(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    stretched(session)
    view = session.view()
    assert (view.foes, len(view.foes_at)) == (1, 7)
    assert view.tiles[1][5].name == "a worm's coil"
    assert session.summary()["foes left"] == "1"


def test_a_part_is_on_the_side_its_body_is_on(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    refused = session.world.publish(Affect(session.player, limbs(worm)[0], "charm"))
    assert refused.reason == "nothing"
    assert session.world.publish(Affect(session.player, limbs(worm)[0], "poison")).applied
    assert session.world.publish(Affect(session.player, worm, "charm")).applied
    assert {side_of(session.world, limb) for limb in limbs(worm)} == {"bidden"}


def test_it_spans_a_chasm_and_takes_no_stair(make_levels: MakeLevels) -> None:
    session = make_levels("#@....:..>#", "#......<..#", worm=MINDLESS)
    worm = a_worm(session, 4, 0)
    (stair,) = session.world.having(Stair, Position)
    for one in (worm, *limbs(worm)):
        session.world.publish(Displace(worm, one, 6, 0, 1))
    assert tiles(worm) == [(6, 0)] * 9
    assert worm[Position].level == 1
    assert session.world.publish(Climb(worm, stair)).reason == "too large"
    assert session.world.publish(Fall(worm)).reason == "too large"
    assert session.world.publish(Fall(limbs(worm)[0])).reason == "held"


def test_it_replays_and_can_be_saved_in_the_middle(make_session: MakeSession) -> None:
    session = make_session(HALL)
    stretched(session)
    twin = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, twin):
        for _ in range(8):
            one.perform(intents.Wait())
    assert session.save() == twin.save()


def test_a_body_knows_its_parts_from_its_table() -> None:
    body = Body([Joint("a", "rat"), Joint("b", "rat", on="a")])
    assert (body.limbs, body.grown) == ({}, False)
    with pytest.raises(ValueError, match="no joint before it"):
        Body([Joint("a", "rat", on="b")])


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ('Body = { joints = [{ name = "a", part = "no such" }] }', "joints.0..part"),
        ('Limb = { leaves = "no such" }\nHealth = { hp = 1, most = 1 }', "Limb.leaves"),
        ("Slither = {}", "needs a Body"),
    ],
)
def test_what_the_tables_of_bodies_name_is_looked_for(table: str, reason: str) -> None:
    text = f'[rat]\nTitle = {{ name = "rat" }}\nSide = {{ name = "beasts" }}\n{table}\n'
    with pytest.raises(ContentError, match=reason):
        read_catalogue({"creatures.toml": text}, COMPONENTS)


def test_each_part_of_the_games_bodies_is_a_limb() -> None:
    made = load_catalogue(COMPONENTS)
    for name in ("worm", "colossus"):
        (body,) = [part for part in made.make(name) if isinstance(part, Body)]
        for joint in body.joints:
            assert any(isinstance(part, Limb) for part in made.make(joint.part))
