"""Find entities that look the same on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import attrs

from bidden import kinds
from bidden.components.tricks.disguise import Disguise
from bidden.content.catalogue import Catalogue
from bidden.frontend.drawing.colours.colour import Colour
from bidden.frontend.drawing.colours.palette import Palette
from bidden.perception.senses.ground import plain_legend
from bidden.state import Look, Title

_CREATURES: Final = (kinds.CREATURE,)
_BY_THE_GROUND: Final = (*kinds.DOORS, *kinds.STAIRS)
"""Kinds that are drawn as ground, so their own look is not used."""


@attrs.frozen
class _Drawn:
    """The appearance of one kind of entity or ground in view; ``name`` is its table."""

    name: str
    title: str
    kind: str
    glyph: str
    colour: Colour

    @property
    def group(self) -> str:
        """The group within which a glyph may be shared: creatures, or items and the like."""
        if self.kind in _CREATURES:
            return "creatures"
        return "things" if self.kind in kinds.LYING else self.kind


def confusions_in(
    catalogue: Catalogue, palette: Palette, shown_as: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield a line for each pair that a player cannot tell apart in view.

    Creatures may share a glyph in different colours, and items in any colours. No others may share
    a glyph, unless they are disguised. ``shown_as`` returns the character that a terminal shows.
    """
    known: dict[str, list[_Drawn]] = {}
    for one in _all_drawn(catalogue, palette):
        sign = shown_as(one.glyph)
        for other in known.setdefault(sign, []):
            if _are_confused(one, other):
                same = "and colour " if one.group == other.group else ""
                yield f"{one.name} has the same glyph {same}as {other.name}: {sign!r}"
        known[sign].append(one)


def _are_confused(one: _Drawn, other: _Drawn) -> bool:
    if one.group != other.group:
        return True
    creatures = one.group == "creatures" and one.title != other.title
    return creatures and one.colour == other.colour


def _all_drawn(catalogue: Catalogue, palette: Palette) -> Iterator[_Drawn]:
    def drawn(name: str, title: str, kind: str, glyph: str, look: str) -> _Drawn:
        return _Drawn(name, title, kind, glyph, palette.look(look).lit.fg)

    for sign, tile in plain_legend("").lit.items():
        if tile.kind:
            yield drawn(tile.name, tile.name, tile.kind, sign, tile.look)
    for name, ground in catalogue.ground.items():
        yield drawn(name, name, name, ground.glyph, ground.look)
    for name, parts in catalogue.blueprints.items():
        fields = dict(parts)
        look, mask = fields.get(Look), fields.get(Disguise)
        if look is None or look["kind"] in (kinds.YOU, *_BY_THE_GROUND):
            continue
        title = str(fields.get(Title, {}).get("name", name))
        if mask is not None:
            title = str(mask["name"])
            yield drawn(name, title, kinds.CREATURE, mask["glyph"], mask["look"])
        elif look["look"] != kinds.YOU:  # the player's decoy looks like the player
            yield drawn(name, title, look["kind"], look["glyph"], look["look"])
