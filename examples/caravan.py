"""A caravan: rules, things that are owned, chance, and a journal that proves itself.

docs/building.md takes it apart.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path

import attrs
import msgspec

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Change,
    Component,
    Digest,
    Entity,
    JournalError,
    Query,
    World,
    __version__,
    component,
    event,
    handlers_fingerprint,
    handles,
    load_world,
    role,
    save_world,
)
from eventcore.journal import Header, Journal, JournalWriter, code_fingerprint, read_journal
from eventcore.replay import Keyframes, Recorder, Source, Variation, verify


@event
class Travel(Action):
    """Go on along the road for a day."""

    miles: int = 20


@event
class Lose(Change):
    """Be robbed of silver."""

    target: Entity = role()
    silver: int = 0


@event
class WhatIsCarried(Query):
    """How heavy is all that somebody bears?"""

    weight: int = 0


@component
class Wagon(Component):
    """Rolls, slower under a load, and holds the silver."""

    silver: int = 50
    miles: int = 0
    log: list[str] = attrs.field(factory=list)

    @handles(Travel, VALIDATE)
    def refuse_to_break(self, travel: Travel, world: World) -> None:
        if world.ask(WhatIsCarried(travel.enactor)).weight > 100:
            travel.fail("heavy")

    @handles(Travel, MODIFY)
    def slow_down(self, travel: Travel, world: World) -> None:
        travel.miles -= world.ask(WhatIsCarried(travel.enactor)).weight // 10

    @handles(Travel, APPLY)
    def roll_on(self, travel: Travel, world: World) -> None:
        self.miles += travel.miles

    @handles(Lose, MODIFY, role="target")
    def lose_no_more_than_there_is(self, lose: Lose, world: World) -> None:
        lose.silver = min(lose.silver, self.silver)

    @handles(Lose, APPLY, role="target")
    def pay(self, lose: Lose, world: World) -> None:
        self.silver -= lose.silver
        self.log.append(f"day {world.turn}: {lose.silver} silver lost")


@component
class Cargo(Component):
    """Weighs on whoever bears it."""

    weight: int

    @handles(WhatIsCarried, MODIFY, via="owner")
    def weigh(self, question: WhatIsCarried, world: World) -> None:
        question.weight += self.weight


@component
class Bandits(Component):
    """A rule of the world: they wait for everyone, one day in four."""

    @handles(Travel, REACT, via="world")
    def lie_in_wait(self, travel: Travel, world: World) -> None:
        road = world.stream("road")
        if road.chance(1, 4):
            world.publish(Lose(world.root, travel.enactor, road.roll(1, 20)))


COMPONENTS = (Bandits, Wagon, Cargo)


@attrs.frozen
class Go:
    """An intent: what comes from outside, and is recorded."""

    miles: int


class Caravan:
    """The one place that wires the world and moves it on."""

    def __init__(self, seed: int, mute: Collection[str] = (), debug: bool = False) -> None:
        self.world = World(seed=seed, components=COMPONENTS, mute=mute, debug=debug)
        self.digest = Digest(self.world)
        self.world.attach(self.world.root, Bandits())
        self.wagon = self.world.spawn(Wagon())
        for weight in (30, 40):
            self.world.set_owner(self.world.spawn(Cargo(weight)), self.wagon)

    @property
    def header(self) -> Header:
        chains, code = handlers_fingerprint(COMPONENTS), code_fingerprint(Caravan)
        return Header("caravan", __version__, self.world.seed, "", chains, code=code)

    def perform(self, intent: Go) -> Action:
        self.world.advance()
        return self.world.publish(Travel(self.wagon, intent.miles))

    def encode(self, intent: Go) -> tuple[str, int, Go]:
        return "Go", 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Go:
        try:
            return msgspec.json.decode(data, type=Go)
        except msgspec.DecodeError as error:
            raise JournalError(f"{name}: {error}") from None

    def save(self) -> bytes:
        saved = {"world": msgspec.Raw(save_world(self.world)), "digest": self.digest.state()}
        return msgspec.json.encode(saved)

    @classmethod
    def restore(cls, saved: bytes) -> Caravan:
        parts = msgspec.json.decode(saved, type=dict[str, msgspec.Raw])
        self = cls.__new__(cls)
        self.world = load_world(bytes(parts["world"]), components=COMPONENTS)
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(parts["digest"]))
        (self.wagon,) = self.world.having(Wagon)
        return self


def source_for(journal: Journal) -> Source:
    """What the tools and the golden journals make the simulations of a journal with."""

    def varied(variation: Variation) -> Caravan:
        if variation.changes:
            raise ValueError("a caravan has no data to change")
        return Caravan(journal.header.seed, variation.mute, variation.debug)

    return Source(
        lambda: Caravan(journal.header.seed),
        Caravan.restore,
        begin_varied=varied,
        bot=lambda caravan: Go(20) if caravan.world.turn < 30 else None,
        name=lambda entity, world: "wagon" if Wagon in entity else "cargo",
    )


def record(path: Path, seed: int) -> Caravan:
    """Travel for a week, writing each intent down before it is performed."""
    caravan = Caravan(seed)
    writer = JournalWriter.create(path, caravan.header)
    recorder = Recorder(caravan, writer, keyframes=Keyframes.beside(path))
    for day in range(7):
        recorder.perform(Go(20 + day))
    recorder.close()
    return caravan


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "caravan.jsonl"
        first = record(path, seed=4)
        print(first.wagon[Wagon])
        journal = read_journal(path)
        print(verify(Caravan(journal.header.seed), journal) or "the journal replays the same")

    bound = Travel(first.wagon, 20)
    print("tomorrow:", first.world.preview(bound).event.miles, "miles")
    first.world.set_owner(first.world.spawn(Cargo(50)), first.wagon)
    print("with an anvil:", first.world.publish(Travel(first.wagon)).reason)
