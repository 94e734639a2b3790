"""How often a chain is gone through by the loop before it is compiled, for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventcore.dispatch import untried
from eventcore.dispatch.compile import forget_chains


@contextmanager
def trials(number: int) -> Iterator[None]:
    """Let new chains be called so often before they are compiled; 0: they are at once.

    Chains that other worlds have compiled are compiled anew.
    """
    before = untried.TRIALS
    untried.TRIALS = number  # type: ignore[misc]  # final but for tests
    if number:
        forget_chains()
    try:
        yield
    finally:
        untried.TRIALS = before  # type: ignore[misc]
