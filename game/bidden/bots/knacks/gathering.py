"""Gathering: which items are worth picking up, and which are dropped for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Drop, Intent, PickUp
from bidden.kinds import CORPSE, FOOD, KEY, LYING, PRIZE, THING
from bidden.view import Held, View

WANTED: Final = tuple(kind for kind in LYING if kind not in (CORPSE, THING))
"""The kinds of items to go for, unless the name or the number is against it."""
_MOST_HELD: Final = 26
_ROOM_FOR_KEYS: Final = 4
"""The number of slots kept free for keys and the goal."""
_ENOUGH: Final = 5
"""The maximum number of equal items, except for healing."""
_DEAR: Final = (" key", " of the summoner")
_WORTHLESS: Final = ("corpse", "bones", "rotten", "note")
_CURES: Final = ("of health", "of mending")
_MISSILES: Final = (" arrow", " arrows", " bolt", " bolts")
"""Missiles, which share a slot."""


def thing_to_take(view: View, memory: Memory) -> Intent | None:
    """Pick up a worthwhile item underfoot, and make room for a valuable one."""
    held = len(view.pack)
    for number, name in enumerate(view.underfoot):
        if name.endswith(_DEAR):
            return PickUp(number) if held < _MOST_HELD else _drop(view)
        if held < _MOST_HELD - _ROOM_FOR_KEYS and _is_wanted(view, memory, name):
            return PickUp(number)
    return None


def what_to_fetch(
    view: View, memory: Memory, paths: Paths, kinds: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield the tiles of items that are worth going for, in view or not."""
    dear_only = len(view.pack) >= _MOST_HELD - _ROOM_FOR_KEYS
    for x, y in paths.marked((KEY, PRIZE) if dear_only else kinds):
        tile = view.tiles[y][x]
        if dear_only or _is_wanted(view, memory, tile.name):
            yield x, y


def is_worth_taking(name: str) -> bool:
    """Return whether an item is useful as far as its name tells."""
    return not any(word in name for word in _WORTHLESS)


def _is_wanted(view: View, memory: Memory, name: str) -> bool:
    if not is_worth_taking(name) or name in memory.remains:
        return False
    if name.endswith(_CURES):
        return True
    alike = [held for held in view.pack if held.is_called(name)]
    if name.endswith(_MISSILES):
        return True
    return sum(held.count for held in alike) < (1 if any(one.is_gear for one in alike) else _ENOUGH)


def _drop(view: View) -> Drop | None:
    """Drop the least useful item: spare gear, else the latest one."""
    spare = [held for held in view.pack if not held.worn and not held.name.endswith(_DEAR)]
    return Drop(min(spare, key=_use_of).slot) if spare else None


def _use_of(held: Held) -> tuple[bool, bool]:
    return held.kind != FOOD or held.name.endswith(("ration", "rations")), not held.is_gear
