"""Use delta debugging to shrink a failing run to a few intents that still fail.

The search tries to remove large parts of the run first, and then smaller parts. The resulting run
no longer fails if any single intent is removed from it. The search is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from eventcore.journal.format import Header, Record
from eventcore.journal.writer import JournalWriter
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Simulation
from eventcore.text import raised_at

T = TypeVar("T")

Check = Callable[[Sequence[T]], int]  # returns after how many items a list fails, or 0


def shrink_list(items: Sequence[T], check: Check[T]) -> Iterator[list[T]]:
    """Search for a shorter list that fails. After each check, yield the shortest failing list.

    No list is checked twice. The last list passes if any of its items is removed.

    Raises:
        ValueError: The original list does not fail.
    """
    took = check(items)
    if not took:
        raise ValueError("there is nothing to shrink, because the original list does not fail")
    best, passing = tuple(range(took)), set[tuple[int, ...]]()
    yield [items[place] for place in best]
    size, before = took, tuple[int, ...]()
    while size > 1 or best != before:
        size, before, end = max(size // 2, 1), best, len(best)
        while end > 0:  # start at the end, because earlier items cannot depend on later items
            start = max(end - size, 0)
            places = best[:start] + best[end:]
            if places not in passing:
                took = check([items[place] for place in places])
                if took:
                    best = places[:took]
                else:
                    passing.add(places)
                yield [items[place] for place in best]
            end = min(start, len(best))


def crash_of(error: BaseException) -> str:
    """Return an error's type, and the last function in the traceback that is not in a library."""
    return f"{type(error).__name__} in {raised_at(error)[0]}"


def up_to_crash(begin: Callable[[], Simulation], crash: str) -> Check[Any]:
    """Return a check for ``shrink_list``: a list fails if one of its intents raises ``crash``."""

    def check(intents: Sequence[Any]) -> int:
        simulation = begin()
        for number, intent in enumerate(intents, 1):
            try:
                simulation.perform(decoded(simulation, intent))
            except Exception as error:
                return number if crash == crash_of(error) else 0
        return 0

    return check


def decoded(simulation: Simulation, intent: Any) -> Any:
    """Decode an intent that is given as a record, because each run must publish a new object."""
    if not isinstance(intent, Record):
        return intent
    return simulation.decode(intent.type, intent.v, intent.data)


def record_again(simulation: Simulation, header: Header, items: Sequence[Any], path: Path) -> None:
    """Record intents on a new simulation. Stop after the first intent that raises an error."""
    writer = JournalWriter.create(path, header)
    with closing(Recorder(simulation, writer)) as recorder, suppress(Exception):
        for intent in items:
            recorder.perform(decoded(simulation, intent))
