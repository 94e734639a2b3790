"""Bindings and offers in words."""

from __future__ import annotations

from collections.abc import Mapping

from bidden.bindings import Binding
from bidden.components.run.campaign import Campaign, Offer
from bidden.rules.places.level_making import LevelMaking
from bidden.rules.run.calling import Calling
from bidden.rules.run.settling import patron_of
from bidden.state import a_thing, enumerated, several, the_thing
from bidden.text import numbered
from bidden.view import Bond, Offering
from bidden.words import phrase, tables
from bidden.worldgen.stretches import harshest_of
from eventcore import World


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
    return phrase("bindings", "called by") if binding.free else binding.summoner


def task_of(binding: Binding, world: World) -> str:
    """Return the task in words."""
    match binding.task:
        case "hunt" if binding.free:
            return phrase("tasks", "last hunt", summoner=binding.summoner)
        case "hunt":
            name, _, kind = binding.called.removesuffix(" champion").partition(", ")
            return phrase("tasks", "hunt champion" if kind else "hunt", name=name, kind=kind)
        case "seek":
            return phrase("tasks", "seek", what=binding.what.removesuffix(" of the summoner"))
        case _:
            burden = world.root[Calling].factions[binding.faction].burdens[0]
            return phrase("tasks", "carry", burden=the_thing(_told(burden)))


def where_of(binding: Binding, level: int = 0) -> str:
    """Return the place of the task in words, with its level if it is known."""
    place, land = a_thing(binding.place), a_thing(binding.land)
    key = "known level" if level else "level"
    return phrase("task_places", key, level=level, place=place, land=land)


def talk_of(binding: Binding, world: World) -> str:
    """Return which creatures may be there and on the way, the most dangerous of them."""
    run, told, hunts = world.root[LevelMaking].kind, list[str](), binding.task == "hunt"
    for where, most, place, danger in (
        ("there", 2, binding.place, binding.danger),
        ("on the way", 1, binding.land, binding.danger - 1),
    ):
        found = map(_told, harshest_of(place, danger, run)[:most])
        kinds = [(one, one.removesuffix(" champion")) for one in found]
        names = [
            several(a)
            if a == of
            else phrase("bindings", "second", kind=of)
            if hunts
            else a_thing(a)
            for a, of in kinds
        ]
        told += [phrase("task_foes", where, names=enumerated(names))] if names else []
    return "; ".join(told)


def _told(table: str) -> str:
    return str(tables()["told_as"].get(table, table))


def reward_of(binding: Binding) -> str:
    """Return the reward, except the healing that each task but the last brings."""
    if binding.free:
        return phrase("bindings", "freedom")
    if not binding.uses:
        return phrase("bindings", "end of bond")
    charges = phrase("bindings", "charges", charges=numbered("charge", binding.uses))
    return f"{charges}, {a_thing(_told(binding.gift))}" if binding.gift else charges


def victory_of(campaign: Campaign) -> str:
    """Return how a won run ended."""
    if campaign.ending == "free":
        return phrase("victories", "free")
    if campaign.ending == "feared":
        return phrase("victories", "feared")
    return phrase("victories", "bound", faction=patron_of(campaign))
