"""The tracer: every call of every chain, in order, while it is attached."""

from contextlib import suppress
from itertools import count

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
)
from eventcore import handles as hears
from eventcore.testing import MakeWorld
from eventcore.trace import Tracer
from tests.eventcore.worlds.bodies import alone


@event
class Jump(Action):
    height: int


@event
class Land(Notice):
    pass


@component
class Legs(Component):
    @hears(Jump, VALIDATE)
    def stop_at_the_ceiling(self, jump: Jump, world: World) -> None:
        if jump.height > 3:
            jump.fail("ceiling")

    @hears(Jump, APPLY)
    def leave_the_ground(self, jump: Jump, world: World) -> None: ...

    @hears(Jump, REACT)
    def come_down(self, jump: Jump, world: World) -> None:
        world.publish(Land(jump.enactor))

    @hears(Land)
    def bend(self, land: Land, world: World) -> None: ...


def test_calls_are_listed_as_they_return(
    make_world: MakeWorld, snapshot: SnapshotAssertion
) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as tracer:
        world.publish(Jump(jumper, 2))
    assert [(call.sequence, call.handler.name, call.outcome.value) for call in tracer.calls] == [
        (1, "stop_at_the_ceiling", "continue"),
        (1, "leave_the_ground", "done"),
        (2, "bend", "done"),
        (1, "come_down", "done"),
    ]
    assert str(tracer.calls[0]) == snapshot


def test_tracer_can_be_used_again_and_two_do_not_disturb_each_other(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    world.publish(Land(jumper))
    tracer = Tracer(world)
    for _ in range(2):
        with tracer:
            world.publish(Land(jumper))
            with Tracer(world) as inner:
                world.publish(Land(jumper))
        world.publish(Land(jumper))
    assert [call.sequence for call in tracer.calls] == [2, 3, 5, 6]
    assert [call.sequence for call in inner.calls] == [6]


@event
class Run(Action):
    pass


@event
class Passed(Notice):
    pass


@component
class Runner(Component):
    laps: int = 0

    @hears(Run, APPLY)
    def run(self, run: Run, world: World) -> None:
        self.laps += 1
        world.publish(Passed(run.enactor))

    @hears(Run, REACT)
    def rest(self, run: Run, world: World) -> None:
        self.laps += 1

    @hears(Passed, REACT)
    def cheer(self, passed: Passed, world: World) -> None:
        self.laps += 1


class NoNameError(Exception):
    pass


@pytest.mark.parametrize("failing", range(12))
@pytest.mark.parametrize("debug", [False, True], ids=["compiled", "debug"])
def test_error_in_the_name_function_leaves_the_tracer_usable(debug: bool, failing: int) -> None:
    calls = count()

    def name(entity: Entity) -> str:
        if next(calls) == failing:
            raise NoNameError
        return "runner"

    world = World(components=[Runner], debug=debug)
    runner = world.spawn(Runner())
    with Tracer(world, name) as tracer:
        for _ in range(3):
            with suppress(NoNameError):
                world.publish(Run(runner))
        last = Run(runner)
        world.publish(last)
        spans = {span.sequence: span for span in tracer.spans}
    assert [call.handler.name for call in spans[last.sequence].calls] == ["run", "rest"]
    assert [call.handler.name for call in spans[last.sequence + 1].calls] == ["cheer"]
    assert next(calls) > failing
