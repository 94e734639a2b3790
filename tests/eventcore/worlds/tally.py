"""The smallest simulation worth recording: a tally that is added to, with some chance in it."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from eventcore import APPLY, VALIDATE, Change, Component, World, component, event, handles
from eventcore.journal import Header, Journal, JournalWriter, read_journal
from eventcore.replay import EventLog, Recorder, Source
from tests.eventcore.worlds.simulation import SmallSimulation

HEADER = Header("tally", "0.1.0", 7, "", "")


@event
class Count(Change):
    """Something is added to the tally. Fails with ``"enough"`` above 100."""

    by: int
    added: int = 0


@component
class Tally(Component):
    total: int = 0

    @handles(Count, VALIDATE)
    def stop_at_a_hundred(self, count: Count, world: World) -> None:
        if self.total + count.by > 100:
            count.fail("enough")

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        if count.by == 13:
            raise ZeroDivisionError("thirteen")
        count.added = count.by + world.stream("luck").below(10)
        self.total += count.added


@attrs.frozen
class Add:
    """The only intent there is; done, it takes a turn."""

    by: int


class TallySimulation(SmallSimulation):
    """A world with one tally in it."""

    components = (Tally,)
    intents = (Add,)

    def __init__(self, seed: int = 7) -> None:
        super().__init__(World(seed=seed, components=self.components))
        self.world.attach(self.world.root, Tally())

    @property
    def tally(self) -> Tally:
        return self.world.root[Tally]

    def perform(self, intent: Add) -> Count:
        count = self.world.publish(Count(self.world.root, intent.by))
        if not count.failed:
            self.world.advance()
        return count


SOURCE = Source(TallySimulation, TallySimulation.restore)


def record(path: Path, amounts: Iterable[int], *, events: bool = False) -> Journal:
    """Record a tally that these are added to, and read its journal."""
    simulation = TallySimulation()
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
    recorder = Recorder(simulation, writer, EventLog(simulation.world) if events else None)
    for by in amounts:
        recorder.perform(Add(by))
    recorder.close()
    return read_journal(path, events=events)
