"""Canonical JSON: equal state gives equal bytes."""

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Component, World, component
from eventcore.state.codec import encode, encode_entities, encode_event
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
        (1 << 60, "1152921504606846976"),
        (1.5, "1.5"),
        ("ä\n", '"ä\\n"'),
        ((1, "a", None), '[1,"a",null]'),
        ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
        ({3, 1, 2}, "[1,2,3]"),
        ({"b", "a"}, '["a","b"]'),
        ([Point(1, 2)], '[{"x":1,"y":2}]'),
        (World(components=[]).root, "1"),
    ],
)
def test_values_have_one_form(value: Any, text: str) -> None:
    assert encode(value) == text.encode()


def test_value_without_a_form_is_refused(snapshot: SnapshotAssertion) -> None:
    roots = {World(components=[]).root, World(components=[]).root}
    for value in (print, {1: "a"}, {1, "a"}, roots):
        with pytest.raises(TypeError) as error:
            encode(value)
        if value == {1: "a"}:
            assert str(error.value) == snapshot


@component
class Chest(Component):
    lid: str
    owner: Any = None
    _opened: int = attrs.field(default=3, init=False)


@pytest.mark.parametrize("debug", [False, True])
def test_entities_are_written_with_components_and_what_they_own(debug: bool) -> None:
    world = World(components=[Legs, Chest], debug=debug)
    chest = world.spawn(Chest("shut", world.root), Legs(steps=4))
    world.set_owner(chest, world.root)
    assert encode_entities(world) == (
        b'[[1,[2],[]],[2,[],[["Legs",{"steps":4}],["Chest",{"lid":"shut","owner":1}]]]]'
    )


def test_event_is_written_with_its_outcome() -> None:
    world = World(components=[Body])
    hit = world.publish(Hit(world.root, world.spawn(Body())))
    assert encode_event(hit) == b'["Hit","done",null,{"enactor":1,"log":["body"],"target":2}]'
    fade = world.publish(Fade(world.root))
    assert encode_event(fade) == b'["Fade","failed","nothing",{"enactor":1,"log":[]}]'
