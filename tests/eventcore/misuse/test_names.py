"""A field that would hide what every event or component has is refused."""

from typing import Any

import attrs
import pytest

from eventcore import Action, Component, Query, RegistrationError, component, event
from eventcore.event import Event
from tests.eventcore.worlds.bodies import Walk

TAKEN = [
    "cause",
    "depth",
    "done",
    "failed",
    "failed_by",
    "origin",
    "outcome",
    "reason",
    "replacement",
    "sequence",
]


@pytest.mark.parametrize("name", TAKEN)
def test_a_field_called_like_a_property_of_events(name: str) -> None:
    made = type("Dig", (Action,), {"__annotations__": {name: int}, name: 3})
    with pytest.raises(RegistrationError) as caught:
        event(made)
    assert str(caught.value) == (
        f"Dig.{name} would hide what Event calls {name!r}: give the field another name"
    )


def test_the_names_that_are_taken_are_all_that_events_have() -> None:
    public = [name for name in vars(Event) if name[0] != "_" and name != "enactor"]
    assert sorted(public) == TAKEN


@pytest.mark.parametrize(
    ("parent", "name", "owner"),
    [(Action, "fail", "Action"), (Action, "replace", "_Refusable"), (Query, "fail", "Query")],
)
def test_a_field_called_like_a_method_of_events(parent: type[Event], name: str, owner: str) -> None:
    made = type("Dig", (parent,), {"__annotations__": {name: int}})
    with pytest.raises(RegistrationError, match=f"Dig.{name} would hide what {owner} calls"):
        event(made)


def test_a_field_called_like_a_method_of_its_own_parent() -> None:
    @event
    class Stride(Action):
        def length(self) -> int:
            return 1

    with pytest.raises(RegistrationError, match="would hide what Stride calls 'length'"):

        @event
        class Jump(Stride):
            length: Any = 2


def test_a_component_field_called_entity() -> None:
    with pytest.raises(RegistrationError) as caught:

        @component
        class Link(Component):
            entity: Any = None

    assert str(caught.value) == (
        "Link.entity would hide what Component calls 'entity': give the field another name"
    )


def test_a_field_may_be_declared_anew_with_another_default() -> None:
    @event
    class Stroll(Walk):
        log: list[str] = attrs.field(factory=lambda: ["strolling"])

    assert Stroll._fields_ == ("enactor", "log")
