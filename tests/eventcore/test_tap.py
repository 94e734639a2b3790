"""During a dispatch, a world calls the hooks of a tap for the events that the tap asks for."""

from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Any

import pytest

from eventcore import (
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Digest,
    Event,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import RegistrationError
from eventcore.event import name_of
from eventcore.handler import Handler
from eventcore.testing import MakeWorld
from eventcore.trace import Tracer
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Legs,
    Walk,
    Weight,
    fails,
    says,
    wait,
    yield_,
)


class Log(Tap):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def published(self, event: Event) -> None:
        self.lines.append(f"published {name_of(event)}")

    def handled(self, event: Event, handler: Handler) -> None:
        self.lines.append(f"handled {name_of(event)} {handler.name} {event.outcome.value}")

    def settled(self, event: Event) -> None:
        self.lines.append(f"settled {name_of(event)} {event.outcome.value}")


class ChangesOnly(Log):
    def tap_for(self, kind: type[Event]) -> Tap:
        return self if issubclass(kind, Change) else Tap()


class Before(Tap):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        steps = component.steps if isinstance(component, Legs) else None
        self.lines.append(f"{handler.label} of {component.entity.id} at {steps}")


@component
class Fader(Component):
    @handles(Walk, RESOLVE)
    def fade(self, walk: Walk, world: World) -> None:
        world.publish(Fade(self.entity))


@component
class Wall(Component):
    look = says("look", Walk, VALIDATE)
    stop = fails("wall", Walk, VALIDATE)
    insist = says("insist", Walk, VALIDATE, always=True)
    react = says("react", Walk, REACT)


def test_taps_are_called_at_each_step_of_a_dispatch(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body, Fader)
    log, changes, before, silent = Log(), ChangesOnly(), Before(), Tap()
    for tap in (log, changes, before, silent):
        world.tap(tap)
    world.observe(Walk, lambda _: log.lines.append("observed"))
    world.publish(Walk(world.spawn(Fader(), Legs(), Body())))
    assert log.lines == [
        "published Walk #1",
        "published Fade #2",
        "handled Fade #2 fade done",
        "settled Fade #2 done",
        "handled Walk #1 fade done",
        "handled Walk #1 step done",
        "settled Walk #1 done",
        "observed",
    ]
    assert changes.lines == log.lines[1:4]
    assert before.lines == [
        "Fader.fade of 2 at None", "Body.fade of 2 at None", "Legs.step of 2 at 0",
    ]  # fmt: skip


def test_tap_receives_refused_events(make_world: MakeWorld) -> None:
    world = make_world(Wall, Legs)
    tap = Log()
    world.tap(tap)
    walker = world.spawn(Wall())
    world.publish(Walk(walker))
    world.despawn(walker)
    world.publish(Walk(walker))
    world.publish(Walk(world.root))
    assert tap.lines == [
        "published Walk #1",
        "handled Walk #1 look continue",
        "handled Walk #1 stop failed",
        "handled Walk #1 insist failed",
        "settled Walk #1 failed",
        "published Walk #2",
        "settled Walk #2 failed",
        "published Walk #3",
        "settled Walk #3 failed",
    ]


class Asking(Log):
    def __init__(self) -> None:
        super().__init__()
        self.questions = Log()

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self.questions if kind is Weight else Tap()


@event
class Height(Query):
    """A query that no tap asks for."""


def test_tap_can_send_queries_to_a_separate_tap(make_world: MakeWorld) -> None:
    @component
    class Scales(Component):
        @handles(Walk, VALIDATE)
        def weigh(self, walk: Walk, world: World) -> None:
            world.ask(Weight(walk.enactor))
            world.ask(Height(walk.enactor))

        @handles(Weight, VALIDATE)
        def refuse(self, weight: Weight, world: World) -> None:
            weight.fail("no scales")

        never = says("never", Weight, VALIDATE)
        stay = says("stay", Weight, VALIDATE, always=True)

    world = make_world(Scales, Legs)
    tap, gone = Asking(), world.spawn(Scales())
    world.despawn(gone)
    world.tap(tap)
    world.publish(Walk(world.spawn(Scales(), Legs())))
    world.ask(Weight(gone))
    world.untap(tap)
    world.ask(Weight(world.root))
    assert tap.questions.lines == [
        "published Weight",
        "handled Weight refuse failed",
        "handled Weight stay failed",
        "settled Weight failed",
    ]
    assert all("Walk" in line for line in tap.lines)


def test_taps_are_called_in_the_order_they_were_added(make_world: MakeWorld) -> None:
    told: list[str] = []

    class Named(Tap):
        def __init__(self, name: str) -> None:
            self.name = name

        def settled(self, event: Event) -> None:
            told.append(self.name)

    world = make_world()
    taps = [Named(name) for name in "bca"]
    for tap in taps:
        world.tap(tap)
    world.publish(Dawn(world.root))
    world.untap(taps[1])
    world.publish(Dawn(world.root))
    assert told == ["b", "c", "a", "b", "a"]


def test_taps_of_the_library_do_not_disturb_each_other(debug: bool) -> None:
    states = []
    for others in (False, True):
        world = World(components=[Legs, Body, Fader], debug=debug)
        with Tracer(world) if others else nullcontext():
            digest = Digest(world)
            world.publish(Walk(world.spawn(Fader(), Legs(), Body())))
        states.append(digest.state())
    assert states[0] == states[1]


def test_error_in_tap_for_passes_unchanged(make_world: MakeWorld) -> None:
    class Broken(Tap):
        def tap_for(self, kind: type[Event]) -> Tap:
            raise AttributeError("the tap is broken")

    world = make_world(Legs)
    world.tap(Broken())
    with pytest.raises(AttributeError, match="the tap is broken"):
        world.publish(Walk(world.spawn(Legs())))


async def wait_and_yield(*_: object, **__: object) -> AsyncIterator[None]:
    yield


@pytest.mark.parametrize("hook", ["published", "handling", "handled", "settled"])
@pytest.mark.parametrize("later", [wait, yield_, wait_and_yield])
def test_hook_that_would_not_run_when_called_is_refused(hook: str, later: Any) -> None:
    tap: Tap = type("Slow", (Tap,), {hook: later})()
    with pytest.raises(RegistrationError):
        World(components=[]).tap(tap)
