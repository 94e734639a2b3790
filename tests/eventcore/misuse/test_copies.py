"""A world and its parts are not copied or pickled: what to do instead is said."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from eventcore import load_world, save_world, state_digest
from eventcore.errors import CopyError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs

COPIES = [copy.copy, copy.deepcopy, pickle.dumps]
WAYS = pytest.mark.parametrize("way", COPIES, ids=["copy", "deepcopy", "pickle"])


def refused(way: Callable[[Any], object], thing: object) -> str:
    with pytest.raises(CopyError) as caught:
        way(thing)
    assert isinstance(caught.value, TypeError)
    return str(caught.value)


@WAYS
def test_a_world_says_how_it_is_made_again(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    world = make_world(Legs, Body)
    world.spawn(Legs(steps=2), Body())
    assert refused(way, world) == refused(way, {"in": world} if way is not copy.copy else world)
    assert refused(way, world) == (
        "a world cannot be copied or pickled: load_world(save_world(world), "
        "components=world.components) makes the same world again; a simulation is cloned by "
        "restoring what its save() gave"
    )
    again = load_world(save_world(world), components=world.components)
    assert state_digest(again) == state_digest(world)


@WAYS
def test_an_entity_says_how_it_is_found_again(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    world = make_world(Legs)
    walker = world.spawn(Legs())
    assert "keep its id, and world[2] is it; save_world and load_world" in refused(way, walker)
    world.despawn(walker)
    assert "an entity cannot be copied" in refused(way, walker)


@WAYS
@pytest.mark.parametrize("attached", [False, True])
def test_a_component_says_how_another_is_made(
    make_world: MakeWorld, way: Callable[[Any], object], attached: bool
) -> None:
    legs = Legs(steps=2)
    if attached:
        make_world(Legs).spawn(legs)
    assert "make another, Legs(…), of the fields of this one; save_world" in refused(way, legs)
