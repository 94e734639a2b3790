"""Settling: a completed task is paid, and a gate leads back."""

from __future__ import annotations

from typing import Final

from bidden.bindings import TREASURE_FROM
from bidden.components.boons.boons import Boons
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.run.campaign import Campaign
from bidden.components.run.goals import Bearer, Hunting
from bidden.components.things.gear import Quality
from bidden.events.body import ChangeMana, Heal, HowMuchMore, Mend, WhatWounds
from bidden.events.boons import GainUses
from bidden.events.knowledge import Learn
from bidden.events.places import Spawn
from bidden.events.run import Fulfil, Uproar
from bidden.events.things import Distinguish, PickUp, UseUp
from bidden.events.turns import LookAround
from bidden.grid.fixed import fixed_on
from bidden.grid.tiles import free_beside, is_free
from bidden.rules.ground.dangers import danger_of
from bidden.rules.run.binding import open_gate
from bidden.rules.run.calling import CIRCLE, Calling
from bidden.state import Hero, Inscribed, hero_of
from bidden.worldgen.plan import Tile
from eventcore import AIM, APPLY, REACT, VALIDATE, Component, Entity, World, component, handles

_FAVOUR: Final = 2
"""The gain in standing with a faction for a task done within its term."""
_GRUDGE: Final = 1
"""The loss in standing with its rival, and with a faction that had to wait."""


@component
class Settling(Component):
    """Pays for tasks, and opens the way back."""

    @handles(Fulfil, AIM, via="world")
    def look_what_is_fulfilled(self, fulfil: Fulfil, world: World) -> None:
        campaign = world.root.get(Campaign)
        fulfil.binding = None if campaign is None or campaign.is_called else campaign.bound

    @handles(Fulfil, VALIDATE, via="world")
    def refuse_what_nobody_asked_for(self, fulfil: Fulfil, world: World) -> None:
        """Fail if no task asks for it. A hunt is fulfilled by killing."""
        binding, by_hand = fulfil.binding, fulfil.enactor is hero_of(world)
        if binding is None or binding.task != fulfil.task or not (by_hand or fulfil.task == "hunt"):
            fulfil.fail("no task")

    @handles(Fulfil, APPLY, via="world")
    def keep_whom_one_served(self, fulfil: Fulfil, world: World) -> None:
        """Mark the binding as fulfilled, and update the standing with its faction and the rival."""
        campaign, binding = world.root[Campaign], fulfil.binding
        if binding is None:
            raise AssertionError("a Fulfil without a binding must fail at VALIDATE")
        campaign.fulfilled = True
        fulfil.burns, fulfil.rival = campaign.burns, ""
        campaign.served = [*campaign.served, binding.faction]
        campaign.summoners = [*campaign.summoners, binding.summoner]
        if binding.free:
            return
        rival = world.root[Calling].factions[binding.faction].rival
        gain = -_GRUDGE if campaign.burns else _FAVOUR
        fulfil.standing, fulfil.rival = campaign.stands_with(binding.faction) + gain, rival
        campaign.standing = {
            **campaign.standing,
            binding.faction: fulfil.standing,
            rival: campaign.stands_with(rival) - _GRUDGE,
        }

    @handles(Fulfil, REACT - 10, via="world")
    def be_paid(self, fulfil: Fulfil, world: World) -> None:
        """Close a wound, restore hit points and mana, add boon uses, and hand over the reward.

        The burden is taken, and the reward identified. The last binding is paid with the ending.
        """
        hero, binding = world.root[Hero].who, fulfil.binding
        if binding is None or not hero.alive:
            return
        if fulfil.task != "hunt":
            world.publish(UseUp(hero, fulfil.target))
        for cls in (Bearer, Hunting):
            if cls in hero:
                world.detach(hero, cls)
        if world.root[Calling].is_over(world.root[Campaign]):
            return
        if world.ask(WhatWounds(hero)).kinds:
            world.publish(Mend(hero, hero, 1, source="binding"))
        missing = world.ask(HowMuchMore(hero, "health")).room
        world.publish(Heal(hero, hero, missing, source="binding"))
        spent = world.ask(HowMuchMore(hero, "mana")).room
        if spent:
            world.publish(ChangeMana(hero, hero, spent, source="binding"))
        if binding.uses and Boons in hero:
            world.publish(GainUses(hero, hero, binding.uses))
        if not binding.gift:
            return
        world.publish(Learn(hero, hero, binding.gift))
        here = hero[Position]
        gift = world.publish(Spawn(hero, None, binding.gift, *here.spot)).made
        if gift is None:
            return
        if binding.danger >= TREASURE_FROM and Quality in gift and Inscribed not in gift:
            world.publish(Distinguish(world.root, gift))
        world.publish(PickUp(hero, gift))  # with a full pack it stays on the floor

    # After the reward.
    @handles(Fulfil, REACT, via="world")
    def open_the_way_back(self, fulfil: Fulfil, world: World) -> None:
        """Open a gate beside the player. After the last task, wake the place instead."""
        campaign, hero = world.root[Campaign], world.root[Hero].who
        if not hero.alive:
            return
        if world.root[Calling].is_over(campaign):
            world.publish(Uproar(hero))
            return
        open_gate(hero, (*tile_beside(hero, world), hero[Position].level), CIRCLE, world)
        world.publish(LookAround(hero))


def tile_beside(who: Entity, world: World) -> Tile:
    """Return a tile next to a creature for a gate, preferably free and harmless."""
    here = who[Position]
    free = [*free_beside(here, world)]
    safe = [tile for tile in free if is_safe(who, tile, world)]
    return next(iter(safe + free), here.tile)


def is_safe(who: Entity, tile: Tile, world: World) -> bool:
    """Return whether a gate may open on a tile: it is free and harmless."""
    level = who[Position].level
    return (
        is_free(*tile, level, world)
        and not any(trap[Position].tile == tile for trap in fixed_on(level, world, Trap))
        and danger_of(who, tile, world) is None
    )


def ending_of(campaign: Campaign) -> str:
    """Return the ending of a run: free by the last hunt, bound to a patron, or feared by all."""
    if campaign.bound is not None and campaign.bound.free:
        return "free"
    return "bound" if patron_of(campaign) else "feared"


def patron_of(campaign: Campaign) -> str:
    """Return the faction with the best standing, of several the one served last, or ""."""
    best = ""
    for faction in reversed(campaign.served):
        if campaign.stands_with(faction) > (campaign.stands_with(best) if best else 0):
            best = faction
    return best
