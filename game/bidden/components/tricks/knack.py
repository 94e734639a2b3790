"""Knacks: special powers that a creature uses now and then."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.tricks import UseKnack
from bidden.events.turns import TakeTurn
from bidden.rules.magic.powers import Power, take_aim, work
from eventcore import APPLY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Knack(Component):
    """Lets its creature use a power instead of an attack, by the behaviour of the same name.

    Attributes:
        power: Its effects and targets.
        rests: The number of turns to rest afterwards.
        seen: Its description for observers, as in "The howler howls".
        out_for: The number of turns it still has to rest.
    """

    power: Power
    rests: Annotated[int, Meta(ge=0)] = 4
    seen: str = ""
    out_for: Annotated[int, Meta(ge=0)] = 0

    @handles(TakeTurn, APPLY)
    def rest_from_it(self, turn: TakeTurn, world: World) -> None:
        """Rest for one turn."""
        self.out_for = max(0, self.out_for - 1)

    @handles(UseKnack, VALIDATE + 20)
    def aim_it(self, use: UseKnack, world: World) -> None:
        """Find the targets. Fail while it rests, or if it would do nothing."""
        if self.out_for:
            use.fail("no knack")
        else:
            take_aim(self.power, use, world)

    @handles(UseKnack, RESOLVE)
    def do_it(self, use: UseKnack, world: World) -> None:
        """Apply the effects of the power to all targets."""
        work(self.power, use.enactor, use.targets, world)

    @handles(UseKnack, APPLY)
    def wait_to_do_it_again(self, use: UseKnack, world: World) -> None:
        """Start the rest."""
        self.out_for = self.rests
