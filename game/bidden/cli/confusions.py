"""Confusions: things that a player could not tell apart on the map, as they are drawn."""

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
"""What the ground shows, whose own look is not drawn."""


@attrs.frozen
class _Drawn:
    """How something is drawn.

    Attributes:
        name: The name of its table, or what the ground is called.
        title: What it is called.
        kind: Its kind.
        glyph: Its character.
        colour: Its colour in view.
    """

    name: str
    title: str
    kind: str
    glyph: str
    colour: Colour

    @property
    def group(self) -> str:
        """What may share a glyph: creatures, things that lie about, and nothing else."""
        if self.kind in _CREATURES:
            return "creatures"
        return "things" if self.kind in kinds.LYING else self.kind


def confusions_in(
    catalogue: Catalogue, palette: Palette, shown_as: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield a line for each pair of things that cannot be told apart where both are in view.

    Creatures and things that lie about may share a glyph among themselves: creatures in different
    colours, things in any. Nothing else shares one, unless it is disguised.

    Args:
        catalogue: The content.
        palette: The colours.
        shown_as: Returns the character that a terminal shows for a glyph.
    """
    known: dict[str, list[_Drawn]] = {}
    for one in _all_drawn(catalogue, palette):
        sign = shown_as(one.glyph)
        for other in known.setdefault(sign, []):
            if _are_confused(one, other):
                same = "and colour " if one.group == other.group else ""
                yield f"{one.name} has the glyph {same}of {other.name}: {sign!r}"
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
        elif look["look"] != kinds.YOU:  # the image of the player is to look like the player
            yield drawn(name, title, look["kind"], look["glyph"], look["look"])
