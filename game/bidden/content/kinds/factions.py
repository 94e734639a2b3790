"""Factions: the source of bindings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import attrs
from msgspec import Meta

from bidden.components.body.health import Health
from bidden.components.body.spores import Spores
from bidden.content.datafiles import Faults
from bidden.content.references import Things, check_names, check_place, has
from bidden.content.tables import CREATURES, FACTIONS, ITEMS
from bidden.state import Item

MOST_DANGER = 5
"""The highest danger of a binding; the lowest is 1."""


@attrs.frozen
class Passage:
    """A line about a run that is over, if it holds.

    Attributes:
        text: The line, with facts about the run in braces, by the names of ``endings.FACTS``.
        when: A fact that must not be empty; empty for none.
        unless: A fact that must be empty; empty for none.
    """

    text: Annotated[str, Meta(min_length=1)]
    when: str = ""
    unless: str = ""


@attrs.frozen
class Faction:
    """A faction of summoners.

    Attributes:
        place: The place whose inhabitants belong to it.
        rival: The faction that a service to this one wrongs.
        names: Names of its summoners.
        offices: Their offices, as in "the Warden of the High Stair".
        quarry: The quarries of its hunts, by danger, in the places of others.
        relics: The things it seeks.
        burdens: The things to carry for it.
        gifts: Rewards of dangerous bindings, besides charges of boons.
        treasures: Rewards of very dangerous bindings instead: fine gear.
        hunter: The creature that it sends when it bears a grudge.
        says: How its members speak: ``{who}`` speaks, and ``{hint}`` is the text.
        fallen: Its words about the death of a player who was bound to it.
    """

    place: str
    rival: str
    names: Annotated[tuple[str, ...], Meta(min_length=3)]
    offices: Annotated[tuple[str, ...], Meta(min_length=2)]
    quarry: Annotated[tuple[str, ...], Meta(min_length=MOST_DANGER, max_length=MOST_DANGER)]
    relics: Annotated[tuple[str, ...], Meta(min_length=1)]
    burdens: Annotated[tuple[str, ...], Meta(min_length=1)]
    gifts: Annotated[tuple[str, ...], Meta(min_length=1)]
    treasures: Annotated[tuple[str, ...], Meta(min_length=1)]
    hunter: str
    says: Annotated[str, Meta(pattern=r"^\{who\}[^{}]*\{hint\}[^{}]*$")] = "{who} says: {hint}"
    fallen: tuple[Passage, ...] = ()


def check_factions(
    factions: Mapping[str, Faction], creatures: Things, items: Things, faults: Faults
) -> None:
    """Check that all names in factions exist, and that the things fit their purpose."""
    for name, faction in factions.items():
        check_place(faults, FACTIONS, f"{name}.place", faction.place)
        check_names(faults, FACTIONS, f"{name}.rival", [faction.rival], FACTIONS, factions)
        for key, kinds in (("quarry", faction.quarry), ("hunter", (faction.hunter,))):
            check_names(faults, FACTIONS, f"{name}.{key}", kinds, CREATURES, creatures)
            for one in kinds:
                if one in creatures and not has(creatures[one], Health):
                    faults.add(FACTIONS, f"{name}.{key}", f"{one!r} must have `Health`")
        for one in faction.quarry:
            if one in creatures and has(creatures[one], Spores):
                faults.add(FACTIONS, f"{name}.quarry", f"{one!r} must not have `Spores`")
        for key in ("relics", "burdens", "gifts", "treasures"):
            things = getattr(faction, key)
            check_names(faults, FACTIONS, f"{name}.{key}", things, ITEMS, items)
            for one in things:
                if one in items and not has(items[one], Item):
                    faults.add(FACTIONS, f"{name}.{key}", f"{one!r} must have `Item`")
