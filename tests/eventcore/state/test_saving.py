"""Saving and loading: the same world again, whatever was going on in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import msgspec
import pytest

from eventcore import (
    APPLY,
    Component,
    Entity,
    RegistrationError,
    SaveError,
    World,
    component,
    handles,
    load_world,
    save_world,
    state_digest,
)
from eventcore.entity import owner_classes
from eventcore.errors import DispatchError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk

if TYPE_CHECKING:
    from decimal import Decimal


@component
class Memory(Component):
    """Refers to others, who may be gone."""

    of: Entity | None = None
    all: list[Entity] = attrs.field(factory=list)
    words: dict[str, int] = attrs.field(factory=dict)
    _cache: list[int] | None = attrs.field(default=None, init=False)


@component
class Ring(Component):
    """Hears for its owner."""

    heard: int = 0

    @handles(Walk, APPLY, via="owner")
    def hear(self, walk: Walk, world: World) -> None:
        self.heard += 1


@component
class Law(Component):
    """A rule of the world."""

    heard: int = 0

    @handles(Walk, via="world")
    def hear(self, walk: Walk, world: World) -> None:
        self.heard += 1
        world.stream("law").below(1000)


COMPONENTS = (Law, Legs, Body, Ring, Memory)


def world_with_a_past(debug: bool) -> World:
    world = World(seed=3, components=COMPONENTS, debug=debug)
    world.attach(world.root, Law())
    one, ring, dead, lost = (
        world.spawn(Legs(), Memory()),
        world.spawn(Ring()),
        world.spawn(Body()),
        world.spawn(Memory()),
    )
    other = world.spawn(Memory(one, [dead, one], {"b": 2, "a": 1}))
    world.set_owner(ring, one)
    world.publish(Walk(one))
    world.agenda.schedule(one)
    world.agenda.schedule(other, delay=7, priority=2)
    world.agenda.delay(one, 100, 130)
    world.agenda.schedule(lost, delay=20)
    world.agenda.freeze(lost)
    world.agenda.freeze(ring)
    world.stream("luck").below(6)
    world.advance()
    world.despawn(dead)
    return world


def test_a_world_is_loaded_as_it_was_saved(debug: bool) -> None:
    world = world_with_a_past(debug)
    data = save_world(world)
    loaded = load_world(data, components=COMPONENTS, debug=debug)
    assert state_digest(loaded) == state_digest(world)
    assert save_world(loaded) == data
    assert (loaded.seed, loaded.turn, loaded.sequence) == (3, 1, 1)
    assert (loaded[2].owned, loaded[3].owner) == ((loaded[3],), loaded[2])


def test_both_go_on_the_same_way(debug: bool) -> None:
    world = world_with_a_past(debug)
    loaded = load_world(save_world(world), components=COMPONENTS, debug=debug)
    for one in (world, loaded):
        for _ in range(5):
            actor = one.agenda.next()
            assert actor is not None
            one.publish(Walk(one[2]))
            one.agenda.delay(actor)
        one.spawn(Body())
    assert (loaded[3][Ring].heard, loaded.root[Law].heard) == (6, 6)
    assert state_digest(loaded) == state_digest(world)
    assert [w.stream("luck").below(10**9) for w in (loaded,)] == [world.stream("luck").below(10**9)]


def test_the_dead_that_somebody_remembers_are_saved_and_are_dead_still() -> None:
    loaded = load_world(save_world(world_with_a_past(False)), components=COMPONENTS)
    dead = loaded[6][Memory].all[0]
    assert not dead.alive
    assert dead[Body] is not None
    assert [entity.id for entity in loaded] == [1, 2, 3, 5, 6]
    assert loaded.spawn().id == 7


def test_a_loaded_world_is_not_the_one_that_was_saved() -> None:
    world = world_with_a_past(False)
    loaded = load_world(save_world(world), components=COMPONENTS)
    before = state_digest(world)
    loaded.publish(Walk(loaded[2]))
    loaded[6][Memory].words["c"] = 3
    assert state_digest(world) == before


def test_a_world_is_not_saved_in_the_middle_of_a_dispatch(make_world: MakeWorld) -> None:
    @component
    class Scribe(Component):
        @handles(Dawn)
        def save(self, dawn: Dawn, world: World) -> None:
            save_world(world)

    world = make_world(Scribe)
    with pytest.raises(DispatchError, match="save when it is over"):
        world.publish(Dawn(world.spawn(Scribe())))


def changed(**how: Any) -> bytes:
    whole = msgspec.json.decode(save_world(world_with_a_past(False)))
    return msgspec.json.encode({**whole, **how})


def with_key(name: bytes, changed: bytes) -> bytes:
    return save_world(world_with_a_past(False)).replace(b'"%b":' % name, b'"%b":' % changed)


def with_component(name: str, fields: dict[str, Any]) -> bytes:
    whole = msgspec.json.decode(save_world(world_with_a_past(False)))
    whole["entities"][1]["components"] = {name: fields}
    return msgspec.json.encode(whole)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is no saved world"),
        (b"[]", "this is no saved world"),
        (b"{" * 100_000, "this is no saved world"),
        (with_key(b"luck", b"l\xffck"), "this is no saved world: 'utf-8' codec can't decode"),
        (with_key(b"Ring", b"R\xffng"), "this is no saved world: 'utf-8' codec can't decode"),
        (with_key(b"heard", b"h\xffrd"), "this is no saved world: 'utf-8' codec can't decode"),
        (changed(version=2), "the save has version 2, and this program reads 1"),
        (changed(seed="x"), "this is no saved world"),
        (changed(streams={"luck": [1, -2]}), "this is no save of this world"),
        (with_component("Wings", {}), "entity 2 has a Wings, which this world does not know"),
        (with_component("Ring", {}), "the Ring of entity 2 was saved without its field 'heard'"),
        (
            with_component("Ring", {"heard": 1, "seen": 2}),
            "the Ring of entity 2 was saved with 'seen'",
        ),
        (
            with_component("Ring", {"heard": "x"}),
            "the Ring of entity 2 cannot have the 'heard' that was saved: Expected `int`, got",
        ),
        (
            with_component("Memory", {"of": 99, "all": [], "words": {}}),
            "the Memory of entity 2 cannot have the 'of' that was saved: there is no 99",
        ),
    ],
)
def test_what_is_no_save_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        load_world(data, components=COMPONENTS)


@component
class Scales(Component):
    """Is annotated with what type checkers alone import."""

    weight: Decimal | None = None


@attrs.frozen
class Price:
    """The same of what a component may hold."""

    silver: Decimal | None = None


@component
class Shelf(Component):
    price: Price = attrs.field(factory=Price)


@pytest.mark.parametrize(("part", "cls"), [(Scales, "Scales"), (Shelf, "Shelf")])
def test_annotation_that_only_type_checkers_import_is_refused(
    part: type[Component], cls: str
) -> None:
    with pytest.raises(RegistrationError, match=f"^{cls} .*'Decimal' is not defined; import what"):
        World(components=[part])


@pytest.mark.parametrize(
    "value",
    [lambda one: {one, Entity(9)}, lambda one: {1, "a"}, lambda one: {1: 2}, lambda one: object()],
    ids=["entities in a set", "a set of all kinds", "keys that are no texts", "anything"],
)
def test_what_cannot_be_saved_is_named(value: Any) -> None:
    @component
    class Holder(Component):
        what: Any = None

    world = World(components=[Holder])
    one = world.spawn(Holder())
    one[Holder].what = value(one)
    said = (
        rf"^Holder\.what of Entity\({one.id}\) cannot be saved: it holds .* where Any is annotated"
    )
    with pytest.raises(TypeError, match=said):
        save_world(world)


# Owners


def owning(*owned: tuple[int, list[int]], gone: int = 0) -> bytes:
    """A save of five bodies, of which these own those."""
    world = World(components=[Body, Ring])
    for _ in range(5):
        world.spawn(Body())
    save = msgspec.json.decode(save_world(world))
    for number, things in owned:
        save["entities"][number - 1]["owned"] = things
    save["gone"] = [one for one in save["entities"] if one["id"] == gone]
    save["entities"] = [one for one in save["entities"] if one["id"] != gone]
    return msgspec.json.encode(save)


def test_who_owns_what_is_loaded_however_deep() -> None:
    loaded = load_world(owning((2, [3, 4]), (4, [5])), components=[Body, Ring])
    assert [loaded[number].owner for number in (3, 4, 5)] == [loaded[2], loaded[2], loaded[4]]
    assert loaded[2].owned == (loaded[3], loaded[4])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (owning((2, [2])), "cannot be owned by itself or by what it owns"),
        (owning((2, [3]), (3, [4]), (4, [2])), "cannot be owned by itself or by what it owns"),
        (owning((5, [2]), (2, [3]), (3, [2])), "cannot be owned twice"),
        (owning((2, [4]), (3, [4])), "cannot be owned twice"),
        (owning((2, [4]), gone=4), "is not in this world"),
    ],
    ids=["itself", "circle", "into-a-circle", "twice", "gone"],
)
def test_owners_that_cannot_be_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        load_world(data, components=[Body, Ring])


def test_an_owner_of_many_things_is_put_together_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world, looked = World(components=[Body, Ring]), 0
    owner = world.spawn(Body())
    for _ in range(100):
        world.set_owner(world.spawn(Ring()), owner)
    data = save_world(world)

    def count(thing: Entity) -> Any:
        nonlocal looked
        looked += 1
        return owner_classes(thing)

    monkeypatch.setattr("eventcore.dispatch.entities.owner_classes", count)
    loaded = load_world(data, components=[Body, Ring])
    assert save_world(loaded) == data
    assert looked < 300  # not once more for each that comes to it, which would be 5,000


def test_the_gone_that_only_the_gone_remember_are_saved_too() -> None:
    @component
    class Friend(Component):
        friend: Entity | None = None

    world = World(components=[Friend])
    first = world.spawn(Friend())
    second = world.spawn(Friend(first))
    third = world.spawn(Friend(second))
    last = world.spawn(Friend(third))
    for one in (first, second, third):
        world.despawn(one)
    loaded = load_world(save_world(world), components=[Friend])
    one, ids = loaded[last.id], []
    while (friend := one[Friend].friend) is not None:
        one = friend
        ids.append((one.id, one.alive))
    assert ids == [(third.id, False), (second.id, False), (first.id, False)]
    assert save_world(loaded) == save_world(world)


def test_save_with_sorted_dicts_of_an_earlier_version_is_loaded() -> None:
    @component
    class Shop(Component):
        waiting: dict[str, int] = attrs.field(factory=dict)

    world = World(components=[Shop])
    world.spawn(Shop({"zoe": 1, "yan": 2}))
    assert b'{"zoe":1,"yan":2}' in save_world(world)
    earlier = save_world(world).replace(b'{"zoe":1,"yan":2}', b'{"yan":2,"zoe":1}')
    assert load_world(earlier, components=[Shop])[2][Shop].waiting == {"zoe": 1, "yan": 2}


def test_limit_of_causes_is_given_to_a_loaded_world() -> None:
    world = World(components=[])
    assert load_world(save_world(world), components=[], depth_limit=3).depth_limit == 3
