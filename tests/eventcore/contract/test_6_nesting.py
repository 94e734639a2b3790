"""Nested events run immediately, deferred events wait, and one depth limit covers both."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Event,
    Notice,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import CascadeError, DispatchError
from eventcore.outcome import CONTINUE, DONE
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Legs,
    Walk,
    Weight,
    alone,
    does,
    says,
)


@event
class Ring(Notice):
    """A bell rings. All events that it causes share its log."""

    name: str
    log: list[str] = attrs.field(factory=list)


@component
class Bell(Component):
    """Publishes and defers the events that its tables list for the name of a ring."""

    now: dict[str, list[str]] = attrs.field(factory=dict)
    later: dict[str, list[str]] = attrs.field(factory=dict)

    @handles(Ring, RESOLVE)
    def pass_on(self, ring: Ring, world: World) -> None:
        ring.log.append(ring.name)
        for name in self.later.get(ring.name, ()):
            world.defer(Ring(self.entity, name, ring.log))
        for name in self.now.get(ring.name, ()):
            world.publish(Ring(self.entity, name, ring.log))
        ring.log.append(f"/{ring.name}")


@pytest.mark.parametrize(
    ("now", "later", "rung"),
    [
        ({"a": ["b", "c"], "b": ["d"]}, {}, "a b d /d /b c /c /a"),
        ({"a": ["b"]}, {"a": ["x", "y"]}, "a b /b /a x /x y /y"),
        ({"a": ["b", "c"]}, {"b": ["x"], "c": ["y"]}, "a b /b c /c /a x /x y /y"),
        ({}, {"a": ["x", "y"], "x": ["z"]}, "a /a x /x y /y z /z"),
        ({"x": ["b"]}, {"a": ["x", "y"]}, "a /a x b /b /x y /y"),
    ],
    ids=["depth first", "deferred after", "deferred by nested", "deferred last", "nested in it"],
)
def test_nested_events_run_at_once_and_deferred_ones_after_the_outermost_chain(
    make_world: MakeWorld, now: dict[str, list[str]], later: dict[str, list[str]], rung: str
) -> None:
    world = make_world(Bell)
    assert " ".join(world.publish(Ring(world.spawn(Bell(now, later)), "a")).log) == rung


def test_deferred_events_run_before_observers_are_told(make_world: MakeWorld) -> None:
    world = make_world(Bell)
    log: list[str] = []
    told: list[tuple[str, list[str]]] = []
    world.observe(Ring, lambda ring: told.append((ring.name, list(ring.log))))
    world.publish(Ring(world.spawn(Bell({}, {"a": ["x"]})), "a", log))
    assert told == [("a", ["a", "/a", "x", "/x"]), ("x", ["a", "/a", "x", "/x"])]


def test_outside_a_dispatch_defer_publishes_at_once(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    walk = Walk(world.spawn(Legs()))
    world.defer(walk)
    assert (walk.outcome, walk.log, walk.cause) == (DONE, ["legs"], None)


@event
class Count(Notice):
    n: int = 1


@component
class Counter(Component):
    last: int
    deferring: bool = False
    reached: int = 0

    @handles(Count, APPLY)
    def count_on(self, count: Count, world: World) -> None:
        self.reached = count.n
        if count.n < self.last:
            (world.defer if self.deferring else world.publish)(Count(self.entity, count.n + 1))


@pytest.mark.parametrize("deferring", [False, True], ids=["nested", "deferred"])
def test_events_may_cause_events_up_to_the_limit_and_no_further(
    make_world: MakeWorld, deferring: bool
) -> None:
    world = make_world(Counter, depth_limit=5)
    counter = world.spawn(Counter(6, deferring))
    world.publish(Count(counter))
    assert counter[Counter].reached == 6  # the sixth event has five causes
    too_far = world.spawn(Counter(99, deferring))
    with pytest.raises(CascadeError):
        world.publish(Count(too_far))
    assert too_far[Counter].reached == 6
    assert world.publish(Count(world.spawn(Counter(1)))).depth == 0


@pytest.fixture
def usual_stack() -> Iterator[None]:
    """Restore Python's default recursion limit, which mypy raises when it runs in this process."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield
    sys.setrecursionlimit(before)


@component
class Planner(Component):
    @handles(Count, RESOLVE)
    def count_on(self, count: Count, world: World) -> None:
        world.publish(Count(self.entity, count.n + 1))

    @handles(Weight, VALIDATE)
    def ask_again(self, weight: Weight, world: World) -> None:
        world.ask(Weight(weight.enactor))


def overflows(world: World) -> list[Callable[[], object]]:
    """Return functions that overflow Python's stack with events, queries or previews."""
    counter, planner = world.spawn(Counter(100_000)), world.spawn(Planner())
    return [
        lambda: world.publish(Count(counter)),
        lambda: world.ask(Weight(planner)),
        lambda: world.preview(Count(planner)),
    ]


