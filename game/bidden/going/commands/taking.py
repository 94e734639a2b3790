"""Taking up: which of what lies underfoot is taken up by itself, by name or kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import ascii_lowercase
from typing import Final

from bidden import kinds
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.watch import who_bars
from bidden.going.written.patterns import finds
from bidden.intents import PickUp
from bidden.labels import split_label
from bidden.state import enumerated
from bidden.view import Tile, View

KEYS: Final = "keys"
"""What is taken up by whoever has anything taken up: keys, and what one is sent for."""
LEFT: Final = "-"
"""What stands before a pattern, for things called so to be left."""
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
"""What the options call each kind of thing."""
_MOST_HELD: Final = len(ascii_lowercase)
_WORTHLESS: Final = ("corpse", "bones", "rotten")


def group_of(kind: str) -> str:
    """Return what the options call things of a kind; empty for kinds that no option names."""
    return _GROUPS.get(kind, "")


def is_remains(name: str, notes: Notes) -> bool:
    """Say whether a thing is what the dead leave, or no good any more."""
    return name in notes.remains or is_worthless(name)


def is_worthless(name: str) -> bool:
    """Say whether what is called so is no good, as far as its name tells."""
    return any(word in split_label(name)[0] for word in _WORTHLESS)


def is_wanted(
    name: str, kind: str, groups: Collection[str], names: Sequence[str], *, thrown: bool = False
) -> bool:
    """Say whether a thing is to be taken up.

    Args:
        name: What it is called.
        kind: What it is, by the names of ``bidden.kinds``.
        groups: What is picked up, as the options call it.
        names: Patterns, the first of which that fits decides before any kind does: whether the
            thing is taken up, or with ``LEFT`` before it left.
        thrown: Whether one threw it; then it is taken up whatever its kind, if any kind is.
    """
    for part in names:
        if finds(part.removeprefix(LEFT), name):
            return not part.startswith(LEFT)
    return bool(groups) and (thrown or group_of(kind) in {*groups, KEYS})


def would_take(tile: Tile, notes: Notes, habits: Habits) -> bool:
    """Say whether what is seen to lie on a tile would be taken up by itself."""
    if notes.hands_off:
        return False
    groups, names, thrown = habits.pick_up, habits.pick_up_names, notes.was_thrown(tile.name)
    return is_wanted(tile.name, tile.kind, groups, names, thrown=thrown)


def finds_no_room(tile: Tile, view: View) -> bool:
    """Say whether what lies on a tile could not be held: the pack is full, and of none of its kind.

    What one is sent for goes on from one's hands at once, and needs no room.
    """
    if len(view.pack) < _MOST_HELD or tile.kind == kinds.PRIZE:
        return False
    return not any(held.stacks and held.is_called(tile.name) for held in view.pack)


def here_lies(names: Sequence[str]) -> str:
    """Say what lies here, as in "Here lies a dagger." and "Here lie 8 bolts."."""
    many = len(names) > 1 or names[0].partition(" ")[0].isdecimal()
    return f"Here {'lie' if many else 'lies'} {enumerated([*names])}."


def what_lies(names: Sequence[str], view: View) -> str:
    """Say what lies here; where that was told just now, in the same words."""
    return as_told("You see here ", view) or here_lies(names)


def as_told(beginning: str, view: View) -> str:
    """Give what was told in the latest turn and begins so; empty where nothing was."""
    latest = [line.text for line in view.lines if line.turn == view.lines[-1].turn]
    return next((text for text in reversed(latest) if text.startswith(beginning)), "")


def thing_to_take(view: View, notes: Notes, habits: Habits) -> PickUp | None:
    """Take up the first wanted thing that one has come upon.

    What was left here is not; and nothing is where the player would have nothing taken up for now.
    Where a foe bars moving on it is passed by, to be come back for.

    Args:
        view: What is seen.
        notes: What is known; that it was tried is noted.
        habits: Which kinds and names are taken up.
    """
    if notes.hands_off:
        return None
    barred = bool(who_bars(view, notes.let_be(view)))
    for number, (name, kind) in enumerate(zip(view.underfoot, view.kinds_underfoot, strict=False)):
        if _is_to_be_taken(name, kind, notes, habits):
            if barred:
                notes.pass_by(view.here)
                return None
            notes.let_lie(name)  # once: where it is refused, it is not tried again
            return PickUp(number)
    return None


def _is_to_be_taken(name: str, kind: str, notes: Notes, habits: Habits) -> bool:
    if name not in notes.found or is_remains(name, notes):
        return False
    groups, names = habits.pick_up, habits.pick_up_names
    return is_wanted(name, kind, groups, names, thrown=notes.was_thrown(name))
