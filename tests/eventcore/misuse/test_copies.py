"""A world and its parts are not copied or pickled: what to do instead is said."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from eventcore import Snapshot, clone_world, state_digest
from eventcore.errors import CopyError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs, Walk

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
        "a world cannot be copied or pickled: clone_world(world) makes another that goes on as it "
        "does, and save_world(world) writes it down; a simulation is cloned by its own clone(), if "
        "it has one, or by restoring what its save() gave"
    )
    assert state_digest(clone_world(world)) == state_digest(world)


@WAYS
def test_a_snapshot_says_that_it_is_kept_itself(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    assert refused(way, Snapshot(make_world())) == (
        "a snapshot cannot be copied or pickled: it never changes, so keep it itself; for another "
        "process save_world(world) writes a world down"
    )


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


@WAYS
@pytest.mark.parametrize("used", [False, True])
def test_an_event_says_how_another_is_made(
    make_world: MakeWorld, way: Callable[[Any], object], used: bool
) -> None:
    world = make_world(Legs)
    walk = Walk(world.spawn(Legs()))
    if used:
        world.publish(walk)
    assert refused(way, walk) == (
        "an event cannot be copied or pickled: make another, Walk(…), of the fields of this one"
    )


@WAYS
def test_a_handle_says_where_it_is_kept(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    world = make_world(Legs)
    handle = world.schedule(Walk(world.spawn(Legs())), 5)
    assert refused(way, handle) == (
        "the handle of a scheduled event cannot be copied or pickled: keep it itself, in a field "
        "of type Scheduled; save_world and load_world make a whole world again"
    )


@WAYS
def test_an_agenda_says_that_it_is_its_worlds(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    assert refused(way, make_world().agenda) == (
        "an agenda cannot be copied or pickled: it is its world's clock; save_world and load_world "
        "make a whole world again"
    )


@WAYS
def test_a_stream_says_how_another_goes_on_from_where_it_is(
    make_world: MakeWorld, way: Callable[[Any], object]
) -> None:
    stream = make_world().stream("dice")
    assert refused(way, stream) == (
        "a stream cannot be copied or pickled: restore(state()) lets a new one of the same seed "
        "and the name 'dice' go on from where it is; save_world and load_world make a whole world "
        "again"
    )
