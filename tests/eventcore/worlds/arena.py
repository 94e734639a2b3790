"""A simulation to find fault with: one fighter, whose only component is given."""

from __future__ import annotations

from typing import ClassVar

import attrs

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
)
from eventcore.replay import Source
from tests.eventcore.worlds.simulation import SmallSimulation


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


class Arena(SmallSimulation):
    """A world with one fighter in it."""

    components: ClassVar[tuple[type[Component], ...]] = (Hero, Fighter)
    intents = (Poked, Left)

    def __init__(self) -> None:
        super().__init__(World(seed=7, components=self.components))
        self.world.attach(self.world.root, Hero(self.world.spawn(self.components[1]())))

    @property
    def hero(self) -> Entity:
        return self.world.root[Hero].who

    def perform(self, intent: Poked | Left) -> Action:
        action = Poke(self.hero, intent.by) if isinstance(intent, Poked) else Leave(self.hero)
        self.world.publish(action)
        if not action.failed:
            self.world.advance()
        return action


def source_of(fighter: type[Component] = Fighter) -> Source:
    """Where arenas with such a fighter come from."""

    class ArenaOf(Arena):
        components = (Hero, fighter)

    return Source(ArenaOf, ArenaOf.restore)
