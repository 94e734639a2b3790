"""Scheduled events are sorted together with actors' turns, have owners, and can be saved."""

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
    Change,
    Component,
    Digest,
    Entity,
    Notice,
    Query,
    SaveError,
    Snapshot,
    World,
    component,
    event,
    handles,
    load_world,
    role,
    save_world,
)
from eventcore.errors import DispatchError, ScheduleError
from eventcore.state.digest import state_digest
from eventcore.time import Scheduled, Tick, next_actor, run, start_clock


@event
class Ring(Notice):
    word: Any = ""
    about: Entity | None = role(default=None)


@event
class Hurt(Change):
    target: Entity = role()
    by: int = 1


@event
class Melt(Change):
    """A change of the target, or of the enactor if the target is missing."""

    target: Entity | None = role(default=None)


@event
class Wave(Action):
    times: int = 1


@event
class WaveTwice(Wave):
    """An event that only the handlers of its base class handle."""


@event
class Unheard(Notice):
    """An event that no component handles."""


@event
class WhatIsIt(Query):
    pass


@component
class Diary(Component):
    """A rule of the world that logs each event with its time."""

    lines: list[str] = attrs.field(factory=list)

    @handles(Ring, REACT, via="world")
    def write(self, ring: Ring, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {ring.word}")

    @handles(Hurt, APPLY, via="world")
    def note(self, hurt: Hurt, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {hurt.target.id} hurt by {hurt.enactor.id}")

    @handles(Melt, APPLY, via="world")
    def see_it_melt(self, melt: Melt, world: World) -> None: ...

    @handles(Wave, APPLY, via="world")
    def see(self, wave: Wave, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {type(wave).__name__} {wave.times} {wave.cost}")

    @handles(WhatIsIt, MODIFY, via="world")
    def say(self, query: WhatIsIt, world: World) -> None: ...


@component
class Calendar(Component):
    """A rule of the world that logs when a turn begins."""

    @handles(Tick, REACT, via="world")
    def count(self, tick: Tick, world: World) -> None:
        lines(world).append(f"{world.agenda.now} turn {world.turn}")


@component
class Watch(Component):
    alarm: Scheduled | None = None
    every: int = 0

    @handles(Ring, REACT)
    def wind_up(self, ring: Ring, world: World) -> None:
        if self.every >= 0:
            self.alarm = world.schedule(Ring(ring.enactor, "again"), self.every)


COMPONENTS = (Diary, Calendar, Watch)


def costing(wave: Wave, cost: Any) -> Wave:
    wave.cost = cost
    return wave


def world_of(debug: bool = False, **how: Any) -> World:
    world = World(components=COMPONENTS, debug=debug, **how)
    world.attach(world.root, Diary())
    return world


def lines(world: World) -> list[str]:
    return world.root[Diary].lines


def gone(world: World) -> Entity:
    one = world.spawn()
    world.despawn(one)
    return one


def again(world: World) -> World:
    return load_world(save_world(world), components=COMPONENTS)


def test_events_come_in_one_order_with_actors_and_turns(debug: bool) -> None:
    world = world_of(debug)
    world.attach(world.root, Calendar())
    start_clock(world)
    actor = world.spawn()
    for delay, priority, word in [(150, 0, "e"), (100, 1, "d"), (100, 0, "b"), (100, -2000, "a")]:
        world.schedule(Ring(world.root, word), delay, priority=priority)
    world.agenda.schedule(actor, delay=100)
    world.schedule(Ring(world.root, "c"), 100)
    assert next_actor(world) is actor
    world.publish(Ring(actor, "acts"))
    world.agenda.delay(actor, 60)
    assert next_actor(world) is actor
    assert lines(world) == ["100 a", "100 turn 1", "100 b", "100 acts", "100 c", "100 d", "150 e"]


def test_handle_has_its_due_time_and_cancels_once() -> None:
    world = world_of()
    bell = world.schedule(Ring(world.root, "bell"), 30, priority=2)
    kept = world.schedule(Ring(world.root, "kept"), 40)
    assert (bell.due, bell.number, bell.pending) == (30, 1, True)
    assert kept.number == 2
    assert [bell.cancel(), bell.cancel(), bell.pending] == [True, False, False]
    run(world)
    assert lines(world) == ["40 kept"]
    assert [kept.pending, kept.cancel()] == [False, False]
    ring = Ring(world.root)
    world.schedule(ring, 5).cancel()
    assert world.publish(ring).done  # by hand


def test_scheduled_event_has_the_scheduling_event_as_its_origin(debug: bool) -> None:
    world = world_of(debug)
    watch = world.spawn(Watch(every=5))
    origins: list[tuple[int, int]] = []
    world.observe(Ring, lambda ring: origins.append((ring.sequence, ring.origin)))
    ring = Ring(watch)
    assert world.schedule(ring, 1).event is ring
    for use in (world.schedule, world.publish, world.defer):
        with pytest.raises(DispatchError):
            use(ring)
    assert (ring.sequence, ring.origin) == (0, 0)
    run(world, until=12)
    assert origins == [(1, 0), (2, 1), (3, 2)]
    assert ring.cause is None


def test_despawn_cancels_events_of_the_enactor_and_not_changes_to_another_target() -> None:
    world = world_of()
    one, other = world.spawn(), world.spawn()
    hurt, wave, ring = (
        world.schedule(one_event, 5) for one_event in (Hurt(one, other), Wave(one), Ring(one))
    )
    world.despawn(one)
    assert [hurt.pending, wave.pending, wave.cancel(), ring.pending] == [True, False, False, False]
    run(world)
    assert lines(world) == ["5 3 hurt by 2"]


@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize("leaves", ["enactor", "other"])
def test_scheduled_change_is_dropped_if_publishing_it_would_fail_as_gone(
    filled: bool, leaves: str, debug: bool
) -> None:
    world = world_of(debug)
    enactor, other = world.spawn(), world.spawn()

    def melt() -> Melt:
        return Melt(enactor, other if filled else None)

    handle = world.schedule(melt(), 5)
    world.despawn({"enactor": enactor, "other": other}[leaves])
    assert handle.pending == (world.publish(melt()).reason != "gone")
    assert handle.pending == (filled is (leaves == "enactor"))


def test_events_of_a_frozen_entity_are_delayed() -> None:
    world = world_of()
    still = world.spawn()
    world.agenda.schedule(still, delay=30)
    bell, over, early = (world.schedule(Ring(still, "r"), delay) for delay in (10, 10, 7))
    run(world, until=4)
    world.agenda.freeze(still)
    assert world.agenda.scheduled() == [early, bell, over]

    def told() -> list[Any]:
        return [bell.due, bell.held, over.due, over.held, world.agenda.due(still)]

    assert told() == [10, True, 10, True, 30]
    run(world, until=50)
    assert told() == [56, True, 56, True, 76]
    assert over.cancel()
    copy = again(world)
    late = world.schedule(Ring(still, "late"), 1)
    run(world, until=60)
    assert told() == [66, True, 0, False, 86]
    assert [(held.due, held.held) for held in copy.agenda.scheduled()] == [(53, True), (56, True)]
    assert copy.agenda.due(copy[2]) == 76
    world.agenda.thaw(still)
    assert told() == [66, False, 0, False, 86]
    assert world.agenda.scheduled() == [late, early, bell]


def test_loaded_scheduled_events_run_exactly_like_the_originals(debug: bool) -> None:
    world = world_of(debug, turn_length=7)
    watch, gone, still = world.spawn(Watch(every=5)), world.spawn(), world.spawn()
    world.publish(Ring(watch, "first"))
    wave = WaveTwice(watch, 3)
    wave.cost = 9
    world.schedule(wave, 4, priority=-1)
    world.schedule(Hurt(gone, watch, 2), 6)
    world.schedule(Ring(watch, {"deep": [1, None]}, about=gone), 7)
    world.schedule(Ring(still, "thawed"), 3)
    over = world.schedule(Ring(watch), 9)
    over.cancel()
    world.spawn(Watch(alarm=over, every=-1))
    world.despawn(gone)
    world.agenda.freeze(still)
    run(world, until=1)
    copy = again(world)
    assert save_world(copy) == save_world(world)
    assert state_digest(copy) == state_digest(world)
    assert copy.turn_length == 7
    alarm = copy[2][Watch].alarm
    assert alarm is not None
    assert (alarm.pending, alarm.due, alarm.number) == (True, 5, 1)
    assert alarm.event is not None
    with pytest.raises(DispatchError):
        copy.publish(alarm.event)
    for one in (world, copy):
        one.agenda.thaw(one[4])
        run(one, until=11)
    assert lines(copy) == lines(world)
    assert lines(copy)[1:6] == [
        "4 WaveTwice 3 9",
        "4 thawed",
        "5 again",
        "6 2 hurt by 3",
        "7 {'deep': [1, None]}",
    ]
    assert (copy.sequence, state_digest(copy)) == (world.sequence, state_digest(world))
    late, past = copy[2][Watch].alarm, copy[5][Watch].alarm
    assert late is not None
    assert past is not None
    assert late.cancel()
    assert late not in copy.agenda.scheduled()
    assert (past.pending, past.cancel(), past.event) == (False, False, None)


def test_scheduled_events_are_part_of_the_state_and_of_the_digest() -> None:
    def sealed(*words: str, keep: bool = True) -> tuple[str, str]:
        world = world_of()
        digest = Digest(world)
        for word in words:
            handle = world.schedule(Ring(world.root, word), 5)
            if not keep:
                handle.cancel()
        return state_digest(world), digest.seal()

    assert sealed("a") == sealed("a")
    assert sealed("a")[0] != sealed("b")[0]
    assert sealed("a")[0] != sealed("a", keep=False)[0]
    assert len({sealed()[1], sealed("a")[1], sealed("a", "b")[1]}) == 3


@pytest.mark.parametrize(
    "ask",
    [
        lambda w, e: w.schedule(Ring(e), 0.5),
        lambda w, e: w.schedule(Ring(e), -1),
        lambda w, e: w.schedule(Ring(e), 1 << 53),
        lambda w, e: w.schedule(Ring(e), 10**5000),
        lambda w, e: w.schedule(Ring(e), priority=-(1 << 53)),
        lambda w, e: w.schedule(Unheard(e)),
        lambda w, e: w.schedule(WhatIsIt(e)),
        lambda w, e: w.schedule(Ring),
        lambda w, e: w.schedule(Ring(None)),  # type: ignore[arg-type]  # the mistake
        lambda w, e: w.schedule(Ring(e, about=world_of().spawn())),
        lambda w, e: w.schedule(costing(Wave(e), 0.5)),
        lambda w, e: w.schedule(costing(Wave(e), -1)),
        lambda w, e: w.schedule(w.publish(Ring(e))),
        lambda w, e: w.schedule(Hurt(w.root, gone(w))),
    ],
)
def test_mistake_is_refused_at_the_call(
    ask: Callable[[World, Entity], object], snapshot: SnapshotAssertion
) -> None:
    world = world_of()
    one = world.spawn()
    with pytest.raises((ScheduleError, DispatchError)) as error:
        ask(world, one)
    assert str(error.value) == snapshot
    assert (world.agenda.scheduled(), world.agenda.sequence) == ([], 0)


def test_save_names_an_unsavable_value_set_after_scheduling(snapshot: SnapshotAssertion) -> None:
    world = world_of()
    ring = Ring(world.root)
    world.schedule(ring, 5)
    ring.word = print
    with pytest.raises(TypeError) as error:
        save_world(world)
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    ("old", "new"), [('"Ring"', '"Rung"'), ('"word"', '"wort"'), ('"turn":0', '"turn":3')]
)
def test_save_with_scheduled_events_that_do_not_fit_the_world_is_refused(
    old: str, new: str, snapshot: SnapshotAssertion
) -> None:
    world = world_of()
    world.schedule(Ring(world.root, "w"), 5)
    saved = save_world(world).decode()
    assert saved.count(old) == 1
    with pytest.raises(SaveError) as error:
        load_world(saved.replace(old, new).encode(), components=COMPONENTS)
    assert str(error.value) == snapshot


def test_scheduled_event_of_a_removed_component_is_loaded_for_an_old_class_and_replaced() -> None:
    world = World(components=[Diary, Watch])
    world.attach(world.root, Diary(), Watch())
    world.schedule(Hurt(world.root, world.root), 5)

    @component
    class OldDiary(Component):
        lines: list[str]

        @handles(Hurt, APPLY)
        def ignore(self, hurt: Hurt, world: World) -> None: ...

    OldDiary.__name__ = Diary.__name__
    data = save_world(world)
    with pytest.raises(SaveError, match="no component class 'Diary'; if it was renamed or removed"):
        load_world(data, components=[Watch])
    loaded = load_world(data, components=[Watch, OldDiary])
    for entity in list(loaded.having(OldDiary)):
        loaded.detach(entity, OldDiary)
    for scheduled in loaded.agenda.scheduled():
        if isinstance(scheduled.event, Hurt):
            loaded.schedule(Ring(scheduled.event.enactor), scheduled.due - loaded.agenda.now)
            scheduled.cancel()
    (left,) = loaded.agenda.scheduled()
    assert (type(left.event), left.due) == (Ring, 5)
    assert [*loaded.root.components] == [loaded.root[Watch]]
    again = load_world(save_world(loaded), components=[Watch])  # no longer needs the old class
    assert [handle.due for handle in again.agenda.scheduled()] == [5]


def test_handle_from_before_a_rewind_is_stale_and_not_saved() -> None:
    world = world_of()
    watch, still = world.spawn(Watch(every=5)), world.spawn(Watch(every=5))
    world.agenda.freeze(still)
    outside = [world.schedule(Ring(watch), 10), world.schedule(Ring(still), 10)]
    Snapshot(world).put_into(world)
    for handle in outside:
        assert (handle.pending, handle.held, handle.event, handle.due) == (False, False, None, 0)
        assert not handle.cancel()
    assert [(handle.due, handle.held) for handle in world.agenda.scheduled()] == [
        (10, False),
        (10, True),
    ]
    watch[Watch].alarm = outside[0]
    with pytest.raises(TypeError):
        save_world(world)


@pytest.mark.parametrize("how", ["published", "cancelled", "dropped"])
def test_handle_is_empty_once_its_event_is_over(how: str) -> None:
    world = world_of()
    watch = world.spawn(Watch(every=5))
    handle = world.schedule(Ring(watch), 1, priority=2)
    assert handle.due == 1
    if how == "published":
        run(world, until=1)
    elif how == "cancelled":
        handle.cancel()
    else:
        world.despawn(watch)
    assert (handle.event, handle.due) == (None, 0)
