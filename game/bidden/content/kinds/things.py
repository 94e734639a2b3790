"""Kinds of things, for things whose table does not name one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bidden import kinds
from bidden.components.boons.boons import Shard, Source
from bidden.components.magic.magic import Magic
from bidden.components.places.trap import Trap
from bidden.components.things.breakable import Spill
from bidden.components.things.consumable import Edible
from bidden.components.things.gear import Gear
from bidden.components.things.readable import Book, Inscription
from bidden.state import Ammunition, Fighter, Item, Prize, Side
from eventcore import Component

Parts = Mapping[type[Component], Mapping[str, Any]]

_KINDS: Final[Mapping[type[Component], str]] = {
    Fighter: kinds.CREATURE,
    Side: kinds.CREATURE,
    Trap: kinds.TRAP,
    Source: kinds.SOURCE,
    Prize: kinds.PRIZE,
    Book: kinds.BOOK,
    Shard: kinds.SHARD,
    Ammunition: kinds.MISSILE,
    Spill: kinds.POTION,
    Edible: kinds.FOOD,
    Inscription: kinds.NOTE,
}
"""The kind of a thing with a component; the first match decides."""


def kind_of(parts: Parts) -> str:
    """Return the kind of a thing made of these components and fields."""
    if Gear in parts:
        return Gear(**parts[Gear]).kind
    if Magic in parts:
        return kinds.SCROLL if parts[Magic].get("read") else kinds.POTION
    usual = kinds.THING if Item in parts else kinds.FIXTURE
    return next((kind for cls, kind in _KINDS.items() if cls in parts), usual)
