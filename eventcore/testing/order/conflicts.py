"""Conflicts: pairs of equal priority of which one writes what the other reads or writes."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from eventcore.testing.order.accesses import Accesses
from eventcore.testing.order.footprints import OUTCOME, Footprint
from eventcore.testing.order.pairs import Decider, Names, Pair, names_of


@attrs.frozen(order=True)
class Conflict:
    """Two handlers of equal priority that are not independent of each other.

    Attributes:
        event: The name of the event type.
        priority: Of both.
        one: The label of the handler that runs first.
        other: That of the one that runs after it.
        what: What one of the two writes and the other reads or writes, by name.
        decider: What puts one before the other.
    """

    event: str
    priority: int
    one: str
    other: str
    what: tuple[str, ...]
    decider: Decider = attrs.field(order=False)

    @property
    def names(self) -> Names:
        """The two labels, whichever comes first."""
        return names_of(self.one, self.other)

    def __str__(self) -> str:
        return (
            f"{self.event} {self.priority}: {self.one} and {self.other} share "
            f"{', '.join(self.what)}; {self.decider.value}"
        )


def find_conflicts(accesses: Accesses, pairs: Iterable[Pair]) -> list[Conflict]:
    """Find the pairs that conflict, by what their handlers were seen to do.

    Args:
        accesses: What that is; a handler that did not run is in no conflict.
        pairs: Of the chains there were, as ``pairs_of`` has them.
    """
    found = []
    for pair in dict.fromkeys(pairs):
        one = accesses.of(pair.kind, pair.one)
        other = accesses.of(pair.kind, pair.other)
        what = one.clash(other) | _refused(pair, one, other)
        if what:
            found.append(
                Conflict(
                    pair.kind.__name__,
                    pair.priority,
                    pair.one,
                    pair.other,
                    tuple(sorted(what)),
                    pair.decider,
                )
            )
    return sorted(found)


def masks(accesses: Accesses, pair: Pair) -> bool:
    """Say whether the first of a pair refuses, so that not all is seen that the other does."""
    outcome = f"{pair.kind.__name__}.{OUTCOME}"
    return outcome in accesses.of(pair.kind, pair.one).writes and not pair.always[1]


def _refused(pair: Pair, one: Footprint, other: Footprint) -> set[str]:
    """Give the outcome, where what one of the two does hangs on the other's refusing."""
    outcome = f"{pair.kind.__name__}.{OUTCOME}"
    hangs = (outcome in one.writes and other.writes and not pair.always[1]) or (
        outcome in other.writes and one.writes and not pair.always[0]
    )
    return {outcome} if hangs else set()
