"""Point 7: every event knows its cause and its sequence number."""

from eventcore import APPLY, REACT, RESOLVE, VALIDATE, Component, Event, World, component, handles
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Walk,
    Weight,
    alone,
    component_of,
    does,
)


@component
class Chain(Component):
    """A walk leads to a blow, which leads to fading; the dawn comes later."""

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.defer(Dawn(self.entity))
        world.publish(Hit(self.entity, self.entity))

    @handles(Hit, REACT)
    def fade(self, hit: Hit, world: World) -> None:
        world.publish(Fade(self.entity))


def all_events(world: World) -> list[Event]:
    """Observe everything from now on."""
    told: list[Event] = []
    world.observe(Event, told.append)
    return told


def test_every_event_knows_its_number_its_cause_and_how_deep_it_lies(make_world: MakeWorld) -> None:
    world = make_world(Chain, Body)
    told = all_events(world)
    first = Walk(world.spawn(Chain(), Body()))
    assert first.sequence == 0
    world.publish(first)
    walk, hit, _, _ = told
    assert [type(e) for e in told] == [Walk, Hit, Fade, Dawn]
    assert [e.cause for e in told] == [None, walk, hit, walk]
    assert [e.depth for e in told] == [0, 1, 2, 1]
    assert [e.sequence for e in told] == [1, 2, 3, 4]
    assert world.sequence == 4


def test_event_has_its_number_before_any_handler_runs(make_world: MakeWorld) -> None:
    numbers: list[tuple[int, int]] = []

    Watch = component_of(
        "Watch",
        look=does(lambda walk, w: numbers.append((walk.sequence, w.sequence)), Walk, VALIDATE),
    )
    world, watcher = alone(make_world, Watch, Legs)
    world.publish(Walk(watcher))
    assert numbers == [(1, 1)]


def test_deferred_event_gets_its_number_when_its_turn_comes(make_world: MakeWorld) -> None:
    numbers: list[int] = []

    @component
    class Postpone(Component):
        @handles(Walk, APPLY)
        def postpone(self, walk: Walk, world: World) -> None:
            dawn = Dawn(self.entity)
            world.defer(dawn)
            numbers.append(dawn.sequence)
            numbers.append(world.publish(Dawn(self.entity)).sequence)

        @handles(Dawn)
        def note(self, dawn: Dawn, world: World) -> None:
            numbers.append(dawn.sequence)

    world = make_world(Postpone)
    world.publish(Walk(world.spawn(Postpone())))
    assert numbers == [0, 2, 2, 3]


def test_query_takes_no_number(make_world: MakeWorld) -> None:
    world = make_world()
    assert world.ask(Weight(world.root)).sequence == 0
    assert world.publish(Dawn(world.root)).sequence == 1
