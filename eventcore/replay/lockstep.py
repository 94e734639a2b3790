"""Lockstep: two simulations that are given the same intents, and where they part."""

from __future__ import annotations

from typing import Any

import attrs

from eventcore.event import Event
from eventcore.replay.event_log import EventLog, divergence_of
from eventcore.replay.simulation import Simulation
from eventcore.schema.encoding import encode


@attrs.frozen
class LockstepDivergence:
    """Says where two simulations that are given the same intents part.

    Attributes:
        intents: After how many intents, the one that parted them included.
        turn: The turn it was given in.
        event: The first event that differs, by type and number; empty where none does.
        field: What of it differs; else what of the state does.
        values: Its value in each.
    """

    intents: int
    turn: int
    event: str
    field: str
    values: tuple[Any, Any]


class Lockstep:
    """Gives two simulations the same intents and notes where they part.

    Attributes:
        one: The first.
        other: The second.
        intents: How many intents they were given.
        divergence: Where they parted; None while they are the same.
        raised: What a handler of the second raised; it is given no more intents then.
        error: What the first raised; neither is given any more intents then.
    """

    def __init__(self, one: Simulation, other: Simulation) -> None:
        """Begin with two that were made of the same seed."""
        self.one: Simulation = one
        self.other: Simulation = other
        self.intents: int = 0
        self.divergence: LockstepDivergence | None = None
        self._logs = EventLog(one.world), EventLog(other.world)
        self.raised: Exception | None = None
        self.error: Exception | None = None

    def perform(self, intent: Any) -> tuple[Any, Any]:
        """Let both perform an intent, and give what each made of it; None where it raised.

        What the first raises passes, and every later call raises it again.
        """
        if self.error is not None:
            raise self.error.with_traceback(None)
        turn = self.one.world.turn
        # An action names entities of one world, and is published once: the other has its own.
        recorded = self.one.encode(intent) if isinstance(intent, Event) else None
        try:
            result, counterpart = self.one.perform(intent), None
        except Exception as error:
            self.error = error
            raise
        self.intents += 1
        if self.raised is None:
            try:
                if recorded is not None:
                    name, version, data = recorded
                    intent = self.other.decode(name, version, encode(data))
                counterpart = self.other.perform(intent)
            except Exception as error:  # a handler's own, where another was left out
                self.raised = error
        if self.divergence is None:
            self._compare(turn)
        return result, counterpart

    def seal(self, turn: int) -> tuple[str, str]:
        """Seal both digests, and give them. What events do not show, such as chance, they do."""
        digests = self.one.digest.seal(), self.other.digest.seal()
        if self.divergence is None and digests[0] != digests[1]:
            self._part(LockstepDivergence(self.intents, turn, "", "digest", digests))
        return digests

    def _part(self, divergence: LockstepDivergence) -> None:
        """Note where they part, and listen to neither any longer."""
        self.divergence = divergence
        for simulation, log in zip((self.one, self.other), self._logs, strict=True):
            simulation.world.untap(log)

    def _compare(self, turn: int) -> None:
        mine, theirs = (log.take() for log in self._logs)
        for event, counterpart in zip(mine, theirs, strict=False):
            found = divergence_of(event, counterpart)
            if found is not None:
                field, *values = found
                name = f"{event.type} #{event.seq}"
                both = values[0], values[1]
                self._part(LockstepDivergence(self.intents, turn, name, field, both))
                return
        if len(mine) != len(theirs):
            number = min(len(mine), len(theirs))
            types = [all_[number].type if number < len(all_) else None for all_ in (mine, theirs)]
            more = max(mine, theirs, key=len)[number]
            name = f"{more.type} #{more.seq}"
            both = types[0], types[1]
            self._part(LockstepDivergence(self.intents, turn, name, "type", both))
