"""Renown: which creatures may be champions, and their possible features."""

from __future__ import annotations

from typing import Annotated, Final

import attrs
from msgspec import Meta

from eventcore import Component, component

CHAMPION: Final = "champion"
"""The table with the features of champions."""

SUMMONER: Final = "own summoner"
"""The table with the features of the summoner whom the player hunts in the end."""


@component
class Renown(Component):
    """Makes some creatures champions: with a title, more hit points, an ability and gear.

    Attributes:
        percent: The chance in percent to be a champion.
        lots: The name of the table in creatures.toml with the ChampionLots.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    lots: str = CHAMPION


@component
class ChampionLots(Component):
    """The possible features of champions; its table is not a creature.

    Attributes:
        tricks: The weights of tables in creatures.toml, each with an ability. An ability that the
            creature already has is never drawn.
        gear: The weights of items.
        called: Possible names of the item, equally likely.
        names: Possible names, equally likely; empty for champions that keep their own.
        epithets: Possible epithets, equally likely.
        title: The pattern of the title, with {name}, {epithet} and {kind}. A creature with a title
            keeps it.
        hp_percent: Hit points in percent of the usual value of their kind.
    """

    tricks: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]
    gear: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]
    called: Annotated[list[str], Meta(min_length=1)]
    names: Annotated[list[str], Meta(min_length=1)] = attrs.Factory(lambda: [""])
    epithets: Annotated[list[str], Meta(min_length=1)] = attrs.Factory(lambda: [""])
    title: Annotated[str, Meta(min_length=1)] = "{kind}"
    hp_percent: Annotated[int, Meta(ge=100)] = 150
