"""Attaching all at once is attaching one after the other."""

import pytest

from eventcore import APPLY, Component, RegistrationError, World, component, handles, state_digest
from eventcore.errors import UnknownEntityError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Walk, says


@component
class First(Component):
    say = says("first", Walk, APPLY)


@component
class Second(Component):
    say = says("second", Walk, APPLY)


@component
class Law(Component):
    heard: int = 0

    @handles(Walk, via="world")
    def hear(self, walk: Walk, world: World) -> None:
        self.heard += 1


CLASSES = [First, Body, Second, Law]


def test_what_is_attached_at_once_hears_in_the_worlds_order(make_world: MakeWorld) -> None:
    one, other = (make_world(*CLASSES) for _ in range(2))
    walkers = [world.spawn() for world in (one, other)]
    parts = [Second(), Body(), First()]
    one.attach_all(walkers[0], parts)
    for cls in (First, Body, Second):
        other.attach(walkers[1], cls())
    assert walkers[0].components == (parts[2], parts[1], parts[0])
    assert all(part.entity is walkers[0] for part in parts)
    assert state_digest(one) == state_digest(other)
    plans = [world.plan(Walk, who) for world, who in zip((one, other), walkers, strict=True)]
    assert plans[0] == plans[1]


def test_rules_attached_at_once_are_heard_from_then_on(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    walker = world.spawn(Body(), First())
    world.publish(Walk(walker))
    world.attach_all(world.root, [Law()])
    world.publish(Walk(walker))
    assert world.root[Law].heard == 1


@pytest.mark.parametrize("parts", [lambda: [Second(), Body()], lambda: [First(), First()]])
def test_where_one_is_refused_none_is_attached(make_world: MakeWorld, parts: object) -> None:
    world = make_world(*CLASSES)
    who = world.spawn(Body())
    with pytest.raises(RegistrationError, match="twice: change the one, or leave it out"):
        world.attach_all(who, parts())  # type: ignore[operator]
    assert len(who.components) == 1
    assert Body in who


def test_nothing_is_attached_to_the_gone(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    who = world.spawn(Body())
    world.despawn(who)
    with pytest.raises(UnknownEntityError):
        world.attach_all(who, [First()])


def test_another_worlds_component_is_not_attached(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    taken = First()
    World(components=CLASSES).spawn(taken)
    who = world.spawn(Body())
    with pytest.raises(RegistrationError, match="is attached to"):
        world.attach_all(who, [Second(), taken])
    assert Second not in who
