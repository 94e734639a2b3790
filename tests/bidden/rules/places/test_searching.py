"""Searching: a secret door is wall until somebody finds it; a trap may be noticed on the way."""

from __future__ import annotations

import pytest

from bidden.components.movement.door import Door
from bidden.events.movement import Close, Move, Open
from bidden.events.places import Find
from bidden.events.queries import WhatIsInView, WhichStep
from bidden.intents import Close as Shut
from bidden.intents import Move as Step
from bidden.intents import Search
from bidden.session import Session
from bidden.state import is_secret
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.rules.magic.test_powers import creature
from tests.bidden.rules.places.test_traps import lay
from tests.bidden.scenes import MakeSession, map_of, place, put

EAST = Step(1, 0)


def told(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def hide(session: Session, x: int) -> Entity:
    door = put(session, Placement("door", x, 0, secret=True))
    session.perform(Step(-1, 0))  # nothing but a look around
    session.perform(Search())
    return door


def found(session: Session, door: Entity) -> None:
    assert session.world.publish(Find(session.player, door)).done


def test_it_looks_like_a_wall_and_stops_steps_like_one(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    hide(session, 3)
    assert map_of(session.view()) == "#@.#.#"
    assert session.view().tiles[0][3].name == "a wall"
    session.perform(EAST)
    assert session.perform(EAST).reason == "wall"
    assert told(session)[-1] == "There is a wall in the way."


def test_nobody_can_open_or_close_it(make_session: MakeSession) -> None:
    session = make_session("#@..h#")
    door = put(session, Placement("door", 2, 0, secret=True))
    for who in (session.player, creature(session, 4)):
        assert session.world.publish(Open(who, door)).reason == "no door"
        assert session.world.publish(Close(who, door)).reason == "no door"
    assert session.perform(Shut(1, 0)).reason == "no door"


def test_a_creature_takes_it_for_a_wall(make_session: MakeSession) -> None:
    session = make_session("#@..h#")
    door = put(session, Placement("door", 3, 0, secret=True))
    hound = creature(session, 4)
    assert session.world.publish(Move(hound, -1, 0)).reason == "wall"
    assert session.world.ask(WhichStep(hound, 1, 0, True)).step is None
    found(session, door)
    session.world.publish(Move(hound, -1, 0))
    assert door[Door].open


def test_searching_beside_it_finds_it(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    door = put(session, Placement("door", 2, 0, secret=True))
    while is_secret(door):
        session.perform(Search())
    assert told(session)[-1] == "You find a secret door."
    assert map_of(session.view()) == "#@+.#"
    session.perform(EAST)
    assert map_of(session.view()) == "#@'.#"
    session.perform(EAST)
    assert place(session.player) == (2, 0)


def test_all_who_look_see_it_at_once_whoever_found_it(make_session: MakeSession) -> None:
    session = make_session("#@.....h#")
    door = hide(session, 4)
    session.world.publish(Find(creature(session, 7), door))
    assert map_of(session.view()) == "#@..+...#"


def test_paths_that_are_known_lead_through_it_once_it_is_found(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..h#")
    door, hound = hide(session, 3), creature(session, 4)
    steps = [session.world.ask(WhichStep(hound, 1, 0, True)).step]
    found(session, door)
    steps.append(session.world.ask(WhichStep(hound, 1, 0, True)).step)
    assert steps == [None, (-1, 0)]


def test_it_hides_what_is_behind_it(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    hide(session, 3)
    view = session.world.ask(WhatIsInView(session.world.root, 1, 0, 9, 1)).tiles
    assert sorted(view) == [(0, 0), (1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("all_seeing", [False, True])
def test_only_who_sees_all_sees_it(make_session: MakeSession, all_seeing: bool) -> None:
    session = make_session("#@...#")
    hide(session, 3)
    tile = session.view(all_seeing=all_seeing).tiles[0][3]
    assert (tile.glyph, tile.name) == (("+", "a door") if all_seeing else ("#", "a wall"))


def test_it_is_no_thing_that_is_remembered_to_lie_there(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    found(session, hide(session, 3))
    assert session.view().tiles[0][3].name == "a shut door"


def test_who_comes_within_two_tiles_of_a_hidden_trap_may_notice_it(
    make_session: MakeSession,
) -> None:
    noticed = 0
    for seed in range(40):
        session = make_session("#@...#", seed=seed)
        trap = lay(session, "dart trap", 4)
        session.perform(EAST)
        noticed += not is_secret(trap)
        assert ("You find a dart trap." in told(session)) is not is_secret(trap)
    assert 10 <= noticed <= 26


def test_good_eyes_notice_every_trap_and_not_before_they_are_near(
    make_session: MakeSession,
) -> None:
    session = make_session("#@....#", you={"Memory": {"radius": 20}})
    trap = lay(session, "dart trap", 5)
    session.perform(EAST)
    assert is_secret(trap)
    session.perform(EAST)
    assert not is_secret(trap)
    assert map_of(session.view()) == "#..@.^#"


@pytest.mark.parametrize("drawing", ["#@.+..#", "#@.#..#"])
def test_no_trap_is_noticed_that_is_out_of_view(make_session: MakeSession, drawing: str) -> None:
    session = make_session(drawing, you={"Memory": {"radius": 20}})
    trap = lay(session, "dart trap", 4)
    session.perform(EAST)
    assert is_secret(trap)


def test_neither_a_secret_door_nor_what_a_creature_walks_up_to_is_noticed(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...z.#", you={"Memory": {"radius": 20}})
    door = put(session, Placement("door", 3, 0, secret=True))
    trap = lay(session, "dart trap", 4)
    session.world.publish(Move(creature(session, 5), 1, 0))
    session.perform(EAST)
    assert is_secret(door)
    assert is_secret(trap)
