"""Footprints: what a handler was seen to read and write, by name.

A field of a packet is ``Move.x``. A field of a component is named by the role its entity
plays in the event that the handler hears: ``enactor[Place].x``, ``world[Clock].hour``,
and ``other[Place].x`` for an entity in no role. So what is found in one game holds for
another, and two handlers that change the same class of two entities do not meet.
What belongs to the world as a whole has a name of its own: ``stream combat``.
"""

from __future__ import annotations

import attrs

ENTITIES = "entities"
"""Which entities there are, and of which components each is made."""
ALIVE = "alive"
"""Who has left the world."""
OWNERS = "owners"
"""Who owns what."""
DEFERRED = "deferred"
"""What waits for the end of the outermost chain, in its order."""
AGENDA = "agenda"
"""Who acts when."""
SEQUENCE = "sequence"
"""The numbers of events: each publish counts one up, and whoever reads one depends on it."""
TURN = "turn"
"""The time."""
OUTCOME = "outcome"
"""Whether the event is refused; each handler depends on it, as it may not run at all."""


@attrs.define
class Footprint:
    """What a handler reads and writes, itself or by what it publishes and asks."""

    reads: set[str] = attrs.field(factory=set)
    writes: set[str] = attrs.field(factory=set)

    def __str__(self) -> str:
        return f"reads {_listed(self.reads)}; writes {_listed(self.writes)}"

    def clash(self, other: Footprint) -> set[str]:
        """Give what one of the two writes and the other reads or writes.

        Two that only publish do not clash: the number counted up twice is the same.
        """
        shared = self.writes & (other.reads | other.writes) | other.writes & self.reads
        if SEQUENCE not in self.reads | other.reads:
            shared.discard(SEQUENCE)
        return shared


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
