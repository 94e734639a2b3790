"""Breath: a weapon that has to be drawn first, and is out for a while when it was let go."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Breathe, Inhale
from bidden.events.turns import TakeTurn
from bidden.rules.magic.powers import Power, take_aim, work
from eventcore import APPLY, RESOLVE, VALIDATE, Component, World, component, handles


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
        """Whether it can be let out."""
        return self.drawn >= self.draws

    @handles(TakeTurn, APPLY)
    def recover_breath(self, turn: TakeTurn, world: World) -> None:
        """Come one turn closer to breathing again."""
        self.out_for = max(0, self.out_for - 1)

    @handles(Inhale, VALIDATE + 10)
    def refuse_without_breath(self, inhale: Inhale, world: World) -> None:
        """Refuse to inhale when out of breath, and when the breath is drawn already."""
        if self.out_for or self.is_drawn:
            inhale.fail("no breath")

    @handles(Inhale, APPLY)
    def draw_breath(self, inhale: Inhale, world: World) -> None:
        """Draw breath for one turn."""
        self.drawn = inhale.drawn = self.drawn + 1

    @handles(Breathe, VALIDATE + 20)
    def aim(self, breathe: Breathe, world: World) -> None:
        """Find whom the breath reaches; refuse while it is not drawn."""
        if not self.is_drawn:
            breathe.fail("no breath")
        else:
            take_aim(self.power, breathe, world)

    @handles(Breathe, RESOLVE)
    def release_the_breath(self, breathe: Breathe, world: World) -> None:
        """Bring the effects of the breath upon all it reaches."""
        work(self.power, breathe.enactor, breathe.targets, world)

    @handles(Breathe, APPLY)
    def wait_for_breath(self, breathe: Breathe, world: World) -> None:
        """Have no breath drawn, and none to draw for the turns of rest."""
        self.drawn, self.out_for = 0, self.rests
