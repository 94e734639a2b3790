"""Shared code of the tasks: handlers for other libraries, and contender names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from benchmarks.measure import Contender

__all__ = ["RAW", "Part", "contender"]

RAW: Final = "raw loop"


class Part:
    """A counter of the events that its handlers receive."""

    def __init__(self) -> None:
        self.count = 0
        self._kept: list[object] = []  # some libraries hold handlers weakly

    def tally(self) -> tuple[int]:
        """Return the number of events received."""
        return (self.count,)

    def handler(self) -> Callable[[Any], None]:
        """Create a handler: a bound method, like a component's."""
        ear = _Ear(self)
        self._kept.append(ear)
        return ear.hear

    def answerer(self) -> Callable[[Any], None]:
        """Create a handler that adds an answer to the event."""
        mouth = _Mouth(self)
        self._kept.append(mouth)
        return mouth.answer


class _Ear:
    def __init__(self, part: Part) -> None:
        self.part = part

    def hear(self, event: Any) -> None:
        self.part.count += 1


class _Mouth:
    def __init__(self, part: Part) -> None:
        self.part = part

    def answer(self, event: Any) -> None:
        event.found.append(1)


def contender(
    task: str,
    who: str,
    run: Callable[[Sequence[int]], None],
    tally: Callable[[], tuple[int, ...]],
    *each: int,
    note: str = "",
) -> Contender:
    """Create a contender for a task, compared with the raw loop of that task."""
    return Contender(f"{task}: {who}", run, tally, each, note=note, against=f"{task}: {RAW}")
