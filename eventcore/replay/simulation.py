"""Define the interface of a simulation that can be recorded, replayed, saved and restored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import attrs

from eventcore.journal.reader import Journal
from eventcore.replay.event_log import Called, EventLog
from eventcore.state.digest import Digest
from eventcore.world import World


class Simulation(Protocol):
    """A world that changes only when it performs an intent, and that can save its whole state.

    The tools may also use these optional attributes:

    - ``header``: the ``Header`` of a new journal; ``events`` and ``names`` need not be set.
    - ``over``: whether the run has ended, so that further intents have no effect.
    - ``summary()``: returns a dict of a few values that describe the state, most important first.
    - ``picture()``: returns a drawing of the current state, as one str or as lines of text.
    """

    @property
    def world(self) -> World:
        """The world that the simulation changes."""

    @property
    def digest(self) -> Digest:
        """The digest of the world. It must be attached before the world publishes any event."""

    def perform(self, intent: Any) -> Any:
        """Perform an intent and everything that follows from it.

        Returns:
            Usually the event that was published for the intent. The tools count the intent as
            refused if the returned object has a true ``failed`` attribute.
        """

    def encode(self, intent: Any) -> tuple[str, int, Any]:
        """Return the name of an intent, the version of its fields, and the fields.

        The name must not be ``journal``, ``upgrade`` or ``close``, because these names are reserved
        for marks. Return the fields as a value that can be encoded as a JSON object: a dict, a
        ``msgspec.Raw`` or an instance of an attrs class, such as the intent itself.
        """

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Create an intent from its name, the version of its fields, and the fields as JSON.

        Raises:
            JournalError: The simulation has no intent with this name, or the fields are invalid.
        """

    def save(self) -> bytes:
        """Return the whole state, with the digest, as bytes that ``Source.restore`` can load.

        Equal states must be saved as equal bytes, even in different processes.
        """


@attrs.frozen
class Source:
    """Creates simulations for a journal, either at the start of the run or from a saved state.

    Attributes:
        begin: Creates a simulation in its initial state, with the parameters in the header.
        restore: Creates a simulation from the bytes that ``save`` returned. Raises SaveError if
            the bytes cannot be loaded.
        begin_watched: Like ``begin``, but passes the new world to the given function before the
            first event. None if ``begin`` does not publish any events.
        begin_varied: Like ``begin``, but omits the handlers in ``mute``, applies the ``changes`` to
            data, or uses ``debug`` mode. A handler is written as ``Component.method``, and a change
            as ``NAME=VALUE``. Raises ValueError if a handler or the data to change does not exist.
            None if the simulation does not support variations.
        name: Returns the name of an entity in a world, or an empty str if it has no name. The
            entity may have left the world, and the world may not be set up yet. Journals with
            events contain these names. None if no entity has a name.
        lacking: The names of mods or other parts that the journal needs but this program lacks.
        made_by: The name ``package.module:callable`` of a function that creates this source from
            the journal in another process. Empty if no such function exists.
    """

    begin: Callable[[], Simulation]
    restore: Callable[[bytes], Simulation]
    begin_watched: Callable[[Callable[[World], object]], Simulation] | None = None
    begin_varied: Callable[..., Simulation] | None = None
    name: Called | None = None
    lacking: Sequence[str] = ()
    made_by: str = ""

    def watched(self, watch: Callable[[World], object]) -> Simulation:
        """Create a simulation with ``begin_watched`` if it is set, otherwise with ``begin``."""
        return self.begin() if self.begin_watched is None else self.begin_watched(watch)

    def logged(self) -> tuple[Simulation, EventLog]:
        """Return a new simulation, and a log that already contains the events of its setup."""
        logs: list[EventLog] = []
        simulation = self.watched(lambda world: logs.append(EventLog(world, self.name)))
        return simulation, logs[0] if logs else EventLog(simulation.world, self.name)


def source_from(make: Callable[..., Any], journal: Journal) -> Any:
    """Return the ``Source`` for a journal; ``make`` is a function or the class of a simulation.

    If ``make`` is a function, call it with the journal. If it is a class, such as
    ``eventcore.Simulation``, call its class method ``source`` instead.
    """
    return getattr(make, "source", make)(journal)
