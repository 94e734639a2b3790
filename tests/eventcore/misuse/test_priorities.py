"""A priority that is no place in a chain is refused, with what to use instead."""

from typing import Any

import pytest

from eventcore import APPLY, MODIFY, REACT, RegistrationError, handles
from eventcore.handler import COMMIT
from tests.eventcore.worlds.bodies import Walk, Weight


@pytest.mark.parametrize("priority", [0, 1001, -1, True, 1.5, "APPLY", None])
def test_a_priority_that_is_no_whole_number_from_1_to_1000(priority: Any) -> None:
    with pytest.raises(RegistrationError) as caught:
        handles(Walk, priority)
    assert str(caught.value) == (
        f"@handles(Walk, {priority!r}): a priority is a whole number from 1 to 1000; "
        "use a band such as VALIDATE or APPLY"
    )


@pytest.mark.parametrize("priority", [1, APPLY, APPLY + 1, 1000])
def test_a_priority_from_1_to_1000_will_do(priority: int) -> None:
    handles(Walk, priority)


@pytest.mark.parametrize("priority", [COMMIT, APPLY, REACT])
def test_a_query_is_not_handled_from_the_commit_line_on(priority: int) -> None:
    with pytest.raises(RegistrationError) as caught:
        handles(Weight, priority)
    assert str(caught.value) == (
        f"@handles(Weight, {priority}): a Query runs only above the commit line; "
        "use a priority below 400, such as MODIFY"
    )


def test_a_query_is_not_handled_without_a_priority_either() -> None:
    with pytest.raises(RegistrationError, match="such as MODIFY"):
        handles(Weight)


def test_a_query_is_handled_above_the_line() -> None:
    handles(Weight, MODIFY)
    handles(Weight, COMMIT - 1)
