"""An invalid handler is rejected when its class is declared."""

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

from eventcore import AIM, APPLY, REACT, VALIDATE, Action, Component, Event, World, component
from eventcore import handles as typed_handles
from eventcore.errors import DispatchError, RegistrationError
from eventcore.phase import COMMIT, Phase
from tests.eventcore.worlds.bodies import Hit, Legs, Run, Trade, Walk, Weight

handles: Any = typed_handles  # untyped, so a list may hold decorators of any type


def heard(method: Any, kind: type[Event] = Walk, priority: int = APPLY) -> Any:
    """Register a method, or a copy of a function, as a handler."""
    if isinstance(method, FunctionType):
        code, place = method.__code__, method.__globals__
        copy = FunctionType(code, place, method.__name__, method.__defaults__, method.__closure__)
        method = update_wrapper(copy, method)
        if not hasattr(method.__wrapped__, "__wrapped__"):
            del method.__wrapped__
    return handles(kind, priority)(method)


def feet(step: Any, name: str = "step") -> type[Component]:
    made: type[Component] = component(type("Feet", (Component,), {name: step}))
    return made


def step(self: Any, event: Any, world: Any) -> None:
    """Do nothing."""


def marked(*marks: Any) -> type[Component]:
    """Make a component with a method that has these decorators, from top to bottom."""

    def hear(self: Any, event: Any, world: Any) -> None:
        """Do nothing."""

    for mark in reversed(marks):
        mark(hear)
    return feet(hear, "hear")


async def wait(self: Any, event: Any, world: Any) -> None:
    """Do nothing, later."""


def yield_(self: Any, event: Any, world: Any) -> Iterator[None]:
    yield


async def both(self: Any, event: Any, world: Any) -> AsyncIterator[None]:
    yield


@wraps(wait)
def wrapped(self: Any, event: Any, world: Any) -> Any:
    return wait(self, event, world)


class Caller:
    """A callable object, which unlike a method is not bound to the component."""

    def __call__(self, event: Any, world: Any) -> None:
        """Do nothing."""


class Calling:
    def __init__(self, method: Any) -> None:
        self.method = method

    def __get__(self, thing: object, kind: type) -> Any:
        return partial(self.method, thing)


def bare(method: Any) -> Any:
    """Wrap a handler without functools.wraps, so its registration is lost."""

    def call(self: Any, event: Any, world: Any) -> None:
        method(self, event, world)

    return call


def two_handlers_of_one_name() -> None:
    class Twice(Component):
        for kind in (Walk, Hit):

            @handles(kind, VALIDATE)
            def check(self, event: Any, world: World) -> None:
                """Do nothing."""


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


Make = Callable[[], object]
HERE = World(components=[])
SENTENCES: dict[str, Make] = {
    "no event type": lambda: handles("Walk", APPLY),
    "event instead of its class": lambda: handles(Walk(HERE.root), APPLY),
    "priority": lambda: handles(Walk, 1001),
    "no phase for an action": lambda: handles(Walk),
    "no phase for a change": lambda: handles(Hit, role="target"),
    "phase without a name": lambda: Phase("", 110),
    "phase with a wrong number": lambda: Phase("walls", 0),
    "phase split twice": lambda: VALIDATE.split("walls")[0].split("stone"),
    "phases of one name": lambda: VALIDATE.split("walls", "walls"),
    "no phases": lambda: VALIDATE.split(),
    "phases in a list": lambda: VALIDATE.split(["walls", "doors"]),  # type: ignore[arg-type]  # the mistake
    "two of one name": two_handlers_of_one_name,
    "too many phases": lambda: AIM.split(*map(str, range(50))),
    "query at the commit line": lambda: handles(Weight, COMMIT),
    "role": lambda: handles(Hit, APPLY, role="log"),
    "via": lambda: handles(Walk, APPLY, via="wearer"),
    "world rule for a role": lambda: handles(Hit, APPLY, via="world", role="target"),
    "twice in one role": lambda: marked(handles(Walk, VALIDATE), handles(Run, APPLY)),
    "signature": lambda: feet(heard(lambda self, event: None)),
    "not a plain method": lambda: feet(heard(staticmethod(step))),
    "hidden": lambda: feet(property(heard(step))),
    "coroutine": lambda: feet(heard(wait)),
    "field over a handler": lambda: component(type("Lame", (Legs,), {"step": None})),
}


