"""Point 4: cost follows the chain, not the world; entities of one make share all of it."""

from typing import Any

from eventcore import Component, World, component
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Hit,
    Legs,
    Trade,
    Walk,
    Weight,
    alone,
    component_of,
    says,
)


@component
class Tail(Component):
    """Hears nothing of what is published here."""

    length: int = 0


Rule = component_of("Rule", watch=says("rule", Walk, via="world"))
Cloak = component_of("Cloak", hide=says("cloak", Walk, via="owner"))


def archetypes(world: World) -> int:
    return len(world._entities._archetypes)


def test_entities_of_one_make_share_one_chain(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    one, two = world.spawn(Legs()), world.spawn(Legs())
    world.publish(Walk(one))
    assert one._archetype is two._archetype
    assert one._chains is two._chains
    chain = two._chains[Walk]
    world.publish(Walk(two))
    assert two._chains == {Walk: chain}


def test_a_chain_is_made_on_first_use(make_world: MakeWorld) -> None:
    world, walker = alone(make_world, Legs)
    assert walker._chains == {}
    world.publish(Walk(walker))
    assert list(walker._chains) == [Walk]


def test_a_query_has_a_chain_of_its_own(make_world: MakeWorld) -> None:
    world, walker = alone(make_world, Legs)
    world.ask(Weight(walker))
    asked = walker._archetype.queries[Weight]
    world.ask(Weight(world.spawn(Legs())))
    assert walker._archetype.queries == {Weight: asked}
    assert walker._chains == {}


def test_spawning_registers_nothing(make_world: MakeWorld) -> None:
    world, first = alone(make_world, Legs, Body)
    world.publish(Walk(first))
    before, chains = archetypes(world), dict(first._chains)
    for _ in range(50):
        world.spawn(Body(), Legs())
    assert archetypes(world) == before
    assert first._chains == chains


def test_who_is_not_concerned_is_not_called(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body, Tail)
    walker = world.spawn(Legs())
    for _ in range(20):
        world.spawn(Legs(), Body(), Tail())
    assert len(world.plan(Walk, walker).steps) == 1
    assert world.publish(Walk(walker)).log == ["legs"]


def test_attaching_only_moves_an_entity_to_another_archetype(make_world: MakeWorld) -> None:
    world = make_world(Legs, Tail)
    plain, tailed = world.spawn(Legs()), world.spawn(Legs(), Tail())
    home, other, before = plain._archetype, tailed._archetype, archetypes(world)
    world.attach(plain, Tail())
    assert plain._archetype is other
    world.detach(plain, Tail)
    assert plain._archetype is home
    assert archetypes(world) == before


def test_chains_that_read_the_same_are_one_function(make_world: MakeWorld) -> None:
    world = make_world(Legs, Tail)
    plain, tailed = world.spawn(Legs()), world.spawn(Legs(), Tail())
    world.publish(Walk(plain))
    world.publish(Walk(tailed))
    assert plain._archetype is not tailed._archetype
    assert plain._chains[Walk] is tailed._chains[Walk]


def test_a_chain_depends_on_the_makes_of_all_roles(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body)
    enactor = world.spawn(Legs())
    victims = [world.spawn(Body()) for _ in range(5)]
    for victim in victims:
        assert world.publish(Hit(enactor, victim)).log == ["body"]
    assert world.publish(Hit(enactor, enactor)).reason == "nothing"
    assert len(enactor._chains) == 1
    assert len(built(world)) == 2


def built(world: World) -> dict[Any, Any]:
    return world._router._built


def test_events_of_three_roles_share_chains_as_well(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    for _ in range(4):
        world.publish(Trade(world.spawn(Legs()), world.spawn(), world.spawn()))
    assert len(built(world)) == 1
    world.publish(Trade(world.spawn(Legs())))
    assert len(built(world)) == 1  # nobody hears it, whatever the roles


def test_bearing_what_hears_nothing_is_no_new_make(make_world: MakeWorld) -> None:
    world = make_world(Legs, Tail, Cloak)
    walker = world.spawn(Legs())
    home = walker._archetype
    world.set_owner(world.spawn(Tail()), walker)
    assert walker._archetype is home
    cloak = world.spawn(Cloak())
    world.set_owner(cloak, walker)
    assert walker._archetype is not home
    world.set_owner(cloak, None)
    assert walker._archetype is home


def test_the_order_of_giving_different_things_makes_no_new_make(make_world: MakeWorld) -> None:
    Boots = component_of("Boots", tread=says("boots", Walk, via="owner"))
    world = make_world(Legs, Cloak, Boots)
    one, other = world.spawn(Legs()), world.spawn(Legs())
    world.set_owner(world.spawn(Cloak()), one)
    world.set_owner(world.spawn(Boots()), one)
    world.set_owner(world.spawn(Boots()), other)
    world.set_owner(world.spawn(Cloak()), other)
    assert one._archetype is other._archetype
    assert world.publish(Walk(other)).log == ["legs", "cloak", "boots"]


def test_chains_are_dropped_when_rules_change(make_world: MakeWorld) -> None:
    world = make_world(Legs, Rule)
    walker = world.spawn(Legs())
    assert world.publish(Walk(walker)).log == ["legs"]
    world.attach(world.root, Rule())
    assert walker._chains == {}
    assert world.publish(Walk(walker)).log == ["legs", "rule"]
    world.detach(world.root, Rule)
    assert walker._chains == {}
    assert world.publish(Walk(walker)).log == ["legs"]


def test_chains_stay_when_others_change(make_world: MakeWorld) -> None:
    world = make_world(Legs, Tail, Rule)
    walker, other = world.spawn(Legs()), world.spawn(Legs())
    world.publish(Walk(walker))
    chain = walker._chains[Walk]
    world.attach(other, Tail())
    world.despawn(other)
    world.publish(Dawn(world.root))
    assert walker._chains == {Walk: chain}


def test_the_gone_of_one_make_share_an_archetype(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    one, two = world.spawn(Legs()), world.spawn(Legs())
    world.despawn(one)
    before = archetypes(world)
    world.despawn(two)
    assert one._archetype is two._archetype
    assert archetypes(world) == before
