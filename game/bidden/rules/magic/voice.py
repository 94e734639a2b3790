"""The voice: whether words that are read aloud or cast come out right."""

from __future__ import annotations

from typing import Final

from bidden.events.effects import what_is
from bidden.events.magic import Speak
from eventcore import APPLY, Component, Entity, World, component, handles

_SURE: Final = 100


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
