"""The smallest simulation worth recording: a tally that is added to, with some chance in it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import msgspec

from eventcore import (
    APPLY,
    VALIDATE,
    Change,
    Component,
    Digest,
    JournalError,
    SaveError,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.journal import Header, Journal, JournalWriter, read_journal
from eventcore.replay import EventLog, Recorder, Source

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


class Simulation:
    """A world with one tally in it."""

    def __init__(self, seed: int = 7) -> None:
        self.world = World(seed=seed, components=[Tally])
        self.digest = Digest(self.world)
        self.tally = self.world.attach(self.world.root, Tally())

    def perform(self, intent: Add) -> Count:
        count = self.world.publish(Count(self.world.root, intent.by))
        if not count.failed:
            self.world.advance()
        return count

    def encode(self, intent: Add) -> tuple[str, int, Add]:
        return "Add", 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Any:
        if (name, version) != ("Add", 1):
            raise JournalError(f"there is no {name} of version {version}")
        try:
            return msgspec.json.decode(data, type=Add)
        except msgspec.DecodeError as error:
            raise JournalError(f"{name}: {error}") from None


class SavedTally(Simulation):
    """The same, and it can be saved whole."""

    def save(self) -> bytes:
        state = {"digest": self.digest.state(), "world": msgspec.Raw(save_world(self.world))}
        return msgspec.json.encode(state)

    @classmethod
    def restore(cls, data: bytes) -> "SavedTally":
        try:
            saved = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        except msgspec.DecodeError as error:
            raise SaveError(str(error)) from None
        self = cls.__new__(cls)
        self.world = load_world(bytes(saved["world"]), components=[Tally])
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(saved["digest"], type=list[str]))
        self.tally = self.world.root[Tally]
        return self


SOURCE = Source(SavedTally, SavedTally.restore)


def record(path: Path, amounts: Iterable[int], *, events: bool = False) -> Journal:
    """Record a tally that these are added to, and read its journal."""
    simulation = Simulation()
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
    recorder = Recorder(simulation, writer, EventLog(simulation.world) if events else None)
    for by in amounts:
        recorder.perform(Add(by))
    recorder.close()
    return read_journal(path, events=events)
