"""Secret doors, and noticing hidden traps."""

from __future__ import annotations

import pytest

from bidden.events.movement import Close, Open
from bidden.intents import Close as Shut
from bidden.intents import Move as Step
from bidden.intents import Search
from bidden.session import Session
from bidden.state import is_secret
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.doing import lay_trap
from tests.bidden.scenes import MakeSession, creature, map_of, place, put

EAST = Step(1, 0)


def hide(session: Session, x: int) -> Entity:
    door = put(session, Placement("door", x, 0, secret=True))
    session.perform(Step(-1, 0))  # only a look around, no search
    session.perform(Search())
    return door


def test_secret_door_looks_like_a_wall(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    hide(session, 3)
    assert map_of(session.view()) == "#@.#.#"
    assert session.view().tiles[0][3].name == "a wall"
    session.perform(EAST)
    assert session.perform(EAST).reason == "wall"


def test_secret_door_is_not_opened_or_closed(make_session: MakeSession) -> None:
    session = make_session("#@..h#")
    door = put(session, Placement("door", 2, 0, secret=True))
    for who in (session.player, creature(session, 4)):
        assert session.world.publish(Open(who, door)).reason == "no door"
        assert session.world.publish(Close(who, door)).reason == "no door"
    assert session.perform(Shut(1, 0)).reason == "no door"


def test_searching_beside_a_secret_door_finds_it(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    door = put(session, Placement("door", 2, 0, secret=True))
    while is_secret(door):
        session.perform(Search())
    assert map_of(session.view()) == "#@+.#"
    session.perform(EAST)
    assert map_of(session.view()) == "#@'.#"
    session.perform(EAST)
    assert place(session.player) == (2, 0)


def test_near_hidden_trap_may_be_noticed(make_session: MakeSession) -> None:
    noticed = 0
    for seed in range(20):
        session = make_session("#@...#", seed=seed)
        trap = lay_trap(session, "dart trap", 4)
        session.perform(EAST)
        noticed += not is_secret(trap)
    assert 5 <= noticed <= 13


def test_good_eyes_notice_every_near_trap(make_session: MakeSession) -> None:
    session = make_session("#@....#", you={"Memory": {"radius": 20}})
    trap = lay_trap(session, "dart trap", 5)
    session.perform(EAST)
    assert is_secret(trap)
    session.perform(EAST)
    assert not is_secret(trap)
    assert map_of(session.view()) == "#..@.^#"


@pytest.mark.parametrize("drawing", ["#@.+..#", "#@.#..#"])
def test_no_trap_is_noticed_that_is_out_of_view(make_session: MakeSession, drawing: str) -> None:
    session = make_session(drawing, you={"Memory": {"radius": 20}})
    trap = lay_trap(session, "dart trap", 4)
    session.perform(EAST)
    assert is_secret(trap)
