"""Entities: an id, components, and what they bear."""

import pytest

from eventcore import World
from tests.eventcore.fakes import Body, Legs, MakeWorld


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


def test_the_root_is_entity_1_and_others_follow(world: World) -> None:
    assert [world.root.id, world.spawn().id, world.spawn().id] == [1, 2, 3]


def test_a_component_is_found_by_exactly_its_class(world: World) -> None:
    legs = Legs()
    walker = world.spawn(legs)
    assert walker[Legs] is legs
    assert walker.get(Legs) is legs
    assert walker.get(Body) is None
    assert Legs in walker
    assert Body not in walker


def test_components_come_in_the_order_of_the_world(world: World) -> None:
    legs, body = Legs(), Body()
    assert world.spawn(body, legs).components == (legs, body)


def test_what_is_borne_is_no_component_of_the_bearer(world: World) -> None:
    bearer = world.spawn(Legs())
    thing = world.spawn(Body())
    world.give(thing, bearer)
    assert [type(part)._declared_ for part in bearer.components] == [Legs]
    assert bearer.get(Body) is None


def test_what_is_borne_comes_in_the_order_it_was_given(world: World) -> None:
    bearer, one, two, three = (world.spawn() for _ in range(4))
    assert not bearer.borne
    for thing in (two, one, three):
        world.give(thing, bearer)
    world.take(one)
    assert bearer.borne == (two, three)
    assert [thing.bearer for thing in (one, two, three)] == [None, bearer, bearer]


def test_an_entity_reads_as_its_number_and_whether_it_is_gone(world: World) -> None:
    entity = world.spawn()
    assert (repr(entity), entity.alive) == ("Entity(2)", True)
    world.despawn(entity)
    assert (repr(entity), entity.alive) == ("Entity(2, gone)", False)


def test_an_entity_has_no_further_attributes(world: World) -> None:
    with pytest.raises(AttributeError):
        world.root.name = "world"  # type: ignore[attr-defined]  # the mistake that is tested
