"""Point 6: nesting is immediate and depth first; defer waits; one limit covers both."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast

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
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Walk,
    Weight,
    alone,
    component_of,
    does,
    says,
)
from tests.trials import trials


@event
class Ring(Notice):
    """A bell rings; what the ringing leads to writes into the same log."""

    name: str
    log: list[str] = attrs.field(factory=list)


@component
class Bell(Component):
    """Publishes and defers what a table says, each name once it rings."""

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
    ids=[
        "nesting is immediate and depth first",
        "deferred events run after the outermost chain, in order",
        "what a nested event defers waits for the outermost chain",
        "what a deferred event defers comes last",
        "what a deferred event publishes is nested in it",
    ],
)
def test_nested_events_run_at_once_and_deferred_ones_after_the_outermost_chain(
    make_world: MakeWorld, now: dict[str, list[str]], later: dict[str, list[str]], rung: str
) -> None:
    world = make_world(Bell)
    assert " ".join(world.publish(Ring(world.spawn(Bell(now, later)), "a")).log) == rung


def test_publish_returns_the_settled_event(make_world: MakeWorld) -> None:
    settled: list[Any] = []

    @component
    class Striker(Component):
        victim: Any = None

        @handles(Dawn, RESOLVE)
        def strike(self, dawn: Dawn, world: World) -> None:
            hit = Hit(self.entity, self.victim)
            settled.append((world.publish(hit) is hit, hit.outcome, self.victim[Body].wounds))

    world = make_world(Striker, Body)
    world.publish(Dawn(world.spawn(Striker(world.spawn(Body())))))
    assert settled == [(True, DONE, 1)]


def test_a_nested_refusal_is_a_value_too(make_world: MakeWorld) -> None:
    reasons: list[Any] = []

    Striker = component_of(
        "Striker",
        strike=does(
            lambda dawn, world: reasons.append(world.publish(Hit(dawn.enactor, world.root)).reason),
            Dawn,
            RESOLVE,
        ),
    )
    world = make_world(Striker, Body)
    assert world.publish(Dawn(world.spawn(Striker()))).outcome is DONE
    assert reasons == ["nothing"]


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


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda e: "dawn", "'dawn' is no event"),
        (lambda e: Weight(e), r"Weight is a Query: ask it with world\.ask\(\)"),
        (lambda e: Dawn(cast(Any, "me")), r"Dawn\.enactor is 'me': a role holds an Entity"),
    ],
)
def test_what_cannot_be_published_cannot_be_deferred(
    make_world: MakeWorld, make: Any, message: str
) -> None:
    @component
    class Careless(Component):
        postpone = does(lambda walk, world: world.defer(make(walk.enactor)), Walk, APPLY)
        after = says("not reached", Walk, REACT)

    world = make_world(Careless)
    walk = Walk(world.spawn(Careless()))
    with pytest.raises(DispatchError, match=message):
        world.publish(walk)
    assert walk.log == []


def test_an_event_that_was_published_cannot_be_deferred(make_world: MakeWorld) -> None:
    Echo = component_of("Echo", repeat=does(lambda walk, world: world.defer(walk), Walk, APPLY))
    world = make_world(Echo)
    with pytest.raises(DispatchError, match="was used already"):
        world.publish(Walk(world.spawn(Echo())))


@event
class Count(Notice):
    """Counts up for ever."""

    n: int = 1


@component
class Counter(Component):
    """Publishes or defers the next number, up to a last one."""

    last: int
    deferring: bool = False
    reached: int = 0

    @handles(Count, APPLY)
    def count_on(self, count: Count, world: World) -> None:
        self.reached = count.n
        if count.n < self.last:
            (world.defer if self.deferring else world.publish)(Count(self.entity, count.n + 1))


@pytest.mark.parametrize("deferring", [False, True])
def test_events_may_cause_events_up_to_the_limit(make_world: MakeWorld, deferring: bool) -> None:
    world = make_world(Counter, depth_limit=5)
    counter = world.spawn(Counter(6, deferring))
    world.publish(Count(counter))
    assert counter[Counter].reached == 6  # the first has no cause, the sixth has five


@pytest.mark.parametrize("deferring", [False, True])
def test_one_limit_covers_what_is_nested_and_what_is_deferred(
    make_world: MakeWorld, deferring: bool
) -> None:
    world = make_world(Counter, depth_limit=5)
    counter = world.spawn(Counter(99, deferring))
    with pytest.raises(CascadeError) as caught:
        world.publish(Count(counter))
    assert str(caught.value) == (
        "events caused events more than 5 deep: "
        "Count ← Count #6 ← Count #5 ← Count #4 ← Count #3 ← Count #2 ← Count #1"
    )
    assert counter[Counter].reached == 6


@pytest.fixture
def usual_stack() -> Iterator[None]:
    """As much room as Python gives at first: mypy, run in the same process, leaves more behind."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("usual_stack")
