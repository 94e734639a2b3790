"""Descriptions of items in the pack, in one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.quality import Quality
from bidden.state import enumerated, name_of
from eventcore import Entity

_TRIED: Final = "You tried one, and nothing happened"


@attrs.frozen
class Lore:
    """The descriptions of items.

    Attributes:
        abouts: The description of each kind, by title.
        doubts: For each title, the kinds with the same appearance that may show nothing when used.
    """

    abouts: Mapping[str, str]
    doubts: Mapping[str, tuple[str, ...]]

    def of(self, thing: Entity) -> str:
        """Return the description of an identified item, the quality of a masterwork first."""
        quality, line = thing.get(Quality), self.abouts.get(name_of(thing), "")
        if quality is None or not quality.better:
            return line
        return f"{quality.stat.capitalize()} +{quality.better} by its quality. {line}".strip()

    def of_tried(self, thing: Entity, player: Entity) -> str:
        """Return what a tried, unidentified item may still be."""
        known = player[ItemKnowledge].known
        may_be = [one for one in self.doubts.get(name_of(thing), ()) if one not in known]
        if not may_be:
            return f"{_TRIED}."
        kinds = [name.partition(" of ")[2] or name for name in may_be]
        return f"{_TRIED}: it could be {enumerated(kinds, 'or')}."
