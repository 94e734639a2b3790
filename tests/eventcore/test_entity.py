"""Entities: an id, components, and what they own."""

import pytest

from eventcore import World
from eventcore.errors import MissingComponentError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs

OFTEN = 300
"""So many lookups make an entity known, whose components are then kept at hand."""


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


def test_root_is_entity_1_and_others_follow(world: World) -> None:
    assert [world.root.id, world.spawn().id, world.spawn().id] == [1, 2, 3]


@pytest.mark.parametrize("times", [1, OFTEN])
@pytest.mark.parametrize("crowd", [0, 1_100])
def test_lookup_finds_what_the_entity_has_now(world: World, times: int, crowd: int) -> None:
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


def test_components_come_in_the_order_of_the_world(world: World) -> None:
    legs, body = Legs(), Body()
    assert world.spawn(body, legs).components == (legs, body)


def test_thing_is_no_component_of_its_owner(world: World) -> None:
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


def test_entity_reads_as_its_number_and_whether_it_is_gone(world: World) -> None:
    entity = world.spawn()
    assert (repr(entity), entity.alive) == ("Entity(2)", True)
    world.despawn(entity)
    assert (repr(entity), entity.alive) == ("Entity(2, gone)", False)


def test_entity_has_no_further_attributes(world: World) -> None:
    with pytest.raises(AttributeError):
        world.root.name = "world"  # type: ignore[attr-defined]  # the mistake
