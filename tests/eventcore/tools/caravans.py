"""Variants of the ``caravan`` example with optional features, and with faults."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from eventcore import World
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Keyframes, Recorder, Source
from eventcore.time import run
from examples import caravan

PLACE = f"{__name__}:source_for"


class Caravan(caravan.Caravan):
    """A caravan with the optional attributes ``over``, ``summary`` and ``picture``."""

    @property
    def over(self) -> bool:
        return bool(self.world.turn >= 9)

    def summary(self) -> dict[str, str]:
        return {"silver": str(self.wagon[caravan.Wagon].silver)}

    def picture(self) -> Sequence[str]:
        miles = self.wagon[caravan.Wagon].miles // 10
        return ["駱駝".ljust(miles, ".") + "@" + "." * (20 - miles)]


class Convoy(Caravan):
    """A simulation class with its own ``source`` method."""

    @classmethod
    def source(cls, journal: Journal) -> Source:
        return source_for(journal)


class Guarded:
    """A simulation that needs more arguments than a seed."""

    def __init__(self, seed: int, guards: list[str]) -> None:
        self.one = Caravan(seed)

    def perform(self, intent: Any) -> Any:
        return self.one.perform(intent)

    def encode(self, intent: Any) -> Any:
        return self.one.encode(intent)

    def decode(self, name: str, version: int, data: bytes) -> Any:
        return self.one.decode(name, version, data)

    def save(self) -> bytes:
        return self.one.save()

    @classmethod
    def restore(cls, saved: bytes) -> Any:
        return Caravan.restore(saved)


name = Caravan.name


def source_for(journal: Journal) -> Source:
    """Return a source that cannot watch a world during setup."""
    return attrs.evolve(Caravan.source(journal), begin_watched=None)


def bare(journal: Journal) -> Source:
    """Return a source without optional features."""
    return Source(lambda: caravan.Caravan(journal.header.seed), caravan.Caravan.restore)


class Foggy(Caravan):
    """A caravan whose run depends on the hash of a string, which differs between processes."""

    def act(self, intent: Any) -> Any:
        return super().act(caravan.Go(intent.miles + hash("fog") % 1000))


foggy = Foggy.source


GONE: list[int] = []
"""The miles of all caravans in this process, which are stored outside the world."""


class Remembering(Caravan):
    """A caravan that travels a mile less a day once this process has simulated ten days."""

    def act(self, intent: Any) -> Any:
        GONE.append(intent.miles)
        return super().act(caravan.Go(intent.miles - (len(GONE) > 10)))


remembering = Remembering.source


class Waiting(Caravan):
    """A caravan that starts with scheduled events and a frozen load."""

    def setup(self, silver: int = 50) -> None:
        super().setup(silver)
        load, agenda = self.wagon.owned[0], self.world.agenda
        run(self.world, until=20)
        for who, delay in ((load, 30), (self.wagon, 40)):
            self.world.schedule(caravan.Travel(who, 1), delay)
        agenda.freeze(load)


waiting = Waiting.source


def broken(journal: Journal) -> Source:
    raise LookupError("no caravans today")


def leaving(journal: Journal) -> Source:
    sys.exit("bye")


def no_source(journal: Journal) -> Any:
    return 7


def rob_the_first_cargo(rule: Any, travel: Any, world: World) -> None:
    """Rob the first cargo instead of the wagon."""
    road = world.stream("road")
    if road.chance(1, 4):
        world.publish(caravan.Lose(world.root, world[3], road.roll(1, 20)))


def record(
    path: Path, *miles: int, seed: int = 4, events: bool = True, states: bool = False
) -> Path:
    """Record a day for each number in ``miles``, by default a week of 20 to 26 miles a day."""
    one = Caravan(seed)
    header = attrs.evolve(one.header, events=events)
    log = EventLog(one.world) if events else None
    keyframes = Keyframes.beside(path) if states else None
    recorder = Recorder(one, JournalWriter.create(path, header), log, keyframes=keyframes)
    for far in miles or range(20, 27):
        try:
            recorder.perform(caravan.Go(far))
        except ZeroDivisionError:
            break
    recorder.close()
    return path
