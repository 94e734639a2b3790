"""A handler for something that is no event is refused, with what to derive it from."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import (
    APPLY,
    Action,
    Component,
    RegistrationError,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import ScheduleError
from tests.eventcore.worlds.bodies import Legs, Walk


class Undecorated(Action):
    """An event class somebody forgot to decorate."""


@pytest.mark.parametrize("kind", ["Walk", None, Component, Walk.__call__, list[int]])
def test_a_handler_for_no_event_type(kind: Any) -> None:
    with pytest.raises(RegistrationError) as caught:
        handles(kind, APPLY)
    assert str(caught.value) == (
        f"@handles({kind!r}): that is no event type; derive it from Action, Change, Notice, Query "
        "or Broadcast"
    )


def test_a_handler_for_an_event_and_not_its_class() -> None:
    world = World(components=[])
    with pytest.raises(RegistrationError, match=r"that is no event type; give its class, Walk$"):
        handles(Walk(world.root), APPLY)  # type: ignore[arg-type]  # the mistake that is tested


def test_a_handler_for_an_undecorated_event() -> None:
    with pytest.raises(RegistrationError, match="lacks its decorator; put @event above it"):
        handles(Undecorated, APPLY)


def test_an_undecorated_event_is_not_published(debug: bool) -> None:
    world = World(components=[Legs], debug=debug)
    with pytest.raises(
        RegistrationError, match="Undecorated lacks its decorator: put @event above the class"
    ):
        world.publish(Undecorated(world.spawn(Legs())))


def test_undecorated_event_is_named_wherever_it_is_used() -> None:
    world = World(components=[Legs])
    walker = world.spawn(Legs())
    uses: list[Callable[[], object]] = [
        lambda: Undecorated(walker, 3),  # type: ignore[call-arg]  # the mistake that is tested
        lambda: world.signal(Undecorated),
        lambda: world.observe(Undecorated, lambda event: None),
        lambda: world.plan(Undecorated),
        lambda: world.schedule(Undecorated(walker), 5),
    ]
    for use in uses:
        with pytest.raises((RegistrationError, ScheduleError), match="Undecorated lacks its deco"):
            use()


def test_fields_of_an_undecorated_parent_event_are_not_lost_without_a_word() -> None:
    class Base(Action):
        steps: int = 1

    with pytest.raises(RegistrationError, match="Base lacks its decorator: put @event"):

        @event
        class Jump(Base):
            height: int = 1


def test_event_above_what_is_no_event() -> None:
    with pytest.raises(RegistrationError) as caught:

        @event
        class Move:  # type: ignore[type-var]  # the mistake that is tested
            dx: int

    assert str(caught.value) == (
        "@event is for events, and Move is none: derive it from Action, Change, Notice, Query or "
        "Broadcast"
    )


def test_event_above_a_component() -> None:
    with pytest.raises(RegistrationError, match="@event is for events, and Bag is none"):

        @event
        class Bag(Component):  # type: ignore[type-var]  # the mistake that is tested
            pass


def test_component_above_an_event() -> None:
    with pytest.raises(RegistrationError) as caught:

        @component
        class Move(Action):  # type: ignore[type-var]  # the mistake that is tested
            pass

    assert str(caught.value) == (
        "@component is for components, and Move is none: derive it from Component"
    )
