"""Noises: they wake and attract the creatures that hear them.

A noise goes straight through walls. A creature hears it within its loudness, in tiles, and a
sleeping creature within half of that. Noises of allies attract nobody unless they are alarming.
A rooted creature wakes but does not move.
"""

from __future__ import annotations

from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.events.minds import Noise, Rouse, are_foes
from eventcore import REACT, Component, World, component, handles


@component
class Hearing(Component):
    """Wakes the creatures that hear a noise."""

    @handles(Noise, REACT, via="world")
    def be_heard(self, noise: Noise, world: World) -> None:
        """Wake the creatures within the loudness of the noise, except the one that made it."""
        by, level, x, y = noise.enactor, noise.level, noise.x, noise.y
        far, half = noise.loudness * noise.loudness, noise.loudness // 2
        for one in world.roster(Wits, Position):
            there = one.get(Position)  # of who was roused before it others may have gone
            if there is None or there.level != level:
                continue
            dx, dy = there.x - x, there.y - y
            away = dx * dx + dy * dy
            if not 0 < away <= far or one is by or not one.alive or Wits not in one:
                continue
            asleep = one[Wits].state == "asleep"
            near = away <= half * half if asleep else True
            if near and (noise.alarming or are_foes(world, one, by)):
                if Rooted not in one:
                    world.publish(Rouse(by, one, noise.x, noise.y))
                elif asleep:
                    world.publish(Rouse(by, one))
