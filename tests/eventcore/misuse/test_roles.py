"""A role that is none, or has a name that is taken, is refused."""

from typing import Any

import pytest

from eventcore import APPLY, Action, Entity, RegistrationError, event, handles, role
from tests.eventcore.worlds.bodies import Hit, Trade, Walk


@pytest.mark.parametrize(
    ("kind", "name", "roles"),
    [
        (Walk, "target", "enactor"),
        (Hit, "log", "enactor, target"),
        (Trade, "", "enactor, target, item"),
        (Trade, None, "enactor, target, item"),
    ],
)
def test_a_role_the_event_does_not_have(kind: Any, name: Any, roles: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        handles(kind, APPLY, role=name)
    assert str(caught.value) == (
        f"@handles({kind.__name__}, role={name!r}): the event has no such role; it has {roles}"
    )


def test_a_way_of_hearing_that_there_is_not() -> None:
    via: Any = "wearer"
    with pytest.raises(RegistrationError) as caught:
        handles(Walk, APPLY, via=via)
    assert str(caught.value) == ("@handles(Walk, via='wearer'): via is 'self', 'owner' or 'world'")


def test_a_role_called_world() -> None:
    with pytest.raises(RegistrationError, match="name it after what it does in the event"):

        @event
        class Shake(Action):
            world: Entity = role()


def test_an_enactor_declared_after_another_role() -> None:
    with pytest.raises(RegistrationError) as caught:

        @event
        class Steal(Action):
            item: Entity = role()
            enactor: Entity = role()

    assert str(caught.value) == (
        "Steal.enactor: every event has it, as its first role; do not declare it again"
    )


def test_an_enactor_declared_as_no_role() -> None:
    with pytest.raises(RegistrationError, match="do not declare it again"):

        @event
        class Drift(Action):
            enactor: Any = None
