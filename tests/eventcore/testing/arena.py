"""A simulation to find fault with: one fighter, whose only component is given."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Change,
    Component,
    Digest,
    Entity,
    JournalError,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.replay import Source


@event
class Poke(Action):
    """The fighter adds to its total. Fails with ``"enough"`` above 100."""

    by: int
    added: int = 0


@event
class Leave(Action):
    """The fighter leaves the world."""


@event
class Ache(Change):
    """What follows from a Poke, in some fighters."""


@attrs.frozen
class Poked:
    by: int


@attrs.frozen
class Left:
    pass


@component
class Hero(Component):
    who: Entity


@component
class Fighter(Component):
    """A healthy one; those with a fault override how they add."""

    total: int = 0
    marks: list[int] = attrs.field(factory=list)

    @handles(Poke, VALIDATE)
    def have_enough(self, poke: Poke, world: World) -> None:
        if self.total + poke.by > 100:
            poke.fail("enough")

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        poke.added = poke.by + world.stream("luck").below(3)
        self.total += poke.added
        self.marks.append(poke.by)

    @handles(Leave, APPLY)
    def leave(self, leave: Leave, world: World) -> None:
        world.despawn(leave.enactor)


class Arena:
    """A world with one fighter in it."""

    def __init__(self, world: World, fighter: type[Component]) -> None:
        self.world, self.fighter = world, fighter
        self.digest = Digest(world)

    @property
    def hero(self) -> Entity:
        return self.world.root[Hero].who

    def perform(self, intent: Poked | Left) -> Action:
        action = Poke(self.hero, intent.by) if isinstance(intent, Poked) else Leave(self.hero)
        self.world.publish(action)
        if not action.failed:
            self.world.advance()
        return action

    def encode(self, intent: Poked | Left) -> tuple[str, int, Any]:
        return type(intent).__name__, 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Any:
        try:
            return msgspec.json.decode(data, type={"Poked": Poked, "Left": Left}[name])
        except (msgspec.DecodeError, KeyError) as error:
            raise JournalError(str(error)) from None

    def save(self) -> bytes:
        world = msgspec.Raw(save_world(self.world))
        return msgspec.json.encode({"digest": self.digest.state(), "world": world})


def source_of(fighter: type[Component] = Fighter) -> Source:
    """Where arenas with such a fighter come from."""
    components = (Hero, fighter)

    def begin() -> Arena:
        arena = Arena(World(seed=7, components=components), fighter)
        arena.world.attach(arena.world.root, Hero(arena.world.spawn(fighter())))
        return arena

    def restore(save: bytes) -> Arena:
        saved = msgspec.json.decode(save, type=dict[str, msgspec.Raw])
        arena = Arena(load_world(bytes(saved["world"]), components=components), fighter)
        arena.digest.restore(msgspec.json.decode(saved["digest"], type=list[str]))
        return arena

    return Source(begin, restore)
