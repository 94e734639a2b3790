"""The rule of favour: among those one stands well with, some take one's side."""

from __future__ import annotations

from typing import Final

from bidden.components.run.campaign import Campaign
from bidden.components.run.goals import Hunted
from bidden.events.places import MakeLevel, Spawn
from bidden.state import Hero, Side
from eventcore import APPLY, Component, World, component, handles

_PERCENT: Final = 10
"""How many of a hundred take one's side, for each point of standing."""
_MOST: Final = 40


@component
class Favour(Component):
    """Lets some of a faction's creatures be on the side of who stands well with it."""

    # Before who plays is noted and anybody comes to be in a pack: sides count from the first.
    @handles(Spawn, APPLY - 20, via="world")
    def take_sides(self, spawn: Spawn, world: World) -> None:
        """Draw whether who comes to live on a level is on one's side."""
        campaign, hero = world.root.get(Campaign), world.root.get(Hero)
        if campaign is None or hero is None or not isinstance(spawn.cause, MakeLevel):
            return
        side = next((part for part in spawn.parts if isinstance(part, Side)), None)
        if side is None or any(isinstance(part, Hunted) for part in spawn.parts):
            return
        percent = min(_MOST, _PERCENT * campaign.stands_with(side.name))
        if percent <= 0:
            return
        if world.stream("favour").chance(percent, 100):
            own = hero.who[Side].name
            spawn.parts = [Side(own) if isinstance(part, Side) else part for part in spawn.parts]
