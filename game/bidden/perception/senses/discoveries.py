"""Discoveries: the kinds of items that the player has identified, and those left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.content.blueprints import Blueprint
from bidden.rules.knowledge.appearances import Appearances
from bidden.shown.character import Discovery, Riddle
from bidden.state import Look, Title, Unidentified
from eventcore import Entity, World


def discoveries_of(
    player: Entity, blueprints: Mapping[str, Blueprint], abouts: Mapping[str, str]
) -> Iterator[Discovery]:
    """Yield every kind that starts unidentified, in the order of the tables.

    Args:
        player: The player.
        blueprints: The parts of all kinds of things, by name.
        abouts: The description of each kind, by title.
    """
    knowledge = player.get(ItemKnowledge)
    known = [] if knowledge is None else knowledge.known
    for name, parts in blueprints.items():
        fields: dict[type, Mapping[str, Any]] = dict(parts)
        hidden = fields.get(Unidentified)
        if hidden is not None:
            title = str(fields.get(Title, {}).get("name", name))
            kind = str(fields.get(Look, {}).get("kind", ""))
            about = abouts.get(title, "")
            yield Discovery(str(hidden["appearance"]), title, kind, title in known, about)


def riddles_of(player: Entity, world: World) -> Iterator[Riddle]:
    """Yield the unidentified kinds that the player has tried or named."""
    knowledge, looks = player.get(ItemKnowledge), world.root.get(Appearances)
    if knowledge is None or looks is None:
        return
    named = {
        look: knowledge.given[true]
        for true, look in looks.looks.items()
        if true in knowledge.given and true not in knowledge.known
    }
    unknown = [look for true, look in looks.looks.items() if true not in knowledge.known]
    for look in sorted({*named, *(one for one in knowledge.tried if one in unknown)}):
        yield Riddle(look, look in knowledge.tried, named.get(look, ""))
