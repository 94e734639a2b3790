"""A card: what is to be known of a creature, a thing or a spell, in lines; and of what it is."""

from __future__ import annotations

from typing import TypeAlias

import attrs


@attrs.frozen
class CardLine:
    """A line of a card.

    Attributes:
        text: What it says, in a sentence or two; it may be wrapped.
        tone: The name of its colour in the palette, such as ``"harm"``.
    """

    text: str
    tone: str = "plain"


@attrs.frozen
class Card:
    """What there is to know of something.

    Attributes:
        title: What it is called, as in "a troll".
        glyph: How it is drawn; empty for what is not on the map.
        look: The name of its colour in the palette.
        lines: What is to be known of it, what matters most first.
        brief: What matters most in a line, of a foe; else empty.
    """

    title: str
    glyph: str = ""
    look: str = "other"
    lines: tuple[CardLine, ...] = ()
    brief: str = ""

    def __str__(self) -> str:
        return "\n".join([self.title, *(line.text for line in self.lines)])


@attrs.frozen
class OnTile:
    """Who or what is uppermost on a tile of the player's level, as (column, row)."""

    x: int
    y: int


@attrs.frozen
class InPack:
    """A thing that the player holds, by the letter of its slot."""

    slot: str


@attrs.frozen
class Underfoot:
    """A thing that lies on the player's tile, by its place in ``View.underfoot``."""

    index: int


@attrs.frozen
class OfSpell:
    """A spell that the player knows, by its name."""

    name: str


Subject: TypeAlias = OnTile | InPack | Underfoot | OfSpell
"""Of what a card may be."""
