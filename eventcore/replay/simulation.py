"""What a simulation must offer to be recorded, replayed, and entered at any point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import attrs

from eventcore.replay.event_log import EventLog
from eventcore.state.digest import Digest
from eventcore.world import World


class Simulation(Protocol):
    """A world driven by intents from outside, and by nothing else."""

    @property
    def world(self) -> World:
        """The world it runs in."""
        ...

    @property
    def digest(self) -> Digest:
        """The world's digest, tapped before its first event."""
        ...

    def perform(self, intent: Any) -> Any:
        """Perform an intent from outside, and all that follows from it."""
        ...

    def encode(self, intent: Any) -> tuple[str, int, Any]:
        """Give an intent's name, the version of its fields, and these.

        The fields are an attrs class, often the intent itself, a dict or a ``msgspec.Raw``:
        what becomes an object in JSON.
        """
        ...

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Give an intent back from its record.

        Raises:
            JournalError: The simulation has no such intent, or its fields are wrong.
        """
        ...


@runtime_checkable
class Saving(Protocol):
    """What can be saved whole."""

    def save(self) -> bytes:
        """Write all there is to it, for its source to restore.

        Equal states give equal bytes, in whatever process and however they came about.
        """
        ...


class Restorable(Simulation, Saving, Protocol):
    """A simulation that can be saved whole, its digest included."""


@attrs.frozen
class Source:
    """Makes simulations: new ones, and of saved states.

    Attributes:
        begin: Makes one as the journal's header has it.
        restore: Makes one again of what ``save`` gave.
            Raises SaveError where it is no save of this version.
        begin_watched: Makes one as ``begin`` does, but calls what it is given with the world
            before anything happens in it. None where nothing does before the first intent.
        made_by: What makes the source of a journal, as ``package.module:callable``, so that
            another process can; empty where nobody else is to.
    """

    begin: Callable[[], Restorable]
    restore: Callable[[bytes], Restorable]
    begin_watched: Callable[[Callable[[World], object]], Restorable] | None = None
    made_by: str = ""

    def watched(self, watch: Callable[[World], object]) -> Restorable:
        """Make one as ``begin`` does, its world shown to ``watch`` as early as can be."""
        return self.begin() if self.begin_watched is None else self.begin_watched(watch)

    def logged(self) -> tuple[Restorable, EventLog]:
        """Make one as ``begin`` does, with a log of its events, those of its beginning included."""
        logs: list[EventLog] = []
        simulation = self.watched(lambda world: logs.append(EventLog(world)))
        return simulation, logs[0] if logs else EventLog(simulation.world)
