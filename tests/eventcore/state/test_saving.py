"""A loaded world equals the saved world, whatever its state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Component, SaveError, World, component, load_world, save_world
from eventcore.errors import DispatchError, RegistrationError
from eventcore.state.digest import state_digest
from tests.eventcore.state.full_world import (
    CLASSES,
    Plain,
    full_world,
    go_on,
    remembered,
    remembering,
)
from tests.eventcore.worlds.bodies import Body, Dawn, component_of, does

if TYPE_CHECKING:
    from decimal import Decimal

    from eventcore import Entity


def test_world_is_loaded_as_it_was_saved_and_goes_on(debug: bool) -> None:
    world = full_world(debug)
    data = save_world(world)
    loaded = load_world(data, components=CLASSES, debug=not debug)
    assert save_world(loaded) == data
    assert state_digest(loaded) == state_digest(world)
    assert (loaded.seed, loaded.turn, loaded.sequence) == (3, 0, world.sequence)
    assert (loaded[2].owned, loaded[4].owner) == ((loaded[4],), loaded[2])
    assert loaded[5][Plain].rings == world[5][Plain].rings
    assert go_on(loaded) == go_on(world)
    assert save_world(load_world(data, components=CLASSES)) == data


def test_dead_entities_that_are_still_referenced_are_saved_and_stay_dead() -> None:
    loaded = load_world(save_world(full_world()), components=CLASSES)
    dead = loaded[5][Plain].friend
    assert dead is loaded[5][Plain].marks[2].by
    assert dead is not None
    assert (dead.alive, dead[Plain].number) == (False, 7)
    assert [entity.id for entity in loaded] == [1, 2, 4, 5]


def test_dead_entities_referenced_only_by_dead_entities_are_saved() -> None:
    world = remembering(3)
    loaded = load_world(save_world(world), components=[Plain])
    assert remembered(loaded) == [(2, False), (1, False), (0, False)]
    assert save_world(loaded) == save_world(world)


def test_loading_does_not_reuse_the_id_of_the_last_despawned_entity() -> None:
    world = World(components=[Body])
    world.despawn(world.spawn(Body()))
    assert load_world(save_world(world), components=[Body]).spawn().id == 3


def test_world_is_not_saved_in_the_middle_of_a_dispatch(snapshot: SnapshotAssertion) -> None:
    Scribe = component_of("Scribe", save=does(lambda dawn, world: save_world(world), Dawn))
    world = World(components=[Scribe])
    with pytest.raises(DispatchError) as error:
        world.publish(Dawn(world.spawn(Scribe())))
    assert str(error.value) == snapshot


def changed(**how: Any) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(save_world(full_world())), **how})


def with_key(name: bytes, other: bytes) -> bytes:
    return save_world(full_world()).replace(b'"%b":' % name, b'"%b":' % other)


def with_plain(**fields: Any) -> bytes:
    """Return a save with these values in a Plain's fields. The value ``...`` removes a field."""
    whole = msgspec.json.decode(save_world(full_world()))
    parts = whole["entities"][3]["components"]
    parts["Plain"] = {k: v for k, v in {**parts["Plain"], **fields}.items() if v is not ...}
    return msgspec.json.encode(whole)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{" * 100_000,
        with_key(b"growth", b"l\xffck"),
        with_key(b"heard", b"h\xffrd"),
        changed(version=2),
        changed(seed="x"),
        changed(streams={"luck": [1, -2]}),
        with_key(b"Ring", b"Wings"),
        with_plain(friend=...),
        with_plain(more=1),
        with_plain(friend=99),
        with_plain(number="3"),
        with_plain(number=3.5),
        with_plain(number=-1),
        with_plain(table={"a": {"at": "1", "by": None}}),
    ],
    ids=range(16),
)
def test_bytes_that_are_no_save_of_this_world_are_refused(
    data: bytes, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(SaveError) as error:
        load_world(data, components=CLASSES)
    assert str(error.value) == snapshot


@component
class Scales(Component):
    """Has an annotation with a name that only type checkers import."""

    weight: Decimal | None = None


@attrs.define
class Memory:
    of: Entity | None = None


@component
class Diary(Component):
    """Has a field whose class has an annotation that only type checkers can evaluate."""

    first: Memory | None = None


@pytest.mark.parametrize("cls", [Scales, Diary])
def test_annotation_that_only_type_checkers_import_is_refused(
    cls: type[Component], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        World(components=[cls])
    assert str(error.value) == snapshot


def owning(*owned: tuple[int, list[int]], gone: int = 0) -> bytes:
    """Return a save of five bodies, some of which own others."""
    world = World(components=[Body])
    for _ in range(5):
        world.spawn(Body())
    save = msgspec.json.decode(save_world(world))
    for number, things in owned:
        save["entities"][number - 1]["owned"] = things
    save["gone"] = [one for one in save["entities"] if one["id"] == gone]
    save["entities"] = [one for one in save["entities"] if one["id"] != gone]
    return msgspec.json.encode(save)


@pytest.mark.parametrize(
    "data",
    [
        owning((2, [2])),
        owning((2, [3]), (3, [4]), (4, [2])),
        owning((3, [2]), (5, [2])),
        owning((2, [4]), gone=4),
    ],
    ids=["itself", "circle", "twice", "gone"],
)
def test_save_with_impossible_owners_is_refused(data: bytes, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(SaveError) as error:
        load_world(data, components=[Body])
    assert str(error.value) == snapshot


def test_save_with_sorted_dicts_of_an_earlier_version_is_loaded() -> None:
    world = World(components=[Plain])
    world.spawn(Plain(counts={"zoe": 1, "yan": 2}))
    earlier = save_world(world).replace(b'{"zoe":1,"yan":2}', b'{"yan":2,"zoe":1}')
    assert earlier != save_world(world)
    assert load_world(earlier, components=[Plain])[2][Plain].counts == {"zoe": 1, "yan": 2}
