"""The rule of chasms: who comes onto one and cannot fly falls to the level below."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.movement import Displace
from bidden.events.places import Fall, MakeLevel, Spawn
from bidden.session import Session
from bidden.state import Level, Levels, name_of
from eventcore import Change, Entity
from eventcore.time import Freeze
from tests.bidden.scenes import Changes, Ear, MakeLevels, Meddle, hp, map_of

EAST, WEST = intents.Move(1, 0), intents.Move(-1, 0)
MINDLESS: Changes = {"Mind": None}


def where(thing: Entity) -> tuple[int, int, int]:
    place = thing[Position]
    return place.x, place.y, place.level


def called(session: Session, name: str) -> Entity:
    (one,) = (thing for thing in session.world.having(Position) if name_of(thing) == name)
    return one


def said(session: Session) -> list[str]:
    return [str(line) for line in session.view().lines]


def test_a_step_over_the_edge_ends_below_where_one_fell(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@:.>#", "#...<z#", zombie=MINDLESS), Ear()
    session.world.tap(ear)
    assert session.perform(EAST).done
    assert where(session.player) == (2, 0, 2)
    (fall,) = (event for event in ear.events if isinstance(event, Fall))
    assert (fall.x, fall.y, fall.from_level, fall.to_level) == (2, 0, 1, 2)
    (harm,) = (event for event in ear.events if isinstance(event, TakeDamage))
    assert (harm.strength, harm.source, harm.cause) == (8, "a fall", fall)
    assert 1 <= harm.dealt <= 8
    assert hp(session.player) == 40 - harm.dealt
    assert said(session)[0] == "You fall to level 2."
    assert map_of(session.view()) == "#.@.<z#"


def test_who_cannot_come_down_there_comes_down_on_the_nearest_free_tile(
    make_levels: MakeLevels,
) -> None:
    session = make_levels("#@:.>#", "#.z.<.#", zombie=MINDLESS)
    session.perform(EAST)
    assert where(session.player) in [(1, 0, 2), (3, 0, 2)]


def test_who_flies_crosses_it_and_who_does_not_goes_no_such_way(make_levels: MakeLevels) -> None:
    below = "#......<.#"
    walker = make_levels("#z:...>@#", below)
    for _ in range(6):
        walker.perform(intents.Wait())
    assert where(called(walker, "zombie")) == (1, 0, 1)
    flyer = make_levels("#z:...>@#", below, zombie={"Flying": {}})
    for _ in range(3):
        flyer.perform(intents.Wait())
    assert where(called(flyer, "zombie"))[0] > 2


def test_a_creature_that_falls_waits_below_until_somebody_comes(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@.z:>#", "#......<#", zombie=MINDLESS), Ear()
    session.world.tap(ear)
    zombie = called(session, "zombie")
    session.world.publish(Displace(session.player, zombie, 4, 0, 1))
    assert where(zombie) == (4, 0, 2)
    assert session.world.agenda.frozen(zombie)
    assert [event.target for event in ear.events if isinstance(event, Freeze)] == [zombie]
    assert said(session)[0] == "The zombie falls into the chasm."


def test_things_fall_as_well_and_are_not_hurt(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@.:>#", "#....<#"), Ear()
    session.world.tap(ear)
    session.world.publish(Spawn(session.world.root, None, "dagger", 3, 0, 1))
    assert where(called(session, "dagger")) == (3, 0, 2)
    assert not [event for event in ear.events if isinstance(event, TakeDamage)]


def test_time_stands_still_on_a_level_that_is_made_for_a_thing_that_falls(
    make_levels: MakeLevels,
) -> None:
    session = make_levels("#@.:>#", "#z...<#", zombie=MINDLESS)
    session.world.publish(Spawn(session.world.root, None, "dagger", 3, 0, 1))
    zombie = called(session, "zombie")
    assert where(zombie)[2] == 2
    assert session.world.agenda.frozen(zombie)


def test_where_the_level_below_is_refused_nobody_falls(
    make_levels: MakeLevels, meddle: Meddle
) -> None:
    def seal(change: Change) -> None:
        if isinstance(change, MakeLevel) and change.level == 2:
            change.fail("sealed")

    meddle(seal)
    session = make_levels("#@:.>#", "#....<#")
    session.perform(EAST)
    assert where(session.player) == (2, 0, 1)
    assert hp(session.player) == 40
    assert said(session) == []


@pytest.mark.parametrize(("rows", "chasms"), [(["#.#"], set()), (["#:.", ".:#"], {(1, 0), (1, 1)})])
def test_the_chasms_of_a_level(rows: list[str], chasms: set[tuple[int, int]]) -> None:
    assert Level(rows).chasms() == chasms


def test_it_replays_and_can_be_saved_on_either_side(make_levels: MakeLevels) -> None:
    session = make_levels("#@:.>#", "#...<z#", zombie=MINDLESS)
    twin = Session.restore(session.save(), debug=False, catalogue=session.catalogue)
    assert len(twin.world.root[Levels].dug) == 1
    for one in (session, twin):
        one.perform(EAST)
        one.perform(WEST)
    assert session.save() == twin.save()
