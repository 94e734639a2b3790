"""An attached tracer lists every handler call of every chain, in order."""

from contextlib import suppress
from itertools import count

import pytest

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Broadcast,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
)
from eventcore import handles as hears
from eventcore.outcome import Outcome
from eventcore.testing import MakeWorld
from eventcore.trace import Tracer, Tree
from tests.eventcore.worlds.bodies import alone, component_of, does


@event
class Jump(Action):
    height: int


@event
class Land(Notice):
    pass


@event
class Rain(Broadcast):
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


def test_every_call_is_listed_with_its_outcome(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as tracer:
        world.publish(Jump(jumper, 2))
    tree = Tree(tracer.spans)
    (jump,) = tree.roots
    assert [(call.handler.name, call.refused) for call in jump.calls] == [
        ("stop_at_the_ceiling", False),
        ("leave_the_ground", False),
        ("come_down", False),
    ]
    (land,) = tree.children(jump)
    assert tree.steps(jump) == (*jump.calls, land)
    assert tree.publisher(land) == jump.calls[-1]


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
    assert [(span.sequence, len(span.calls)) for span in tracer.spans] == [
        (2, 1), (3, 1), (5, 1), (6, 1)
    ]  # fmt: skip
    assert [(span.sequence, len(span.calls)) for span in inner.spans] == [(6, 1)]


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


@pytest.mark.parametrize("always", [False, True])
def test_trace_shows_a_refusal_at_the_call_that_refused(
    make_world: MakeWorld, always: bool
) -> None:
    refusing = iter([True, False] if always else [False, True])

    def act(rain: Rain, world: World) -> None:
        if next(refusing):
            rain.fail("roof")

    notice = does(lambda rain, world: None, Rain, always=True)
    Roof = component_of("Roof", stop=does(act, Rain, VALIDATE, always=always))
    Grass = component_of("Grass", notice=notice)
    world = make_world(Roof, Grass)
    for _ in range(2):
        world.spawn(Roof(), Grass())
    with Tracer(world) as tracer:
        world.publish(Rain(world.root))
    (rain,) = tracer.spans
    assert [(call.label, call.refused) for call in rain.calls] == [
        ("Roof.stop of entity 2", always),
        ("Roof.stop of entity 3", not always),
        ("Grass.notice of entity 2", False),
        ("Grass.notice of entity 3", False),
    ]


def test_cleared_tracer_forgets_an_event_that_an_error_ended(debug: bool) -> None:
    Clumsy = component_of("Clumsy", fall=does(lambda land, world: 1 / 0, Land))
    world = World(components=[Clumsy], debug=debug)
    clumsy = world.spawn(Clumsy())
    with Tracer(world) as tracer:
        with suppress(ZeroDivisionError):
            world.publish(Land(clumsy))
        tracer.clear()
        world.publish(Land(world.root))
        assert [(span.sequence, span.outcome) for span in tracer.spans] == [(2, Outcome.DONE)]


def test_tracer_that_a_handler_attaches_and_detaches_traces_only_nested_events(
    make_world: MakeWorld,
) -> None:
    tracers = []

    def act(jump: Jump, world: World) -> None:
        with Tracer(world) as tracer:
            world.publish(Land(jump.enactor))
            tracers.append(tracer)
            world.publish(Land(jump.enactor))
        world.publish(Land(jump.enactor))

    Acrobat = component_of("Acrobat", act=does(act, Jump, REACT - 1))
    world = make_world(Acrobat)
    acrobat = world.spawn(Acrobat())
    with Tracer(world) as outer:
        world.publish(Jump(acrobat, 1))
    assert [span.sequence for span in outer.spans] == [1, 2, 3, 4]
    (inner,) = tracers
    assert [span.sequence for span in inner.spans] == [2, 3]
