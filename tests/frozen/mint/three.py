"""The third version: a purse keeps what was spent, who spends much pays a toll, charms are gone."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from eventcore import APPLY, MODIFY, VALIDATE, Component, Entity, World, component, handles
from tests.frozen.mint import Mint, Spend, Strike


@component(version=3)
class Purse(Component):
    """What the minter has and has spent, and whose it is."""

    copper: int = 0
    silver: int = 0
    whose: Entity | None = None
    spent: list[int] = attrs.field(factory=list)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        if version == 1:
            fields = {"copper": fields["coins"] % 10, "silver": fields["coins"] // 10}
        return {**fields, "whose": 1, "spent": []}

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
        self.spent.append(spend.coins)


@component
class Toll(Component):
    """A rule: whoever spends much pays one coin more."""

    @handles(Spend, MODIFY, via="world")
    def raise_the_price(self, spend: Spend, world: World) -> None:
        if spend.coins >= 50:
            spend.coins += 1


class Third(Mint):
    version = "3"
    rules = (Toll,)
    components: ClassVar[tuple[type[Component], ...]] = (Purse, Toll)
