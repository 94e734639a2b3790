"""The report of an order check: what is not excused, a line each."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eventcore.testing.order.conflicts import Conflict
from eventcore.testing.order.pairs import Names


@attrs.frozen
class Moved:
    """A pair whose order decides what becomes of the world, or what Actions and Changes say.

    Attributes:
        names: The labels of the two handlers.
        run: The run that became another.
        after: After how many of its intents; 0 before the first.
    """

    names: Names
    run: str
    after: int

    def __str__(self) -> str:
        return (
            f"{self.names[0]} and {self.names[1]}: the other way about, {self.run} is "
            f"another from intent {self.after} on; give them different priorities"
        )


@attrs.frozen
class OrderReport:
    """What an order check found.

    Attributes:
        conflicts: The pairs that conflict, by what they read and write; excused ones left out.
        moved: The pairs whose order was seen to decide; excused ones left out.
        shuffles: Shuffles that changed a run though no pair alone did, in words.
        unused: Exceptions that excuse nothing that was found, in words.
        excused: The conflicts that exceptions excuse.
        tried: How many runs were played, in whatever order.
    """

    conflicts: tuple[Conflict, ...]
    moved: tuple[Moved, ...]
    shuffles: tuple[str, ...]
    unused: tuple[str, ...]
    excused: tuple[Conflict, ...]
    tried: int

    @property
    def ok(self) -> bool:
        """Whether there is nothing to be said."""
        return not any(self)

    def __iter__(self) -> Iterator[str]:
        """Yield what is wrong, a line each: what was seen to matter first."""
        yield from map(str, self.moved)
        yield from self.shuffles
        yield from map(str, self.conflicts)
        yield from (f"the exception of {name} excuses nothing" for name in self.unused)

    def __str__(self) -> str:
        return (
            "\n".join(self) or f"the order among equals decides nothing (played {self.tried} times)"
        )
