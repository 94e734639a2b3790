"""How often a chain is gone through by the loop before it is compiled, for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventcore.dispatch import compile as compiling
from eventcore.dispatch import untried


@contextmanager
def trials(number: int) -> Iterator[None]:
    """Let new chains be called so often before they are compiled; 0: they are at once.

    What other worlds have compiled is not at hand then.
    """
    before, known = untried.TRIALS, dict(compiling._by_plan)
    untried.TRIALS = number  # type: ignore[misc]  # final but for tests
    if number:
        compiling._by_plan.clear()
    try:
        yield
    finally:
        untried.TRIALS = before  # type: ignore[misc]
        compiling._by_plan.update(known)
