"""The agenda: order by time, priority and sequence; speed; who may change it when."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import APPLY, VALIDATE, Component, Entity, World, component, handles, state_digest
from eventcore.errors import DispatchError, ScheduleError
from eventcore.testing.plugin import MakeWorld
from eventcore.time import TURN, Tick, next_actor, start_clock
from eventcore.time.agenda import Agenda
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk, component_of, does


def acts(world: World, speeds: dict[Entity, int], until: int) -> list[Entity]:
    """Who acts, in order, before a time; every action takes a turn at the actor's speed."""
    order: list[Entity] = []
    while (actor := world.agenda.next()) is not None and world.agenda.now < until:
        order.append(actor)
        world.agenda.delay(actor, TURN, speeds[actor])
    return order


def test_nobody_is_due_in_an_empty_schedule(make_world: MakeWorld) -> None:
    world = make_world()
    assert (world.agenda.next(), world.agenda.now, len(world.agenda)) == (None, 0, 0)
    assert world.root not in world.agenda


def test_who_is_due_first_acts_first_then_who_has_priority_then_who_came_first(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    late, low, first, second = (world.spawn() for _ in range(4))
    world.agenda.schedule(late, delay=1)
    world.agenda.schedule(low, priority=1)
    world.agenda.schedule(first)
    world.agenda.schedule(second)
    order = []
    while (actor := world.agenda.next()) is not None:
        order.append((actor, world.agenda.now))
        world.agenda.cancel(actor)
    assert order == [(first, 0), (second, 0), (low, 0), (late, 1)]


def test_asking_twice_who_is_next_changes_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    world.agenda.schedule(world.spawn(), delay=30)
    assert world.agenda.next() is world.agenda.next()
    assert world.agenda.now == 30


@pytest.mark.parametrize(("speed", "times"), [(100, 7), (200, 14), (50, 4), (130, 10), (33, 3)])
def test_a_creature_of_another_speed_acts_more_or_less_often(
    make_world: MakeWorld, speed: int, times: int
) -> None:
    world = make_world()
    actor = world.spawn()
    world.agenda.schedule(actor)
    assert len(acts(world, {actor: speed}, 7 * TURN)) == times


@given(speed=st.integers(1, 1000), turns=st.integers(1, 200))
def test_no_part_of_an_action_is_lost_to_rounding(speed: int, turns: int) -> None:
    world = World(components=[])
    actor = world.spawn()
    world.agenda.schedule(actor)
    for _ in range(speed * turns // 100):
        world.agenda.delay(actor, TURN, speed)
    exact = (speed * turns // 100) * 100 * 100
    assert world.agenda.due(actor) == exact // speed


def test_who_is_faster_acts_between_two_actions_of_the_others(make_world: MakeWorld) -> None:
    world = make_world()
    slow, fast = world.spawn(), world.spawn()
    for actor in (slow, fast):
        world.agenda.schedule(actor)
    assert acts(world, {slow: 100, fast: 200}, 2 * TURN) == [slow, fast, fast, slow, fast, fast]


def test_an_action_takes_what_it_costs(make_world: MakeWorld) -> None:
    world = make_world()
    actor = world.spawn()
    world.agenda.schedule(actor)
    world.agenda.delay(actor, 30)
    world.agenda.delay(actor, 0)
    world.agenda.delay(actor, 30, 200)
    assert world.agenda.due(actor) == 45


def test_the_gone_act_no_more(make_world: MakeWorld) -> None:
    world = make_world()
    dead, living = world.spawn(), world.spawn()
    for actor in (dead, living):
        world.agenda.schedule(actor)
    world.despawn(dead)
    assert dead not in world.agenda
    assert len(world.agenda) == 1
    assert [place[3] for place in world.agenda.places()] == [living.id]
    assert world.agenda.next() is living


def test_old_places_are_not_kept(make_world: MakeWorld) -> None:
    world = make_world()
    actor = world.spawn()
    world.agenda.schedule(actor, delay=5)
    for _ in range(1000):
        world.agenda.delay(actor)
    assert len(world.agenda._heap) < 20


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda s, a, b: s.schedule(a), "is in the agenda already: it has one place"),
        (lambda s, a, b: s.schedule(b, delay=-1), "nobody acts in the past; give 0 or more"),
        (lambda s, a, b: s.cancel(b), "is not in the agenda: schedule it first"),
        (lambda s, a, b: s.delay(b), "is not in the agenda: schedule it first"),
        (lambda s, a, b: s.due(b), "is not in the agenda: schedule it first"),
        (lambda s, a, b: s.delay(a, -1), "cost=-1: an action takes no less than no time"),
        (lambda s, a, b: s.delay(a, 100, 0), "speed=0: give 1 or more"),
        (lambda s, a, b: s.schedule(b, delay=0.5), "delay=0.5: the agenda takes whole numbers; ch"),
        (lambda s, a, b: s.schedule(b, priority=0.5), "priority=0.5: the agenda takes whole num"),
        (lambda s, a, b: s.schedule(b, priority=10**5000), "priority=a number of 16610 bits: give"),
        (lambda s, a, b: s.delay(a, 1, 10**5000), "speed=a number of 16610 bits: give 1 or more"),
        (lambda s, a, b: s.delay(a, 0.4), "cost=0.4: the agenda takes whole numbers; choose a"),
        (lambda s, a, b: s.delay(a, 100, 1.5), "speed=1.5: the agenda takes whole numbers"),
        (lambda s, a, b: s.delay(a, True), "cost=True: the agenda takes whole numbers"),
        (lambda s, a, b: s.delay(a, 1 << 53), "that is longer than any simulation runs"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changed(
    make_world: MakeWorld, ask: Callable[[Agenda, Entity, Entity], object], said: str
) -> None:
    world = make_world()
    there, elsewhere = world.spawn(), world.spawn()
    world.agenda.schedule(there)
    before = world.agenda.places()
    with pytest.raises(ScheduleError, match=said):
        ask(world.agenda, there, elsewhere)
    assert world.agenda.places() == before


def test_who_is_gone_does_not_enter(make_world: MakeWorld) -> None:
    world = make_world()
    dead = world.spawn()
    world.despawn(dead)
    with pytest.raises(ScheduleError, match="cannot act any more"):
        world.agenda.schedule(dead)


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("verb", ["cancel", "delay", "due"])
def test_actor_that_is_gone_is_not_on_the_agenda(
    make_world: MakeWorld, verb: str, frozen: bool
) -> None:
    world = make_world()
    dead = world.spawn()
    world.agenda.schedule(dead)
    if frozen:
        world.agenda.freeze(dead)
    world.despawn(dead)
    assert dead not in world.agenda
    with pytest.raises(ScheduleError, match="is not in the agenda"):
        getattr(world.agenda, verb)(dead)


@pytest.mark.parametrize("verb", ["schedule", "cancel", "delay", "next"])
def test_above_the_line_and_in_a_preview_nothing_is_put_off(
    make_world: MakeWorld, verb: str
) -> None:
    @component
    class Hasty(Component):
        @handles(Walk, VALIDATE)
        def hurry(self, walk: Walk, world: World) -> None:
            arguments = () if verb == "next" else (walk.enactor,)
            getattr(world.agenda, verb)(*arguments)

    world = make_world(Hasty, Legs)
    walker = world.spawn(Hasty(), Legs())
    if verb != "enter":
        world.agenda.schedule(walker)
    for act in (world.publish, world.preview):
        with pytest.raises(DispatchError, match="agenda"):
            act(Walk(walker))


def test_below_the_line_an_actor_may_be_put_off(make_world: MakeWorld) -> None:
    Stun = component_of(
        "Stun",
        stun=does(lambda dawn, world: world.agenda.delay(dawn.enactor, 3 * TURN), Dawn, APPLY),
    )
    world = make_world(Stun)
    actor = world.spawn(Stun())
    world.agenda.schedule(actor)
    world.publish(Dawn(actor))
    assert world.agenda.due(actor) == 3 * TURN


def test_the_schedule_is_part_of_the_whole_state(make_world: MakeWorld) -> None:
    def world() -> World:
        made = make_world(Body)
        made.agenda.schedule(made.spawn(Body()))
        return made

    one, other = world(), world()
    assert state_digest(one) == state_digest(other)
    other.agenda.delay(other[2])
    assert state_digest(one) != state_digest(other)


# The clock


def test_each_turn_begins_with_a_tick_before_anyone_acts_in_it(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[str] = []
    actor = world.spawn()
    world.agenda.schedule(actor, priority=-5)
    start_clock(world)
    world.observe(Tick, lambda tick: told.append(f"turn {world.turn} at {world.agenda.now}"))
    for _ in range(3):
        assert next_actor(world) is actor
        told.append(f"acts at {world.agenda.now}")
        world.agenda.delay(actor)
    assert told == ["acts at 0", "turn 1 at 100", "acts at 100", "turn 2 at 200", "acts at 200"]


def test_turns_go_by_while_nobody_is_due(make_world: MakeWorld) -> None:
    world = make_world()
    sleeper = world.spawn()
    start_clock(world)
    world.agenda.schedule(sleeper, delay=10 * TURN + 1)
    assert next_actor(world) is sleeper
    assert (world.turn, world.agenda.now) == (10, 1001)


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
        world.agenda.schedule(who, delay=10)
        world.agenda.freeze(who)
    assert world.agenda.next() is None
    world.agenda.delay(one, 100, 130)
    world.agenda.cancel(other)
    assert (one in world.agenda, other in world.agenda) == (True, False)
    with pytest.raises(ScheduleError, match="is in the agenda already"):
        world.agenda.schedule(one)
    with pytest.raises(
        ScheduleError, match=r"no time passes for .*: thaw it before it is scheduled"
    ):
        world.agenda.schedule(other)
    for who in (one, other):
        world.agenda.thaw(who)
    assert world.agenda.places() == [(86, 0, 3, one.id, 120)]
    with pytest.raises(ScheduleError, match=r"time passes for .* already"):
        world.agenda.thaw(one)


def test_who_is_overdue_when_frozen_is_due_at_once_after(make_world: MakeWorld) -> None:
    world = make_world()
    late, other = world.spawn(), world.spawn()
    world.agenda.schedule(late)
    world.agenda.schedule(other, delay=50)
    world.agenda.cancel(late)
    assert world.agenda.next() is other
    world.agenda.schedule(late)
    world.agenda.freeze(late)
    world.agenda.delay(other)
    assert world.agenda.next() is other
    world.agenda.thaw(late)
    assert world.agenda.due(late) == 150
    world.agenda.freeze(late)
    with pytest.raises(ScheduleError, match="no time passes for"):
        world.agenda.freeze(late)
