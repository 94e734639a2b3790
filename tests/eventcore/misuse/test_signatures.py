"""A handler that is no plain method taking (self, event, world) is refused."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial, partialmethod, singledispatchmethod, wraps
from typing import Any

import pytest

from eventcore import (
    APPLY,
    VALIDATE,
    Component,
    Event,
    RegistrationError,
    World,
    component,
    handles,
)
from eventcore.errors import DispatchError
from tests.eventcore.worlds.bodies import Hit, Trade, Walk

heard: Callable[..., Any] = handles(Walk, APPLY)


@pytest.mark.parametrize(
    ("method", "signature"),
    [
        (lambda: None, "()"),
        (lambda self: None, "(self)"),
        (lambda self, event: None, "(self, event)"),
        (lambda self, event, world, more: None, "(self, event, world, more)"),
        (lambda self, event, *, world: None, "(self, event, *, world)"),
        (lambda self, event, world, *, more: None, "(self, event, world, *, more)"),
    ],
)
def test_a_handler_takes_self_event_and_world(method: Any, signature: str) -> None:
    made = type("Feet", (Component,), {"step": heard(method)})
    with pytest.raises(RegistrationError) as caught:
        component(made)
    assert str(caught.value) == f"Feet.step{signature}: a handler takes (self, event, world)"


@pytest.mark.parametrize(
    "method",
    [
        lambda self, event, world: None,
        lambda self, move, _: None,
        lambda self, event, world, more=1: None,
        lambda *everything: None,
        lambda self, /, event, world, **more: None,
    ],
)
def test_names_and_further_defaults_do_not_matter(method: Any) -> None:
    component(type("Feet", (Component,), {"step": heard(method)}))


def plain(self: Any, event: Any, world: Any) -> None:
    """Do nothing."""


class Callable_:
    """An object that can be called is no method: it is not bound to the component."""

    def __call__(self, event: Any, world: Any) -> None:
        """Do nothing."""


class Calling:
    """A descriptor of one's own that calls a method."""

    def __init__(self, method: Any) -> None:
        self.method = method

    def __get__(self, thing: object, kind: type) -> Any:
        return partial(self.method, thing)


def bare(method: Any) -> Any:
    """Decorate a method without functools.wraps, so that it loses what it was marked with."""

    def call(self: Any, event: Any, world: Any) -> None:
        method(self, event, world)

    return call


def setter(method: Any) -> Any:
    return property(None, method)


