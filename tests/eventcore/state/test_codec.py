"""Canonical JSON: equal state gives equal bytes."""

from typing import Any

import attrs
import pytest

from eventcore import Component, World, component
from eventcore.state.codec import encode, encode_entities, encode_event
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Fade, Hit, Legs


@attrs.frozen
class Point:
    x: int
    y: int


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        (1 << 60, "1152921504606846976"),
        (1.5, "1.5"),
        ("ä\n", '"ä\\n"'),
        ([1, "a", None], '[1,"a",null]'),
        ((1, 2), "[1,2]"),
        ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
        ({3, 1, 2}, "[1,2,3]"),
        ({"b", "a"}, '["a","b"]'),
        (Point(1, 2), '{"x":1,"y":2}'),
        ([Point(1, 2)], '[{"x":1,"y":2}]'),
    ],
)
def test_values_have_one_form(value: Any, text: str) -> None:
    assert encode(value) == text.encode()


def test_an_entity_is_written_as_its_id(make_world: MakeWorld) -> None:
    world = make_world()
    assert encode([world.root, world.spawn()]) == b"[1,2]"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (print, "is of a type without a form in JSON"),
        (object(), "is of a type without a form in JSON"),
        ({1: "a"}, "Only dicts with str keys"),
        ({1, "a"}, "not supported between instances"),
    ],
)
def test_what_cannot_be_saved_is_refused_with_what_can(value: Any, problem: str) -> None:
    with pytest.raises(TypeError) as caught:
        encode(value)
    assert str(caught.value).startswith("this cannot be saved: ")
    assert problem in str(caught.value)
    assert str(caught.value).endswith(
        "; state and events hold numbers, text, booleans, None, entities, lists, dicts with text "
        "keys, and attrs classes of these"
    )


def test_a_set_of_entities_is_refused_for_it_has_no_order(make_world: MakeWorld) -> None:
    world = make_world()
    with pytest.raises(TypeError, match="this cannot be saved"):
        encode({world.spawn(), world.spawn()})


@component
class Chest(Component):
    lid: str
    owner: Any = None
    _opened: int = attrs.field(default=3, init=False)


def test_entities_are_written_with_what_they_bear_and_are_but_no_bookkeeping(
    make_world: MakeWorld,
) -> None:
    world = make_world(Legs, Chest)
    chest = world.spawn(Chest("shut", world.root), Legs(steps=4))
    world.set_owner(chest, world.root)
    assert encode_entities(world) == (
        b'[[1,[2],[]],[2,[],[["Legs",{"steps":4}],["Chest",{"lid":"shut","owner":1}]]]]'
    )


def test_an_event_is_written_with_what_became_of_it(make_world: MakeWorld) -> None:
    world = make_world(Body)
    victim = world.spawn(Body())
    hit = world.publish(Hit(world.root, victim))
    assert encode_event(hit) == b'["Hit","done",null,{"enactor":1,"log":["body"],"target":2}]'
    fade = world.publish(Fade(world.root))
    assert encode_event(fade) == b'["Fade","failed","nothing",{"enactor":1,"log":[]}]'


def test_state_is_written_the_same_watched_or_not() -> None:
    written = set()
    for debug in (False, True):
        world = World(components=[Legs, Chest], debug=debug)
        world.spawn(Legs(2), Chest("open"))
        written.add(encode_entities(world))
    assert len(written) == 1
