"""The rule of silence: who is silenced casts nothing, and reads nothing aloud."""

from __future__ import annotations

from bidden.events.effects import what_is
from bidden.events.magic import Cast
from bidden.events.things import Read
from eventcore import VALIDATE, Action, Component, World, component, handles
from eventcore.time import TURN, Timers


@component
class Silence(Component):
    """Asks for the stat ``silenced``; nobody is asked of whom nothing lasts."""

    @handles(Cast, VALIDATE + 4, via="world")
    def keep_from_casting(self, cast: Cast, world: World) -> None:
        """Refuse the spell; the turn passes all the same."""
        self._hush(cast, world)

    @handles(Read, VALIDATE + 4, via="world")
    def keep_from_reading(self, reading: Read, world: World) -> None:
        """Refuse to read; the turn passes all the same."""
        self._hush(reading, world)

    def _hush(self, action: Action, world: World) -> None:
        who = action.enactor
        if world.root[Timers].of(who) and what_is(world, who, "silenced") > 0:
            action.fail("silenced", cost=TURN)
