"""A boxing simulation for tests of golden journals. It reads its rules from rules.json."""

import json
from pathlib import Path
from typing import Any

import attrs

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    JournalError,
    World,
    component,
    event,
    handles,
)
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.replay import EventLog, Recorder, Source
from tests.eventcore.worlds.simulation import SmallSimulation


@event
class Blow(Action):
    force: int


@event
class Hurt(Change):
    loss: int
    left: int = 0


@event
class Fall(Change):
    """A boxer without health falls."""


@component
class Fist(Component):
    hp: int = 20
    armour: int = 1
    falls_at: int = 0
    strength: int = 0
    weak: bool = False
    late: bool = False

    @handles(Blow, VALIDATE)
    def falter(self, blow: Blow, world: World) -> None:
        if self.weak:
            blow.fail("weak")

    @handles(Blow, MODIFY - 10)
    def swing(self, blow: Blow, world: World) -> None:
        blow.force += self.strength

    @handles(Blow, MODIFY)
    def turn_aside(self, blow: Blow, world: World) -> None:
        if blow.force == 13:
            raise ZeroDivisionError("thirteen")
        blow.force -= self.armour

    @handles(Blow, RESOLVE)
    def land(self, blow: Blow, world: World) -> None:
        world.publish(Hurt(blow.enactor, blow.force))

    @handles(Hurt, APPLY)
    def suffer(self, hurt: Hurt, world: World) -> None:
        self.hp -= hurt.loss
        hurt.left = self.hp
        if self.hp <= self.falls_at:
            world.publish(Fall(hurt.enactor))

    @handles(Blow, REACT)
    def feel_it_later(self, blow: Blow, world: World) -> None:
        if self.late:
            world.defer(Hurt(blow.enactor, 1))

    @handles(Fall, APPLY)
    def lie_down(self, fall: Fall, world: World) -> None:
        self.hp = 20


@attrs.frozen
class Hit:
    """The only intent of the simulation, which takes a turn."""

    force: int


def rules() -> dict[str, Any]:
    path = Path("rules.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


_ELSEWHERE = ("rest", "unknown")
"""Rules that are not fields of a Fist."""


class Boxing(SmallSimulation):
    """A world with one fist, which hits its own owner."""

    components = (Fist,)
    intents = (Hit,)

    def __init__(self) -> None:
        super().__init__(World(seed=7, components=self.components))
        fist = {name: value for name, value in rules().items() if name not in _ELSEWHERE}
        self.world.attach(self.world.root, Fist(**fist))

    @property
    def header(self) -> Header:
        path = Path("code.txt")
        code = path.read_text("utf-8") if path.exists() else ""
        return Header("boxing", "0.1.0", 7, json.dumps(rules()), "", version="1", code=code)

    def perform(self, intent: Hit) -> Blow:
        if self.world.turn == rules().get("rest"):
            self.world.advance()
        self.world.advance()
        return self.world.publish(Blow(self.world.root, intent.force))

    def decode(self, name: str, version: int, data: bytes) -> Any:
        hit = super().decode(name, version, data)
        if hit.force == rules().get("unknown"):
            raise JournalError(f"unknown intent: {hit}")
        return hit


class Drifting(Boxing):
    """A simulation that is not deterministic, because each new instance has more armour."""

    made: list[int] = []  # noqa: RUF012  # all instances share the list on purpose

    def __init__(self) -> None:
        super().__init__()
        self.made.append(1)
        self.world.root[Fist].armour = 5 + len(self.made)


def called(entity: Entity, world: World) -> str:
    return "boxer"


def source_for(journal: Journal) -> Source:
    if journal.header.game != "boxing":
        raise JournalError(f"this is a journal of the game {journal.header.game!r}, not of boxing")
    return Source(Boxing, Boxing.restore, name=called)


def of_any(journal: Journal) -> Source:
    """Return a boxing source for any journal."""
    return Source(Boxing, Boxing.restore, name=called)


def drifting(journal: Journal) -> Source:
    return Source(Drifting, Drifting.restore, name=called)


def record(
    path: Path, *forces: int, events: bool = True, game: str = "boxing", chains: str = ""
) -> Path:
    """Record blows. With events, each blow has three lines: a record, a Hurt and a Blow."""
    simulation = Boxing()
    log = EventLog(simulation.world, called) if events else None
    names = {} if log is None else log.name_all()
    header = attrs.evolve(simulation.header, game=game, chains=chains, events=events, names=names)
    recorder = Recorder(simulation, JournalWriter.create(path, header), log)
    for force in forces:
        recorder.perform(Hit(force))
    recorder.close()
    return path
