"""Factions: the tables of ``factions.toml``, and the bindings that are drawn from them."""

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
    """A line that is told of a run that is over, if it holds.

    Attributes:
        text: The line, with what it tells of the run in braces, by the names of ``endings.FACTS``.
        when: Of what there must be something, by one of those names; empty for nothing.
        unless: Of what there must be nothing; empty for nothing.
    """

    text: Annotated[str, Meta(min_length=1)]
    when: str = ""
    unless: str = ""


@attrs.frozen
class Faction:
    """Whom summoners stand for.

    Attributes:
        place: Which place's inhabitants are theirs.
        rival: The faction that serving this one wrongs.
        names: What its summoners may be called.
        offices: What they may be, as in "the Warden of the High Stair".
        quarry: Who is hunted for it, by danger: in the places of others.
        relics: Things it seeks.
        burdens: Things it has carried somewhere.
        gifts: Things it pays with, besides uses of boons, where a binding is dangerous.
        treasures: Gear it pays with instead, finer than its kind, where one is very dangerous.
        hunter: Who it sends after those it bears a grudge.
        says: How those who are of it speak: ``{who}`` does, and ``{hint}`` is what they say.
        fallen: What it makes of the death of who was bound to it.
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
    """Check that all that factions name is there, and can be what it is named as."""
    for name, faction in factions.items():
        check_place(faults, FACTIONS, f"{name}.place", faction.place)
        check_names(faults, FACTIONS, f"{name}.rival", [faction.rival], FACTIONS, factions)
        for key, kinds in (("quarry", faction.quarry), ("hunter", (faction.hunter,))):
            check_names(faults, FACTIONS, f"{name}.{key}", kinds, CREATURES, creatures)
            for one in kinds:
                if one in creatures and not has(creatures[one], Health):
                    faults.add(FACTIONS, f"{name}.{key}", f"{one} cannot be killed")
        for one in faction.quarry:
            if one in creatures and has(creatures[one], Spores):
                faults.add(FACTIONS, f"{name}.quarry", f"{one} sprouts: it is never one")
        for key in ("relics", "burdens", "gifts", "treasures"):
            things = getattr(faction, key)
            check_names(faults, FACTIONS, f"{name}.{key}", things, ITEMS, items)
            for one in things:
                if one in items and not has(items[one], Item):
                    faults.add(FACTIONS, f"{name}.{key}", f"{one} cannot be taken up")
