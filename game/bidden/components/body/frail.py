"""Frailty: wounds and other states weaken blows, slow steps and shorten aim."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.combat import Attack, Shoot, Throw
from bidden.events.effects import what_is
from bidden.events.magic import Cast
from bidden.events.movement import Move, Swap
from bidden.events.things import Release
from eventcore import APPLY, MODIFY, VALIDATE, Component, World, component, handles

_WHOLE: Final = 100
_FAR: Final = 100
"""The range of a healthy creature in tiles, longer than any level is wide."""


@component
class Frail(Component):
    """Applies the stats blows, stride and aim to its creature."""

    # After its own additions to the blow, before the target's defence.
    @handles(Attack, MODIFY + 4)
    def strike_weakly(self, attack: Attack, world: World) -> None:
        """Reduce the strength of the blow by a percentage, rounded up."""
        percent = what_is(world, attack.enactor, "blows")
        attack.strength = -(-attack.strength * max(0, _WHOLE + percent) // _WHOLE)

    # After the ground slows the step, at APPLY + 20.
    @handles(Move, APPLY + 25)
    @handles(Swap, APPLY + 25)
    def limp(self, step: Move | Swap, world: World) -> None:
        """Make the step slower by a percentage."""
        percent = what_is(world, step.enactor, "stride")
        step.cost = step.cost * max(0, _WHOLE + percent) // _WHOLE

    # After the target tile is checked, at VALIDATE + 20.
    @handles(Throw, VALIDATE + 25)
    @handles(Shoot, VALIDATE + 25)
    @handles(Cast, VALIDATE + 25)
    @handles(Release, VALIDATE + 25)
    def aim_no_further(self, use: Throw | Shoot | Cast | Release, world: World) -> None:
        if use.x < 0 or use.y < 0:
            return
        here, far = use.enactor[Position], max(1, what_is(world, use.enactor, "aim", _FAR))
        if (use.x - here.x) ** 2 + (use.y - here.y) ** 2 > far * far:
            use.fail("aim")
