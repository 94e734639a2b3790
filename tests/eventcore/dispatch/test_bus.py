"""The bus: when all is over, nothing waits and nothing is kept."""

from typing import Any

import pytest

from eventcore import APPLY, Component, World, component, handles
from eventcore.errors import DispatchError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Fade, Legs, Walk, component_of, does


@component
class Busy(Component):
    """Leaves work of every sort to be wound up, and may break down after."""

    victim: Any = None
    broken: bool = False

    @handles(Walk, APPLY)
    def work(self, walk: Walk, world: World) -> None:
        world.despawn(self.victim)
        world.defer(Fade(self.entity))
        world.attach(self.entity, Legs())
        if self.broken:
            raise ValueError("broken")


def waiting(world: World) -> tuple[object, ...]:
    """Whatever the bus keeps for later."""
    kept = (world._deferred, world._despawned, world._heard, world._entities._kept)
    return (world._current, world._pending, *(len(one) for one in kept))


@pytest.mark.parametrize("broken", [False, True])
def test_nothing_waits_when_all_is_over(make_world: MakeWorld, broken: bool) -> None:
    world = make_world(Busy, Legs, Body)
    world.observe(Walk, lambda _: None)
    walker = world.spawn(Busy(world.spawn(), broken), Body())
    try:
        world.publish(Walk(walker))
    except ValueError:
        assert broken
    assert waiting(world) == (None, False, 0, 0, 0, 0)


def test_nothing_waits_after_an_observer_failed(make_world: MakeWorld) -> None:
    def fail(_: Dawn) -> None:
        raise ValueError("broken")

    world = make_world()
    world.observe(Dawn, fail)
    with pytest.raises(ValueError, match="broken"):
        world.publish(Dawn(world.root))
    assert waiting(world) == (None, False, 0, 0, 0, 0)


def test_a_plain_event_leaves_nothing_to_wind_up() -> None:
    pending: list[bool] = []

    Peek = component_of(
        "Peek", peek=does(lambda walk, world: pending.append(world._pending), Walk, APPLY)
    )
    world = World(components=[Peek])
    world.publish(Walk(world.spawn(Peek())))
    assert pending == [False]


def test_what_cannot_be_deferred_is_refused_where_it_is_deferred(make_world: MakeWorld) -> None:
    used: list[Walk] = []

    Echo = component_of("Echo", repeat=does(lambda dawn, world: world.defer(used[0]), Dawn, APPLY))
    world = make_world(Echo, Legs)
    echo = world.spawn(Echo())
    used.append(world.publish(Walk(echo)))
    with pytest.raises(DispatchError, match="was used already") as caught:
        world.publish(Dawn(echo))
    assert "in Echo.repeat (APPLY 700)" in caught.value.__notes__[0]


def test_what_is_deferred_already_is_refused_by_its_name(make_world: MakeWorld) -> None:
    @component
    class Echo(Component):
        @handles(Dawn, APPLY)
        def repeat(self, dawn: Dawn, world: World) -> None:
            fade = Fade(self.entity)
            world.defer(fade)
            world.defer(fade)

    world = make_world(Echo)
    with pytest.raises(DispatchError, match=r"^<Fade .* is deferred"):
        world.publish(Dawn(world.spawn(Echo())))