@pytest.mark.parametrize("first", [0, 12], ids=["compiled", "by the loop"])
def test_beyond_what_python_has_room_for_the_error_is_the_same(debug: bool, first: int) -> None:
    with trials(first):
        world = World(components=[Counter], depth_limit=100_000, debug=debug)
        counter = world.spawn(Counter(100_000))
        with pytest.raises(CascadeError, match=r"^events caused events \d+ deep, and Python's own"):
            world.publish(Count(counter))
        assert 100 < counter[Counter].reached < 1_000
        world.despawn(counter)
        assert world.publish(Count(world.spawn(Counter(3)))).done


def test_questions_beyond_what_python_has_room_for_are_refused_as_well(debug: bool) -> None:
    @component
    class Doubter(Component):
        @handles(Weight, VALIDATE)
        def ask_again(self, weight: Weight, world: World) -> None:
            world.ask(Weight(weight.enactor))

    world = World(components=[Doubter], depth_limit=100_000, debug=debug)
    with pytest.raises(CascadeError, match=r"Python's own stack is full"):
        world.ask(Weight(world.spawn(Doubter())))


def test_a_preview_beyond_what_python_has_room_for_is_refused_as_well(debug: bool) -> None:
    @component
    class Planner(Component):
        @handles(Count, RESOLVE)
        def count_on(self, count: Count, world: World) -> None:
            world.publish(Count(self.entity, count.n + 1))

    world = World(components=[Planner], depth_limit=100_000, debug=debug)
    with pytest.raises(CascadeError, match=r"Python's own stack is full"):
        world.preview(Count(world.spawn(Planner())))


def test_a_handler_that_fills_the_stack_by_itself_has_its_own_error(debug: bool) -> None:
    def fill(n: int) -> int:
        return fill(n + 1) + 1

    Filler = component_of("Filler", fill=does(lambda hit, _: fill(0), Hit, APPLY, role="target"))
    Striker = component_of(
        "Striker", strike=does(lambda walk, world: world.publish(Hit(walk.enactor, victim)), Walk)
    )
    world = World(components=[Legs, Striker, Filler], debug=debug)
    victim = world.spawn(Filler())
    with pytest.raises(RecursionError) as caught:
        world.publish(Walk(world.spawn(Legs(), Striker())))
    assert type(caught.value) is RecursionError


def test_the_limit_counts_nested_and_deferred_events_together(make_world: MakeWorld) -> None:
    @component
    class Mixed(Component):
        @handles(Count, APPLY)
        def count_on(self, count: Count, world: World) -> None:
            (world.publish if count.n % 2 else world.defer)(Count(self.entity, count.n + 1))

    world = make_world(Mixed, depth_limit=4)
    with pytest.raises(CascadeError, match="more than 4 deep"):
        world.publish(Count(world.spawn(Mixed())))
    assert world.sequence == 5


def test_the_limit_counts_replacements(make_world: MakeWorld) -> None:
    Again = component_of(
        "Again", again=does(lambda walk, _: walk.replace(Walk(walk.enactor)), Walk, VALIDATE)
    )
    world = make_world(Again, depth_limit=3)
    with pytest.raises(CascadeError, match="Walk ← Walk #4 ← Walk #3 ← Walk #2 ← Walk #1"):
        world.publish(Walk(world.spawn(Again())))


def test_the_limit_counts_questions_that_lead_to_questions(make_world: MakeWorld) -> None:
    @component
    class Doubter(Component):
        @handles(Weight, VALIDATE)
        def ask_again(self, weight: Weight, world: World) -> None:
            world.ask(Weight(weight.enactor))

        @handles(Walk, VALIDATE)
        def set_out(self, walk: Walk, world: World) -> None:
            world.ask(Weight(walk.enactor))

    world = make_world(Doubter, depth_limit=3)
    doubter = world.spawn(Doubter())
    with pytest.raises(CascadeError) as caught:
        world.publish(Walk(doubter))
    assert str(caught.value) == (
        "Weight lies more than 3 deep: Weight asked it, and questions that ask each other have "
        "no answer"
    )
    with pytest.raises(CascadeError, match="more than 3 deep"):
        world.ask(Weight(doubter))
    with pytest.raises(CascadeError, match="more than 3 deep"):
        world.preview(Walk(doubter))


def test_a_question_asked_again_in_its_own_chain_has_no_answer(make_world: MakeWorld) -> None:
    Echo = component_of(
        "Echo", echo=does(lambda weight, world: world.ask(weight), Weight, VALIDATE)
    )
    world = make_world(Echo, depth_limit=5)
    with pytest.raises(CascadeError, match="Weight lies more than 5 deep"):
        world.ask(Weight(world.spawn(Echo())))


def test_an_event_is_deferred_once(make_world: MakeWorld) -> None:
    @component
    class Hasty(Component):
        @handles(Dawn, APPLY)
        def hurry(self, dawn: Dawn, world: World) -> None:
            later = Walk(dawn.enactor)
            world.defer(later)
            world.defer(later)

    world = make_world(Hasty)
    with pytest.raises(DispatchError, match="is deferred") as caught:
        world.publish(Dawn(world.spawn(Hasty())))
    assert "in Hasty.hurry" in caught.value.__notes__[0]


