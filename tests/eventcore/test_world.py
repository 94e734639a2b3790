"""The world: the facade over entities, time and chance."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, Notice, World, event
from eventcore.errors import RegistrationError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk, component_of, does


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


def test_new_world_holds_itself_and_nothing_has_happened(world: World, debug: bool) -> None:
    assert list(world) == [world.root]
    assert (len(world), world.turn, world.sequence, world.draws()) == (1, 0, 0, [])
    assert (world.seed, world.depth_limit, world.debug) == (0, 100, debug)
    assert world.components == (Legs, Body)


def test_entities_come_in_the_order_of_their_ids(world: World) -> None:
    entities = [world.spawn() for _ in range(4)]
    world.despawn(entities[1])
    assert [entity.id for entity in world] == [1, 2, 4, 5]
    assert len(world) == 4
    assert world[4] is entities[2]


def test_entities_may_come_and_go_while_they_are_iterated_over(world: World) -> None:
    world.spawn(Legs())
    for entity in world:
        if entity is not world.root:
            world.despawn(entity)
        world.spawn()
    assert [entity.id for entity in world] == [1, 3, 4]


def test_entities_are_found_by_what_they_have(world: World) -> None:
    walker, body, both = world.spawn(Legs()), world.spawn(Body()), world.spawn(Body(), Legs())
    assert list(world.having(Legs)) == [walker, both]
    assert list(world.having(Legs, Body)) == [both]
    assert list(world.having()) == [world.root, walker, body, both]
    world.despawn(both)
    world.detach(walker, Legs)
    assert list(world.having(Legs)) == []


def test_iteration_skips_entities_that_have_lost_the_component_or_left(world: World) -> None:
    first, second, third, fourth = (world.spawn(Legs()) for _ in range(4))
    reached = []
    for entity in world.having(Legs):
        reached.append(entity)
        if entity is first:
            world.detach(second, Legs)
            world.despawn(fourth)
            world.spawn(Legs())
            world.attach(third, Body())
    assert reached == [first, third]
    assert len(list(world.having(Legs))) == 3


@pytest.mark.parametrize("asked_before", [False, True])
def test_roster_is_of_the_entities_that_have_the_components_now(
    world: World, asked_before: bool
) -> None:
    gained, lost, left = world.spawn(Body()), world.spawn(Legs()), world.spawn(Legs())
    if asked_before:
        roster = world.roster(Legs)
        assert roster == (lost, left)
        world.spawn(Body())
        assert world.roster(Legs) is roster  # what was derived from it may be kept by it
    world.detach(lost, Legs)
    world.despawn(left)
    world.attach(gained, Legs())
    came = world.spawn(Legs())
    assert world.roster(Legs) == (gained, came)
    assert world.roster(Body, Legs) == (gained,)


def test_time_moves_on_by_turns(make_world: MakeWorld) -> None:
    Sleep = component_of("Sleep", oversleep=does(lambda walk, world: world.advance(), Walk, APPLY))
    world = make_world(Sleep)
    assert [world.advance(), world.advance(), world.turn] == [1, 2, 2]
    world.publish(Walk(world.spawn(Sleep())))
    assert world.turn == 3


def test_streams_are_found_and_listed_by_name(world: World) -> None:
    combat = world.stream("combat")
    assert world.stream("combat") is combat
    assert world.stream("ai") is not combat
    assert world.draws() == [("ai", 0), ("combat", 0)]


def test_streams_are_seeded_from_the_seed_of_the_world(make_world: MakeWorld) -> None:
    def rolls(seed: int) -> list[int]:
        stream = make_world(seed=seed).stream("combat")
        return [stream.roll(1, 6) for _ in range(20)]

    assert rolls(1) == rolls(1)
    assert rolls(1) != rolls(2)


def test_worlds_share_nothing(make_world: MakeWorld) -> None:
    one, two = make_world(Legs), make_world(Legs)
    one.publish(Walk(one.spawn(Legs())))
    one.stream("ai").roll(1, 6)
    one.advance()
    assert (len(two), two.turn, two.sequence, two.draws()) == (1, 0, 0, [])
    assert one.root is not two.root


def test_two_event_classes_may_have_the_same_name(world: World) -> None:
    another: type[Notice] = event(type("Dawn", (Notice,), {}))
    assert world.publish(another(world.root)).done
    assert world.publish(Dawn(world.root)).done


def test_plan_is_shown_without_anything_happening(world: World) -> None:
    walker = world.spawn(Legs())
    (step,) = world.plan(Walk, walker).steps
    assert (step.handler.label, step.role, step.slot) == ("Legs.step", "enactor", 0)
    assert (world.sequence, walker[Legs].steps) == (0, 0)


@pytest.mark.parametrize("seed", [1.5, "abc", True, None, 1 << 2000, -(1 << 2000)])
def test_seed_is_a_whole_number_that_a_journal_can_begin_with(
    seed: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        World(seed=seed, components=[])
    if seed == 1 << 2000:
        assert str(error.value) == snapshot
