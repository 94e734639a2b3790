"""What a simulation must offer to be recorded, replayed, and entered at any point.

What it may offer besides makes what the tools say more readable; each of these is a protocol
of one member, and a simulation without it is told of without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import attrs

from eventcore.errors import JournalError
from eventcore.journal.format import Header
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import EventLog
from eventcore.replay.names import Called
from eventcore.state.digest import Digest
from eventcore.text import short_repr
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
        """Perform an intent from outside, and all that follows from it.

        Returns:
            What became of the intent, best the event it became: anything whose ``failed`` tells
            whether the intent was refused. The tools count refusals by that, and know of none
            where nothing has it.
        """
        ...

    def encode(self, intent: Any) -> tuple[str, int, Any]:
        """Give an intent's name, the version of its fields, and these.

        The name is not ``journal``, ``upgrade`` or ``close``, as the marks of a journal are
        called. The fields are an attrs class, often the intent itself, a dict or a
        ``msgspec.Raw``: what becomes an object in JSON.
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


@runtime_checkable
class Headed(Protocol):
    """A simulation that says what a journal of it begins with, its present hashes among it."""

    @property
    def header(self) -> Header:
        """The header, without events and names."""
        ...


@runtime_checkable
class Ending(Protocol):
    """A simulation that comes to an end."""

    @property
    def over(self) -> bool:
        """True where no intent leads any further."""
        ...


@runtime_checkable
class Telling(Protocol):
    """A simulation that keeps a log for people."""

    def told_since(self, sequence: int) -> Sequence[str]:
        """What the log tells of events after the one of a number."""
        ...


@runtime_checkable
class Summing(Protocol):
    """A simulation that sums up how it stands."""

    def summary(self) -> Mapping[str, str]:
        """A few values by their names, the most telling first."""
        ...


@runtime_checkable
class Pictured(Protocol):
    """A simulation that can be drawn as text, for example as a map."""

    def picture(self) -> Sequence[str]:
        """Return the lines of a picture of the present state; change nothing."""
        ...


def refuse_another_game(simulation: Simulation, recorded: Header) -> None:
    """Refuse a journal of another game than a simulation's, where that says which it is.

    Raises:
        JournalError: The journal is of another game.
    """
    if isinstance(simulation, Headed) and simulation.header.game != recorded.game:
        game = short_repr(recorded.game)
        raise JournalError(f"is a journal of {game}, not of {simulation.header.game!r}")


class MakeVaried(Protocol):
    """Creates a simulation as its journal's header has it, with something another way."""

    def __call__(
        self, *, mute: Sequence[str] = (), changes: Sequence[str] = (), debug: bool = False
    ) -> Restorable:
        """Create it.

        Args:
            mute: Handlers to leave out, each as ``Component.method``.
            changes: Data to change, each as ``PATH=VALUE``; the simulation defines the paths.
            debug: Whether its world checks every dispatch.
        """
        ...


@attrs.frozen
class Source:
    """Makes simulations: new ones, and of saved states.

    Attributes:
        begin: Makes one as the journal's header has it.
        restore: Makes one again of what ``save`` gave.
            Raises SaveError where it is no save of this version.
        begin_watched: Makes one as ``begin`` does, but calls what it is given with the world
            before anything happens in it. None where nothing does before the first intent.
        begin_varied: Makes one as ``begin`` does, but with handlers in ``mute`` left out, with
            ``changes`` of data, or in ``debug`` mode. None if it cannot. Raises ValueError if
            there is nothing of the kind to change.
        bot: Says of a simulation which intent comes next, or None at the end. None where there is
            nobody to play it.
        name: Says what an entity of a world is called; empty for one without a name. It may be
            gone already, or all may just begin. A journal with events tells these names. None
            where things have no names.
        lacking: Names of what the journal was recorded with and this program does not have.
        made_by: What makes the source of a journal, as ``package.module:callable``, so that
            another process can; empty where nobody else is to.
    """

    begin: Callable[[], Restorable]
    restore: Callable[[bytes], Restorable]
    begin_watched: Callable[[Callable[[World], object]], Restorable] | None = None
    begin_varied: MakeVaried | None = None
    bot: Callable[[Any], Any] | None = None
    name: Called | None = None
    lacking: Sequence[str] = ()
    made_by: str = ""

    def watched(self, watch: Callable[[World], object]) -> Restorable:
        """Make one as ``begin`` does, its world shown to ``watch`` as early as can be."""
        return self.begin() if self.begin_watched is None else self.begin_watched(watch)

    def logged(self) -> tuple[Restorable, EventLog]:
        """Make one as ``begin`` does, with a log of its events, those of its beginning included."""
        logs: list[EventLog] = []
        simulation = self.watched(lambda world: logs.append(EventLog(world, self.name)))
        return simulation, logs[0] if logs else EventLog(simulation.world, self.name)


MakeSource: TypeAlias = Callable[[Journal], Source]
"""Says where the simulations of a journal come from."""


def source_from(make: Callable[..., Any], journal: Journal) -> Any:
    """Return the source of a journal's simulations.

    Args:
        make: Takes the journal and returns a ``Source``. The class of a simulation does as well, if
            it has a class method ``source``, as ``eventcore.Simulation`` does, or if it is made of
            a seed alone and has a class method ``restore``.
        journal: The journal.
    """
    factory: Any = make
    if isinstance(factory, type) and not issubclass(factory, Source):
        simulation: Any = factory
        if hasattr(simulation, "source"):
            return simulation.source(journal)
        return Source(lambda: simulation(journal.header.seed), simulation.restore)
    return make(journal)
