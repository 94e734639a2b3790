"""Attaching components together has the same effect as attaching them one after another."""

from collections.abc import Callable

import pytest

from eventcore import APPLY, Component, World
from eventcore.errors import RegistrationError, UnknownEntityError
from eventcore.state.digest import state_digest
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Walk, component_of, says

First = component_of("First", say=says("first", Walk, APPLY))
Second = component_of("Second", say=says("second", Walk, APPLY))
Law = component_of("Law", hear=says("law", Walk, via="world"))
CLASSES = [First, Body, Second, Law]


def test_components_attached_at_once_hear_in_the_order_of_the_world(make_world: MakeWorld) -> None:
    one, other = (make_world(*CLASSES) for _ in range(2))
    walker, walker_of_other = one.spawn(), other.spawn()
    parts = [Second(), Body(), First()]
    one.attach(walker, *parts)
    for cls in (First, Body, Second):
        other.attach(walker_of_other, cls())
    assert walker.components == (parts[2], parts[1], parts[0])
    assert all(part.entity is walker for part in parts)
    assert state_digest(one) == state_digest(other)
    assert one.publish(Walk(walker)).log == ["first", "second"]
    one.attach(one.root, Law())
    assert one.publish(Walk(walker)).log == ["first", "second", "law"]


PARTS: dict[str, Callable[[], list[Component]]] = {
    "one that is there": lambda: [Second(), Body()],
    "two of a class": lambda: [First(), First()],
    "one attached elsewhere": lambda: [Second(), World(components=CLASSES).spawn(First())[First]],
    "a world rule": lambda: [Second(), Law()],
}


@pytest.mark.parametrize("parts", PARTS)
def test_no_component_is_attached_if_any_of_them_is_refused(
    make_world: MakeWorld, parts: str
) -> None:
    world = make_world(*CLASSES)
    somebody, refused = world.spawn(Body()), PARTS[parts]()
    first = type(refused[0])
    with pytest.raises(RegistrationError):
        world.attach(somebody, *refused)
    assert [type(part).__name__ for part in somebody.components] == ["Body"]
    assert world.spawn(refused[0])[first] is refused[0]


def test_entity_cannot_be_spawned_with_a_rule_that_the_world_has(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    world.attach(world.root, Law())
    with pytest.raises(RegistrationError):
        world.spawn(Law())


def test_attaching_to_a_despawned_entity_raises(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    gone = world.spawn(Body())
    world.despawn(gone)
    with pytest.raises(UnknownEntityError):
        world.attach(gone, First())
