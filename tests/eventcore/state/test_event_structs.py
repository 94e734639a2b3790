"""Packing: what an event says, entities by their ids, in order of the names of its fields."""

from typing import Any

import msgspec

from eventcore import Change, Entity, World, event, role
from eventcore.state.event_structs import packer_of


@event
class Give(Change):
    taker: Entity | None = role(default=None)
    amount: int = 0
    besides: Any = None


def test_an_event_is_packed_by_the_names_of_its_fields_roles_by_their_ids() -> None:
    world = World(components=[])
    giver, taker = world.spawn(), world.spawn()
    packed = packer_of(Give)(Give(giver, taker, 3, ["hat"]))
    assert msgspec.json.encode(packed) == b'{"amount":3,"besides":["hat"],"enactor":2,"taker":3}'


def test_a_role_that_nobody_plays_is_null() -> None:
    packed = packer_of(Give)(Give(World(components=[]).spawn(), None))
    assert msgspec.to_builtins(packed) == {
        "amount": 0,
        "besides": None,
        "enactor": 2,
        "taker": None,
    }
