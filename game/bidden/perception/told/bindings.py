"""Bindings and offers in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.bindings import Binding
from bidden.components.run.campaign import Campaign, Offer
from bidden.rules.places.level_making import LevelMaking
from bidden.rules.run.calling import Calling
from bidden.rules.run.settling import patron_of
from bidden.state import a_thing, enumerated, several, the_thing
from bidden.text import numbered
from bidden.view import Bond, Offering
from bidden.words import tables
from bidden.worldgen.stretches import harshest_of
from eventcore import World

_NOBODY_ELSE: Final = "your own will"


def offerings_in(world: World, abouts: Mapping[str, str]) -> tuple[Offering, ...]:
    """Return the offers of summoners, in the order of ``intents.Bind``.

    ``abouts`` are the descriptions of things, by title.
    """
    campaign = world.root.get(Campaign)
    if campaign is None:
        return ()
    offers = [offer[Offer].binding for offer in world.roster(Offer)]
    return tuple(
        Offering(
            called_by(offer),
            offer.faction,
            task_of(offer, world),
            where_of(offer),
            offer.danger,
            offer.levels,
            offer.term,
            reward_of(offer),
            campaign.stands_with(offer.faction),
            "" if offer.free else world.root[Calling].factions[offer.faction].rival,
            talk_of(offer, world),
            offer.task,
            f"{offer.land} → {offer.place}",
            heals=not offer.free and offer.uses > 0,
            gift=abouts.get(_told(offer.gift), ""),
        )
        for offer in offers
    )


def bond_in(world: World, abouts: Mapping[str, str]) -> Bond | None:
    """Return the player's binding, or None."""
    campaign = world.root.get(Campaign)
    bound = None if campaign is None else campaign.bound
    if campaign is None or bound is None:
        return None
    return Bond(
        called_by(bound),
        bound.task,
        task_of(bound, world),
        where_of(bound, campaign.first + bound.levels - 1),
        campaign.due - world.turn,
        campaign.fulfilled,
        campaign.first + bound.levels - 1,
        bound.term,
        campaign.first,
        world.root[Calling].is_over(campaign) and not campaign.ending,
        campaign.coming is not None,
        bound.danger,
        reward_of(bound),
        abouts.get(_told(bound.gift), ""),
    )


def called_by(binding: Binding) -> str:
    """Return the name of the summoner, or "your own will" for the last hunt."""
    return _NOBODY_ELSE if binding.free else binding.summoner


def task_of(binding: Binding, world: World) -> str:
    """Return the task in words."""
    match binding.task:
        case "hunt" if binding.free:
            return f"kill your own summoner ({binding.summoner})"
        case "hunt":
            name, _, kind = binding.called.removesuffix(" champion").partition(", ")
            return f"kill {name}" + (f" ({kind} champion)" if kind else "")
        case "seek":
            return f"find the {binding.what.removesuffix(' of the summoner')}"
        case _:
            burden = world.root[Calling].factions[binding.faction].burdens[0]
            return f"carry {the_thing(_told(burden))} to the altar"


def where_of(binding: Binding, level: int = 0) -> str:
    """Return the place of the task in words, with its level if it is known."""
    lowest = f"the lowest level of {a_thing(binding.place)} beyond {a_thing(binding.land)}"
    return f"on level {level}, {lowest}" if level else f"on {lowest}"


def talk_of(binding: Binding, world: World) -> str:
    """Return which creatures may be there and on the way, the most dangerous of them."""
    run, told = world.root[LevelMaking].kind, list[str]()
    for where, most, place, danger in (
        ("", 2, binding.place, binding.danger),
        (" on the way", 1, binding.land, binding.danger - 1),
    ):
        found = map(_told, harshest_of(place, danger, run)[:most])
        kinds = [(one, one.removesuffix(" champion")) for one in found]
        second = "a second champion ({})" if binding.task == "hunt" else ""
        names = [several(a) if a == of else second.format(of) or a_thing(a) for a, of in kinds]
        told += [enumerated(names) + where] if names else []
    return "; ".join(told)


def _told(table: str) -> str:
    return str(tables()["told_as"].get(table, table))


def reward_of(binding: Binding) -> str:
    """Return the reward, except the healing that each task but the last brings."""
    if binding.free:
        return "freedom"
    if not binding.uses:
        return "the end of your bond"
    gift = f", {a_thing(_told(binding.gift))}" if binding.gift else ""
    return f"+{numbered('charge', binding.uses)} per boon{gift}"


def victory_of(campaign: Campaign) -> str:
    """Return how a won run ended."""
    if campaign.ending == "free":
        return "Your own summoner is dead: nobody can summon you now. You are free."
    if campaign.ending == "feared":
        return "You served every faction badly: they fear you, and none dare summon you."
    whom = patron_of(campaign)
    return f"You served the {whom} best, and are bound to them for good."
