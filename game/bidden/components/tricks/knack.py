"""Knacks and breath: powers that a creature uses now and then."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Breathe, Inhale
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


@component
class Breath(Component):
    """Lets its entity breathe fire or another power.

    Attributes:
        power: Its effects and targets.
        draws: The number of turns to inhale before it can breathe.
        rests: The number of turns to rest afterwards.
        drawn: The number of turns it has inhaled.
        out_for: The number of turns it still has to rest.
    """

    power: Power
    draws: Annotated[int, Meta(ge=1)] = 1
    rests: Annotated[int, Meta(ge=0)] = 4
    drawn: Annotated[int, Meta(ge=0)] = 0
    out_for: Annotated[int, Meta(ge=0)] = 0

    @property
    def is_drawn(self) -> bool:
        return self.drawn >= self.draws

    @handles(TakeTurn, APPLY)
    def recover_breath(self, turn: TakeTurn, world: World) -> None:
        self.out_for = max(0, self.out_for - 1)

    @handles(Inhale, VALIDATE + 10)
    def refuse_without_breath(self, inhale: Inhale, world: World) -> None:
        """Fail if it is out of breath, or if the breath is already drawn."""
        if self.out_for or self.is_drawn:
            inhale.fail("no breath")

    @handles(Inhale, APPLY)
    def draw_breath(self, inhale: Inhale, world: World) -> None:
        self.drawn = inhale.drawn = self.drawn + 1

    @handles(Breathe, VALIDATE + 20)
    def aim(self, breathe: Breathe, world: World) -> None:
        """Find the targets. Fail if the breath is not drawn."""
        if not self.is_drawn:
            breathe.fail("no breath")
        else:
            take_aim(self.power, breathe, world)

    @handles(Breathe, RESOLVE)
    def release_the_breath(self, breathe: Breathe, world: World) -> None:
        """Apply the effects of the breath to all targets."""
        work(self.power, breathe.enactor, breathe.targets, world)

    @handles(Breathe, APPLY)
    def wait_for_breath(self, breathe: Breathe, world: World) -> None:
        self.drawn, self.out_for = 0, self.rests