@pytest.mark.parametrize("mistake", SENTENCES)
def test_invalid_handler_declaration_is_refused(mistake: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        SENTENCES[mistake]()
    assert str(error.value) == snapshot


def each(make: Callable[[Any], object], *things: Any) -> list[Make]:
    return [partial(make, thing) for thing in things]


REFUSED: dict[str, list[Make]] = {
    "event types": each(handles, None, Component, Walk.__call__, list[int]),
    "priorities": each(partial(handles, Walk), 0, -1, True, 1.5, "APPLY", None),
    "priorities of queries": each(partial(handles, Weight), APPLY, REACT),
    "roles": each(lambda role: handles(Trade, APPLY, role=role), "", "enactors"),
    "signatures": [
        lambda: feet(heard(lambda: None)),
        lambda: feet(heard(lambda self, event, world, more: None)),
        lambda: feet(heard(lambda self, event, *, world: None)),
        lambda: feet(heard(lambda self, event, world, *, more: None)),
    ],
    "twice in one role": [
        lambda: marked(handles(Walk, APPLY), handles(Walk, APPLY)),
        lambda: marked(handles(Run, APPLY), handles(Action, REACT)),
        lambda: marked(handles(Run, APPLY), handles(Hit, APPLY), handles(Walk, APPLY)),
        lambda: marked(handles(Walk, via="world"), handles(Walk, via="world")),
    ],
    "hidden": each(lambda wrap: feet(wrap(heard(step))), *HIDING),
    "no plain method": each(
        lambda wrap: feet(heard(wrap(step))), classmethod, cache, lambda _: Caller()
    ),
    "run later": each(
        lambda method: feet(heard(method)),
        *(yield_, both, wrapped, partialmethod(wait), contextmanager(yield_)),
    ),
}
ACCEPTED: dict[str, list[Make]] = {
    "priorities": each(partial(handles, Walk), 1, 1000),
    "priorities of queries": each(partial(handles, Weight), COMMIT - 1),
    "signatures": [
        lambda: feet(heard(lambda self, event, world, more=1: None)),
        lambda: feet(heard(lambda *everything: None)),
        lambda: feet(heard(lambda self, /, event, world, **more: None)),
    ],
    "several roles": [
        lambda: marked(handles(Walk, APPLY), handles(Hit, APPLY)),
        lambda: marked(handles(Trade, role="enactor"), handles(Trade, role="target")),
        lambda: marked(handles(Walk, APPLY), handles(Walk, APPLY, via="owner")),
        lambda: marked(handles(Walk, APPLY, via="world"), handles(Walk, APPLY)),
    ],
    "no handlers": each(lambda wrap: feet(wrap(step)), *HIDING),
}


@pytest.mark.parametrize("mistakes", REFUSED)
def test_variants_of_a_mistake_are_refused(mistakes: str) -> None:
    for make in REFUSED[mistakes]:
        with pytest.raises(RegistrationError):
            make()


@pytest.mark.parametrize("right", ACCEPTED)
def test_valid_handler_declaration_is_accepted(right: str) -> None:
    assert all(make() for make in ACCEPTED[right])


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


@pytest.mark.parametrize("priority", [VALIDATE, APPLY])
@pytest.mark.parametrize("later", [wait, yield_, lambda *_: 0])
def test_debug_mode_refuses_a_handler_that_returns_a_value(priority: int, later: Any) -> None:
    made = feet(heard(lambda self, walk, world: later(1, 2, 3), Walk, priority))
    world = World(components=[made], debug=True)
    with pytest.raises(DispatchError):
        world.publish(Walk(world.spawn(made())))
