"""Handler coverage counts the handlers that run and those that fail events, also for queries."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.testing.coverage import HandlerCoverage, summed, unrefusing
from eventcore.time import Timers


@event
class Push(Action):
    other: Entity | None = role(default=None)
    force: int = 1


@event
class Shove(Push):
    """An intended push."""


@event
class HowHeavy(Query):
    weight: int = 0


@component
class Body(Component):
    weight: int = 5

    @handles(HowHeavy, MODIFY)
    def weigh(self, question: HowHeavy, world: World) -> None:
        question.weight += self.weight

    @handles(Push, VALIDATE)
    def stay_if_too_heavy(self, push: Push, world: World) -> None:
        if world.ask(HowHeavy(push.enactor)).weight > push.force:
            push.fail("heavy")

    @handles(Push, MODIFY, always=True)
    def wince(self, push: Push, world: World) -> None:
        if push.force > 99:
            push.fail("far too much")

    @handles(Push, APPLY)
    @handles(Push, APPLY, role="other")
    @handles(Push, APPLY, via="owner")
    def budge(self, push: Push, world: World) -> None:
        self.weight -= 1

    @handles(Push, REACT, always=True)
    def grumble(self, push: Push, world: World) -> None:
        """Log something, whatever the outcome."""


@component
class Shield(Component):
    @handles(Shove, AIM)
    def turn_to_a_push(self, shove: Shove, world: World) -> None:
        shove.replace(Push(shove.enactor))


@component
class Frame(Body):
    @handles(Push, VALIDATE)
    def stay_if_too_heavy(self, push: Push, world: World) -> None:
        super().stay_if_too_heavy(push, world)


def seen(coverage: HandlerCoverage) -> dict[str, tuple[int, int | None]]:
    """Return runs and failures of the handlers that ran, by method, role and via."""
    return {short(handler): count for handler, count in coverage.counts().items() if count[0]}


def short(label: str) -> str:
    return re.sub(r" \(\w+ \d+\) on \w+", "", label)


@pytest.fixture
def begin(debug: bool) -> Callable[[], World]:
    return lambda: World(components=[Body, Shield, Frame], debug=debug)


def test_runs_and_refusals_are_counted(begin: Callable[[], World]) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        light, stout = world.spawn(Body(1)), world.spawn(Body(9))
        world.publish(Push(light))
        world.publish(Push(stout))
    assert seen(coverage) == {
        "Body.weigh": (2, None),
        "Body.stay_if_too_heavy": (2, 1),
        "Body.wince": (2, 0),
        "Body.budge": (1, None),
        "Body.grumble": (2, None),
    }
    missing = [short(label) for label in coverage.unreached()]
    assert missing[:3] == [
        "Body.budge, role other",
        "Body.budge, via owner",
        "Shield.turn_to_a_push",
    ]
    assert {label.partition(".")[0] for label in missing[3:]} == {"Frame"}


def test_method_of_several_handlers_counts_for_the_one_it_is_called_as(
    begin: Callable[[], World],
) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        pusher, pushed, worn = world.spawn(), world.spawn(Body(0)), world.spawn(Body(0))
        world.set_owner(worn, pusher)
        world.publish(Push(pusher, pushed))
    counted = {label: runs for label, (runs, _) in seen(coverage).items() if "budge" in label}
    assert counted == {"Body.budge, role other": 1, "Body.budge, via owner": 1}


def test_replacement_counts_as_a_refusal(begin: Callable[[], World]) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        world.publish(Shove(world.spawn(Shield(), Body(0))))
    found = seen(coverage)
    assert found["Shield.turn_to_a_push"] == (1, 1)
    assert [short(label) for label in unrefusing(coverage.counts())] == [
        "Body.stay_if_too_heavy",
        "Body.wince",
    ]


def test_preview_does_not_count(begin: Callable[[], World]) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        world.preview(Push(world.spawn(Body(0))))
    assert seen(coverage) == {}


def test_handlers_of_the_library_do_not_count() -> None:
    with HandlerCoverage() as coverage:
        World(components=[Shield, Timers])
    assert [short(label) for label in coverage.unreached()] == ["Shield.turn_to_a_push"]


def test_counts_of_several_runs_are_summed_by_handler() -> None:
    one, two = {"a": (2, None), "b": (0, 0), "c": (1, 1)}, {"b": (3, 2), "c": (1, 0), "d": (0, 0)}
    assert summed([one, two]) == {"a": (2, None), "b": (3, 2), "c": (2, 1), "d": (0, 0)}
