"""Silence: a silenced creature cannot cast spells or read aloud."""

from __future__ import annotations

from bidden.events.effects import what_is
from bidden.events.magic import Cast
from bidden.events.things import Read
from eventcore import VALIDATE, Action, Component, World, component, handles
from eventcore.time import TURN, Timers


@component
class Silence(Component):
    """Asks for the stat ``silenced``, but only for creatures with effects."""

    @handles(Cast, VALIDATE + 4, via="world")
    def keep_from_casting(self, cast: Cast, world: World) -> None:
        """Fail the spell. It takes the turn anyway."""
        self._hush(cast, world)

    @handles(Read, VALIDATE + 4, via="world")
    def keep_from_reading(self, reading: Read, world: World) -> None:
        """Fail the reading. It takes the turn anyway."""
        self._hush(reading, world)

    def _hush(self, action: Action, world: World) -> None:
        who = action.enactor
        if world.root[Timers].of(who) and what_is(world, who, "silenced") > 0:
            action.fail("silenced", cost=TURN)
