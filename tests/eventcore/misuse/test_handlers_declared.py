"""A handler that cannot work is refused where it is declared."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import (
    cache,
    cached_property,
    partial,
    partialmethod,
    singledispatchmethod,
    update_wrapper,
    wraps,
)
from types import FunctionType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Event,
    RegistrationError,
    World,
    component,
)
from eventcore import handles as typed_handles
from eventcore.errors import DispatchError
from eventcore.handler import COMMIT
from tests.eventcore.worlds.bodies import Dawn, Hit, Legs, Run, Trade, Walk, Weight

handles: Any = typed_handles  # one list holds registrations of several types


def heard(method: Any, kind: type[Event] = Walk, priority: int = APPLY) -> Any:
    """Mark a method, or a copy of a function: the mark stays on what it was put on."""
    if isinstance(method, FunctionType):
        code, place = method.__code__, method.__globals__
        copy = FunctionType(code, place, method.__name__, method.__defaults__, method.__closure__)
        method = update_wrapper(copy, method)
        if not hasattr(method.__wrapped__, "__wrapped__"):
            del method.__wrapped__
    return handles(kind, priority)(method)


def feet(step: Any, name: str = "step") -> type[Component]:
    """Make a component of one method."""
    made: type[Component] = component(type("Feet", (Component,), {name: step}))
    return made


def step(self: Any, event: Any, world: Any) -> None:
    """Do nothing."""


def marked(*marks: Any) -> type[Component]:
    """Make a component whose one method has these registrations, the first on top."""

    def hear(self: Any, event: Any, world: Any) -> None:
        """Do nothing."""

    for mark in reversed(marks):
        mark(hear)
    return feet(hear, "hear")


async def wait(self: Any, event: Any, world: Any) -> None:
    """Do nothing, later."""


def crossed(self: Any, trade: Trade, world: Any) -> None:
    """Take an event that it does not hear."""


HERE = World(components=[])
SENTENCES: dict[str, Callable[[], object]] = {
    "no event type": lambda: handles("Walk", APPLY),
    "event instead of its class": lambda: handles(Walk(HERE.root), APPLY),
    "priority": lambda: handles(Walk, 1001),
    "query at the commit line": lambda: handles(Weight, COMMIT),
    "role": lambda: handles(Hit, APPLY, role="log"),
    "via": lambda: handles(Walk, APPLY, via="wearer"),
    "world rule for a role": lambda: handles(Hit, via="world", role="target"),
    "twice in one role": lambda: marked(handles(Walk, VALIDATE), handles(Run, APPLY)),
    "signature": lambda: feet(heard(lambda self, event: None)),
    "not a plain method": lambda: feet(heard(staticmethod(step))),
    "hidden": lambda: feet(property(heard(step))),
    "special method": lambda: feet(heard(step), "__call__"),
    "coroutine": lambda: feet(heard(wait)),
    "takes another event": lambda: feet(heard(crossed)),
}


@pytest.mark.parametrize("mistake", SENTENCES)
def test_handler_that_cannot_work_is_refused(mistake: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        SENTENCES[mistake]()
    assert str(error.value) == snapshot


@pytest.mark.parametrize("kind", ["Walk", None, Component, Walk.__call__, list[int]])
def test_handler_hears_an_event_type(kind: Any) -> None:
    with pytest.raises(RegistrationError):
        handles(kind, APPLY)


@pytest.mark.parametrize("priority", [0, 1001, -1, True, 1.5, "APPLY", None])
def test_priority_is_a_whole_number_from_1_to_1000(priority: Any) -> None:
    for fits in (1, 1000):
        handles(Walk, fits)
    with pytest.raises(RegistrationError):
        handles(Walk, priority)


@pytest.mark.parametrize("priority", [COMMIT, APPLY, REACT])
def test_query_is_handled_above_the_commit_line(priority: int) -> None:
    handles(Weight, COMMIT - 1)
    with pytest.raises(RegistrationError):
        handles(Weight, priority)
    with pytest.raises(RegistrationError):
        handles(Weight)


@pytest.mark.parametrize(("kind", "name"), [(Walk, "target"), (Hit, "log"), (Trade, "")])
def test_role_is_one_that_the_event_has(kind: Any, name: str) -> None:
    with pytest.raises(RegistrationError):
        handles(kind, APPLY, role=name)


@pytest.mark.parametrize(
    "marks",
    [
        [handles(Walk, VALIDATE), handles(Walk, APPLY)],
        [handles(Walk, APPLY), handles(Walk, APPLY)],
        [handles(Run, APPLY), handles(Action, REACT)],
        [handles(Run, APPLY), handles(Hit, APPLY), handles(Walk, APPLY)],
        [handles(Walk, via="world"), handles(Walk, via="world")],
    ],
)
def test_method_does_not_hear_one_event_twice_in_one_role(marks: list[Any]) -> None:
    with pytest.raises(RegistrationError):
        marked(*marks)


@pytest.mark.parametrize(
    "marks",
    [
        [handles(Walk, APPLY), handles(Hit, APPLY)],
        [handles(Trade, role="enactor"), handles(Trade, role="target")],
        [handles(Walk, APPLY), handles(Walk, APPLY, via="owner")],
        [handles(Walk, APPLY, via="world"), handles(Walk, APPLY)],
    ],
)
def test_method_may_hear_several_events_or_roles(marks: list[Any]) -> None:
    assert World(components=[marked(*marks)])


@pytest.mark.parametrize(
    ("method", "fits"),
    [
        (lambda: None, False),
        (lambda self, event: None, False),
        (lambda self, event, world, more: None, False),
        (lambda self, event, *, world: None, False),
        (lambda self, event, world, *, more: None, False),
        (lambda self, event, world: None, True),
        (lambda self, event, world, more=1: None, True),
        (lambda *everything: None, True),
        (lambda self, /, event, world, **more: None, True),
    ],
)
def test_handler_takes_self_event_and_world(method: Any, fits: bool) -> None:
    if fits:
        feet(heard(method))
    else:
        with pytest.raises(RegistrationError):
            feet(heard(method))


class Caller:
    """An object that can be called is no method: it is not bound to the component."""

    def __call__(self, event: Any, world: Any) -> None:
        """Do nothing."""


class Calling:
    """A descriptor that calls a method."""

    def __init__(self, method: Any) -> None:
        self.method = method

    def __get__(self, thing: object, kind: type) -> Any:
        return partial(self.method, thing)


def bare(method: Any) -> Any:
    """Decorate a method without functools.wraps, so that it loses its mark."""

    def call(self: Any, event: Any, world: Any) -> None:
        method(self, event, world)

    return call


HIDING: list[Callable[[Any], Any]] = [
    staticmethod,
    classmethod,
    property,
    lambda method: property(None, method),
    partial,
    partialmethod,
    cached_property,
    singledispatchmethod,
    Calling,
    bare,
    lambda method: bare(bare(method)),
    lambda method: partialmethod(bare(method)),
]


@pytest.mark.parametrize("wrap", HIDING)
def test_decorator_may_not_hide_a_handler(wrap: Any) -> None:
    with pytest.raises(RegistrationError):
        feet(wrap(heard(step)))
    feet(wrap(step), "no_handler")


@pytest.mark.parametrize("wrap", [staticmethod, classmethod, cache, lambda _: Caller()])
def test_handler_is_a_plain_method(wrap: Any) -> None:
    with pytest.raises(RegistrationError):
        feet(heard(wrap(step)))


def test_inherited_handler_is_not_taken_away_by_a_field() -> None:
    with pytest.raises(RegistrationError):
        component(type("Lame", (Legs,), {"step": None}))


def test_decorated_handler_runs_as_its_decorator_says(debug: bool) -> None:
    ran: list[str] = []

    def run(self: Any, event: Any, world: Any) -> None:
        ran.append("run")

    def noted(method: Any) -> Any:
        @wraps(method)
        def call(self: Any, event: Any, world: Any) -> None:
            ran.append("noted")
            method(self, event, world)

        return call

    for method in (
        heard(bare(run)),
        heard(noted(run)),
        noted(heard(run)),
        heard(partialmethod(run)),
    ):
        made = feet(method)
        world = World(components=[made], debug=debug)
        assert world.publish(Walk(world.spawn(made()))).done
    assert ran == ["run", "noted", "run", "noted", "run", "run"]


def yield_(self: Any, event: Any, world: Any) -> Iterator[None]:
    yield


async def both(self: Any, event: Any, world: Any) -> AsyncIterator[None]:
    yield


@wraps(wait)
def wrapped(self: Any, event: Any, world: Any) -> Any:
    return wait(self, event, world)


@pytest.mark.parametrize(
    "method", [wait, yield_, both, partialmethod(wait), wrapped, contextmanager(yield_)]
)
def test_handler_that_would_not_run_when_called_is_refused(method: Any) -> None:
    with pytest.raises(RegistrationError):
        feet(heard(method))


@pytest.mark.parametrize("priority", [VALIDATE, APPLY])
@pytest.mark.parametrize("later", [wait, yield_])
def test_debug_mode_refuses_a_handler_that_returns_a_coroutine(priority: int, later: Any) -> None:
    made = feet(heard(lambda self, walk, world: later(1, 2, 3), Walk, priority))
    world = World(components=[made], debug=True)
    with pytest.raises(DispatchError):
        world.publish(Walk(world.spawn(made())))


def either(self: Any, event: Hit | Trade, world: Any) -> None:
    """Take one of two events."""


def in_words(self: Any, event: "Hit|Trade", world: Any) -> None:
    """Say so in a text, as where annotations are not evaluated."""


def base(self: Any, event: Event, world: Any) -> None:
    """Take any event."""


def unknown(self: Any, event: "Elsewhere", world: Any) -> None:  # type: ignore[name-defined]  # noqa: F821  # as where it is imported for types only
    """Take what only type checkers know."""


@pytest.mark.parametrize(
    ("method", "takes"),
    [
        (crossed, [Trade]),
        (either, [Hit, Trade]),
        (in_words, [Hit, Trade]),
        (base, [Event]),
        (unknown, [Event]),
        (step, [Event]),
    ],
)
def test_handler_takes_what_it_hears(method: Any, takes: list[type[Event]]) -> None:
    for kind in (Walk, Hit, Trade, Dawn):
        if issubclass(kind, tuple(takes)):
            feet(heard(method, kind))
        else:
            with pytest.raises(RegistrationError):
                feet(heard(method, kind))
