"""Cards: the description of a creature, an item or a spell, in lines."""

from __future__ import annotations

from typing import TypeAlias

import attrs


@attrs.frozen
class CardLine:
    """A line of a card.

    Attributes:
        text: One or two sentences, which may be wrapped.
        tone: The name of the colour in the palette, such as ``"harm"``.
    """

    text: str
    tone: str = "plain"


@attrs.frozen
class Card:
    """A description.

    Attributes:
        title: The name, such as "a troll".
        glyph: The glyph; empty if the subject is not on the map.
        look: The name of the colour in the palette.
        lines: The lines, most important first.
        brief: The most important facts about a foe in one line; else empty.
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
    """The uppermost creature or thing on a tile of the player's level, as (column, row)."""

    x: int
    y: int


@attrs.frozen
class InPack:
    """An item in the pack, by the letter of its slot."""

    slot: str


@attrs.frozen
class Underfoot:
    """An item on the player's tile, by its index in ``View.underfoot``."""

    index: int


@attrs.frozen
class OfSpell:
    """A known spell, by name."""

    name: str


Subject: TypeAlias = OnTile | InPack | Underfoot | OfSpell
"""The subject of a card."""
