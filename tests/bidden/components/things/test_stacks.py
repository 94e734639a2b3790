"""Stacks: equal items share a slot, and using one removes only one."""

from __future__ import annotations

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.events.things import PickUp
from bidden.intents import Drop, Eat, Quaff, Read, Throw
from bidden.session import Session
from bidden.state import Stack, name_of
from eventcore import Entity
from tests.bidden.scenes import MakeSession, give


def held(session: Session) -> dict[str, str]:
    return {one.slot: one.name for one in session.view().pack}


def lying(session: Session) -> list[tuple[str, int, int, int]]:
    """Return the name, count and position of each stack on the ground."""
    things = session.world.having(Stack, Position)
    return [(name_of(one), one[Stack].count, one[Position].x, one[Position].y) for one in things]


def hold(session: Session, name: str, count: int) -> Entity:
    for _ in range(count):
        give(session, name, known=True)
    return [*session.player[Pack].things.values()][-1]


def test_equal_items_share_a_slot(make_session: MakeSession) -> None:
    session = make_session("#@#")
    for name in ("ration", "potion of health", "ration", "potion of mana", "potion of health"):
        give(session, name, known=True)
    assert held(session) == {"a": "2 rations", "b": "2 potions of health", "c": "a potion of mana"}


@pytest.mark.parametrize(
    ("name", "use", "left"),
    [
        ("potion of speed", Quaff("a"), "2 potions of speed"),
        ("ration", Eat("a"), "2 rations"),
        ("scroll of blinking", Read("a"), "2 scrolls of blinking"),
    ],
)
def test_use_takes_one_of_a_stack(
    make_session: MakeSession, name: str, use: Quaff | Eat | Read, left: str
) -> None:
    session = make_session("#@...#", you={"Stomach": {"food": 100}})
    hold(session, name, 3)
    assert session.perform(use).done
    assert held(session) == {"a": left}
    for _ in range(2):
        assert session.perform(Quaff("a") if name.startswith("potion") else use).done
    assert held(session) == {}


def test_throw_takes_one_of_a_stack(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    give(session, "ration")
    hold(session, "rock", 3)
    session.perform(Drop("a"))
    assert session.perform(Throw("b", 4, 0)).done
    assert held(session) == {"b": "2 rocks"}
    assert lying(session)[1:] == [("rock", 1, 4, 0)]
    for _ in range(2):
        assert session.perform(Throw("b", 4, 0)).done
    assert held(session) == {}


def test_full_pack_accepts_an_item_only_if_it_stacks(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "ration")
    for _ in SLOTS[1:]:
        give(session, "dagger")
    give(session, "ration")
    assert session.player[Pack].things["a"][Stack].count == 2
    here = session.player[Position]
    other = session.world.spawn(
        Position(here.x, here.y, here.level), *session.catalogue.make("rock")
    )
    assert session.world.publish(PickUp(session.player, other)).reason == "full pack"
