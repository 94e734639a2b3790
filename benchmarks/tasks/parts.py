"""What the tasks share: handlers of other libraries, and how a contender is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from benchmarks.measure import Contender

__all__ = ["RAW", "Part", "contender"]

RAW: Final = "raw loop"


class Part:
    """Counts what its handlers hear."""

    def __init__(self) -> None:
        self.count = 0
        self._kept: list[object] = []  # some libraries refer to handlers weakly

    def tally(self) -> tuple[int]:
        """Tell how much they heard."""
        return (self.count,)

    def handler(self) -> Callable[[Any], None]:
        """Give a handler of its own, bound as a component's are."""
        ear = _Ear(self)
        self._kept.append(ear)
        return ear.hear

    def answerer(self) -> Callable[[Any], None]:
        """Give one that adds to the answers."""
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
    """Make a contender at a task, whose ratio is to the task's raw loop."""
    return Contender(f"{task}: {who}", run, tally, each, note=note, against=f"{task}: {RAW}")
