"""The schedule: order by time, priority and sequence; speed; who may change it when."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import (
    APPLY,
    VALIDATE,
    Component,
    DispatchError,
    Entity,
    ScheduleError,
    World,
    component,
    handles,
    state_digest,
)
from eventcore.time import TURN, Schedule, Tick, next_actor, start_clock
from tests.eventcore.fakes import Body, Dawn, Legs, MakeWorld, Walk


def acts(world: World, speeds: dict[Entity, int], until: int) -> list[Entity]:
    """Who acts, in order, before a time; every action takes a turn at the actor's speed."""
    order: list[Entity] = []
    while (actor := world.schedule.next()) is not None and world.schedule.now < until:
        order.append(actor)
        world.schedule.spend(actor, TURN, speeds[actor])
    return order


def test_nobody_is_due_in_an_empty_schedule(make_world: MakeWorld) -> None:
    world = make_world()
    assert (world.schedule.next(), world.schedule.now, len(world.schedule)) == (None, 0, 0)
    assert world.root not in world.schedule


def test_who_is_due_first_acts_first_then_who_has_priority_then_who_came_first(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    late, low, first, second = (world.spawn() for _ in range(4))
    world.schedule.enter(late, delay=1)
    world.schedule.enter(low, priority=1)
    world.schedule.enter(first)
    world.schedule.enter(second)
    order = []
    while (actor := world.schedule.next()) is not None:
        order.append((actor, world.schedule.now))
        world.schedule.leave(actor)
    assert order == [(first, 0), (second, 0), (low, 0), (late, 1)]


def test_asking_twice_who_is_next_changes_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    world.schedule.enter(world.spawn(), delay=30)
    assert world.schedule.next() is world.schedule.next()
    assert world.schedule.now == 30


@pytest.mark.parametrize(("speed", "times"), [(100, 7), (200, 14), (50, 4), (130, 10), (33, 3)])
def test_a_creature_of_another_speed_acts_more_or_less_often(
    make_world: MakeWorld, speed: int, times: int
) -> None:
    world = make_world()
    actor = world.spawn()
    world.schedule.enter(actor)
    assert len(acts(world, {actor: speed}, 7 * TURN)) == times


@given(speed=st.integers(1, 1000), turns=st.integers(1, 200))
def test_no_part_of_an_action_is_lost_to_rounding(speed: int, turns: int) -> None:
    world = World(components=[])
    actor = world.spawn()
    world.schedule.enter(actor)
    for _ in range(speed * turns // 100):
        world.schedule.spend(actor, TURN, speed)
    exact = (speed * turns // 100) * 100 * 100
    assert world.schedule.due(actor) == exact // speed


def test_who_is_faster_acts_between_two_actions_of_the_others(make_world: MakeWorld) -> None:
    world = make_world()
    slow, fast = world.spawn(), world.spawn()
    for actor in (slow, fast):
        world.schedule.enter(actor)
    assert acts(world, {slow: 100, fast: 200}, 2 * TURN) == [slow, fast, fast, slow, fast, fast]


def test_an_action_takes_what_it_costs(make_world: MakeWorld) -> None:
    world = make_world()
    actor = world.spawn()
    world.schedule.enter(actor)
    world.schedule.spend(actor, 30)
    world.schedule.spend(actor, 0)
    world.schedule.spend(actor, 30, 200)
    assert world.schedule.due(actor) == 45


def test_the_gone_act_no_more(make_world: MakeWorld) -> None:
    world = make_world()
    dead, living = world.spawn(), world.spawn()
    for actor in (dead, living):
        world.schedule.enter(actor)
    world.despawn(dead)
    assert dead not in world.schedule
    assert len(world.schedule) == 1
    assert [place[3] for place in world.schedule.places()] == [living.id]
    assert world.schedule.next() is living


def test_old_places_are_not_kept(make_world: MakeWorld) -> None:
    world = make_world()
    actor = world.spawn()
    world.schedule.enter(actor, delay=5)
    for _ in range(1000):
        world.schedule.spend(actor)
    assert len(world.schedule._heap) < 20


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda s, a, b: s.enter(a), "is in the schedule already: it has one place"),
        (lambda s, a, b: s.enter(b, delay=-1), "nobody acts in the past; give 0 or more"),
        (lambda s, a, b: s.leave(b), "is not in the schedule: let it enter first"),
        (lambda s, a, b: s.spend(b), "is not in the schedule: let it enter first"),
        (lambda s, a, b: s.due(b), "is not in the schedule: let it enter first"),
        (lambda s, a, b: s.spend(a, -1), "cost=-1: an action takes no less than no time"),
        (lambda s, a, b: s.spend(a, 100, 0), "speed=0: give 1 or more"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changed(
    make_world: MakeWorld, ask: Callable[[Schedule, Entity, Entity], object], said: str
) -> None:
    world = make_world()
    there, elsewhere = world.spawn(), world.spawn()
    world.schedule.enter(there)
    before = world.schedule.places()
    with pytest.raises(ScheduleError, match=said):
        ask(world.schedule, there, elsewhere)
    assert world.schedule.places() == before


def test_who_is_gone_does_not_enter(make_world: MakeWorld) -> None:
    world = make_world()
    dead = world.spawn()
    world.despawn(dead)
    with pytest.raises(ScheduleError, match="cannot act any more"):
        world.schedule.enter(dead)


@pytest.mark.parametrize("verb", ["enter", "leave", "spend", "next"])
def test_above_the_line_and_in_a_preview_nothing_is_put_off(
    make_world: MakeWorld, verb: str
) -> None:
    @component
    class Hasty(Component):
        @handles(Walk, VALIDATE)
        def hurry(self, walk: Walk, world: World) -> None:
            arguments = () if verb == "next" else (walk.enactor,)
            getattr(world.schedule, verb)(*arguments)

    world = make_world(Hasty, Legs)
    walker = world.spawn(Hasty(), Legs())
    if verb != "enter":
        world.schedule.enter(walker)
    for act in (world.publish, world.preview):
        with pytest.raises(DispatchError, match="schedule"):
            act(Walk(walker))


def test_below_the_line_an_actor_may_be_put_off(make_world: MakeWorld) -> None:
    @component
    class Stun(Component):
        @handles(Dawn, APPLY)
        def stun(self, dawn: Dawn, world: World) -> None:
            world.schedule.spend(dawn.enactor, 3 * TURN)

    world = make_world(Stun)
    actor = world.spawn(Stun())
    world.schedule.enter(actor)
    world.publish(Dawn(actor))
    assert world.schedule.due(actor) == 3 * TURN


def test_the_schedule_is_part_of_the_whole_state(make_world: MakeWorld) -> None:
    def world() -> World:
        made = make_world(Body)
        made.schedule.enter(made.spawn(Body()))
        return made

    one, other = world(), world()
    assert state_digest(one) == state_digest(other)
    other.schedule.spend(other[2])
    assert state_digest(one) != state_digest(other)


# The clock


def test_each_turn_begins_with_a_tick_before_anyone_acts_in_it(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[str] = []
    actor = world.spawn()
    world.schedule.enter(actor, priority=-5)
    start_clock(world)
    world.observe(Tick, lambda tick: told.append(f"turn {world.turn} at {world.schedule.now}"))
    for _ in range(3):
        assert next_actor(world) is actor
        told.append(f"acts at {world.schedule.now}")
        world.schedule.spend(actor)
    assert told == ["acts at 0", "turn 1 at 100", "acts at 100", "turn 2 at 200", "acts at 200"]


def test_turns_go_by_while_nobody_is_due(make_world: MakeWorld) -> None:
    world = make_world()
    sleeper = world.spawn()
    start_clock(world)
    world.schedule.enter(sleeper, delay=10 * TURN + 1)
    assert next_actor(world) is sleeper
    assert (world.turn, world.schedule.now) == (10, 1001)


def test_a_clock_that_nobody_hears_stands_still(make_world: MakeWorld) -> None:
    world = make_world()
    start_clock(world)
    assert next_actor(world) is None
    assert world.turn == 0


def test_there_is_one_clock(make_world: MakeWorld) -> None:
    world = make_world()
    start_clock(world)
    with pytest.raises(ScheduleError, match="already"):
        start_clock(world)


def test_who_is_frozen_may_spend_or_leave_all_the_same(make_world: MakeWorld) -> None:
    world = make_world()
    one, other = world.spawn(), world.spawn()
    for who in (one, other):
        world.schedule.enter(who, delay=10)
        world.schedule.freeze(who)
    assert world.schedule.next() is None
    world.schedule.spend(one, 100, 130)
    world.schedule.leave(other)
    assert (one in world.schedule, other in world.schedule) == (True, False)
    with pytest.raises(ScheduleError, match="is in the schedule already"):
        world.schedule.enter(one)
    with pytest.raises(ScheduleError, match=r"no time passes for .*: thaw it before it enters"):
        world.schedule.enter(other)
    for who in (one, other):
        world.schedule.thaw(who)
    assert world.schedule.places() == [(86, 0, 3, one.id, 120)]
    with pytest.raises(ScheduleError, match=r"time passes for .* already"):
        world.schedule.thaw(one)


def test_who_is_overdue_when_frozen_is_due_at_once_after(make_world: MakeWorld) -> None:
    world = make_world()
    late, other = world.spawn(), world.spawn()
    world.schedule.enter(late)
    world.schedule.enter(other, delay=50)
    world.schedule.leave(late)
    assert world.schedule.next() is other
    world.schedule.enter(late)
    world.schedule.freeze(late)
    world.schedule.spend(other)
    assert world.schedule.next() is other
    world.schedule.thaw(late)
    assert world.schedule.due(late) == 150
    world.schedule.freeze(late)
    with pytest.raises(ScheduleError, match="no time passes for"):
        world.schedule.freeze(late)
