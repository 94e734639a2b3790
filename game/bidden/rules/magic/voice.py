"""The rule of the voice: whether what is read aloud or cast is spoken right."""

from __future__ import annotations

from typing import Final

from bidden.events.effects import what_is
from bidden.events.magic import Speak
from eventcore import APPLY, Component, Entity, World, component, handles

_SURE: Final = 100


def odds_of_speech(who: Entity, world: World) -> int:
    """Give in how many of a hundred cases a creature speaks magic words right."""
    return max(0, min(_SURE, what_is(world, who, "voice", _SURE)))


def misspeaks(who: Entity, world: World) -> bool:
    """Let a creature speak magic words, and say whether they come out wrong.

    Of one that always speaks right, nothing is published or drawn.
    """
    odds = odds_of_speech(who, world)
    return odds < _SURE and not world.publish(Speak(who, odds)).right


@component
class Voice(Component):
    """Draws whether words are spoken right."""

    @handles(Speak, APPLY, via="world")
    def come_out(self, speak: Speak, world: World) -> None:
        """Draw whether the words come out right."""
        speak.right = world.stream("voice").chance(speak.odds, _SURE)
