"""Scheduled events: one order with actors and turns; whose they are; saved, frozen, dropped."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Change,
    Component,
    Digest,
    DispatchError,
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
    state_digest,
)
from eventcore.time import Scheduled, ScheduleError, Tick, next_actor, run, start_clock


@event
class Ring(Notice):
    """Something rings; it may be of any word, and speak of somebody."""

    word: Any = ""
    about: Entity | None = role(default=None)


@event
class Hurt(Change):
    target: Entity = role()
    by: int = 1


@event
class Wave(Action):
    times: int = 1


@event
class WaveTwice(Wave):
    """Heard as what it is derived from only."""


@event
class Unheard(Notice):
    """Nobody hears it."""


@event
class WhatIsIt(Query):
    pass


@component
class Diary(Component):
    """A rule of the world: writes down what happens, and when."""

    lines: list[str] = attrs.field(factory=list)

    @handles(Ring, REACT, via="world")
    def write(self, ring: Ring, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {ring.word}")

    @handles(Hurt, APPLY, via="world")
    def note(self, hurt: Hurt, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {hurt.target.id} hurt by {hurt.enactor.id}")

    @handles(Wave, APPLY, via="world")
    def see(self, wave: Wave, world: World) -> None:
        self.lines.append(f"{world.agenda.now} {type(wave).__name__} {wave.times} {wave.cost}")

    @handles(Tick, REACT, via="world")
    def count(self, tick: Tick, world: World) -> None:
        self.lines.append(f"{world.agenda.now} turn {world.turn}")

    @handles(WhatIsIt, MODIFY, via="world")
    def say(self, query: WhatIsIt, world: World) -> None:
        """Nothing to say."""


@component
class Watch(Component):
    """Keeps a handle, and rings again and again."""

    alarm: Scheduled | None = None
    every: int = 0

    @handles(Ring, REACT)
    def wind_up(self, ring: Ring, world: World) -> None:
        if self.every >= 0:
            self.alarm = world.schedule(Ring(ring.enactor, "again"), self.every)


COMPONENTS = (Diary, Watch)


def nobody() -> Any:
    return None


def costing(wave: Wave, cost: Any) -> Wave:
    wave.cost = cost
    return wave


def world_of(debug: bool = False, **how: Any) -> World:
    world = World(components=COMPONENTS, debug=debug, **how)
    world.attach(world.root, Diary())
    return world


def lines(world: World) -> list[str]:
    return world.root[Diary].lines


def again(world: World) -> World:
    return load_world(save_world(world), components=COMPONENTS)


def test_events_come_by_time_priority_and_sequence_in_one_order_with_actors_and_turns(
    debug: bool,
) -> None:
    world = world_of(debug)
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


def test_a_handle_says_when_it_is_due_and_cancels_once(debug: bool) -> None:
    world = world_of(debug)
    bell = world.schedule(Ring(world.root, "bell"), 30, priority=2)
    kept = world.schedule(Ring(world.root, "kept"), 40)
    assert (bell.due, bell.priority, bell.number, bell.pending) == (30, 2, 1, True)
    assert (bell.owner, kept.number, repr(bell)[:22]) == (world.root, 2, "<Scheduled 1 due at 30")
    assert [bell.cancel(), bell.cancel(), bell.pending] == [True, False, False]
    run(world)
    assert lines(world) == ["40 kept"]
    assert [kept.pending, kept.cancel(), repr(kept)[:17]] == [False, False, "<Scheduled 2 over"]


def test_what_is_scheduled_keeps_the_number_of_the_event_it_came_of(debug: bool) -> None:
    world = world_of(debug)
    watch = world.spawn(Watch(every=5))
    origins: list[tuple[int, int]] = []
    world.observe(Ring, lambda ring: origins.append((ring.sequence, ring.origin)))
    ring = Ring(watch)
    assert world.schedule(ring, 1).event is ring
    for use in (world.schedule, world.publish, world.defer):
        with pytest.raises(DispatchError, match="is scheduled: it is published when it is due"):
            use(ring)
    assert (ring.sequence, ring.origin) == (0, 0)
    run(world, until=12)
    assert origins == [(1, 0), (2, 1), (3, 2)]
    assert ring.cause is None


def test_it_belongs_to_its_enactor_and_a_change_to_whom_it_happens_to(debug: bool) -> None:
    world = world_of(debug)
    one, other = world.spawn(), world.spawn()
    hurt, wave, ring = (
        world.schedule(one_event, 5) for one_event in (Hurt(one, other), Wave(one), Ring(one))
    )
    assert [hurt.owner, wave.owner, ring.owner] == [other, one, one]
    world.despawn(one)
    assert [hurt.pending, wave.pending, wave.cancel(), ring.pending] == [True, False, False, False]
    run(world)
    assert lines(world) == ["5 3 hurt by 2"]


def test_when_what_waits_for_a_thaw_is_due_is_put_off_as_time_goes_by(debug: bool) -> None:
    world = world_of(debug)
    still = world.spawn()
    world.agenda.schedule(still, delay=30)
    bell, gone = (world.schedule(Ring(still, word), 10) for word in "bg")
    run(world, until=4)
    world.agenda.freeze(still)

    def told() -> list[Any]:
        return [bell.due, bell.held, gone.due, gone.held, world.agenda.due(still)]

    assert told() == [10, True, 10, True, 30]
    assert repr(bell).startswith("<Scheduled 1 due at 10 if thawed now: ")
    run(world, until=50)
    assert told() == [56, True, 56, True, 76]
    assert gone.cancel()
    copy = again(world)
    run(world, until=60)
    assert told() == [66, True, 0, False, 86]
    (held,) = copy.agenda.held()
    assert (held.due, held.held, copy.agenda.due(copy[2])) == (56, True, 76)
    world.agenda.thaw(still)
    assert told() == [66, False, 0, False, 86]


def test_no_time_passes_for_the_events_of_the_frozen(debug: bool) -> None:
    world = world_of(debug)
    still, other = world.spawn(), world.spawn()
    early = world.schedule(Ring(still, "early"), 10)
    late = world.schedule(Ring(still, "late"), 20)
    world.schedule(Ring(other, "other"), 15)
    run(world, until=4)
    world.agenda.freeze(still)
    meanwhile = world.schedule(Ring(still, "meanwhile"), 1)
    world.schedule(Ring(still, "cancelled"), 2).cancel()
    assert [early.due, late.due, meanwhile.due, early.pending] == [10, 20, 5, True]
    run(world, until=100)
    assert lines(world) == ["15 other"]
    world.agenda.thaw(still)
    assert [early.due, late.due, meanwhile.due] == [106, 116, 101]
    run(world)
    assert lines(world) == ["15 other", "101 meanwhile", "106 early", "116 late"]


def test_what_is_scheduled_is_saved_and_goes_on_as_it_would_have(debug: bool) -> None:
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
    over = copy[5][Watch].alarm  # type: ignore[assignment]  # somebody's
    assert (over.pending, over.cancel(), over.event) == (False, False, None)


def test_what_was_loaded_can_be_cancelled_and_was_scheduled_already() -> None:
    world = world_of()
    world.publish(Ring(world.spawn(Watch(every=5))))
    copy = again(world)
    alarm = copy[2][Watch].alarm
    assert alarm is not None
    assert alarm.event is not None
    for use in (copy.schedule, copy.publish):
        with pytest.raises(DispatchError, match="is scheduled: it is published when it is due"):
            use(alarm.event)
    assert alarm.cancel()
    run(copy)
    assert copy.sequence == 1


def test_it_is_part_of_the_whole_state_and_counted_in_the_digest() -> None:
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


def test_a_world_that_schedules_no_event_is_saved_as_it_always_was() -> None:
    world = world_of()
    assert {"planned", "turn_length"}.isdisjoint(json.loads(save_world(world)))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (
            lambda w, e: w.schedule(Ring(e), 0.5),
            "delay=0.5: the agenda takes whole numbers; choose",
        ),
        (lambda w, e: w.schedule(Ring(e), True), "delay=True: the agenda takes whole numbers"),
        (lambda w, e: w.schedule(Ring(e), -1), "delay=-1: nothing happens in the past; give 0 or"),
        (lambda w, e: w.schedule(Ring(e), 1 << 53), "longer than any simulation runs; give 0 or"),
        (lambda w, e: w.schedule(Ring(e), priority=1.0), r"priority=1.0: the agenda takes whole"),
        (
            lambda w, e: w.schedule(Ring(e), priority=-(1 << 53)),
            r"priority=-9007199254740992: give",
        ),
        (lambda w, e: w.schedule(Ring(e), priority=10**5000), r"priority=a number of 16610 bits: "),
        (
            lambda w, e: w.schedule(Unheard(e)),
            "Unheard cannot be scheduled, as a saved world would",
        ),
        (lambda w, e: w.schedule(WhatIsIt(e)), "WhatIsIt is a Query: ask it with world.ask"),
        (lambda w, e: w.schedule(Ring), "Ring is a class: publish or ask an instance"),
        (lambda w, e: w.schedule(Ring(nobody())), "Ring.enactor is None: a role holds an Entity"),
        (lambda w, e: w.schedule(Ring(world_of().spawn())), "of an entity of another world"),
        (
            lambda w, e: w.schedule(Ring(e, about=world_of().spawn())),
            "of an entity of another world",
        ),
        (
            lambda w, e: w.schedule(costing(Wave(e), 0.5)),
            "cost=0.5: the agenda takes whole numbers",
        ),
        (lambda w, e: w.schedule(costing(Wave(e), -1)), "cost=-1: an action takes no less than no"),
        (lambda w, e: w.schedule(w.publish(Ring(e))), "was used already"),
    ],
)
def test_what_cannot_be_scheduled_is_refused_at_the_call(
    ask: Callable[[World, Entity], object], said: str
) -> None:
    world = world_of()
    one = world.spawn()
    with pytest.raises((ScheduleError, DispatchError), match=said):
        ask(world, one)
    assert (world.agenda.scheduled(), world.agenda.sequence) == ([], 0)


def test_nothing_can_be_scheduled_for_the_gone() -> None:
    world = world_of()
    one = world.spawn()
    world.despawn(one)
    with pytest.raises(ScheduleError, match="would be dropped, for"):
        world.schedule(Hurt(world.root, one))


@pytest.mark.parametrize("verb", ["schedule", "cancel", "next_actor"])
def test_above_the_line_nothing_is_scheduled_and_no_time_goes_by(debug: bool, verb: str) -> None:
    @component
    class Hasty(Component):
        @handles(Ring, VALIDATE)
        def hurry(self, ring: Ring, world: World) -> None:
            verbs: dict[str, Callable[[], object]] = {
                "schedule": lambda: world.schedule(Wave(ring.enactor)),
                "cancel": lambda: handle.cancel(),
                "next_actor": lambda: next_actor(world),
            }
            verbs[verb]()

    world = World(components=[Hasty, Diary], debug=debug)
    world.attach(world.root, Diary())
    hasty = world.spawn(Hasty())
    handle = world.schedule(Wave(hasty), 5)
    for act in (world.publish, world.preview):
        if act == world.publish or verb == "schedule":
            with pytest.raises(DispatchError, match=f"{verb}|agenda"):
                act(Ring(hasty))
    assert handle.pending


def test_what_a_save_cannot_hold_is_named_at_once_and_what_is_put_there_later_when_saving(
    debug: bool,
) -> None:
    world = world_of(debug)
    with pytest.raises(ScheduleError, match=r"^Ring\.word: .* state and events hold"):
        world.schedule(Ring(world.root, object()))
    ring = Ring(world.root)
    world.schedule(ring, 5)
    ring.word = object()
    with pytest.raises(TypeError, match=r"^Ring\.word scheduled at 5 cannot be saved: "):
        save_world(world)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Ring"', '"Rung"', "at 5 a Rung is scheduled, which no component of this world hears"),
        ('"word"', '"wort"', "scheduled at 5 was saved without its field 'word'"),
        ('"turn":0', '"turn":3', "turn 3 is not at time 0: the save is damaged"),
    ],
)
def test_a_save_whose_events_are_not_of_this_world_is_refused(
    old: str, new: str, said: str
) -> None:
    world = world_of()
    world.schedule(Ring(world.root, "w"), 5)
    saved = save_world(world).decode()
    assert saved.count(old) == 1
    with pytest.raises(SaveError, match=said):
        load_world(saved.replace(old, new).encode(), components=COMPONENTS)


def test_of_two_events_of_a_name_neither_is_scheduled() -> None:
    def ring() -> type[Notice]:
        @event
        class Ring(Notice):
            """Another."""

        return Ring

    Other = ring()

    @component
    class Ear(Component):
        @handles(Other, REACT)
        def hear(self, other: Notice, world: World) -> None:
            """Hear it."""

    world = World(components=[Diary, Ear])
    with pytest.raises(ScheduleError, match="and no other of that name"):
        world.schedule(Ring(world.root))


def test_old_places_of_events_are_not_kept() -> None:
    world = world_of()
    for _ in range(1000):
        world.schedule(Ring(world.root), 5).cancel()
    mortal = [world.spawn() for _ in range(100)]
    for one in mortal:
        world.schedule(Ring(one), 5)
        world.despawn(one)
    assert len(world.agenda._heap) < 20


def test_what_was_cancelled_may_be_published_by_hand(debug: bool) -> None:
    world = world_of(debug)
    ring = Ring(world.spawn(Watch(every=5)))
    assert world.schedule(ring, 7).cancel()
    assert world.publish(ring).done


def test_a_delay_too_long_to_be_written_is_refused_in_a_line() -> None:
    world = world_of()
    with pytest.raises(ScheduleError, match=r"^delay=a number of \d+ bits: .* less than 2 to the"):
        world.schedule(Ring(world.root), 10**5000)


def test_handle_from_before_a_rewind_is_stale(debug: bool) -> None:
    world = world_of(debug)
    watch, still = world.spawn(Watch(every=5)), world.spawn(Watch(every=5))
    world.agenda.freeze(still)
    outside = [world.schedule(Ring(watch), 10), world.schedule(Ring(still), 10)]
    Snapshot(world).put_into(world)
    for handle in outside:
        assert (handle.pending, handle.held, handle.event, handle.due) == (False, False, None, 0)
        assert not handle.cancel()
    assert [handle.due for handle in world.agenda.scheduled()] == [10]
    assert [handle.due for handle in world.agenda.held()] == [10]


def test_handle_stays_over_though_a_rewind_brings_its_owner_back(debug: bool) -> None:
    world = world_of(debug)
    watch = world.spawn(Watch(every=5))
    snapshot = Snapshot(world)
    handle = world.schedule(Ring(watch), 10)
    world.despawn(watch)
    snapshot.put_into(world, known=[watch])
    assert watch.alive
    assert not handle.pending


@pytest.mark.parametrize("how", ["published", "cancelled", "dropped"])
def test_handle_of_what_is_over_keeps_nothing_that_a_save_would_lose(how: str, debug: bool) -> None:
    world = world_of(debug)
    watch = world.spawn(Watch(every=5))
    handle = world.schedule(Ring(watch), 1, priority=2)
    assert (handle.owner, handle.priority, handle.due) == (watch, 2, 1)
    if how == "published":
        run(world, until=1)
    elif how == "cancelled":
        handle.cancel()
    else:
        world.despawn(watch)
    assert (handle.event, handle.owner, handle.priority, handle.due) == (None, None, 0, 0)


def test_stale_handle_in_a_component_is_refused_by_a_save() -> None:
    @component
    class Logbook(Component):
        coming: Scheduled | None = None

    world = World(components=[*COMPONENTS, Logbook])
    one = world.spawn(Logbook())
    handle = world.schedule(Ring(one), 10)
    Snapshot(world).put_into(world)
    one[Logbook].coming = handle
    with pytest.raises(TypeError, match=r"^Logbook\.coming of Entity\(2\) cannot .* handle"):
        save_world(world)


@event
class Parcel(Action):
    """Holds something without saying of which type."""

    what: object = None


def test_scheduled_field_annotated_as_object_is_refused_by_event_and_field() -> None:
    @component
    class Porter(Component):
        @handles(Parcel, APPLY)
        def carry(self, parcel: Parcel, world: World) -> None: ...

    world = World(components=[Porter])
    with pytest.raises(ScheduleError, match=r"^Parcel\.what: .* cannot hold object"):
        world.schedule(Parcel(world.root, [1]), 5)
