"""Errors: each is an EventcoreError and the builtin whose meaning it shares."""

import pytest

import eventcore
from eventcore import (
    CascadeError,
    DispatchError,
    EventcoreError,
    JournalError,
    MissingComponentError,
    RegistrationError,
    StateError,
    UnknownEntityError,
)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (CascadeError, RecursionError),
        (DispatchError, RuntimeError),
        (JournalError, ValueError),
        (MissingComponentError, LookupError),
        (RegistrationError, TypeError),
        (StateError, RuntimeError),
        (UnknownEntityError, LookupError),
    ],
)
def test_an_error_can_be_caught_by_either_name(
    error: type[EventcoreError], builtin: type[Exception]
) -> None:
    assert issubclass(error, EventcoreError)
    assert issubclass(error, builtin)
    assert error.__name__ in eventcore.__all__


def test_all_that_is_promised_is_there() -> None:
    assert [name for name in eventcore.__all__ if not hasattr(eventcore, name)] == []
    assert list(eventcore.__all__) == sorted(
        eventcore.__all__, key=lambda name: (not name.isupper(), name)
    )
