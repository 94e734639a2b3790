"""Every event records its cause and its sequence number."""

from eventcore import REACT, RESOLVE, Component, Event, World, component, handles
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Fade, Hit, Walk, Weight


@component
class Chain(Component):
    """A walk causes a blow, which causes a fade; a dawn is deferred until after the walk."""

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.defer(Dawn(self.entity))
        world.publish(Hit(self.entity, self.entity))

    @handles(Hit, REACT, role="enactor")
    def fade(self, hit: Hit, world: World) -> None:
        world.publish(Fade(self.entity))


def all_events(world: World) -> list[Event]:
    told: list[Event] = []
    world.observe(Event, told.append)
    return told


def test_every_event_has_a_sequence_number_a_cause_and_a_depth(make_world: MakeWorld) -> None:
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


def test_query_uses_no_sequence_number(make_world: MakeWorld) -> None:
    world = make_world()
    assert world.ask(Weight(world.root)).sequence == 0
    assert world.publish(Dawn(world.root)).sequence == 1
