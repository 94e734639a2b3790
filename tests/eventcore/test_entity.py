"""Entities have an id and components, and may own other entities."""

import pytest

from eventcore import World
from eventcore.errors import MissingComponentError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs

OFTEN = 300
"""The number of lookups after which an entity keeps its components in a dict."""


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


@pytest.mark.parametrize("times", [1, OFTEN])
@pytest.mark.parametrize("crowd", [0, 1_100])
def test_component_lookup_follows_attach_and_detach(world: World, times: int, crowd: int) -> None:
    legs, body = Legs(), Body()
    others = [world.spawn(Legs()) for _ in range(crowd)]
    walker = world.spawn(legs)
    for one in (*others, walker):
        for _ in range(times if one is walker else 8):
            assert one[Legs].entity is one
    assert (walker[Legs], walker.get(Body), Body in walker) == (legs, None, False)
    for _ in range(2):
        with pytest.raises(MissingComponentError):
            walker[Body]
    world.attach(walker, body)
    assert (walker[Legs], walker[Body], walker.get(Body)) == (legs, body, body)
    assert Body in walker
    world.detach(walker, Legs)
    assert (walker.get(Legs), Legs in walker) == (None, False)
    assert {walker[Body] for _ in range(times)} == {body}
    world.despawn(walker)
    assert (walker[Body], Body in walker, walker.alive) == (body, True, False)


def test_component_knows_its_entity_while_it_is_attached(world: World) -> None:
    legs = Legs()
    owner, other = world.spawn(legs), world.spawn()
    assert legs.entity is owner
    assert world.detach(owner, Legs) is legs
    assert world.attach(other, legs) is legs
    assert legs.entity is other


def test_owned_entity_is_not_a_component_of_its_owner(world: World) -> None:
    owner, thing = world.spawn(Legs()), world.spawn(Body())
    world.set_owner(thing, owner)
    assert owner.components == (owner[Legs],)
    assert owner.get(Body) is None
    assert list(world.having(Body)) == [thing]


def test_things_come_in_the_order_they_were_given(world: World) -> None:
    owner, other, one, two, three = (world.spawn() for _ in range(5))
    assert not owner.owned
    for thing in (two, one, three, one):
        world.set_owner(thing, owner)
    assert owner.owned == (two, three, one)
    world.set_owner(three, other)
    world.set_owner(one, None)
    assert [*owner.owned] == [two]
    assert [*other.owned] == [three]
    assert [thing.owner for thing in (one, two, three)] == [None, owner, other]