@pytest.mark.usefixtures("usual_stack")
@pytest.mark.parametrize("way", range(3), ids=["publish", "ask", "preview"])
def test_world_remains_usable_after_events_fill_pythons_stack(debug: bool, way: int) -> None:
    world = World(components=[Counter, Planner, Body], depth_limit=100_000, debug=debug)
    with pytest.raises(RecursionError):
        overflows(world)[way]()
    assert world.publish(Fade(world.spawn(Body()))).depth == 0


AGAIN: dict[str, Callable[[World, Walk], object]] = {
    "defer": lambda w, walk: w.defer(walk),
    "publish": lambda w, walk: w.publish(walk),
    "preview": lambda w, walk: w.preview(walk),
    "schedule": lambda w, walk: w.schedule(walk, 1),
}


@pytest.mark.parametrize("verb", AGAIN)
def test_deferred_event_cannot_be_used_before_its_turn(make_world: MakeWorld, verb: str) -> None:
    later: list[Walk] = []

    @component
    class Hasty(Component):
        @handles(Dawn, APPLY)
        def hurry(self, dawn: Dawn, world: World) -> None:
            later.append(Walk(dawn.enactor))
            world.defer(later[0])
            with pytest.raises(DispatchError):
                AGAIN[verb](world, later[0])

    world = make_world(Hasty, Legs)
    assert world.publish(Dawn(world.spawn(Hasty(), Legs()))).done
    assert (later[0].outcome, later[0].sequence) == (DONE, 2)


@pytest.mark.parametrize("nested", [False, True])
def test_deferred_event_that_an_error_dropped_may_be_published(
    make_world: MakeWorld, nested: bool
) -> None:
    later: list[Walk] = []

    @component
    class Hasty(Component):
        @handles(Dawn, APPLY)
        def hurry(self, dawn: Dawn, world: World) -> None:
            later.append(Walk(dawn.enactor))
            world.defer(later[0])
            raise ZeroDivisionError

        @handles(Fade, APPLY)
        def go_on(self, fade: Fade, world: World) -> None:
            with pytest.raises(ZeroDivisionError):
                world.publish(Dawn(fade.enactor))

    world = make_world(Hasty, Legs)
    hasty = world.spawn(Hasty(), Legs())
    if nested:
        world.publish(Fade(hasty))
    else:
        with pytest.raises(ZeroDivisionError):
            world.publish(Dawn(hasty))
    assert later[0].outcome is CONTINUE
    assert world.publish(later[0]).done
    assert later[0].cause is None


def test_deferred_events_and_despawns_of_a_failed_event_are_dropped(make_world: MakeWorld) -> None:
    """A handler can catch a nested event's error, and then continue without the event."""
    told: list[str] = []

    @component
    class Catcher(Component):
        @handles(Dawn, APPLY)
        def venture(self, dawn: Dawn, world: World) -> None:
            world.defer(Fade(dawn.enactor))
            with suppress(ValueError):
                world.publish(Walk(dawn.enactor))

        @handles(Walk, APPLY)
        def stumble(self, walk: Walk, world: World) -> None:
            world.defer(Dawn(world.root))
            world.despawn(walk.enactor)
            raise ValueError("stumbled")

    world, catcher = alone(make_world, Catcher, Body)
    world.observe(Event, lambda event: told.append(type(event).__name__))
    world.publish(Dawn(catcher))
    assert catcher.alive
    assert told == ["Dawn", "Fade"]


@component
class Bomb(Component):
    victim: Any = None

    @handles(Dawn, APPLY)
    def go_off(self, dawn: Dawn, world: World) -> None:
        world.despawn(self.victim)
        world.defer(Fade(self.victim))
        raise ValueError("boom")


def test_after_an_error_the_world_can_be_used(make_world: MakeWorld) -> None:
    world = make_world(Bomb, Body, Legs)
    told: list[str] = []
    world.observe(Fade, lambda fade: told.append(f"fade {fade.sequence}"))
    victim = world.spawn(Body())
    with pytest.raises(ValueError, match="boom"):
        world.publish(Dawn(world.spawn(Bomb(victim))))
    fade = world.publish(Fade(victim))
    assert (fade.outcome, fade.cause, fade.depth, fade.sequence) == (DONE, None, 0, 2)
    assert (victim.alive, victim[Body].wounds, told) == (True, 1, ["fade 2"])
    world.despawn(world.spawn(Legs()))


def test_query_may_be_asked_anywhere_and_has_no_cause(make_world: MakeWorld) -> None:
    @component
    class Scales(Component):
        weigh = says("weigh", Weight, VALIDATE)
        above = does(lambda walk, world: ask(walk, world), Walk, VALIDATE)
        below = does(lambda walk, world: ask(walk, world), Walk, REACT)

    def ask(walk: Walk, world: World) -> None:
        weight = world.ask(Weight(walk.enactor))
        walk.log += weight.log
        assert (weight.cause, weight.depth, weight.sequence) == (None, 1, 0)

    world = make_world(Scales, Legs)
    walk = world.publish(Walk(world.spawn(Scales(), Legs())))
    assert walk.log == ["weigh", "legs", "weigh"]
    assert world.sequence == 1
