"""Errors propagate unchanged, with a note that says where they were raised."""

from functools import partial
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    MODIFY,
    RESOLVE,
    Component,
    Event,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import CascadeError
from eventcore.handler import Handler
from eventcore.testing import MakeWorld
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


class OwnError(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")
        self.code = code


def throw(_: object, __: object) -> None:
    raise OwnError(1)


Broken = component_of("Broken", think=does(throw, Hit, MODIFY, role="target"))


@component
class Striker(Component):
    victim: Any = None

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.publish(Hit(self.entity, self.victim))


def raised(world: World, event: Any) -> OwnError:
    with pytest.raises(OwnError) as error:
        world.ask(event) if isinstance(event, Weight) else world.publish(event)
    return error.value


def place_in(note: str) -> str:
    """Return the name of the handler in a note, or an empty string."""
    return note.partition(" in ")[2].partition(";")[0]


def cascade_in(note: str) -> str:
    """Return the list of causes at the end of a note."""
    return note.partition("cascade: ")[2]


def test_handler_error_propagates_as_the_same_exception_object(make_world: MakeWorld) -> None:
    error = OwnError(3)
    error.add_note("a note of its own")

    def throw_it(_: object, __: object) -> None:
        raise error

    Thrower = component_of("Thrower", throw_it=does(throw_it, Walk, APPLY))
    world = make_world(Thrower)
    assert raised(world, Walk(world.spawn(Thrower()))) is error
    assert error.__cause__ is None
    assert error.__notes__[0] == "a note of its own"
    assert place_in(error.__notes__[1]) == "Thrower.throw_it (APPLY 700)"


def test_note_names_event_enactor_handler_priority_and_cascade(snapshot: SnapshotAssertion) -> None:
    for debug in (False, True):
        world = World(components=[Broken, Striker], debug=debug)
        error = raised(world, Walk(world.spawn(Striker(world.spawn(Broken())))))
        assert error.__notes__ == snapshot(name="nested")


@pytest.mark.parametrize("priority", [60, 399, 400, 700, 1000])
@pytest.mark.parametrize("always", [False, True])
def test_error_names_the_place_of_the_handler_in_the_chain(
    make_world: MakeWorld, priority: int, always: bool
) -> None:
    @component
    class Thrower(Component):
        before = says("before", Walk, 55)
        throw_it = does(throw, Walk, priority, always=always)
        apply = says("apply", Walk, APPLY)

    world = make_world(Thrower)
    thrower = world.spawn(Thrower())
    (note,) = raised(world, Walk(thrower)).__notes__
    (step,) = (s for s in world.plan(Walk, thrower).steps if s.handler.name == "throw_it")
    assert place_in(note) == str(step.handler)


def test_error_in_a_query_names_every_handler_that_asked(make_world: MakeWorld) -> None:
    @event
    class Load(Query):
        deep: int = 1

    @component
    class Cart(Component):
        weigh = does(throw, Weight, MODIFY)

        @handles(Load, MODIFY)
        def add(self, load: Load, world: World) -> None:
            if load.deep > 1:
                world.ask(Load(self.entity, load.deep - 1))
            world.ask(Weight(self.entity))

        @handles(Fade, MODIFY)
        def ask(self, fade: Fade, world: World) -> None:
            world.ask(Load(self.entity, len(fade.log)))

        @handles(Walk, RESOLVE)
        def nest(self, walk: Walk, world: World) -> None:
            world.publish(Fade(self.entity, walk.log))

    world, cart = alone(make_world, Cart)

    def cascade(event: Event) -> str:
        (note,) = raised(world, event).__notes__
        assert place_in(note) == "Cart.weigh (MODIFY 300)"
        return cascade_in(note)

    assert cascade(Weight(cart)) == "Weight"
    assert cascade(Walk(cart, ["more"] * 2)) == "Weight ← Load ← Load ← Fade #2 ← Walk #1"
    assert cascade(Walk(cart, ["more"] * 30)) == f"Weight{' ← Load' * 11} ← …"


@pytest.mark.parametrize("deep", [12, 13, 50])
def test_error_message_leaves_out_the_middle_of_a_long_cascade(
    deep: int, snapshot: SnapshotAssertion
) -> None:
    Again = component_of("Again", again=does(lambda fade, w: w.publish(Fade(fade.enactor)), Fade))
    for debug in (False, True):
        world = World(components=[Again, Body], debug=debug, depth_limit=deep - 2)
        with pytest.raises(CascadeError) as error:
            world.publish(Fade(world.spawn(Again(), Body())))
        assert str(error.value) == snapshot(name="cascade")


def test_interrupt_while_an_error_is_noted_leaves_the_world_usable(make_world: MakeWorld) -> None:
    class Sealed(Exception):
        def add_note(self, note: str) -> None:
            raise KeyboardInterrupt

    def seal(_: object, __: object) -> None:
        raise Sealed

    Sealer = component_of("Sealer", seal=does(seal, Walk, APPLY))
    world, sealer = alone(make_world, Sealer, Body)
    with pytest.raises(KeyboardInterrupt):
        world.publish(Walk(sealer))
    assert world.publish(Fade(sealer)).depth == 0


class LeakyTap(Tap):
    def __init__(self, hook: str) -> None:
        self.hook = hook

    def drip(self, hook: str) -> None:
        if hook == self.hook:
            raise OwnError(1)

    def published(self, event: Event) -> None:
        self.drip("published")

    def handled(self, event: Event, handler: Handler) -> None:
        self.drip("handled")

    def settled(self, event: Event) -> None:
        self.drip("settled")


@pytest.mark.parametrize(
    ("hook", "place"), [("published", ""), ("handled", "Legs.step (APPLY 700)"), ("settled", "")]
)
def test_error_in_a_tap_names_the_event(make_world: MakeWorld, hook: str, place: str) -> None:
    world = make_world(Legs)
    world.tap(LeakyTap(hook))
    (note,) = raised(world, Walk(world.spawn(Legs()))).__notes__
    assert (place_in(note), cascade_in(note)) == (place, "Walk #1")


def test_failing_observer_does_not_keep_the_others_from_being_called(make_world: MakeWorld) -> None:
    told: list[tuple[str, int]] = []

    def fall(event: Event) -> None:
        told.append(("fall", event.sequence))
        raise OwnError(event.sequence)

    world = make_world(Legs, Striker, Body)
    striker = world.spawn(Striker(world.spawn(Body())))
    ends = []
    for number in range(3):
        tell = partial(lambda number, e: told.append((str(number), e.sequence)), number)
        ends.append(world.observe(Event, fall if number == 1 else tell))
    error = raised(world, Walk(striker))
    assert sorted(told) == [(who, n) for who in ("0", "2", "fall") for n in (1, 2)]
    assert error.code == 1
    first, then = error.__notes__
    assert "fall of Walk #1 of Entity(3)" in first
    assert "OwnError('code 2')" in then
    assert "fall of Hit #2 of Entity(3)" in then
    ends[1]()
    assert world.publish(Walk(striker)).depth == 0


def test_note_on_an_observers_error_names_the_observer_and_the_event(
    snapshot: SnapshotAssertion,
) -> None:
    world = World(components=[])
    end = world.observe(Dawn, lambda _: throw(1, 2))
    assert raised(world, Dawn(world.root)).__notes__ == snapshot
    end()

    def stumble(sender: object, event: Dawn) -> None:
        raise OwnError(2)

    world.signal(Dawn).connect(stumble)
    assert raised(world, Dawn(world.root)).__notes__ == snapshot


def test_traceback_shows_the_line_of_the_compiled_chain() -> None:
    world = World(components=[Broken])
    with pytest.raises(OwnError) as error:
        world.publish(Hit(world.spawn(), world.spawn(Broken())))
    entry = next(e for e in error.traceback if str(e.path).startswith("<eventcore"))
    assert ".think(event, world)" in str(entry.statement)
