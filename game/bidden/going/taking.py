"""Taking up: which of what lies underfoot is taken up by itself, by its kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bidden.going.notes import Notes
from bidden.intents import PickUp
from bidden.view import View

KEYS: Final = "keys"
"""What is taken up by whoever has anything taken up."""
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


def thing_to_take(view: View, notes: Notes, kinds: Collection[str]) -> PickUp | None:
    """Take up the first thing of these kinds that one has come upon; nothing that was left here."""
    if view.foes_at:
        return None
    wanted = {*kinds, KEYS} if kinds else ()
    for number, (name, glyph) in enumerate(zip(view.underfoot, view.drawn_underfoot, strict=False)):
        if name in notes.found and kind_of(name, glyph) in wanted and not is_remains(name, notes):
            notes.let_lie(name)  # once: where it is refused, it is not tried again
            return PickUp(number)
    return None
