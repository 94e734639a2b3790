"""The rule of hearing: a noise rouses who hears it, and draws them to where it comes from.

It goes straight through walls. Who is as near as it is loud hears it, in tiles as the crow flies;
who sleeps, half as far. What a fellow does draws nobody, unless it is alarming. Who is rooted is
drawn nowhere: it waits on, and wakes if it slept.
"""

from __future__ import annotations

from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.events.minds import Rouse, are_foes
from bidden.events.noise import Noise
from eventcore import REACT, Component, World, component, handles


@component
class Hearing(Component):
    """Rouses who hears a noise."""

    @handles(Noise, REACT, via="world")
    def be_heard(self, noise: Noise, world: World) -> None:
        """Rouse those within the loudness of a noise, but for who made it."""
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
