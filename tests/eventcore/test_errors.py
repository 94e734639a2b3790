"""Errors: each is an EventcoreError and the builtin whose meaning it shares."""

import pytest

from eventcore import EventcoreError, JournalError, RegistrationError
from eventcore.errors import (
    CascadeError,
    DispatchError,
    MissingComponentError,
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
