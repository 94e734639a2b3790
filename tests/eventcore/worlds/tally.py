"""The smallest simulation worth recording: a tally to which random amounts are added."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, ClassVar

import attrs

from eventcore import APPLY, VALIDATE, Action, Component, Entity, World, component, event, handles
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.replay import EventLog, Recorder, Source
from tests.eventcore.worlds.simulation import SmallSimulation

HEADER = Header("tally", "0.1.0", 7, "", "")


@event
class Count(Action):
    """Adds a number to the tally. The event fails with ``"enough"`` above 100."""

    by: int
    added: int = 0


@event
class Leave(Action):
    """The keeper of the tally leaves the world."""


@component
class Keeper(Component):
    """A component of the root entity that refers to the keeper of the tally."""

    who: Entity


@component
class Tally(Component):
    """A tally without faults. Subclasses with faults override ``add``."""

    total: int = 0
    marks: list[int] = attrs.field(factory=list)

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
        self.marks.append(count.by)

    @handles(Leave, APPLY)
    def leave(self, leave: Leave, world: World) -> None:
        world.despawn(leave.enactor)


@attrs.frozen
class Add:
    """The intent to add a number. It takes a turn if it succeeds."""

    by: int


@attrs.frozen
class Left:
    """The intent to leave."""


class TallySimulation(SmallSimulation):
    components: ClassVar[tuple[type[Component], ...]] = (Keeper, Tally)
    intents = (Add, Left)

    def __init__(self, seed: int = 7, mute: Collection[str] = ()) -> None:
        super().__init__(World(seed=seed, components=self.components, mute=mute))
        self.world.attach(self.world.root, Keeper(self.world.spawn(self.components[1]())))

    @property
    def keeper(self) -> Entity:
        return self.world.root[Keeper].who

    @property
    def tally(self) -> Tally:
        return self.keeper[Tally]

    def perform(self, intent: Any) -> Any:
        action = Count(self.keeper, intent.by) if isinstance(intent, Add) else Leave(self.keeper)
        self.world.publish(action)
        if not action.failed:
            self.world.advance()
        return action


def source(kind: type[TallySimulation]) -> Source:
    return Source(kind, kind.restore)


def source_of(tally: type[Component]) -> Source:
    return source(type("Faulty", (TallySimulation,), {"components": (Keeper, tally)}))


SOURCE = source(TallySimulation)


def record(path: Path, amounts: Iterable[int], *, events: bool = False) -> Journal:
    """Record a tally that adds these numbers, and read its journal."""
    simulation = TallySimulation()
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
    recorder = Recorder(simulation, writer, EventLog(simulation.world) if events else None)
    for by in amounts:
        recorder.perform(Add(by))
    recorder.close()
    return Journal.read(path, events=events)
