"""A world that was saved and loaded, cloned or rewound continues like the original world.

After each step, all four worlds must have the same digests, events and saves. A save must therefore
contain everything that affects later behaviour, such as timers, the agenda, random streams and the
order of dicts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eventcore import (
    APPLY,
    REACT,
    Action,
    Change,
    Component,
    Digest,
    Entity,
    Event,
    Notice,
    Snapshot,
    World,
    component,
    event,
    handles,
    load_world,
    role,
    save_world,
)
from eventcore.state.digest import state_digest
from eventcore.time import (
    Freeze,
    Packet,
    Scheduled,
    Stacking,
    StartTimer,
    StopTimer,
    Thaw,
    Tick,
    TimerFacts,
    TimerKind,
    Timers,
    add_timers,
    next_actor,
    start_clock,
)
from tests.eventcore.worlds.clones import clone_world

Step = tuple[str, int, int, int]
"""The name of an act, and three numbers that decide its target and its details."""


@attrs.define
class Row:
    """A nested value."""

    number: int
    whose: Entity | None = None
    cells: dict[str, list[int]] = attrs.field(factory=dict)


@event
class Pang(Change):
    """An event that timers publish."""

    target: Entity = role()
    word: str = ""
    timer: TimerFacts | None = None


@event
class Put(Action):
    """Puts an entry into a dict."""

    key: str = ""
    number: int = 0
    table: dict[str, int] = attrs.field(factory=dict)


@event
class Serve(Action):
    """Removes the oldest entry of the dict."""

    served: str = ""


@event
class Deed(Action):
    """Changes a body in one of several other ways."""

    what: str = ""
    two: int = 0
    three: int = 0
    other: Entity | None = None


@event
class Bell(Notice):
    """A scheduled event."""

    rows: list[Row] = attrs.field(factory=list)


@component
class Body(Component):
    """Has fields of many types, and acts in the middle of a turn."""

    waiting: dict[str, int] = attrs.field(factory=dict)
    rows: list[Row] = attrs.field(factory=list)
    names: dict[str, None] = attrs.field(factory=dict)
    friend: Entity | None = None
    coming: Scheduled | None = None
    luck: int = 0
    plan: list[list[int]] = attrs.field(factory=list)
    fuse: int = 0

    @handles(Pang, APPLY, role="target")
    def feel(self, pang: Pang, world: World) -> None:
        self.luck += world.stream("luck").below(6)
        self.names[pang.word] = None

    @handles(Pang, REACT, role="target")
    def react(self, pang: Pang, world: World) -> None:
        if self.fuse:
            self.fuse -= 1
            if not self.fuse:
                raise RuntimeError("the fuse has burnt down")
        if self.plan:
            kind, deed, whom = self.plan.pop(0)
            change_timer(world, DEEDS[deed % len(DEEDS)], kind, whom)

    @handles(Put, APPLY)
    def put(self, put: Put, world: World) -> None:
        self.waiting.pop(put.key, None)
        self.waiting[put.key] = put.number
        put.table = dict(self.waiting)
        self.rows.append(Row(put.number, self.friend, {put.key: [put.number], "a": []}))

    @handles(Serve, APPLY)
    def serve(self, serve: Serve, world: World) -> None:
        if self.waiting:
            serve.served = next(iter(self.waiting))
            self.luck += self.waiting.pop(serve.served)
        if self.rows:
            self.luck += len(next(iter(self.rows.pop(0).cells.values())))

    @handles(Deed, APPLY)
    def do(self, deed: Deed, world: World) -> None:
        what, who, two, three = deed.what, deed.enactor, deed.two, deed.three
        if what == "plan":
            self.plan.append([two, three, two + three])
        elif what == "fuse":
            self.fuse = 1 + two % 3
        elif what == "befriend":
            self.friend = deed.other
        elif what == "schedule":
            bell = Bell(who, [Row(two, who, {"z": [1], "a": [2]})])
            self.coming = world.schedule(bell, three * 40, priority=two % 3)
        elif what == "errand":
            put = Put(who, "dcba"[two % 4], three)
            put.cost = 10 * two
            world.schedule(put, three * 40)
        elif what == "cancel" and self.coming is not None:
            self.luck += self.coming.cancel()
        elif what == "draw":
            self.luck += world.stream("abc"[two % 3]).normal(10, three)

    @handles(Bell, REACT)
    def ring(self, bell: Bell, world: World) -> None:
        self.luck += len(bell.rows) + (0 if self.coming is None else self.coming.due)
        if self.coming is not None and self.coming.event is None:
            self.coming = None


COMPONENTS = (Timers, Body)
OFTEN = ("timer", "start", "tick")
SELDOM = (
    "put", "serve", "plan", "fuse", "befriend", "schedule", "errand", "act", "leave", "cancel",
    "spawn", "despawn", "draw", "wait",
)  # fmt: skip
KINDS = {
    f"{stacking.value} {number}": TimerKind(**moments, stacking=stacking, most=3)
    for stacking in Stacking
    for number, moments in enumerate(
        {moment: Packet("Pang", {"word": moment}) for moment in told}
        for told in (("tick",), ("end",), ("start", "tick", "half", "end"), ("half",), ())
    )
}
NAMES = [*KINDS]
DEEDS: list[Any] = [StopTimer, StartTimer, Freeze, Thaw]


def bodies(world: World) -> list[Entity]:
    return [*world.having(Body)]


def change_timer(world: World, deed: Any, kind: int, whom: int) -> None:
    there = bodies(world)
    if not there:
        return
    target, name = there[whom % len(there)], NAMES[kind % len(NAMES)]
    if deed in (Freeze, Thaw):
        world.publish(deed(world.root, target))
    elif deed is StartTimer:
        world.publish(StartTimer(there[0], target, name, 1 + kind % 5, 1 + whom % 2))
    else:
        world.publish(deed(world.root, target, name))


def try_to_perform(world: World, step: Step) -> None:
    """Perform a step, and ignore the error that a fuse raises."""
    with suppress(RuntimeError):
        perform(world, step)


def perform(world: World, step: Step) -> None:
    what, one, two, three = step
    there = bodies(world)
    who = there[one % len(there)] if there else world.spawn(Body())
    if what == "timer":
        change_timer(world, DEEDS[three % len(DEEDS)], two, one)
    elif what == "start":
        world.publish(StartTimer(world.root, who, NAMES[two % len(NAMES)], 1 + three % 5))
    elif what == "put":
        world.publish(Put(who, "dcba"[two % 4], three))
    elif what == "serve":
        world.publish(Serve(who))
    elif what in ("plan", "fuse", "befriend", "schedule", "errand", "draw", "cancel"):
        world.publish(Deed(who, what, two, three, there[two % len(there)] if there else None))
    elif what == "act" and who not in world.agenda and not world.agenda.frozen(who):
        world.agenda.schedule(who, delay=two * 10, priority=three % 2)
    elif what == "leave" and who in world.agenda:
        world.agenda.cancel(who)
    elif what == "spawn":
        world.set_owner(world.spawn(Body(friend=who)), who if two % 2 else None)
    elif what == "despawn":
        world.despawn(who)
    elif what == "wait":
        wait(world, two % 4)
    elif what == "tick":
        world.advance()
        world.publish(Tick(world.root))


def wait(world: World, turns: int) -> None:
    """Let time pass, and delay each actor by the cost of its action."""
    until = world.agenda.now + turns * 50
    while True:
        try:
            actor = next_actor(world, until=until)
        except RuntimeError:
            continue
        if actor is None:
            return
        world.agenda.delay(actor, 70, 30 + actor.id)


class Course:
    """A world, and its visible state after each step."""

    def __init__(self, world: World, digest: list[str]) -> None:
        self.world = world
        self.events: list[str] = []
        self.digest = Digest(world)
        self.digest.restore(digest)
        for kind in (Action, Change, Notice):
            world.observe(kind, self.note)

    def note(self, event: Event) -> None:
        self.events.append(f"{event.sequence} {event.outcome} {event!r}")

    def perform(self, step: Step) -> list[Any]:
        try_to_perform(self.world, step)
        events, self.events = self.events, []
        told = [events, self.digest.seal(), state_digest(self.world)]
        return [*told, save_world(self.world)]


def new_course(debug: bool) -> Course:
    world = World(components=COMPONENTS, debug=debug, seed=3)
    add_timers(world, KINDS)
    start_clock(world)
    for _ in range(3):
        world.spawn(Body())
    return Course(world, [""])


def played_on(course: Course, on: list[Step]) -> Course:
    return course


def saved_and_loaded(course: Course, on: list[Step]) -> Course:
    world = course.world
    loaded = load_world(save_world(world), components=COMPONENTS, debug=world.debug)
    return Course(loaded, course.digest.state())


def cloned(course: Course, on: list[Step]) -> Course:
    return Course(clone_world(course.world), course.digest.state())


def rewound(course: Course, on: list[Step]) -> Course:
    snapshot, digest = Snapshot(course.world), course.digest.state()
    outside = course.world.agenda.scheduled()
    for step in on:
        try_to_perform(course.world, step)
    snapshot.put_into(course.world)
    course.digest.restore(digest)
    course.events.clear()
    for handle in outside:
        assert (handle.pending, handle.event, handle.cancel()) == (False, None, False)
    return course


WAYS: list[Callable[[Course, list[Step]], Course]] = [saved_and_loaded, cloned, rewound]

steps = st.lists(
    st.tuples(
        st.sampled_from([*OFTEN, *OFTEN, *SELDOM]),
        st.integers(0, 5),
        st.integers(0, len(NAMES) - 1),
        st.integers(0, 6),
    ),
    min_size=2,
    max_size=16,
)
RISEN: list[Step] = [("start", 0, 10, 3), ("timer", 0, 10, 4), ("tick", 0, 0, 0), ("tick", 0, 0, 0)]
ORDER: list[Step] = [("put", 0, 0, 1), ("put", 0, 3, 2), ("serve", 0, 0, 0), ("serve", 0, 0, 0)]
STALE: list[Step] = [("schedule", 0, 0, 5), ("wait", 0, 1, 0), ("tick", 0, 0, 0)]
COST: list[Step] = [("errand", 0, 3, 1), ("draw", 0, 0, 0), ("wait", 0, 2, 0)]
GONE: list[Step] = [
    ("befriend", 0, 1, 0), ("befriend", 1, 2, 0), ("despawn", 2, 0, 0), ("despawn", 1, 0, 0),
    ("draw", 0, 0, 0),
]  # fmt: skip
STOPPED: list[Step] = [
    ("start", 0, 0, 4), ("start", 1, 0, 4), ("fuse", 0, 0, 0), ("tick", 0, 0, 0),
    ("timer", 1, 0, 0), ("tick", 0, 0, 0), ("timer", 1, 0, 1), ("tick", 0, 0, 0),
]  # fmt: skip


@settings(deadline=None, max_examples=25)
@given(steps, st.data())
@example(RISEN, None)
@example(ORDER, None)
@example(STALE, None)
@example(COST, None)
@example(GONE, None)
@example(STOPPED, None)
def test_world_continues_identically_after_a_save_a_clone_or_a_rewind(
    program: list[Step], data: Any
) -> None:
    cuts = range(1, len(program)) if data is None else [data.draw(st.integers(0, len(program)))]
    for debug in (False, True):
        course = new_course(debug)
        expected = [course.perform(step) for step in program]
        for cut in cuts:
            for way in WAYS:
                course = new_course(debug)
                for step in program[:cut]:
                    course.perform(step)
                course = way(course, program[cut:])
                assert [course.perform(step) for step in program[cut:]] == expected[cut:], way
