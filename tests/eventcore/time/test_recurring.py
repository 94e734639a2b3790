"""Recurring events occur at the right times, even after saving or cloning the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    Action,
    Component,
    Digest,
    Entity,
    Notice,
    SaveError,
    Snapshot,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import DispatchError, ScheduleError
from eventcore.state.digest import state_digest
from eventcore.time import Exponential, Scheduled, Uniform, run
from tests.eventcore.worlds.clones import clone_world


@event
class Ring(Notice):
    words: list[str] = attrs.field(factory=list)
    pitch: int = attrs.field(default=0, init=False)


@event
class Work(Action):
    """Takes time."""


@component
class Bell(Component):
    """Logs the time and the words of each ring. Ring number ``most`` cancels the next event."""

    lines: list[str] = attrs.field(factory=list)
    alarm: Scheduled | None = None
    most: int = 99_999

    @handles(Ring, MODIFY)
    def add_a_word(self, ring: Ring, world: World) -> None:
        ring.words.append("ding")

    @handles(Ring, REACT)
    def write(self, ring: Ring, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {' '.join(ring.words)}")
        if len(self.lines) == self.most:
            world.agenda.scheduled()[0].cancel()

    @handles(Work, APPLY)
    def work(self, work: Work, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {work.cost}")


COMPONENTS = (Bell,)


def scene(seed: int = 0, debug: bool = False) -> tuple[World, Entity]:
    world = World(components=COMPONENTS, seed=seed, debug=debug)
    return world, world.spawn(Bell())


def times(entity: Entity) -> list[int]:
    return [int(line.split()[0]) for line in entity[Bell].lines]


def load(world: World) -> World:
    return load_world(save_world(world), components=COMPONENTS)


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({}, [20, 30, 40, 50, 60]),
        ({"start": 10}, [10, 20, 30, 40, 50, 60]),
        ({"start": 15}, [15, 25, 35, 45, 55]),
        ({"stop": 40}, [20, 30, 40]),
        ({"stop": 39}, [20, 30]),
        ({"stop": 15}, []),
        ({"count": 1}, [20]),
        ({"count": 3}, [20, 30, 40]),
        ({"start": 12, "stop": 33, "count": 9}, [12, 22, 32]),
    ],
)
def test_event_recurs_from_its_start_to_its_stop_or_count(
    bounds: dict[str, int], expected: list[int], debug: bool
) -> None:
    world, bell = scene(debug=debug)
    run(world, until=10)
    handle = world.agenda.every(10, Ring(bell), **bounds)
    assert handle.due == (expected or [0])[0]
    run(world, until=60)
    assert times(bell) == expected
    assert handle.pending == (bounds in ({}, {"start": 10}, {"start": 15}))
    assert world.agenda.planned == 1


def test_each_occurrence_is_an_event_of_its_own(debug: bool) -> None:
    world, bell = scene(debug=debug)
    words = ["hello"]
    ring = Ring(bell, words)
    ring.pitch = 3
    rings: list[Ring] = []
    world.observe(Ring, rings.append)
    handle = world.agenda.every(10, ring)
    run(world, until=30)
    assert bell[Bell].lines == ["10 hello ding", "20 hello ding", "30 hello ding"]
    assert [(one.sequence, one.pitch) for one in rings] == [(1, 3), (2, 3), (3, 3)]
    assert ring not in rings
    assert (handle.event, words, handle.number) == (ring, ["hello"], 1)
    with pytest.raises(DispatchError):
        world.publish(ring)
    assert handle.cancel()
    assert (handle.event, handle.due, handle.pending, handle.cancel()) == (None, 0, False, False)
    run(world, until=60)
    assert len(rings) == 3


def test_handler_may_cancel_the_schedule_it_belongs_to(debug: bool) -> None:
    world = World(components=COMPONENTS, debug=debug)
    bell = world.spawn(Bell(most=3))
    world.agenda.every(10, Ring(bell))
    run(world)
    assert times(bell) == [10, 20, 30]


def test_recurring_action_keeps_its_cost() -> None:
    world, bell = scene()
    work = Work(bell)
    work.cost = 30
    works: list[Work] = []
    world.observe(Work, works.append)
    world.agenda.every(10, work)
    run(world, until=20)
    assert [one.cost for one in works] == [30, 30]


@pytest.mark.parametrize(
    ("interval", "least", "most"),
    [(Exponential(100, "rings"), 0, 2_000), (Uniform(20, 40, "rings"), 20, 40)],
)
def test_random_intervals_are_drawn_from_their_stream(
    interval: Exponential | Uniform, least: int, most: int
) -> None:
    def ring(seed: int, start: int | None = None) -> list[int]:
        world, bell = scene(seed)
        world.agenda.every(interval, Ring(bell), start=start, count=200)
        run(world)
        assert [name for name, _ in world.draws()] == ["rings"]
        return times(bell)

    rung = ring(1)
    apart = [later - sooner for sooner, later in zip([0, *rung], rung, strict=False)]
    assert least <= min(apart) < max(apart) <= most
    assert rung == ring(1) != ring(2)
    assert ring(1, start=0)[1:] == rung[:-1]  # if start is given, the first interval is not drawn


@pytest.mark.parametrize("copy", [load, clone_world, None])
@pytest.mark.parametrize("interval", [7, Exponential(7, "rings"), Uniform(3, 9, "rings")])
def test_copied_world_goes_on_with_its_recurring_events(
    copy: Callable[[World], World] | None, interval: Any
) -> None:
    world, bell = scene(seed=4)
    work = Work(bell)
    work.cost = 30
    bell[Bell].alarm = world.agenda.every(interval, Ring(bell, ["a"]), count=9, priority=2)
    world.agenda.every(interval, work, stop=60)
    run(world, until=20)
    before = Snapshot(world)
    other = World(components=COMPONENTS) if copy is None else copy(world)
    if copy is None:
        before.put_into(other)
    assert state_digest(other) == state_digest(world)
    assert save_world(other) == save_world(world)
    digests = Digest(world), Digest(other)
    for one in (world, other):
        run(one, until=100)
    assert digests[0].seal() == digests[1].seal()
    assert other[2][Bell].lines == bell[Bell].lines
    assert state_digest(other) == state_digest(world)
    alarm = other[2][Bell].alarm
    assert alarm is not None
    assert not alarm.pending
    before.put_into(world)  # later events have not changed the snapshot
    run(world, until=100)
    assert state_digest(world) == state_digest(other)


def test_digest_depends_on_the_recurrence_of_scheduled_events() -> None:
    def digest(**bounds: Any) -> str:
        world, bell = scene()
        world.agenda.every(bounds.pop("interval", 10), Ring(bell), start=10, **bounds)
        return state_digest(world)

    ways: list[dict[str, Any]] = [{}, {"interval": 11}, {"stop": 90}, {"count": 9}, {"count": 8}]
    ways += [{"interval": Uniform(3, 9, name)} for name in ("a", "b")]
    ways += [{"interval": Exponential(3, "a")}]
    assert len({digest(**way) for way in ways}) == len(ways)
    assert digest(stop=90) == digest(stop=90)


def test_recurring_event_waits_for_its_frozen_owner_and_is_dropped_with_it() -> None:
    world, bell = scene()
    handle = world.agenda.every(10, Ring(bell))
    ending = world.agenda.every(10, Ring(bell, ["last"]), stop=30)
    run(world, until=14)
    world.agenda.freeze(bell)
    run(world, until=30)
    assert (handle.held, handle.due, ending.held) == (True, 36, True)
    world = load(world)
    bell = world[2]
    world.agenda.thaw(bell)
    run(world, until=60)
    assert times(bell) == [10, 10, 36, 46, 56]  # the other event is past its stop
    (handle,) = world.agenda.scheduled()
    world.despawn(bell)
    assert not handle.pending
    run(world)
    assert world.agenda.now == 60


def test_overdue_occurrences_are_published_late() -> None:
    world, bell = scene()
    world.agenda.every(40, Ring(bell))
    world.advance()
    run(world, until=130)
    assert times(bell) == [100, 100, 120]


def test_random_occurrences_may_share_one_time() -> None:
    world, bell = scene()
    world.agenda.every(Exponential(1, "rings"), Ring(bell), count=20_000)
    run(world)
    assert len(times(bell)) == 20_000


@pytest.mark.parametrize(
    "ask",
    [
        lambda w, e: w.agenda.every(0, Ring(e)),
        lambda w, e: w.agenda.every(2.5, Ring(e)),
        lambda w, e: w.agenda.every(True, Ring(e)),
        lambda w, e: w.agenda.every(5, Ring(e), start=9),
        lambda w, e: w.agenda.every(5, Ring(e), stop=9),
        lambda w, e: w.agenda.every(5, Ring(e), count=0),
        lambda w, e: w.agenda.every(5, Ring(e), priority=0.5),
        lambda w, e: w.agenda.every(Exponential(0, "s"), Ring(e)),
        lambda w, e: w.agenda.every(Exponential(5, 3), Ring(e)),  # type: ignore[arg-type]  # the mistake
        lambda w, e: w.agenda.every(Uniform(-1, 5, "s"), Ring(e)),
        lambda w, e: w.agenda.every(Uniform(5, 4, "s"), Ring(e)),
        lambda w, e: w.agenda.every(Uniform(0, 0, "s"), Ring(e)),
        lambda w, e: w.agenda.every(5, w.publish(Ring(e))),
        lambda w, e: w.agenda.every(5, Ring(e), start=20, stop=15),
    ],
)
def test_mistake_is_refused_and_changes_nothing(
    ask: Callable[[World, Entity], object], snapshot: SnapshotAssertion
) -> None:
    world, bell = scene()
    run(world, until=10)
    with pytest.raises((ScheduleError, DispatchError)) as error:
        ask(world, bell)
    assert str(error.value) == snapshot
    assert (world.agenda.scheduled(), world.draws(), world.agenda.planned) == ([], [], 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"Uniform"', '"Zipf"'), ('"most":9', '"most":2'), ('"least":3,', "")],
)
def test_damaged_interval_in_a_save_is_refused(old: str, new: str) -> None:
    world, bell = scene()
    world.agenda.every(Uniform(3, 9, "rings"), Ring(bell))
    saved = save_world(world).decode()
    assert old in saved
    with pytest.raises(SaveError):
        load_world(saved.replace(old, new).encode(), components=COMPONENTS)
