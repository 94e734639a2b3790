"""Drivers: who lets time go by, how far, and what happens when it does not move."""

from __future__ import annotations

import pytest

from eventcore import (
    REACT,
    Component,
    DispatchError,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
)
from eventcore.time import TURN, ScheduleError, Tick, next_actor, run, start_clock


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


def test_a_world_runs_up_to_a_time_and_what_is_due_then_included(debug: bool) -> None:
    world, heart = beating(debug)
    run(world, until=30)
    assert (heart.beats, world.agenda.now) == (3, 30)
    run(world, until=30)
    run(world, until=39)
    assert (heart.beats, world.agenda.now, world.turn) == (3, 39, 0)
    run(world, until=100)
    assert (heart.beats, world.turn) == (10, 1)


def test_without_an_end_a_world_runs_until_nothing_is_left() -> None:
    world, heart = beating()
    world.schedule(Beat(world.spawn()), 35)
    run(world, stop=lambda: heart.beats == 3)
    assert (heart.beats, world.agenda.now) == (3, 30)
    world.despawn(world[2])
    run(world)
    assert (heart.beats, world.agenda.now, world.sequence) == (3, 35, 4)


def test_turns_begin_while_anything_is_to_happen_and_up_to_a_time() -> None:
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


def test_a_driver_lets_actors_act() -> None:
    world, heart = beating()
    acted: list[int] = []

    def act(actor: Entity) -> None:
        acted.append(world.agenda.now)
        world.agenda.delay(actor, 25)

    world.agenda.schedule(world.spawn(), delay=5)
    run(world, until=60, act=act)
    assert (acted, heart.beats) == ([5, 30, 55], 6)
    run(world, act=act, stop=lambda: len(acted) == 4)
    assert acted == [5, 30, 55, 80]


@pytest.mark.parametrize(
    ("until", "said"),
    [
        (9, "until=9: it is 10 already; time does not go back"),
        (10.5, "until=10.5: the agenda takes whole numbers"),
    ],
)
def test_time_goes_by_in_whole_units_and_not_back(until: int, said: str) -> None:
    world, _ = beating()
    run(world, until=10)
    with pytest.raises(ScheduleError, match=said):
        run(world, until=until)


def test_a_driver_that_is_not_told_how_to_act_says_so() -> None:
    world, _ = beating()
    world.agenda.schedule(world.spawn())
    with pytest.raises(ScheduleError, match=r"the turn of Entity\(3\), .*: give run\(\) act=…"):
        run(world)


def test_an_actor_is_not_given_over_an_event_that_comes_before() -> None:
    world, _ = beating()
    world.agenda.schedule(world.spawn(), delay=20)
    with pytest.raises(ScheduleError, match="comes before any actor: go on with next_actor"):
        world.agenda.next()
    assert world.agenda.now == 0


@pytest.mark.parametrize("moved", ["a unit at a time", "a turn at a time", "not at all"])
def test_what_is_scheduled_from_outside_leads_to_nothing(moved: str) -> None:
    world, heart = beating()
    heart.apart = 1_000_000_000
    for _ in range(10_050):
        world.schedule(Beat(world.root), 0)
        if moved == "a turn at a time":
            world.advance()
        run(world, until=world.agenda.now + (moved == "a unit at a time"))
    assert world.agenda.scheduled()[0].due > world.agenda.now


def test_what_leads_to_itself_for_ever_is_an_error_that_names_it() -> None:
    world, _ = beating(at_once=1_000_000)
    said = r"^time does not move on: Beat of Entity\(2\) is due again .* at 10, and 10,001 events"
    with pytest.raises(DispatchError, match=said):
        run(world)


def test_an_actor_that_takes_no_time_is_an_error_that_names_it() -> None:
    world, _ = beating(apart=1000)
    world.agenda.schedule(world.spawn(Heart()), delay=7)
    said = r"Entity\(3\) is due again and again at 7, and .* agenda\.delay\(\) put it off"
    with pytest.raises(DispatchError, match=said):
        run(world, act=lambda actor: world.publish(Beat(world.root)))


def test_an_actor_that_does_nothing_at_all_for_ever_is_an_error_too() -> None:
    world, _ = beating(apart=1000)
    world.agenda.schedule(world.spawn(Heart()), delay=7)
    with pytest.raises(DispatchError, match=r"Entity\(3\) is due again and again at 7"):
        run(world, act=lambda actor: None)


def test_much_may_happen_at_one_time_as_long_as_it_does_not_lead_to_itself() -> None:
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


# One clock


def test_there_is_one_clock_however_time_is_moved() -> None:
    world = World(components=[Heart])
    assert [world.advance(), world.advance()] == [1, 2]
    assert (world.turn, world.agenda.now) == (2, 2 * TURN)
    run(world, until=250)
    assert (world.turn, world.advance(), world.agenda.now) == (2, 3, 300)


def test_who_was_due_while_a_turn_was_passed_over_is_overdue() -> None:
    world = World(components=[])
    actor = world.spawn()
    world.agenda.schedule(actor, delay=30)
    world.advance()
    assert next_actor(world) is actor
    assert (world.agenda.now, world.agenda.due(actor)) == (100, 30)


def test_a_turn_is_as_long_as_the_world_says() -> None:
    world = World(components=[Heart], turn_length=60)
    ticks: list[int] = []
    world.observe(Tick, lambda tick: ticks.append(world.agenda.now))
    run(world, until=70)
    start_clock(world)
    run(world, until=185)
    assert (ticks, world.turn, world.advance(), world.agenda.now) == ([120, 180], 3, 4, 240)


@pytest.mark.parametrize("length", [0, 1.5, True])
def test_a_turn_has_a_whole_number_of_units(length: int) -> None:
    with pytest.raises(ScheduleError, match="a turn has a whole number of units"):
        World(components=[], turn_length=length)
