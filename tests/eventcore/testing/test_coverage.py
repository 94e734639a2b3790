"""Handler coverage: what runs and what refuses is counted, of queries too, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Broadcast,
    Component,
    Entity,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.testing.coverage import HandlerCoverage, Reach, summed


@event
class Push(Action):
    other: Entity | None = role(default=None)
    force: int = 1


@event
class Shove(Push):
    """A push that is meant."""


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
        """Say something, whatever came of it."""


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
    return {one.handler: (one.runs, one.refusals) for one in coverage.reaches() if one.runs}


@pytest.fixture
def begin(debug: bool) -> Callable[[], World]:
    return lambda: World(components=[Body, Shield, Frame], debug=debug)


def test_what_runs_and_what_refuses_is_counted(begin: Callable[[], World]) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        light, stout = world.spawn(Body(1)), world.spawn(Body(9))
        world.publish(Push(light))
        world.publish(Push(stout))
    assert seen(coverage) == {
        "Body.weigh (MODIFY 300) on HowHeavy": (2, None),
        "Body.stay_if_too_heavy (VALIDATE 100) on Push": (2, 1),
        "Body.wince (MODIFY 300) on Push": (2, 0),
        "Body.budge (APPLY 700) on Push": (1, None),
        "Body.grumble (REACT 1000) on Push": (2, None),
    }
    assert coverage.unreached() == [
        "Body.budge (APPLY 700) on Push, role other",
        "Body.budge (APPLY 700) on Push, via owner",
        "Shield.turn_to_a_push (AIM 50) on Shove",
        *(f"Frame.{label}" for label in FRAMES),
    ]


FRAMES = [
    "weigh (MODIFY 300) on HowHeavy",
    "stay_if_too_heavy (VALIDATE 100) on Push",
    "wince (MODIFY 300) on Push",
    "budge (APPLY 700) on Push",
    "budge (APPLY 700) on Push, role other",
    "budge (APPLY 700) on Push, via owner",
    "grumble (REACT 1000) on Push",
]


def test_a_method_of_several_handlers_counts_for_the_one_it_is_called_as(
    begin: Callable[[], World],
) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        pusher, pushed, worn = world.spawn(), world.spawn(Body(0)), world.spawn(Body(0))
        world.set_owner(worn, pusher)
        world.publish(Push(pusher, pushed))
    counted = {label: runs for label, (runs, _) in seen(coverage).items() if "budge" in label}
    assert counted == {
        "Body.budge (APPLY 700) on Push, role other": 1,
        "Body.budge (APPLY 700) on Push, via owner": 1,
    }


def test_who_hears_a_broadcast_plays_no_role_in_it(debug: bool) -> None:
    @event
    class Rain(Broadcast):
        """Everyone gets wet."""

    @component
    class Coat(Component):
        wet: int = 0

        @handles(Rain, VALIDATE)
        def keep_dry(self, rain: Rain, world: World) -> None:
            rain.fail("umbrella")

        @handles(Rain, VALIDATE, always=True, via="owner")
        def cover(self, rain: Rain, world: World) -> None:
            """Keep the owner warm."""

    with HandlerCoverage() as coverage:
        world = World(components=[Coat], debug=debug)
        wearer, _ = world.spawn(), world.spawn(Coat())
        assert wearer.owner is None
        world.publish(Rain(world.root))
        assert seen(coverage) == {"Coat.keep_dry (VALIDATE 100) on Rain": (1, 1)}
        world.set_owner(world.spawn(Coat()), wearer)
        world.publish(Rain(world.root))
    assert seen(coverage) == {
        "Coat.keep_dry (VALIDATE 100) on Rain": (2, 2),
        "Coat.cover (VALIDATE 100) on Rain, via owner": (1, None),
    }


def test_a_replacement_is_a_refusal_and_one_that_never_comes_is_named(
    begin: Callable[[], World],
) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        world.publish(Shove(world.spawn(Shield(), Body(0))))
    found = seen(coverage)
    assert found["Shield.turn_to_a_push (AIM 50) on Shove"] == (1, 1)
    assert coverage.unrefusing() == [
        "Body.stay_if_too_heavy (VALIDATE 100) on Push",
        "Body.wince (MODIFY 300) on Push",
    ]


def test_a_class_that_overrides_a_handler_counts_and_its_parent_does_not(
    begin: Callable[[], World],
) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        world.publish(Push(world.spawn(Frame(9))))
    assert {label.partition(".")[0] for label in seen(coverage)} == {"Frame"}


def test_a_preview_does_not_count(begin: Callable[[], World]) -> None:
    with HandlerCoverage() as coverage:
        world = begin()
        world.preview(Push(world.spawn(Body(0))))
    assert seen(coverage) == {}


def test_nothing_is_watched_when_it_is_over(begin: Callable[[], World]) -> None:
    plain = Body.budge, World.__init__
    with HandlerCoverage() as coverage:
        world = begin()
        assert Body.budge is not plain[0]
    assert (Body.budge, World.__init__) == plain
    world.publish(Push(world.spawn(Body(0))))
    assert seen(coverage) == {}


def test_what_detaches_itself_counts() -> None:
    @component
    class Brittle(Component):
        @handles(Push, RESOLVE)
        def break_off(self, push: Push, world: World) -> None:
            world.detach(push.enactor, Brittle)

    with HandlerCoverage() as coverage:
        world = World(seed=1, components=[Brittle])
        world.publish(Push(world.spawn(Brittle())))
    assert [(one.handler.split()[0], one.runs) for one in coverage.reaches()] == [
        ("Brittle.break_off", 1)
    ]


def test_what_several_have_seen_is_summed_up_by_handler() -> None:
    one = [Reach("a", 2, None), Reach("b", 0, 0), Reach("c", 1, 1)]
    other = [Reach("b", 3, 2), Reach("c", 1, 0), Reach("d", 0, 0)]
    assert [attrs.astuple(reach) for reach in summed([*one, *other])] == [
        ("a", 2, None), ("b", 3, 2), ("c", 2, 1), ("d", 0, 0),
    ]  # fmt: skip
