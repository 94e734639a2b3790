"""The example's caravan, with all that its source may offer, and faults to plant in it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from eventcore import World
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Keyframes, Recorder, Source, Variation
from eventcore.time import run
from examples import caravan

PLACE = f"{__name__}:source_for"


class Caravan(caravan.Caravan):
    """One that can be made another way, and sums itself up."""

    def __init__(self, seed: int, variation: Variation | None = None) -> None:
        how = variation or Variation()
        super().__init__(seed, how.mute, how.debug)
        for change in how.changes:
            name, _, value = change.partition("=")
            if name != "silver":
                raise ValueError(f"there is no {name!r} to change, only silver")
            self.wagon[caravan.Wagon].silver = int(value)

    @property
    def over(self) -> bool:
        return bool(self.world.turn >= 9)

    def summary(self) -> dict[str, str]:
        return {"silver": str(self.wagon[caravan.Wagon].silver)}

    def told_since(self, sequence: int) -> Sequence[str]:
        return self.wagon[caravan.Wagon].log if self.world.sequence > sequence else []


class Convoy(Caravan):
    """One whose class is what makes its simulations, and that says by itself how."""

    @classmethod
    def source(cls, journal: Journal) -> Source:
        return source_for(journal)


class Guarded(Caravan):
    """One that is not made of a seed alone."""

    def __init__(self, seed: int, guards: list[str]) -> None:
        super().__init__(seed)


def name(entity: Any, world: World) -> str:
    return "wagon" if caravan.Wagon in entity else "cargo"


def source_for(journal: Journal) -> Source:
    seed = journal.header.seed
    return Source(
        lambda: Caravan(seed),
        Caravan.restore,
        begin_varied=lambda variation: Caravan(seed, variation),
        bot=lambda one: caravan.Go(20),
        name=name,
    )


def bare(journal: Journal) -> Source:
    """No more than what is needed."""
    return Source(lambda: caravan.Caravan(journal.header.seed), caravan.Caravan.restore)


def foggy(journal: Journal) -> Source:
    """Goes by the hash of a text, which is another in each process."""

    class Foggy(Caravan):
        def perform(self, intent: caravan.Go) -> Any:
            return super().perform(caravan.Go(intent.miles + hash("fog") % 1000))

    return Source(lambda: Foggy(journal.header.seed), Foggy.restore, bot=lambda one: caravan.Go(20))


def waiting(journal: Journal) -> Source:
    """Has something before it, and a load for which no time passes."""

    class Waiting(Caravan):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            load, agenda = self.wagon.owned[0], self.world.agenda
            run(self.world, until=20)
            for who, delay in ((load, 30), (self.wagon, 40)):
                self.world.schedule(caravan.Travel(who, 1), delay)
            agenda.freeze(load)

    return Source(lambda: Waiting(journal.header.seed), Waiting.restore)


def broken(journal: Journal) -> Source:
    raise LookupError("no caravans today")


def leaving(journal: Journal) -> Source:
    sys.exit("bye")


def no_source(journal: Journal) -> Any:
    return 7


def rob_the_first_cargo(rule: Any, travel: Any, world: World) -> None:
    """Lie in wait as bandits do, but for the first cargo in place of the wagon."""
    road = world.stream("road")
    if road.chance(1, 4):
        world.publish(caravan.Lose(world.root, world[3], road.roll(1, 20)))


def record(
    path: Path, *miles: int, seed: int = 4, events: bool = True, states: bool = False
) -> Path:
    """Record days of so many miles; by default a week of 20 and more."""
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
