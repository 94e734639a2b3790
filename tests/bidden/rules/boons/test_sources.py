"""A source warps the active boon once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

from bidden.components.boons.boons import Boons, Source
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Offer
from bidden.events.boons import DrawFrom
from bidden.events.places import MakeLevel, Spawn
from bidden.intents import Bind, Move, PickUp
from bidden.rules.run.calling import summoners
from bidden.session import Session
from bidden.state import Levels, name_of
from eventcore import Entity
from tests.bidden.scenes import MakeSession, catalogue

KINDS = [("altar of embers", "ember", "cold altar"), ("hollow well", "hollow", "silent well")]


def beside(make_session: MakeSession, name: str, warp: str = "") -> Session:
    """Begin a session with a source east of a player who carries two boons."""
    carried: dict[str, Any] = {"carried": ["leap", "ward"], "uses": [3, 1], "warps": [warp, ""]}
    session = make_session("#@....z#", you={"Boons": carried}, zombie={"Mind": {"plan": []}})
    put(session, name)
    return session


def put(session: Session, name: str) -> Entity:
    here = session.player[Position]
    world = session.world
    made = world.publish(Spawn(world.root, None, name, here.x + 1, here.y, here.level)).made
    assert made is not None
    return made


@pytest.mark.parametrize("covered", [False, True])
def test_message_at_a_source_says_what_the_key_does(
    covered: bool, make_session: MakeSession
) -> None:
    session = beside(make_session, "hollow well")
    if covered:
        put(session, "dagger")
    session.perform(Move(1, 0))
    told = session.view().lines[-1].text
    assert ("Pick them up, then press g" in told) is covered
    drawn = session.perform(PickUp()).replacement
    assert isinstance(drawn, DrawFrom) is not covered
    if covered:
        assert isinstance(session.perform(PickUp()).replacement, DrawFrom)


def standing(session: Session) -> list[str]:
    """Return the names of everything else on the player's tile."""
    here = session.player[Position]
    return [
        name_of(one)
        for one in session.world.having(Position)
        if one is not session.player and one[Position].distance(here) == 0
    ]


@pytest.mark.parametrize(("name", "warp", "left"), KINDS)
def test_source_warps_once(name: str, warp: str, left: str, make_session: MakeSession) -> None:
    session = beside(make_session, name)
    assert session.view().source == ""
    session.perform(Move(1, 0))
    assert session.view().source == name
    turn = session.world.turn
    drawn = session.perform(PickUp()).replacement
    assert isinstance(drawn, DrawFrom)
    assert drawn.done
    told = f"You draw all the power from the {name}."
    assert told in [line.text for line in session.view().lines]
    assert session.player[Boons].warps == [warp, ""]
    assert session.world.turn == turn + 1
    assert (standing(session), session.view().source) == ([left], "")
    assert session.perform(PickUp()).reason == "nothing here"


@pytest.mark.parametrize(("name", "warp", "left"), KINDS)
def test_useless_source_is_kept(name: str, warp: str, left: str, make_session: MakeSession) -> None:
    session = beside(make_session, name, warp)
    session.perform(Move(1, 0))
    assert session.perform(PickUp()).reason == "warped"
    assert standing(session) == [name]


def test_pick_up_takes_an_item_on_a_source_before_drawing_from_the_source(
    make_session: MakeSession,
) -> None:
    session = beside(make_session, "hollow well")
    put(session, "rock")
    session.perform(Move(1, 0))
    assert session.perform(PickUp(0)).replacement is None
    assert isinstance(session.perform(PickUp(0)).replacement, DrawFrom)


@pytest.mark.slow
def test_about_a_quarter_of_the_levels_of_a_run_have_a_warp_source() -> None:
    places = {kind.place for kind in catalogue().factions.values()}
    lands = ("valley", "mountain", "desert", "cave")
    levels, found = Counter[str](), Counter[str]()
    for seed in range(90):
        session = Session(seed, level="run")
        world, first = session.world, summoners(session.world)[0]
        place, land = sorted(places)[seed % 5], lands[seed % 4]
        leads: dict[str, Any] = {"place": place, "land": land, "levels": 3}
        first[Offer].binding = attrs.evolve(first[Offer].binding, danger=1 + seed % 5, **leads)
        session.perform(Bind(0))
        for number in (3, 4):
            world.publish(MakeLevel(world.root, number))
        levels.update(world.root[Levels].at(number).place for number in (2, 3, 4))
        at = (one[Position].level for one in world.having(Source))
        found.update(world.root[Levels].at(number).place for number in at)
    assert 0.2 < found.total() / levels.total() < 0.34
    assert {*found} == places | {*lands}
