"""Entities: an id, components, and what they own."""

import sys
from collections.abc import Callable
from functools import partial
from operator import getitem
from types import FrameType

import pytest

from eventcore import Entity, World
from eventcore import entity as entities
from eventcore.entity import AT_ONCE, ONCE_MORE, UNKNOWN_FOR
from eventcore.errors import MissingComponentError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs


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


def look_up(entity: Entity, times: int = UNKNOWN_FOR) -> None:
    for _ in range(times):
        assert entity[Legs].entity is entity


def makes_a_frame(act: Callable[[], object]) -> bool:
    """Say whether something calls any function of the module of entities."""
    calls = list[str]()

    def note(frame: FrameType, what: str, _: object) -> None:
        calls.append(frame.f_code.co_filename if what == "call" else "")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return entities.__file__ in calls


@pytest.mark.parametrize("often", [False, True])
def test_who_was_looked_up_before_is_looked_up_anew_once_it_has_changed(
    world: World, often: bool
) -> None:
    legs, body = Legs(), Body()
    walker = world.spawn(legs)
    look_up(walker, UNKNOWN_FOR if often else 1)
    assert (walker[Legs], walker.get(Body), Body in walker) == (legs, None, False)
    world.attach(walker, body)
    assert (walker[Legs], walker[Body], walker.get(Body), Body in walker) == (
        legs,
        body,
        body,
        True,
    )
    world.detach(walker, Legs)
    assert (walker.get(Legs), Legs in walker, walker[Body]) == (None, False, body)
    for _ in range(UNKNOWN_FOR if often else 1):
        assert walker[Body] is body
    world.despawn(walker)
    assert (walker[Body], Body in walker, walker.alive) == (body, True, False)


@pytest.mark.parametrize("often", [False, True])
def test_a_component_that_is_not_there_is_told_by_its_class(world: World, often: bool) -> None:
    walker = world.spawn(Legs())
    look_up(walker, UNKNOWN_FOR if often else 1)
    with pytest.raises(MissingComponentError, match=r"^Entity\(2\) has no Body$"):
        walker[Body]
    with pytest.raises(MissingComponentError, match=r"^Entity\(2\) has no Body$"):
        walker[Body]


def test_to_look_up_who_was_looked_up_often_makes_no_frame_until_it_changes(world: World) -> None:
    walker = world.spawn(Legs())
    look_up(walker, UNKNOWN_FOR - 1)
    assert makes_a_frame(lambda: walker[Legs])
    for read in (
        lambda: walker[Legs],
        lambda: walker.get(Legs),
        lambda: Legs in walker,
        lambda: walker.alive,
        lambda: walker.owner,
    ):
        assert not makes_a_frame(read)
    world.attach(walker, Body())
    assert makes_a_frame(lambda: walker[Legs])


def test_of_a_crowd_of_one_make_some_are_kept_at_hand_and_others_in_place_of_who_leaves(
    world: World,
) -> None:
    crowd = [world.spawn(Legs()) for _ in range(AT_ONCE + 2)]
    for one in crowd:
        look_up(one)
    at_hand = [not makes_a_frame(partial(getitem, one, Legs)) for one in crowd]
    assert at_hand == [True] * AT_ONCE + [False] * 2
    look_up(crowd[-1], ONCE_MORE)
    assert makes_a_frame(lambda: crowd[-1][Legs])
    world.despawn(crowd[0])
    look_up(crowd[-1], ONCE_MORE)
    assert not makes_a_frame(lambda: crowd[-1][Legs])
    other = world.spawn(Legs(), Body())
    look_up(other)
    assert not makes_a_frame(lambda: other[Legs])


def test_components_come_in_the_order_of_the_world(world: World) -> None:
    legs, body = Legs(), Body()
    assert world.spawn(body, legs).components == (legs, body)


def test_what_is_owned_is_no_component_of_the_owner(world: World) -> None:
    owner = world.spawn(Legs())
    thing = world.spawn(Body())
    world.set_owner(thing, owner)
    assert [type(part)._declared_ for part in owner.components] == [Legs]
    assert owner.get(Body) is None


def test_what_is_owned_comes_in_the_order_it_was_given(world: World) -> None:
    owner, one, two, three = (world.spawn() for _ in range(4))
    assert not owner.owned
    for thing in (two, one, three):
        world.set_owner(thing, owner)
    world.set_owner(one, None)
    assert owner.owned == (two, three)
    assert [thing.owner for thing in (one, two, three)] == [None, owner, owner]


def test_an_entity_reads_as_its_number_and_whether_it_is_gone(world: World) -> None:
    entity = world.spawn()
    assert (repr(entity), entity.alive) == ("Entity(2)", True)
    world.despawn(entity)
    assert (repr(entity), entity.alive) == ("Entity(2, gone)", False)


def test_an_entity_has_no_further_attributes(world: World) -> None:
    with pytest.raises(AttributeError):
        world.root.name = "world"  # type: ignore[attr-defined]  # the mistake that is tested
