"""``run`` and ``next_actor`` advance time, begin turns, and detect time that stands still."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import REACT, Component, Entity, Notice, Simulation, World, component, event, handles
from eventcore.errors import DispatchError, RegistrationError, ScheduleError
from eventcore.time import Tick, next_actor, run, start_clock


@event
class Beat(Notice):
    """A heart beats."""


@component
class Heart(Component):
    beats: int = 0
    apart: int = 10
    at_once: int = 0

    @handles(Beat, REACT)
    def beat(self, beat: Beat, world: World) -> None:
        self.beats += 1
        world.schedule(Beat(beat.enactor), 0 if self.beats % (self.at_once + 1) else self.apart)


def beating(debug: bool = False, **heart: int) -> tuple[World, Heart]:
    world = World(components=[Heart], debug=debug)
    part = Heart(**heart)
    world.schedule(Beat(world.spawn(part)), part.apart)
    return world, part


def test_run_includes_entries_due_at_until(debug: bool) -> None:
    world, heart = beating(debug)
    run(world, until=30)
    assert (heart.beats, world.agenda.now) == (3, 30)
    run(world, until=30)
    run(world, until=39)
    assert (heart.beats, world.agenda.now, world.turn) == (3, 39, 0)
    run(world, until=100)
    assert (heart.beats, world.turn) == (10, 1)
    actor = world.spawn()
    world.agenda.schedule(actor, delay=20)
    assert next_actor(world, until=119) is None
    assert next_actor(world, until=120) is actor


def test_world_runs_until_nothing_is_left() -> None:
    world, heart = beating()
    world.schedule(Beat(world.spawn()), 35)
    run(world, stop=lambda: heart.beats == 3)
    assert (heart.beats, world.agenda.now) == (3, 30)
    world.despawn(world[2])
    run(world)
    assert (heart.beats, world.agenda.now, world.sequence) == (3, 35, 4)


@pytest.mark.parametrize("until", [9, 10.5])
def test_run_refuses_fractions_and_past_times(until: int, snapshot: SnapshotAssertion) -> None:
    world, _ = beating()
    run(world, until=10)
    with pytest.raises(ScheduleError) as error:
        run(world, until=until)
    assert str(error.value) == snapshot


def test_run_refuses_an_actor_without_act(snapshot: SnapshotAssertion) -> None:
    world, _ = beating()
    world.agenda.schedule(world.spawn())
    with pytest.raises(ScheduleError) as error:
        run(world)
    assert str(error.value) == snapshot


# Endless loops


def test_endless_event_raises_an_error_that_names_it(snapshot: SnapshotAssertion) -> None:
    world, _ = beating(at_once=1_000_000)
    with pytest.raises(DispatchError) as error:
        run(world)
    assert str(error.value) == snapshot


@pytest.mark.parametrize("publishes", [True, False])
def test_actor_without_delay_raises_an_error_that_names_it(
    publishes: bool, snapshot: SnapshotAssertion
) -> None:
    world, _ = beating(apart=1000)
    world.agenda.schedule(world.spawn(Heart()), delay=7)
    with pytest.raises(DispatchError) as error:
        run(world, act=lambda actor: world.publish(Beat(world.root)) if publishes else None)
    assert str(error.value) == snapshot


def test_many_entries_may_share_one_time() -> None:
    world = World(components=[Heart])
    hearts = [Heart(at_once=90) for _ in range(150)]
    for heart in hearts:
        world.schedule(Beat(world.spawn(heart)), 10)
    actors = [world.spawn() for _ in range(12_000)]
    for actor in actors:
        world.agenda.schedule(actor, delay=10)
    acted: list[int] = []

    def act(actor: Entity) -> None:
        acted.append(world.publish(Beat(world.root)).sequence)
        world.agenda.delay(actor, 1000)

    run(world, until=11, act=act)
    assert (len(acted), {heart.beats for heart in hearts}) == (12_000, {91})


# The clock.


def test_tick_comes_before_actors_of_the_turn() -> None:
    world = World(components=[])
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


def test_clock_ticks_while_anything_is_scheduled() -> None:
    world, _ = beating(apart=250)
    turns: list[int] = []
    world.observe(Tick, lambda tick: turns.append(world.turn))
    start_clock(world)
    world.schedule(Beat(world.spawn()), 320)
    world.despawn(world[2])
    run(world)
    assert (turns, world.agenda.now) == ([1, 2, 3], 320)
    run(world, until=500)
    assert (turns, world.agenda.now) == ([1, 2, 3, 4, 5], 500)


def test_clock_alone_does_not_advance_time() -> None:
    world = World(components=[])
    start_clock(world)
    assert next_actor(world) is None
    assert world.turn == 0
    with pytest.raises(ScheduleError):
        start_clock(world)


def test_turn_length_sets_the_interval_of_ticks() -> None:
    world = World(components=[Heart], turn_length=60)
    ticks: list[int] = []
    world.observe(Tick, lambda tick: ticks.append(world.agenda.now))
    run(world, until=70)
    start_clock(world)
    run(world, until=185)
    assert (ticks, world.turn, world.advance(), world.agenda.now) == ([120, 180], 3, 4, 240)


@pytest.mark.parametrize("length", [0, 1.5, True])
def test_turn_without_a_whole_number_of_units_is_refused(
    length: int, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ScheduleError) as error:
        World(components=[], turn_length=length)
    assert str(error.value) == snapshot


@component
class Hunger(Component):
    """A rule of the world that handles turns."""

    @handles(Tick, REACT)
    def grow(self, tick: Tick, world: World) -> None: ...


@pytest.mark.parametrize("until", [None, 500])
def test_run_without_a_clock_is_refused_if_a_rule_waits_for_turns(
    until: int | None, snapshot: SnapshotAssertion
) -> None:
    world = World(components=[Heart, Hunger])
    run(world, until)
    world.attach(world.root, Hunger())
    with pytest.raises(ScheduleError) as error:
        run(world, until)
    assert str(error.value) == snapshot
    start_clock(world)
    run(world, until=600)
    assert world.agenda.now == 600


def test_component_of_an_entity_cannot_wait_for_turns(snapshot: SnapshotAssertion) -> None:
    world = World(components=[Hunger])
    entity = world.spawn()
    with pytest.raises(RegistrationError) as error:
        world.spawn(Hunger())
    assert str(error.value) == snapshot
    with pytest.raises(RegistrationError):
        world.attach(entity, Hunger())
    world.attach(world.root, Hunger())
    with pytest.raises(RegistrationError):
        world.spawn(Hunger())


def test_simulation_whose_actors_cannot_act_says_what_to_override(
    snapshot: SnapshotAssertion,
) -> None:
    class Lone(Simulation):
        def setup(self) -> None:
            self.world.agenda.schedule(self.world.spawn())

    with pytest.raises(ScheduleError) as error:
        Lone().run(until=100)
    assert str(error.value) == snapshot
