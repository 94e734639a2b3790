"""The agenda sorts entries by time, priority and sequence number, and can freeze entities."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eventcore import Entity, World
from eventcore.errors import ScheduleError
from eventcore.state.digest import state_digest
from eventcore.time import TURN, next_actor
from eventcore.time.agenda import Agenda
from tests.eventcore.worlds.bodies import Body


def test_actors_come_by_time_then_priority_then_order_of_scheduling() -> None:
    world = World(components=[])
    late, low, first, second = (world.spawn() for _ in range(4))
    world.agenda.schedule(late, delay=1)
    world.agenda.schedule(low, priority=1)
    world.agenda.schedule(first)
    world.agenda.schedule(second)
    order = []
    while (actor := next_actor(world)) is not None:
        assert next_actor(world) is actor  # a second call changes nothing
        order.append((actor, world.agenda.now))
        world.agenda.cancel(actor)
    assert order == [(first, 0), (second, 0), (low, 0), (late, 1)]


@given(speed=st.integers(1, 1000), turns=st.integers(1, 200))
def test_remainder_of_a_cost_is_carried_over(speed: int, turns: int) -> None:
    world = World(components=[])
    actor = world.spawn()
    world.agenda.schedule(actor)
    for _ in range(speed * turns // 100):
        world.agenda.delay(actor, TURN, speed)
    exact = (speed * turns // 100) * 100 * 100
    assert world.agenda.due(actor) == exact // speed


@pytest.mark.parametrize("frozen", [False, True])
def test_actor_that_is_gone_is_not_on_the_agenda(frozen: bool) -> None:
    world = World(components=[])
    dead, living = world.spawn(), world.spawn()
    for actor in (dead, living):
        world.agenda.schedule(actor)
    if frozen:
        world.agenda.freeze(dead)
    world.despawn(dead)
    assert dead not in world.agenda
    assert len(world.agenda.places()) == 1
    assert [place[3] for place in world.agenda.places()] == [living.id]
    assert next_actor(world) is living
    for verb in ("cancel", "delay", "due", "schedule"):
        with pytest.raises(ScheduleError):
            getattr(world.agenda, verb)(dead)


@pytest.mark.parametrize(
    "ask",
    [
        lambda s, a, b: s.schedule(a),
        lambda s, a, b: s.schedule(b, delay=-1),
        lambda s, a, b: s.schedule(b, delay=0.5),
        lambda s, a, b: s.schedule(b, priority=0.5),
        lambda s, a, b: s.schedule(b, priority=10**5000),
        lambda s, a, b: s.cancel(b),
        lambda s, a, b: s.delay(b),
        lambda s, a, b: s.due(b),
        lambda s, a, b: s.delay(a, -1),
        lambda s, a, b: s.delay(a, True),
        lambda s, a, b: s.delay(a, 1 << 53),
        lambda s, a, b: s.delay(a, 100, 0),
        lambda s, a, b: s.delay(a, 100, 1.5),
    ],
)
def test_mistake_is_refused_and_changes_nothing(
    ask: Callable[[Agenda, Entity, Entity], object], snapshot: SnapshotAssertion
) -> None:
    world = World(components=[])
    there, elsewhere = world.spawn(), world.spawn()
    world.agenda.schedule(there)
    before = world.agenda.places()
    with pytest.raises(ScheduleError) as error:
        ask(world.agenda, there, elsewhere)
    assert str(error.value) == snapshot
    assert world.agenda.places() == before


def test_agenda_is_part_of_the_digest_of_the_state() -> None:
    def world() -> World:
        made = World(components=[Body])
        made.agenda.schedule(made.spawn(Body()))
        return made

    one, late, frozen = world(), world(), world()
    assert state_digest(one) == state_digest(late)
    late.agenda.delay(late[2])
    frozen.agenda.freeze(frozen[2])
    assert len({state_digest(each) for each in (one, late, frozen)}) == 3
    idle = one.spawn()
    before = state_digest(one)
    one.agenda.freeze(idle)
    assert state_digest(one) != before


def test_frozen_actor_keeps_its_place_and_may_spend_or_leave() -> None:
    world = World(components=[])
    one, other = world.spawn(), world.spawn()
    for who in (one, other):
        world.agenda.schedule(who, delay=10)
        world.agenda.freeze(who)
    assert next_actor(world) is None
    world.agenda.delay(one, 100, 130)
    world.agenda.cancel(other)
    assert (one in world.agenda, other in world.agenda) == (True, False)
    for who in (one, other):
        with pytest.raises(ScheduleError):
            world.agenda.schedule(who)
        world.agenda.thaw(who)
    assert world.agenda.places() == [(86, 0, 3, one.id, 120)]
    with pytest.raises(ScheduleError):
        world.agenda.thaw(one)


def test_overdue_actor_that_was_frozen_is_due_at_once() -> None:
    world = World(components=[])
    late, other = world.spawn(), world.spawn()
    world.agenda.schedule(other, delay=50)
    assert next_actor(world) is other
    world.agenda.schedule(late)
    world.agenda.freeze(late)
    with pytest.raises(ScheduleError):
        world.agenda.freeze(late)
    world.agenda.delay(other)
    assert next_actor(world) is other
    world.agenda.thaw(late)
    assert world.agenda.due(late) == 150
