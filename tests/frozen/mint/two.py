"""The second version: a purse has silver, and of many coins struck at once some are scrapped."""

from __future__ import annotations

from typing import Any, ClassVar

from eventcore import APPLY, MODIFY, VALIDATE, Component, World, component, handles
from tests.frozen.mint import Mint, Rub, Spend, Strike


@component(version=2)
class Purse(Component):
    """What the minter has: ten coppers are a silver."""

    copper: int = 0
    silver: int = 0

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        return {"copper": fields["coins"] % 10, "silver": fields["coins"] // 10}

    @property
    def coins(self) -> int:
        return 10 * self.silver + self.copper

    def put(self, coins: int) -> None:
        self.silver, self.copper = divmod(coins, 10)

    @handles(Strike, MODIFY)
    def scrap_some(self, strike: Strike, world: World) -> None:
        if strike.coins >= 20:
            strike.coins -= 2

    @handles(Strike, APPLY)
    def put_in(self, strike: Strike, world: World) -> None:
        self.put(self.coins + strike.coins + world.stream("mint").below(3))

    @handles(Spend, VALIDATE)
    def refuse_the_poor(self, spend: Spend, world: World) -> None:
        if spend.coins > self.coins:
            spend.fail("poor")

    @handles(Spend, APPLY)
    def take_out(self, spend: Spend, world: World) -> None:
        self.put(self.coins - spend.coins)

    @handles(Rub, APPLY)
    def find_a_charm(self, rub: Rub, world: World) -> None:
        world.attach(rub.enactor, Charm())


@component
class Charm(Component):
    """One coin more, for as long as it is there."""

    uses: int = 3

    @handles(Strike, MODIFY)
    def bring_luck(self, strike: Strike, world: World) -> None:
        strike.coins += 1


class Second(Mint):
    version = "2"
    components: ClassVar[tuple[type[Component], ...]] = (Purse, Charm)
