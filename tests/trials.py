"""How often a chain is gone through by the loop before it is compiled, for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventcore.dispatch import untried


@contextmanager
def trials(number: int) -> Iterator[None]:
    """Let new chains be called so often before they are compiled; 0: they are at once."""
    before = untried.TRIALS
    untried.TRIALS = number  # type: ignore[misc]  # final but for tests
    try:
        yield
    finally:
        untried.TRIALS = before  # type: ignore[misc]
