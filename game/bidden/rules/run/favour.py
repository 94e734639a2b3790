"""Favour and grudges: how the factions treat a player they like, or one who wronged them."""

from __future__ import annotations

from typing import Final

from bidden.components.body.body import Body
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Peaceful, Tells
from bidden.components.run.goals import Hunted
from bidden.components.tricks.disguise import Disguise
from bidden.events.places import MakeLevel, Spawn
from bidden.events.pursuit import ComeAfter, HowSoon
from bidden.events.run import LetPass
from bidden.events.turns import LookAround
from bidden.perception.senses.sight import sees
from bidden.rules.run.calling import Calling
from bidden.state import Side, hero_of
from eventcore import AIM, APPLY, MODIFY, REACT, Component, World, component, handles

_PERCENT: Final = 10
"""The percentage of creatures that join, for each point of standing."""
_MOST: Final = 40
_PEACE: Final = 15
"""The percentage of the others that keep the peace, for each point of standing."""
_MOST_PEACE: Final = 60
_PARTS: Final = 6
"""Both shares fall by one part of this many for each point of danger above the first."""
SOONER: Final = 150
"""The number of turns by which a hunter comes sooner, for each point of standing below 0."""
_LEAST: Final = 300
"""The minimum number of turns before a hunter comes."""


@component
class Favour(Component):
    """Draws which creatures of a faction join the player, and which keep the peace."""

    # Before the entity is made, at APPLY + 5, so that its side counts from the start.
    @handles(Spawn, APPLY, via="world")
    def take_sides(self, spawn: Spawn, world: World) -> None:
        """Draw whether an inhabitant joins the player or keeps the peace.

        Disguised creatures, and creatures with a body of several tiles, never keep the peace.
        """
        campaign, hero = world.root.get(Campaign), hero_of(world)
        if campaign is None or hero is None or not isinstance(spawn.cause, MakeLevel):
            return
        side = next((part for part in spawn.parts if isinstance(part, Side)), None)
        if side is None or any(isinstance(part, Hunted) for part in spawn.parts):
            return
        standing, share = campaign.stands_with(side.name), _share(campaign)
        if standing <= 0:
            return
        percent = min(_MOST * share // _PARTS, _PERCENT * standing)
        if world.stream("favour").chance(percent, 100):
            own = hero[Side].name
            spawn.parts = [Side(own) if isinstance(part, Side) else part for part in spawn.parts]
            spawn.parts.append(Tells(side.name))
        elif not any(isinstance(part, Body | Disguise) for part in spawn.parts):
            peace = min(_MOST_PEACE * share // _PARTS, _PEACE * standing)
            if world.stream("peace").chance(peace, 100):
                spawn.parts = [*spawn.parts, Tells(side.name), Peaceful()]

    @handles(LookAround, REACT - 5, via="world")
    def see_who_keeps_the_peace(self, looking: LookAround, world: World) -> None:
        """Publish which creatures keep the peace when the player first sees them."""
        hero = looking.enactor
        if hero is not hero_of(world):
            return
        for creature in world.roster(Peaceful, Position):
            peaceful = creature[Peaceful]
            if not peaceful.seen and sees(hero, creature, world):
                peaceful.seen = True
                world.publish(LetPass(creature, hero))


def _share(campaign: Campaign) -> int:
    """Return how many parts of the full share apply: the more dangerous, the fewer."""
    return _PARTS + 1 - (1 if campaign.bound is None else campaign.bound.danger)


@component
class Grudges(Component):
    """Lets the faction with the greatest grudge send its hunter."""

    @handles(HowSoon, MODIFY, via="world")
    def come_sooner(self, soon: HowSoon, world: World) -> None:
        _, grudge = _greatest(world)
        if grudge and soon.turns > _LEAST:
            soon.turns = max(_LEAST, soon.turns - SOONER * grudge)

    # After the place has chosen its hunter.
    @handles(ComeAfter, AIM + 5, via="world")
    def send_their_own(self, coming: ComeAfter, world: World) -> None:
        faction, grudge = _greatest(world)
        if grudge and coming.number == 1:
            coming.what, coming.sender = world.root[Calling].factions[faction].hunter, faction


def _greatest(world: World) -> tuple[str, int]:
    """Return the faction with the worst standing and its distance below 0, or ("", 0)."""
    campaign = world.root.get(Campaign)
    standing = {} if campaign is None else campaign.standing
    worst = min(sorted(standing), key=lambda name: standing[name], default="")
    return (worst, -standing[worst]) if worst and standing[worst] < 0 else ("", 0)
