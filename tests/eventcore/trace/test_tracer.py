"""The tracer: every call of every chain, in order, while it is attached."""

from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, REACT, VALIDATE, Action, Component, Notice, World, component, event
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
