"""Shrink a failing run to the fewest intents that still fail, by delta debugging.

The search tries to remove parts of the run, first large parts and then smaller parts. The
result is a run that passes if any single intent is removed. The search is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from traceback import walk_tb
from typing import Any, Generic, TypeVar

import attrs

from eventcore.journal.format import Header, Record
from eventcore.journal.writer import JournalWriter
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Simulation

T = TypeVar("T")

Check = Callable[[Sequence[T]], int]
"""A function that returns the number of items after which a list fails; 0 if the list passes."""


@attrs.define(eq=False)
class Shrinking(Generic[T]):
    """Searches for a short list of items that still fails.

    Attributes:
        items: The list to shrink.
        check: A function that checks a list; it is called once for each different list.
        progress: A function that gets the number of items left and the number of checks.
        checks: The number of checked lists.
    """

    items: Sequence[T]
    check: Check[T]
    progress: Callable[[int, int], None] | None = None
    checks: int = attrs.field(default=0, init=False)
    _best: tuple[int, ...] = attrs.field(init=False)
    _seen: dict[tuple[int, ...], int] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._best = tuple(range(len(self.items)))

    @property
    def best(self) -> list[T]:
        """The shortest known list that fails, in the original order; kept after an interrupt."""
        return [self.items[place] for place in self._best]

    def run(self) -> list[T]:
        """Return a failing list that passes if any single item is removed.

        Raises:
            ValueError: The original list does not fail.
        """
        if not self._fails(self._best):
            raise ValueError("there is nothing to shrink: this does not fail")
        size, before = len(self._best), tuple[int, ...]()
        while size > 1 or self._best != before:
            size, before, end = max(size // 2, 1), self._best, len(self._best)
            while end > 0:  # start at the end, because earlier items cannot depend on later items
                start = max(end - size, 0)
                self._fails(self._best[:start] + self._best[end:])
                end = min(start, len(self._best))
        return self.best

    def _fails(self, places: tuple[int, ...]) -> bool:
        """Check a list; if it fails, store it as the best list."""
        took = self._seen.get(places)
        if took is None:
            self.checks += 1
            took = self._seen[places] = self.check([self.items[place] for place in places])
            if self.progress is not None:
                self.progress(min(len(self._best), took or len(self._best)), self.checks)
        if took:
            self._best = places[:took]
        return took > 0


def crash_of(error: BaseException) -> str:
    """Describe an error by its type and the function that raised it."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    where = f" in {frames[-1].f_code.co_qualname}" if frames else ""
    return f"{type(error).__name__}{where}"


def up_to_crash(begin: Callable[[], Simulation], crash: str) -> Check[Any]:
    """Return a check that fails at an error that ``crash_of`` describes as ``crash``."""

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
    """Decode an intent if it is a record: each run needs new objects to publish."""
    if not isinstance(intent, Record):
        return intent
    return simulation.decode(intent.type, intent.v, intent.data)


def record_again(simulation: Simulation, header: Header, items: Sequence[Any], path: Path) -> None:
    """Record intents on a new simulation, up to and with the first that raises an error."""
    writer = JournalWriter.create(path, header, sync="never")
    with closing(Recorder(simulation, writer)) as recorder, suppress(Exception):
        for intent in items:
            recorder.perform(decoded(simulation, intent))
