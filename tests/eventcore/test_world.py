"""The world: the facade over entities, time and chance."""

from typing import Any, cast

import pytest

from eventcore import APPLY, Notice, World, event
from eventcore.dispatch.bus import DEPTH_LIMIT
from eventcore.errors import DispatchError, RegistrationError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk, component_of, does


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


def test_a_new_world_holds_itself_and_nothing_has_happened(world: World) -> None:
    assert list(world) == [world.root]
    assert (len(world), world.turn, world.sequence, world.draws()) == (1, 0, 0, [])
    assert (world.seed, world.depth_limit) == (0, DEPTH_LIMIT)
    assert world.components == (Legs, Body)


def test_a_world_says_whether_it_is_checked(world: World, debug: bool) -> None:
    assert world.debug is debug


def test_entities_come_in_the_order_of_their_ids(world: World) -> None:
    entities = [world.spawn() for _ in range(4)]
    world.despawn(entities[1])
    assert [entity.id for entity in world] == [1, 2, 4, 5]
    assert len(world) == 4
    assert world[4] is entities[2]


def test_entities_may_come_and_go_while_they_are_counted(world: World) -> None:
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


def test_who_has_lost_a_class_by_the_time_they_are_reached_is_passed_over(
    make_world: MakeWorld,
) -> None:
    world = make_world(Legs, Body)
    first, second, third = (world.spawn(Legs()) for _ in range(3))
    reached = []
    for entity in world.having(Legs):
        reached.append(entity)
        if entity is first:
            world.detach(second, Legs)
            world.spawn(Legs())
            world.attach(third, Body())
    assert reached == [first, third]
    assert len(list(world.having(Legs))) == 3


def test_a_roster_is_the_same_tuple_for_as_long_as_nobody_enters_or_leaves_it(
    world: World,
) -> None:
    walker, body = world.spawn(Legs()), world.spawn(Body())
    roster = world.roster(Legs)
    assert roster == (walker,)
    world.spawn(Body())
    world.despawn(body)
    assert world.roster(Legs) is roster


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_roster_has_who_came_to_have_the_classes_and_not_who_lost_one_or_left(
    world: World, asked_before: bool
) -> None:
    lost, left, gained = world.spawn(Legs()), world.spawn(Legs()), world.spawn(Body())
    if asked_before:
        assert world.roster(Legs) == (lost, left)
    world.detach(lost, Legs)
    world.despawn(left)
    world.attach(gained, Legs())
    came = world.spawn(Legs())
    assert world.roster(Legs) == (gained, came)
    assert world.roster(Body, Legs) == (gained,)


def test_who_left_the_world_by_the_time_they_are_reached_is_passed_over(world: World) -> None:
    first, second = world.spawn(Legs()), world.spawn(Legs())
    reached = []
    for entity in world.having(Legs):
        reached.append(entity)
        if second.alive:
            world.despawn(second)
    assert reached == [first]


def test_what_a_thing_gives_its_owner_is_not_what_the_owner_has(world: World) -> None:
    owner, thing = world.spawn(), world.spawn(Body())
    world.set_owner(thing, owner)
    assert list(world.having(Body)) == [thing]


def test_time_moves_on_by_turns(world: World) -> None:
    assert [world.advance(), world.advance(), world.turn] == [1, 2, 2]


def test_time_may_move_on_below_the_commit_line(make_world: MakeWorld) -> None:
    Sleep = component_of("Sleep", oversleep=does(lambda walk, world: world.advance(), Walk, APPLY))
    world = make_world(Sleep)
    world.publish(Walk(world.spawn(Sleep())))
    assert world.turn == 1


def test_a_stream_is_one_and_the_same_by_its_name(world: World) -> None:
    combat = world.stream("combat")
    assert world.stream("combat") is combat
    assert world.stream("ai") is not combat


def test_a_stream_that_no_save_could_name_is_refused(world: World) -> None:
    with pytest.raises(RegistrationError, match=r"^stream\(3\): give it a name that is a text$"):
        world.stream(cast(Any, 3))
    assert world.draws() == []


def test_streams_are_listed_by_name(world: World) -> None:
    for name in ("combat", "ai", "level-3"):
        world.stream(name)
    assert [name for name, _ in world.draws()] == ["ai", "combat", "level-3"]


def test_streams_are_seeded_from_the_seed_of_the_world(make_world: MakeWorld) -> None:
    def rolls(seed: int) -> list[int]:
        stream = make_world(seed=seed).stream("combat")
        return [stream.roll(1, 6) for _ in range(20)]

    assert rolls(1) == rolls(1)
    assert rolls(1) != rolls(2)


def test_worlds_share_nothing(make_world: MakeWorld) -> None:
    one, two = make_world(Legs), make_world(Legs)
    walker = one.spawn(Legs())
    one.publish(Walk(walker))
    one.stream("ai").roll(1, 6)
    one.advance()
    assert (len(two), two.turn, two.sequence, two.draws()) == (1, 0, 0, [])
    assert one.root is not two.root


def test_an_event_class_of_another_kind_may_have_the_same_name(world: World) -> None:
    def sunrise() -> type[Notice]:
        @event
        class Dawn(Notice):
            pass

        return Dawn

    assert world.publish(sunrise()(world.root)).done
    assert world.publish(Dawn(world.root)).done


def test_what_a_thing_is_given_to_knows_it(world: World) -> None:
    owner, thing = world.spawn(), world.spawn()
    world.set_owner(thing, owner)
    world.set_owner(thing, owner)
    assert owner.owned == (thing,)
    world.set_owner(thing, None)
    world.set_owner(thing, None)
    assert not owner.owned


def test_outside_a_dispatch_anything_may_be_set_up(world: World) -> None:
    walker = world.spawn(Legs())
    world.attach(walker, Body())
    world.set_owner(world.spawn(), walker)
    world.detach(walker, Body)
    world.advance()
    assert world.publish(Walk(walker)).done
    world.attach(walker, Body())
    world.despawn(walker)


def test_a_plan_is_shown_without_anything_happening(world: World) -> None:
    walker = world.spawn(Legs())
    (step,) = world.plan(Walk, walker).steps
    assert (str(step.handler), step.role, step.slot) == ("Legs.step (APPLY 700)", "enactor", 0)
    assert (world.sequence, walker[Legs].steps, walker._chains) == (0, 0, {})


def test_a_handler_that_keeps_the_world_is_refused_when_it_is_late(world: World) -> None:
    told: list[DispatchError] = []

    def observer(dawn: Dawn) -> None:
        try:
            world.publish(Dawn(world.root))
        except DispatchError as error:
            told.append(error)

    world.observe(Dawn, observer)
    world.publish(Dawn(world.root))
    assert len(told) == 1
    assert world.sequence == 1


@pytest.mark.parametrize("seed", [1.5, "abc", True, None, 1 << 2000, -(1 << 2000)])
def test_a_seed_is_a_whole_number_that_a_journal_can_begin_with(seed: Any) -> None:
    with pytest.raises(RegistrationError, match=r"^seed=.{1,30}: give a whole number of 1024 bits"):
        World(seed=seed, components=[])
