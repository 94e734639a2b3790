"""Picking up: which items are picked up automatically, by name or kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bidden import kinds
from bidden.going.habits import Habits
from bidden.going.known.notes import MOST_HELD, Notes
from bidden.going.watch import who_bars
from bidden.intents import PickUp
from bidden.patterns import finds
from bidden.state import a_thing, enumerated
from bidden.text import capitalised
from bidden.view import Tile, View
from bidden.words import phrase

KEYS: Final = "keys"
"""Keys and the goal of the task: always picked up, unless pick-up is off."""
LIES_HERE: Final = "You see here "
"""The beginning of the message about items underfoot."""
PASSED: Final = "You pass "
"""The beginning of the message about items that a command walked past."""
LEFT: Final = "-"
"""The prefix of patterns for items to leave."""
_GROUPS: Final = {
    kinds.POTION: "potions",
    kinds.SCROLL: "scrolls",
    kinds.NOTE: "scrolls",
    kinds.SHARD: "shards",
    kinds.BOOK: "books",
    kinds.FOOD: "food",
    kinds.CORPSE: "food",
    **dict.fromkeys(kinds.GEAR, "gear"),
    kinds.MISSILE: "missiles",
    kinds.ROCK: "missiles",
    kinds.KEY: KEYS,
    kinds.PRIZE: KEYS,
}
_WORTHLESS: Final = ("corpse", "bones", "rotten")


def group_of(kind: str) -> str:
    """Return the options' name for a kind of item, or ""."""
    return _GROUPS.get(kind, "")


def is_remains(name: str, notes: Notes) -> bool:
    """Return whether a thing is a corpse or is worthless."""
    return name in notes.remains or is_worthless(name)


def is_worthless(name: str) -> bool:
    """Return whether a name shows that the item is worthless."""
    return any(word in name for word in _WORTHLESS)


def is_wanted(
    name: str, kind: str, groups: Collection[str], names: Sequence[str], *, thrown: bool = False
) -> bool:
    """Return whether an item should be picked up, by its name and kind, as in ``bidden.kinds``.

    The first match in ``names`` decides before the kind: pick up, or with ``LEFT`` leave. An item
    that the player has ``thrown`` is picked up if any kind is.
    """
    for part in names:
        if finds(part.removeprefix(LEFT), name):
            return not part.startswith(LEFT)
    return bool(groups) and (thrown or group_of(kind) in {*groups, KEYS})


def would_take(tile: Tile, notes: Notes, habits: Habits) -> bool:
    """Return whether an item seen on a tile would be picked up automatically."""
    if notes.hands_off:
        return False
    groups, names, thrown = habits.pick_up, habits.pick_up_names, notes.was_thrown(tile.name)
    return is_wanted(tile.name, tile.kind, groups, names, thrown=thrown)


def finds_no_room(tile: Tile, view: View) -> bool:
    """Return whether the items on a tile do not fit in the pack.

    The goal of a task needs no room, because it is handed over at once.
    """
    if not is_full(view) or tile.kind == kinds.PRIZE:
        return False
    return not any(held.stacks and held.is_called(tile.name) for held in view.pack)


def is_full(view: View) -> bool:
    """Return whether the pack has no free slot."""
    return len(view.pack) >= MOST_HELD


def here_lies(names: Sequence[str]) -> str:
    """List what lies here, as in "There is a dagger here." or "There are 8 bolts here."."""
    many = len(names) > 1 or names[0].partition(" ")[0].isdecimal()
    return phrase("here", "many" if many else "one", things=enumerated([*names]))


def what_lies(names: Sequence[str], view: View) -> str:
    """List what lies here, in the words of the latest message if there was one."""
    return _told_lately(LIES_HERE, view) or here_lies(names)


def source_told(view: View) -> str:
    """Tell the altar or well here, in the words of the latest message if there was one."""
    name = a_thing(view.source)
    return _told_lately(f"{capitalised(name)}.", view) or phrase("here", "one", things=name)


def _told_lately(start: str, view: View) -> str:
    lately = [line.text for line in view.lines if view.turn - line.turn <= 2]  # of a slow step
    return next((text for text in reversed(lately) if text.startswith(start)), "")


def thing_to_take(view: View, notes: Notes, habits: Habits) -> PickUp | None:
    """Return the intent to pick up the first wanted item that the player has come across, or None.

    Items left here before are ignored, and so is everything while picking up is switched off. If a
    foe is in the way, all but the goal of the task is left for later.
    """
    if notes.hands_off:
        return None
    barred = bool(who_bars(view, notes.let_be(view)))
    for number, (name, kind) in enumerate(zip(view.underfoot, view.kinds_underfoot, strict=False)):
        if _is_to_be_taken(name, kind, notes, habits):
            if barred and kind != kinds.PRIZE:
                notes.pass_by(view.here)
                return None
            notes.let_lie(name)  # once: a refused pick-up is not tried again while the pack is full
            if is_full(view):
                notes.ground.full.add(view.here)
            return PickUp(number)
    return None


def waits_here(view: View, notes: Notes, habits: Habits) -> bool:
    """Return whether a wanted item here, not taken by ``thing_to_take``, is left for later."""
    here = zip(view.underfoot, view.kinds_underfoot, strict=False)
    return not notes.hands_off and any(_is_to_be_taken(*one, notes, habits) for one in here)


def _is_to_be_taken(name: str, kind: str, notes: Notes, habits: Habits) -> bool:
    if name not in notes.found or is_remains(name, notes):
        return False
    groups, names = habits.pick_up, habits.pick_up_names
    return is_wanted(name, kind, groups, names, thrown=notes.was_thrown(name))
