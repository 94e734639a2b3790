"""Conditions: limits for confused, blind, paralysed, silenced and hoarse creatures."""

from __future__ import annotations

from typing import Final

from bidden.events.body import Improve
from bidden.events.effects import Stumble, what_is
from bidden.events.knowledge import Name
from bidden.events.magic import Cast, Speak
from bidden.events.movement import Move
from bidden.events.things import Read
from bidden.grid.neighbours import AROUND
from bidden.perception.senses.sight import is_blind
from eventcore import AIM, APPLY, VALIDATE, Action, Component, Entity, World, component, handles
from eventcore.time import TURN, Timers

_SURE: Final = 100


@component
class Conditions(Component):
    """Asks for the stats ``confused``, ``paralysed``, ``free_action``, ``caught`` and ``sight``.

    Only effects change these stats, so no query is asked for a creature without effects.
    """

    @handles(Move, AIM - 10, via="world")
    def lead_astray(self, move: Move, world: World) -> None:
        """Replace the step of a confused creature with a random one."""
        who = move.enactor
        if who not in world.root[Timers].wheel.by_owner or isinstance(move.cause, Stumble):
            return
        if what_is(world, who, "confused") > 0:
            move.replace(Stumble(who))

    @handles(Stumble, APPLY, via="world")
    def stumble(self, stumble: Stumble, world: World) -> None:
        """Take a step in a random direction."""
        dx, dy = world.stream("confusion").pick(AROUND)
        world.publish(Move(stumble.enactor, dx, dy))

    @handles(Move, VALIDATE + 5, via="world")
    def hold_who_is_caught(self, move: Move, world: World) -> None:
        """Fail the step of a creature caught in a web. It takes its turn anyway."""
        who = move.enactor
        if who in world.root[Timers].wheel.by_owner and what_is(world, who, "caught") > 0:
            move.fail("web", cost=TURN)

    @handles(Read, VALIDATE + 5, via="world")
    def keep_the_blind_from_reading(self, reading: Read, world: World) -> None:
        """Fail if a creature cannot see. Naturally blind creatures feel the letters."""
        who = reading.enactor
        if world.root[Timers].of(who) and is_blind(who, world):
            reading.fail("blind")

    # Before all other refusals, at VALIDATE + 10 and later: most of them cost nothing, and a
    # paralysed creature must not get free attempts.
    @handles(Action, VALIDATE, via="world")
    def hold_the_paralysed(self, action: Action, world: World) -> None:
        """Fail everything but learning. It takes the turn anyway."""
        who = action.enactor
        if who not in world.root[Timers].wheel.by_owner or isinstance(action, Improve | Name):
            return
        if what_is(world, who, "paralysed") > 0 and what_is(world, who, "free_action") <= 0:
            action.fail("paralysed", cost=TURN)


@component
class Silence(Component):
    """Asks for the stat ``silenced``, but only for creatures with effects."""

    @handles(Cast, VALIDATE + 4, via="world")
    @handles(Read, VALIDATE + 4, via="world")
    def keep_the_silenced_from_speaking(self, action: Cast | Read, world: World) -> None:
        """Fail the spell or the reading. It takes the turn anyway."""
        who = action.enactor
        if world.root[Timers].of(who) and what_is(world, who, "silenced") > 0:
            action.fail("silenced", cost=TURN)


def odds_of_speech(who: Entity, world: World) -> int:
    """Return the chance, in percent, that a creature speaks magic words correctly."""
    return max(0, min(_SURE, what_is(world, who, "voice", _SURE)))


def misspeaks(who: Entity, world: World) -> bool:
    """Let a creature speak magic words, and return whether they come out wrong.

    If it always speaks correctly, no event is published and nothing is drawn.
    """
    odds = odds_of_speech(who, world)
    return odds < _SURE and not world.publish(Speak(who, odds)).right


@component
class Voice(Component):
    """Draws whether words come out right."""

    @handles(Speak, APPLY, via="world")
    def come_out(self, speak: Speak, world: World) -> None:
        speak.right = world.stream("voice").chance(speak.odds, _SURE)