AGAIN: dict[str, Callable[[World, Walk], object]] = {
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
            with pytest.raises(DispatchError, match="is deferred"):
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


def test_what_an_event_left_behind_is_dropped_with_it(make_world: MakeWorld) -> None:
    """A handler that catches the error of a nested event goes on without it."""
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


def test_a_long_cascade_is_printed_without_its_middle(make_world: MakeWorld) -> None:
    world = make_world(Counter, depth_limit=50)
    with pytest.raises(CascadeError) as caught:
        world.publish(Count(world.spawn(Counter(99))))
    assert str(caught.value) == (
        "events caused events more than 50 deep: Count ← Count #51 ← Count #50 ← Count #49 ← "
        "Count #48 ← Count #47 ← Count #46 ← Count #45 ← … 41 more … ← Count #3 ← Count #2 ← "
        "Count #1"
    )


def test_the_limit_is_reached_before_the_interpreters_own(make_world: MakeWorld) -> None:
    @component
    class Victim(Component):
        """Takes more frames an event than most: two roles, and a method of its own."""

        @handles(Hit, APPLY, role="target")
        def hurt(self, hit: Hit, world: World) -> None:
            self.pass_on(world)

        def pass_on(self, world: World) -> None:
            world.publish(Hit(self.entity, self.entity))

    world, victim = alone(make_world, Victim)
    with pytest.raises(CascadeError, match="more than 100 deep"):
        world.publish(Hit(victim, victim))
    assert world.sequence == 101


@component
class Bomb(Component):
    """Defers and despawns something, and then goes off."""

    victim: Any = None

    @handles(Dawn, APPLY)
    def go_off(self, dawn: Dawn, world: World) -> None:
        world.despawn(self.victim)
        world.defer(Fade(self.victim))
        raise ValueError("boom")


def test_an_error_empties_the_queues(make_world: MakeWorld) -> None:
    world = make_world(Bomb, Body)
    told: list[str] = []
    world.observe(Dawn, lambda _: told.append("dawn"))
    world.observe(Fade, lambda _: told.append("fade"))
    victim = world.spawn(Body())
    with pytest.raises(ValueError, match="boom"):
        world.publish(Dawn(world.spawn(Bomb(victim))))
    assert (told, victim.alive, victim[Body].wounds) == ([], True, 0)


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


@pytest.mark.parametrize("deferring", [False, True], ids=["nested", "deferred"])
def test_an_error_in_a_nested_or_deferred_event_empties_the_queues_too(
    make_world: MakeWorld, deferring: bool
) -> None:
    @component
    class Fuse(Component):
        @handles(Walk, APPLY)
        def light(self, walk: Walk, world: World) -> None:
            if deferring:
                world.defer(Dawn(self.entity))
            world.defer(Fade(self.entity))
            if not deferring:
                world.publish(Dawn(self.entity))

    world = make_world(Fuse, Bomb, Body)
    told: list[str] = []
    world.observe(Walk, lambda _: told.append("walk"))
    fuse = world.spawn(Fuse(), Bomb(world.spawn()), Body())
    with pytest.raises(ValueError, match="boom"):
        world.publish(Walk(fuse))
    assert (fuse[Body].wounds, told) == (0, [])
    assert world.publish(Fade(fuse)).depth == 0


def test_a_cascade_empties_the_queues_too(make_world: MakeWorld) -> None:
    world = make_world(Counter, Body, depth_limit=3)
    counter = world.spawn(Counter(99, deferring=True), Body())
    with pytest.raises(CascadeError):
        world.publish(Count(counter))
    assert world.publish(Fade(counter)).outcome is DONE


def test_an_error_in_a_query_leaves_the_world_usable(make_world: MakeWorld) -> None:
    @component
    class Feather(Component):
        broken: bool = True

        @handles(Weight, VALIDATE)
        def weigh(self, weight: Weight, world: World) -> None:
            if self.broken:
                raise ValueError("lost")

    world, feather = alone(make_world, Feather, Body)
    with pytest.raises(ValueError, match="lost"):
        world.ask(Weight(feather))
    assert world.publish(Fade(feather)).depth == 0


def test_a_handler_may_catch_the_error_of_a_nested_event_and_go_on(make_world: MakeWorld) -> None:
    @component
    class Careful(Component):
        @handles(Walk, APPLY)
        def try_it(self, walk: Walk, world: World) -> None:
            with pytest.raises(ValueError, match="boom"):
                world.publish(Dawn(self.entity))
            walk.log.append(f"depth {world.publish(Fade(self.entity)).depth}")

        later = says("later", Walk, REACT)

    world = make_world(Careful, Bomb, Body)
    walker = world.spawn(Careful(), Bomb(world.spawn()), Body())
    assert world.publish(Walk(walker)).log == ["depth 1", "later"]


def test_a_query_may_be_asked_anywhere_and_has_no_cause(make_world: MakeWorld) -> None:
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
