"""Taking up: which of what lies underfoot is taken up by itself, by its name or its kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bidden.going.notes import Notes
from bidden.intents import PickUp
from bidden.view import View

KEYS: Final = "keys"
"""What is taken up by whoever has anything taken up."""
LEFT: Final = "-"
"""What stands before a part of a name, for things called so to be left."""
_KINDS: Final = {
    "!": "potions",
    "?": "scrolls",
    "=": "books",
    "%": "food",
    ")": "gear",
    "[": "gear",
    "*": "missiles",
    "-": KEYS,
}
"""The kind of what is drawn so, where its name does not tell."""
_BY_NAME: Final = {
    "shard": "shards",
    "shards": "shards",
    "arrow": "missiles",
    "arrows": "missiles",
    "bolt": "missiles",
    "bolts": "missiles",
}
_WORTHLESS: Final = ("corpse", "bones", "rotten")


def kind_of(name: str, glyph: str) -> str:
    """Give the kind of a thing, as the options call it; empty for none.

    Args:
        name: What it is called.
        glyph: How it is drawn.
    """
    named = (_BY_NAME[word] for word in name.split() if word in _BY_NAME)
    return next(named, _KINDS.get(glyph, ""))


def is_remains(name: str, notes: Notes) -> bool:
    """Say whether a thing is what the dead leave, or no good any more."""
    return name in notes.remains or any(word in name for word in _WORTHLESS)


def is_wanted(name: str, glyph: str, kinds: Collection[str], names: Sequence[str]) -> bool:
    """Say whether a thing is to be taken up.

    Args:
        name: What it is called.
        glyph: How it is drawn.
        kinds: The kinds that are taken up.
        names: Parts of names, the first of which that fits decides before any kind does: whether
            the thing is taken up, or with ``LEFT`` before it left.
    """
    for part in names:
        if part.removeprefix(LEFT).casefold() in name.casefold():
            return not part.startswith(LEFT)
    return bool(kinds) and kind_of(name, glyph) in {*kinds, KEYS}


def thing_to_take(
    view: View, notes: Notes, kinds: Collection[str], names: Sequence[str]
) -> PickUp | None:
    """Take up the first wanted thing that one has come upon; nothing that was left here.

    Args:
        view: What is seen.
        notes: What is known; that it was tried is noted.
        kinds: The kinds that are taken up.
        names: The parts of names, as ``is_wanted`` has them.
    """
    if view.foes_at:
        return None
    for number, (name, glyph) in enumerate(zip(view.underfoot, view.drawn_underfoot, strict=False)):
        if name not in notes.found or is_remains(name, notes):
            continue
        if is_wanted(name, glyph, kinds, names):
            notes.let_lie(name)  # once: where it is refused, it is not tried again
            return PickUp(number)
    return None
