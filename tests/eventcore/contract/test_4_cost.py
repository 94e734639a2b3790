"""Point 4: cost follows the chain, not the world: an event calls only those it concerns."""

from eventcore import Component, component
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Hit, Legs, Walk, component_of, says


@component
class Tail(Component):
    """Hears nothing of what is published here."""


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


def test_components_that_do_not_hear_an_event_leave_its_plan_as_it_is(
    make_world: MakeWorld,
) -> None:
    world = make_world(Legs, Tail)
    plain, tailed, owner = world.spawn(Legs()), world.spawn(Legs(), Tail()), world.spawn(Legs())
    world.set_owner(world.spawn(Tail()), owner)
    plans = [world.plan(Walk, one) for one in (plain, tailed, owner)]
    assert plans[0] == plans[1] == plans[2]


def test_chain_depends_on_the_components_of_all_roles(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body)
    walker, body = world.spawn(Legs()), world.spawn(Body())
    assert world.publish(Hit(walker, body)).log == ["body"]
    assert world.publish(Hit(body, walker)).reason == "nothing"
    assert world.publish(Hit(body, body)).log == ["body"]


def test_order_of_giving_different_things_does_not_matter(make_world: MakeWorld) -> None:
    world = make_world(Legs, Cloak, Boots)
    for order in ((Cloak, Boots), (Boots, Cloak)):
        walker = world.spawn(Legs())
        for thing in order:
            world.set_owner(world.spawn(thing()), walker)
        assert world.publish(Walk(walker)).log == ["legs", "cloak", "boots"]


def test_rule_counts_from_when_it_is_attached_until_it_is_detached(make_world: MakeWorld) -> None:
    world = make_world(Legs, Rule)
    walker = world.spawn(Legs())
    assert world.publish(Walk(walker)).log == ["legs"]
    world.attach(world.root, Rule())
    assert world.publish(Walk(walker)).log == ["legs", "rule"]
    world.detach(world.root, Rule)
    assert world.publish(Walk(walker)).log == ["legs"]
