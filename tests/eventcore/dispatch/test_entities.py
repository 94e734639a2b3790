"""Who is in the world: lists kept for chains in flight are kept no longer than these."""

import pytest

from eventcore import APPLY, REACT, Component, World, component, handles
from eventcore.dispatch.order import rank_components
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, component_of, says

Ring = component_of("Ring", shine=says("ring", Dawn, via="owner"))


@component
class Molt(Component):
    """Changes what its entity is made of, twice."""

    kept: int = 0

    @handles(Dawn, APPLY)
    def change(self, dawn: Dawn, world: World) -> None:
        world.attach(self.entity, Legs())
        world.detach(self.entity, Legs)

    @handles(Dawn, REACT)
    def count(self, dawn: Dawn, world: World) -> None:
        self.kept = sum(map(len, world._entities._kept.values()))


def test_the_place_in_the_list_is_the_rank() -> None:
    assert rank_components([Body, Legs]) == {Body: 0, Legs: 1}


def test_old_lists_are_kept_until_the_dispatch_is_over(make_world: MakeWorld) -> None:
    world = make_world(Molt, Legs)
    molter = world.spawn(Molt())
    world.publish(Dawn(molter))
    assert molter[Molt].kept == 2
    assert world._entities._kept == {}


def test_outside_a_dispatch_no_list_is_kept(make_world: MakeWorld) -> None:
    world = make_world(Molt, Legs)
    molter = world.spawn(Molt())
    world.publish(Dawn(molter))
    world.attach(molter, Legs())
    world.despawn(molter)
    assert world._entities._kept == {}


def test_after_an_error_no_list_is_kept(make_world: MakeWorld) -> None:
    @component
    class Bang(Component):
        @handles(Dawn, REACT)
        def explode(self, dawn: Dawn, world: World) -> None:
            raise ValueError("bang")

    world = make_world(Molt, Bang, Legs)
    with pytest.raises(ValueError, match="bang"):
        world.publish(Dawn(world.spawn(Molt(), Bang())))
    assert world._entities._kept == {}


def test_a_owners_parts_are_its_own_then_what_hears_for_it(make_world: MakeWorld) -> None:
    world = make_world(Ring, Body, Legs)
    owner = world.spawn(Legs(), Body())
    ring, plain = world.spawn(Ring(), Body()), world.spawn(Body())
    world.set_owner(plain, owner)
    world.set_owner(ring, owner)
    assert owner._parts == [owner[Body], owner[Legs], ring[Ring]]
    assert (owner._archetype.own, owner._archetype.owned) == ((Body, Legs), (Ring,))


def test_the_gone_bear_nothing_and_are_of_their_own_make(make_world: MakeWorld) -> None:
    world = make_world(Ring, Body)
    owner, ring = world.spawn(Body()), world.spawn(Ring())
    world.set_owner(ring, owner)
    world.despawn(owner)
    archetype = owner._archetype
    assert (archetype.own, archetype.owned, archetype.gone) == ((Body,), (), True)
    assert owner._parts == [owner[Body]]
    assert world.publish(Dawn(owner)).log == []
