"""A method that would hear one event twice in one role is refused."""

from typing import Any

import pytest

from eventcore import APPLY, REACT, VALIDATE, Action, Component, RegistrationError, component
from eventcore import handles as typed_handles
from tests.eventcore.worlds.bodies import Hit, Run, Trade, Walk

handles: Any = typed_handles  # one list holds registrations of several types


def make(*marks: Any) -> type[Component]:
    """Make a component whose one method has these registrations, the first on top."""

    def hear(self: Any, event: Any, world: Any) -> None:
        """Do nothing."""

    for mark in reversed(marks):
        mark(hear)
    return component(type("Ears", (Component,), {"hear": hear}))


@pytest.mark.parametrize(
    ("marks", "second"),
    [
        ([handles(Walk, VALIDATE), handles(Walk, APPLY)], "Walk"),
        ([handles(Walk, APPLY), handles(Walk, APPLY)], "Walk"),
        ([handles(Walk, APPLY), handles(Run, APPLY)], "Run"),
        ([handles(Run, APPLY), handles(Action, REACT)], "Action"),
        ([handles(Run, APPLY), handles(Hit, APPLY), handles(Walk, APPLY)], "Walk"),
        ([handles(Walk, via="world"), handles(Walk, via="world")], "Walk"),
    ],
)
def test_one_method_does_not_hear_one_event_twice(marks: list[Any], second: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        make(*marks)
    assert str(caught.value) == (
        f"Ears.hear would hear {second} twice in the role 'enactor': "
        "drop one of its two @handles, or write two methods"
    )


@pytest.mark.parametrize(
    "marks",
    [
        [handles(Walk, APPLY), handles(Hit, APPLY)],
        [handles(Trade, role="enactor"), handles(Trade, role="target")],
        [handles(Walk, APPLY), handles(Walk, APPLY, via="owner")],
        [handles(Walk, APPLY, via="world"), handles(Walk, APPLY)],
    ],
)
def test_one_method_may_hear_several_events_or_roles(marks: list[Any]) -> None:
    handlers = make(*marks)._handlers_
    assert [h.index for h in handlers] == [0, 1]
    assert {h.name for h in handlers} == {"hear"}
