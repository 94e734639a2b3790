"""A mint of three versions: the same intents and events, and rules that changed twice.

The modules are as those versions were, and are never brought up to date: what they recorded lies in
``tests/frozen/journals``.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import attrs

from eventcore import Action, Component, Entity, World, __version__, event
from eventcore.journal import Header
from eventcore.journal.rules import handlers_fingerprint
from eventcore.replay import Source
from tests.eventcore.worlds.simulation import SmallSimulation


@event
class Strike(Action):
    """Make so many coins, and some more by luck."""

    coins: int


@event
class Spend(Action):
    """Give coins away. Fails with ``"poor"``."""

    coins: int


@event
class Rub(Action):
    """Find a charm."""


@attrs.frozen
class Struck:
    coins: int


@attrs.frozen
class Spent:
    coins: int


@attrs.frozen
class Rubbed:
    pass


class Mint(SmallSimulation):
    """A world with one minter in it."""

    version: ClassVar[str]
    rules: ClassVar[tuple[type[Component], ...]] = ()
    intents = (Struck, Spent, Rubbed)

    def __init__(self) -> None:
        super().__init__(World(seed=7, components=self.components))
        for rule in self.rules:
            self.world.attach(self.world.root, rule())
        self.world.spawn(self.components[0]())

    @property
    def minter(self) -> Entity:
        return self.world[2]

    @property
    def header(self) -> Header:
        return Header(
            "mint",
            __version__,
            self.world.seed,
            content="",
            chains=handlers_fingerprint(self.components),
            version=self.version,
            code=Header.code_of(type(self)),
        )

    def perform(self, intent: Any) -> Action:
        self.world.advance()
        match intent:
            case Struck(coins):
                return self.world.publish(Strike(self.minter, coins))
            case Spent(coins):
                return self.world.publish(Spend(self.minter, coins))
        return self.world.publish(Rub(self.minter))

    @classmethod
    def restore(cls, data: bytes) -> Self:
        self = super().restore(data)
        for rule in cls.rules:
            if rule not in self.world.root:
                self.world.attach(self.world.root, rule())
        return self


def source(of: type[Mint]) -> Source:
    """Where mints of a version come from."""
    return Source(of, of.restore)
