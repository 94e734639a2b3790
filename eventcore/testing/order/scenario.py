"""Runs: simulations and the intents they are given, to be played again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import attrs

from eventcore.journal import Journal
from eventcore.journal.format import INTENT
from eventcore.replay.simulation import Simulation
from eventcore.state.state_digest import state_digest
from eventcore.testing.order.arranging import Arrange, arranged
from eventcore.testing.order.settled import SettledLog
from eventcore.world import World


class Played(Protocol):
    """A world driven by intents."""

    @property
    def world(self) -> World:
        """The world it runs in."""
        ...

    def perform(self, intent: Any) -> Any:
        """Perform an intent, and all that follows from it."""
        ...


@attrs.frozen
class Scenario:
    """A simulation, and the intents that are given to it.

    Attributes:
        name: What to call it in a report.
        begin: Makes it anew, the same each time.
        intents: What it is given, one after the other.
        every: After so many intents, and after the last, the whole state is looked at; after
            the others only what was said. What a large state alone has changed is found as
            many intents later, and in less time.
    """

    name: str
    begin: Callable[[], Played]
    intents: Sequence[Any]
    every: int = 1

    def states(self, arrange: Arrange) -> Iterator[str]:
        """Play it in an order; yield fingerprints, of the start and of each intent.

        Of the whole state there is then, where that is looked at, and of what Actions and Changes
        have said.

        Raises:
            Exception: A handler raised an error; nothing more is yielded.
        """
        with arranged(arrange), SettledLog() as settled:
            simulation = self.begin()
            yield _fingerprint(simulation, settled)
            for number, intent in enumerate(self.intents, 1):
                simulation.perform(intent)
                if number % self.every and number < len(self.intents):
                    yield settled.take(simulation.world)
                else:
                    yield _fingerprint(simulation, settled)

    def states_or_error(self, arrange: Arrange) -> Iterator[str]:
        """Play it as ``states`` does; the type of an error that ends it is yielded last."""
        try:
            yield from self.states(arrange)
        except Exception as error:
            yield type(error).__name__


def _fingerprint(simulation: Played, settled: SettledLog) -> str:
    return f"{state_digest(simulation.world)} {settled.take(simulation.world)}"


def scenario_of(name: str, begin: Callable[[], Simulation], journal: Journal) -> Scenario:
    """Make a scenario of a journal: its intents, whatever came of them when it was recorded.

    Raises:
        JournalError: The simulation does not know one of the intents.
    """
    simulation = begin()
    intents = [
        simulation.decode(record.type, record.v, record.data)
        for record in journal.records
        if record.kind == INTENT
    ]
    return Scenario(name, begin, intents)
