"""The ground that sentences speak of: doors, stairs and traps, and in which direction they are."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.prose.words import Sentence, direction_of
from bidden.view import Spot, View


def direction_in(sentence: Sentence) -> Spot | None:
    """Give the direction that a sentence names somewhere; None where it names none."""
    for words in (sentence.aim, sentence.object, sentence.object[1:], sentence.object[2:]):
        step = direction_of(words)
        if step is not None:
            return step
    return None


def tiles_drawn(glyphs: str, view: View) -> tuple[Spot, ...]:
    """Give the tiles on which a door, a stair, a trap or a web is drawn so."""
    return tuple(
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.glyph in glyphs and _is_built(tile.look)
    )


def _is_built(look: str) -> bool:
    return look in ("door", "stair", "trap", "web")


def steps_beside(spots: Sequence[Spot], view: View) -> list[Spot]:
    """Give the steps to those tiles that are beside the player."""
    x, y = view.here
    return [(spot[0] - x, spot[1] - y) for spot in spots if distance_to(spot, view) == 1]


def distance_to(spot: Spot, view: View) -> int:
    """Give how many steps a tile is away, were nothing in between."""
    return max(abs(spot[0] - view.here[0]), abs(spot[1] - view.here[1]))
