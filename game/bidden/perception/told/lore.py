"""Lore: what there is to tell of a thing in the pack, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.quality import Quality
from bidden.state import enumerated, name_of
from eventcore import Entity

_TRIED: Final = "You have tried one, and it showed nothing"


@attrs.frozen
class Lore:
    """What there is to tell of things.

    Attributes:
        abouts: The line that tells of a thing, by what that is called.
        doubts: Which things may show nothing as they are used, by the title of each that looks as
            these do to who does not know it.
    """

    abouts: Mapping[str, str]
    doubts: Mapping[str, tuple[str, ...]]

    def of(self, thing: Entity) -> str:
        """Tell of a thing that is known; of one that is better than its kind, that first."""
        quality, line = thing.get(Quality), self.abouts.get(name_of(thing), "")
        if quality is None or not quality.better:
            return line
        return f"{quality.stat.capitalize()} +{quality.better} by its quality. {line}".strip()

    def of_tried(self, thing: Entity, player: Entity) -> str:
        """Tell of a thing of which one was tried and showed nothing: what it may still be."""
        known = player[ItemKnowledge].known
        may_be = [one for one in self.doubts.get(name_of(thing), ()) if one not in known]
        if not may_be:
            return f"{_TRIED}."
        kinds = [name.partition(" of ")[2] or name for name in may_be]
        return f"{_TRIED}: it may be of {enumerated(kinds, 'or')}."
