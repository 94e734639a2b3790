"""An event calls only the handlers of its entities, however large the world is."""

from eventcore import Component, component
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs, Walk, component_of, says


@component
class Tail(Component):
    """Handles an event that the test never publishes."""


Rule = component_of("Rule", watch=says("rule", Walk, via="world"))
Cloak = component_of("Cloak", hide=says("cloak", Walk, via="owner"))
Boots = component_of("Boots", tread=says("boots", Walk, via="owner"))


def test_entities_without_a_role_are_not_called(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body, Tail)
    walker = world.spawn(Legs())
    for _ in range(20):
        world.spawn(Legs(), Body(), Tail())
    assert len(world.plan(Walk, walker).steps) == 1
    assert world.publish(Walk(walker)).log == ["legs"]


def test_components_without_a_handler_for_an_event_do_not_change_its_plan(
    make_world: MakeWorld,
) -> None:
    world = make_world(Legs, Tail)
    plain, tailed, owner = world.spawn(Legs()), world.spawn(Legs(), Tail()), world.spawn(Legs())
    world.set_owner(world.spawn(Tail()), owner)
    plans = [world.plan(Walk, one) for one in (plain, tailed, owner)]
    assert plans[0] == plans[1] == plans[2]
