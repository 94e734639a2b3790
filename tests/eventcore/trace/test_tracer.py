"""The tracer: every call of every chain, in order, and nothing when it is gone."""

from eventcore import APPLY, REACT, VALIDATE, Action, Component, Notice, World, component, event
from eventcore import handles as hears
from eventcore.testing.plugin import MakeWorld
from eventcore.trace import Tracer
from eventcore.trace.span import Call
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


def test_calls_are_written_down_as_they_return(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as tracer:
        world.publish(Jump(jumper, 2))
    assert [str(call) for call in tracer.calls] == [
        "Jump #1: Legs.stop_at_the_ceiling (VALIDATE 100) → continue",
        "Jump #1: Legs.leave_the_ground (APPLY 700) → done",
        "Land #2: Legs.bend (REACT 1000) → done",
        "Jump #1: Legs.come_down (REACT 1000) → done",
    ]


def test_the_refusing_handler_is_the_last_call(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as tracer:
        world.publish(Jump(jumper, 4))
    assert [str(call) for call in tracer.calls] == [
        "Jump #1: Legs.stop_at_the_ceiling (VALIDATE 100) → failed"
    ]


def test_a_call_names_event_and_handler(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as tracer:
        landing = world.publish(Land(jumper))
    (call,) = tracer.calls
    assert call == Call(1, "Land", call.handler, landing.outcome)
    assert (call.handler.component, call.handler.name) == (Legs, "bend")


def test_nothing_is_traced_before_and_after(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    world.publish(Jump(jumper, 1))
    with Tracer(world) as tracer:
        pass
    world.publish(Jump(jumper, 1))
    assert tracer.calls == []


def test_a_tracer_can_be_used_again_and_goes_on_where_it_was(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    tracer = Tracer(world)
    for _ in range(2):
        with tracer:
            world.publish(Land(jumper))
        world.publish(Land(jumper))
    assert [call.sequence for call in tracer.calls] == [1, 3]


def test_two_tracers_do_not_know_of_each_other(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    with Tracer(world) as outer:
        world.publish(Land(jumper))
        with Tracer(world) as inner:
            world.publish(Land(jumper))
        world.publish(Land(jumper))
    assert [call.sequence for call in outer.calls] == [1, 2, 3]
    assert [call.sequence for call in inner.calls] == [2]


def test_a_trace_ends_with_the_error_that_ends_the_stretch(make_world: MakeWorld) -> None:
    world, jumper = alone(make_world, Legs)
    try:
        with Tracer(world) as tracer:
            world.publish(Land(jumper))
            raise ZeroDivisionError
    except ZeroDivisionError:
        world.publish(Land(jumper))
    assert [call.sequence for call in tracer.calls] == [1]