HIDING: list[Callable[[Any], Any]] = [
    staticmethod,
    classmethod,
    property,
    setter,
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
def test_handler_that_a_decorator_hides_is_refused(wrap: Any) -> None:
    def step(self: Any, event: Any, world: Any) -> None:
        """Be marked, and then wrapped."""

    made = type("Feet", (Component,), {"step": wrap(heard(step))})
    with pytest.raises(RegistrationError, match=r"^Feet\.step (hides a|is not a plain)"):
        component(made)


@pytest.mark.parametrize("wrap", [staticmethod, classmethod, cache, lambda _: Callable_()])
def test_a_handler_is_a_plain_method(wrap: Any) -> None:
    def step(self: Any, event: Any, world: Any) -> None:
        """Be wrapped, and then marked."""

    with pytest.raises(RegistrationError) as caught:
        component(type("Feet", (Component,), {"step": heard(wrap(step))}))
    assert str(caught.value) == (
        "Feet.step is not a plain method; a handler is one, taking (self, event, world)"
    )


def test_decorated_handler_runs_as_its_decorator_says(debug: bool) -> None:
    ran: list[str] = []

    def step(self: Any, event: Any, world: Any) -> None:
        ran.append("step")

    def noted(method: Any) -> Any:
        @wraps(method)
        def call(self: Any, event: Any, world: Any) -> None:
            ran.append("noted")
            method(self, event, world)

        return call

    for made in (
        heard(bare(step)),
        heard(noted(step)),
        noted(heard(step)),
        heard(partialmethod(step)),
    ):
        Feet: type[Component] = component(type("Feet", (Component,), {"step": made}))
        world = World(components=[Feet], debug=debug)
        assert world.publish(Walk(world.spawn(Feet()))).done
    assert ran == ["step", "noted", "step", "noted", "step", "step"]


def test_method_that_is_no_handler_may_be_of_any_kind() -> None:
    def count(self: Any) -> int:
        return 1

    for wrap in HIDING:
        component(type("Feet", (Component,), {"count": wrap(count)}))


def test_an_inherited_handler_is_not_taken_away_by_a_field() -> None:
    @component
    class Feet(Component):
        @handles(Walk, APPLY)
        def step(self, walk: Walk, world: Any) -> None:
            """Do nothing."""

    with pytest.raises(RegistrationError, match=r"Lame\.step is not a plain method"):
        component(type("Lame", (Feet,), {"step": None}))


def test_a_special_method_is_no_handler() -> None:
    def act(self: Any, event: Any, world: Any) -> None:
        """Do nothing."""

    with pytest.raises(RegistrationError) as caught:
        component(type("Feet", (Component,), {"__call__": heard(act)}))
    assert str(caught.value) == (
        "Feet.__call__: a handler cannot be a special method; "
        "name it after what it does, as in stop_at_walls"
    )


def test_a_handler_does_not_wait() -> None:
    async def wait(self: Any, event: Any, world: Any) -> None:
        """Do nothing, later."""

    def yield_(self: Any, event: Any, world: Any) -> Iterator[None]:
        yield

    async def both(self: Any, event: Any, world: Any) -> AsyncIterator[None]:
        yield

    @wraps(wait)
    def wrapped(self: Any, event: Any, world: Any) -> Any:
        return wait(self, event, world)

    for method in (wait, yield_, both, partialmethod(wait), wrapped, contextmanager(yield_)):
        with pytest.raises(RegistrationError) as caught:
            component(type("Feet", (Component,), {"step": heard(method)}))
        assert str(caught.value) == (
            "Feet.step would not run when it is called: a handler is done when it returns; "
            "leave out async and yield, and defer what is to come later"
        )


@pytest.mark.parametrize("priority", [VALIDATE, APPLY])
def test_debug_mode_refuses_a_handler_that_returns_a_coroutine(priority: int) -> None:
    async def wait() -> None:
        """Do nothing, later."""

    def count() -> Iterator[None]:
        yield

    for later in (wait, count):
        method = handles(Walk, priority)(lambda self, walk, world, make=later: make())
        feet: type[Component] = component(type("Feet", (Component,), {"step": method}))
        world = World(components=[feet], debug=True)
        with pytest.raises(DispatchError, match=r"^Feet\.step .* returned <.*leave out async"):
            world.publish(Walk(world.spawn(feet())))


def test_an_observer_does_not_wait() -> None:
    @contextmanager
    def look(event: Event) -> Iterator[None]:
        yield

    with pytest.raises(RegistrationError, match="would not run when it is called"):
        World(components=[]).observe(Walk, look)


def test_a_handler_takes_what_it_hears() -> None:
    def cross(self: Any, trade: Trade, world: Any) -> None:
        """Take what it does not hear."""

    def either(self: Any, event: Hit | Trade, world: Any) -> None:
        """Take neither."""

    def in_words(self: Any, event: "Hit|Trade", world: Any) -> None:
        """Say so in a text, as where annotations are not evaluated."""

    for method, said in ((cross, "Trade"), (either, "Hit | Trade"), (in_words, "Hit | Trade")):
        with pytest.raises(RegistrationError) as caught:
            component(type("Feet", (Component,), {"step": handles(Walk, APPLY)(method)}))
        assert str(caught.value) == (
            f"Feet.step hears Walk and takes {said}: annotate the event as Walk too, or hear what "
            "it takes"
        )


def test_a_handler_may_take_more_than_it_hears() -> None:
    def base(self: Any, event: Event, world: Any) -> None:
        """Take any event."""

    def several(self: Any, event: "Walk | Trade", world: Any) -> None:
        """Take one of two."""

    def unknown(self: Any, event: "Elsewhere", world: Any) -> None:  # type: ignore[name-defined]  # noqa: F821  # as where it is imported for types only
        """Take what only type checkers know."""

    for method in (base, several, unknown, lambda self, event, world: None):
        made: type[Component] = component(
            type("Feet", (Component,), {"step": handles(Walk, APPLY)(method)})
        )
        assert len(made._handlers_) == 1
