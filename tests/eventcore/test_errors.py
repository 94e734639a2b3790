"""Each error class is an EventcoreError, and also the builtin error with the same meaning."""

import pytest

from eventcore import errors

BUILTINS: list[tuple[type[Exception], type[Exception]]] = [
    (errors.CascadeError, RecursionError),
    (errors.CopyError, TypeError),
    (errors.DispatchError, RuntimeError),
    (errors.JournalError, ValueError),
    (errors.MissingComponentError, LookupError),
    (errors.RegistrationError, TypeError),
    (errors.SaveError, ValueError),
    (errors.SaveError, TypeError),
    (errors.StateError, RuntimeError),
    (errors.UnknownEntityError, LookupError),
]


@pytest.mark.parametrize(("error", "builtin"), BUILTINS)
def test_library_error_can_be_caught_as_eventcore_error_or_builtin_error(
    error: type[Exception], builtin: type[Exception]
) -> None:
    assert issubclass(error, errors.EventcoreError)
    assert issubclass(error, builtin)
