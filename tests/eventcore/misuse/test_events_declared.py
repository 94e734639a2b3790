"""The decorator rejects an invalid event class."""

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Action,
    Broadcast,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import EventcoreError, RegistrationError
from eventcore.event import Event
from tests.eventcore.worlds.bodies import Legs, Walk


class Undecorated(Action):
    steps: int = 1


def of_fields(parent: type, **fields: Any) -> type[Event]:
    """Declare an event class with these fields and default values."""
    return event(type("Dig", (parent,), {"__annotations__": dict.fromkeys(fields, Any), **fields}))


def an_enactor_after_another_role() -> None:
    @event
    class Steal(Action):
        item: Entity = role()
        enactor: Entity = role()


def an_enactor_that_is_no_role() -> None:
    of_fields(Action, enactor=None)


def a_role_called_world() -> None:
    @event
    class Shake(Action):
        world: Entity = role()


def a_broadcast_with_another_role() -> None:
    @event
    class Cry(Broadcast):
        thief: Entity = role()


def a_field_without_a_default_after_one_with_a_default() -> None:
    @event
    class Repaint(Walk):
        coats: int  # type: ignore[misc]  # on purpose


def fields_of_an_undecorated_parent() -> None:
    @event
    class Jump(Undecorated):
        height: int = 1


def what_is_no_event() -> None:
    @event
    class Move:  # type: ignore[type-var]  # the mistake
        dx: int


def what_is_no_component() -> None:
    @component
    class Move(Action):  # type: ignore[type-var]  # the mistake
        pass


def a_default_that_all_would_share() -> None:
    of_fields(Notice, held=[1])


def a_field_called_like_a_property() -> None:
    of_fields(Action, cause=3)


def a_field_called_like_a_method() -> None:
    of_fields(Action, fail=3)


MISTAKES: list[Callable[[], object]] = [
    an_enactor_after_another_role,
    an_enactor_that_is_no_role,
    a_role_called_world,
    a_broadcast_with_another_role,
    a_field_without_a_default_after_one_with_a_default,
    fields_of_an_undecorated_parent,
    what_is_no_event,
    what_is_no_component,
    a_default_that_all_would_share,
    a_field_called_like_a_property,
    a_field_called_like_a_method,
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_declaration_that_cannot_work_is_refused(
    mistake: Callable[[], object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        mistake()
    assert str(error.value) == snapshot


def bag(held: Any) -> type[Component]:
    fields = {"__annotations__": {"held": Any}, "held": held}
    return component(type("Bag", (Component,), fields))


def a_field_called_like_a_method_of_its_parent() -> None:
    @event
    class Stride(Action):
        def length(self) -> int:
            return 1

    of_fields(Stride, length=3)


TAKEN = [name for name in vars(Event) if name[0] != "_" and name != "enactor"]
SHARED: list[Any] = [[], {}, set(), [1]]
LIKEWISE: dict[str, list[Callable[[], object]]] = {
    "hides what every event has": [
        *(partial(of_fields, Action, **{name: 3}) for name in (*TAKEN, "fail", "replace")),
        a_field_called_like_a_method_of_its_parent,
    ],
    "shares a default": [
        *(partial(of_fields, Action, held=shared) for shared in SHARED),
        *(partial(bag, shared) for shared in SHARED),
    ],
}


@pytest.mark.parametrize("mistakes", LIKEWISE)
def test_variants_of_a_mistake_are_refused(mistakes: str) -> None:
    for declare in LIKEWISE[mistakes]:
        with pytest.raises(RegistrationError):
            declare()


def test_field_can_be_redeclared_with_another_default() -> None:
    @event
    class Stroll(Walk):
        log: list[str] = attrs.field(factory=lambda: ["strolling"])

    world = World(components=[])
    assert Stroll(world.root).log == ["strolling"]


def test_undecorated_event_is_refused_wherever_it_is_used(snapshot: SnapshotAssertion) -> None:
    world = World(components=[Legs])
    walker = world.spawn(Legs())
    uses: list[Callable[[], object]] = [
        lambda: Undecorated(walker, 3),  # type: ignore[call-arg]  # the mistake
        lambda: world.publish(Undecorated(walker)),
        lambda: world.signal(Undecorated),
        lambda: world.observe(Undecorated, lambda event: None),
        lambda: world.plan(Undecorated),
        lambda: world.schedule(Undecorated(walker), 5),
        lambda: handles(Undecorated, APPLY),
    ]
    for use in uses:
        with pytest.raises(EventcoreError) as error:
            use()
        assert str(error.value) == snapshot
