"""The first version: a purse holds coins of one kind, and a charm wears off."""

from __future__ import annotations

from typing import ClassVar

from eventcore import APPLY, MODIFY, VALIDATE, Component, World, component, handles
from tests.frozen.mint import Mint, Rub, Spend, Strike


@component
class Purse(Component):
    """What the minter has."""

    coins: int = 0

    @handles(Strike, APPLY)
    def put_in(self, strike: Strike, world: World) -> None:
        self.coins += strike.coins + world.stream("mint").below(3)

    @handles(Spend, VALIDATE)
    def refuse_the_poor(self, spend: Spend, world: World) -> None:
        if spend.coins > self.coins:
            spend.fail("poor")

    @handles(Spend, APPLY)
    def take_out(self, spend: Spend, world: World) -> None:
        self.coins -= spend.coins

    @handles(Rub, APPLY)
    def find_a_charm(self, rub: Rub, world: World) -> None:
        world.attach(rub.enactor, Charm())


@component
class Charm(Component):
    """One coin more, three times."""

    uses: int = 3

    @handles(Strike, MODIFY)
    def bring_luck(self, strike: Strike, world: World) -> None:
        strike.coins += self.uses > 0

    @handles(Strike, APPLY + 10)
    def wear_off(self, strike: Strike, world: World) -> None:
        self.uses -= self.uses > 0


class First(Mint):
    version = "1"
    components: ClassVar[tuple[type[Component], ...]] = (Purse, Charm)
