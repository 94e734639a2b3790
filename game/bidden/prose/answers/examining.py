"""Examining: everything the player can know of what words name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bidden.frontend.port import Game
from bidden.going.commands.taking import here_lies
from bidden.grid.compass import where
from bidden.intents import Move
from bidden.prose.nouns import (
    creatures,
    matching,
    spots_meant,
    things_held,
    things_here,
)
from bidden.view import Spot, View

_MOST: Final = 3
"""Of so many that the same words name it is told, the nearest."""


def examine(words: tuple[str, ...], view: View, game: Game) -> Iterator[str]:
    """Yield what the player knows of what words name: creatures before items."""
    if not words:
        yield "Examine what?"
        return
    held = matching(words, [*things_held(view), *things_here(view)])
    found = spots_meant(words, view)
    if held and not (found and found[0].name in {one.name for one in creatures(view)}):
        for one in held:
            about = next((it.about for it in view.pack if it.slot == one.slot), "")
            yield f"You have {one.name}." if one.slot else here_lies([one.name])
            yield about or "You know nothing more about it."
        return
    if not found:
        yield f'You see no "{" ".join(words)}".'
    yield from _tell_of_tiles([one.spot for one in found[:_MOST]], view, game)


def _tell_of_tiles(spots: Sequence[Spot], view: View, game: Game) -> Iterator[str]:
    for x, y in spots:
        inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
        name = view.tiles[y][x].name if inside else ""
        yield (
            f"{name[:1].upper()}{name[1:]}: {where((x, y), view.here)}."
            if name
            else "You don't know what is there."
        )
        about = game.about(x, y) if inside else ""
        if about:
            yield about
        step = x - view.here[0], y - view.here[1]
        if (x, y) in view.foes_at and max(map(abs, step)) == 1:
            yield f"If you attack: {game.forecast(Move(*step))}."
