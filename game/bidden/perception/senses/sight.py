"""Sight: the tiles in a creature's view, and the things that it notices there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from bidden.components.movement.position import Position
from bidden.events.effects import what_is
from bidden.events.ground import Tile, Veil
from bidden.events.queries import WhatIsInView, WhatShows
from bidden.rules.ground.veils import is_veiled, veils_for
from bidden.state import Fighter, Invisible, Levels, Look, is_secret
from eventcore import Entity, World


def in_view_of(who: Entity, world: World, radius: int | None = None) -> frozenset[tuple[int, int]]:
    """Return the tiles that a creature sees on its level, as (column, row), without dark ones.

    ``radius`` is the sight radius of a dead creature, which has no stats.
    """
    return in_view_through(veils_for(who, who[Position].level, world), who, world, radius)


def in_view_through(
    veils: Iterable[Veil], who: Entity, world: World, radius: int | None = None
) -> frozenset[tuple[int, int]]:
    """Like ``in_view_of``, with the result of ``veils_for``."""
    here, tiles = who[Position], in_view_of_if_lit(who, world, radius)
    for veil in veils:
        if veil.ground:
            tiles = _not_in_the_dark(tiles, veil, here.x, here.y)
    return tiles


def in_view_of_if_lit(
    who: Entity, world: World, radius: int | None = None
) -> frozenset[tuple[int, int]]:
    """Like ``in_view_of``, as if light fell on all tiles."""
    here = who[Position]
    radius = max(0, what_is(world, who, "sight")) if radius is None else radius
    return world.ask(WhatIsInView(world.root, here.x, here.y, radius, here.level)).tiles


def is_unnoticed(who: Entity, thing: Entity, world: World) -> bool:
    """Return whether a thing on a level is hidden from a creature or invisible to it.

    Only invisible things are hidden from the dead.
    """
    if who is thing:
        return False
    if _is_invisible(who, thing, world):
        return True
    if Fighter not in thing or not who.alive:
        return False
    here, there = who[Position], thing[Position]
    return is_veiled(here, (there.x, there.y), veils_for(who, here.level, world))


def noticed_among(
    things: Iterable[Entity], veils: Collection[Veil], who: Entity, world: World
) -> list[Entity]:
    """Return the things that a creature notices, as in ``is_unnoticed``.

    All ``things`` are on its level, and ``veils`` is the result of ``veils_for``.
    """
    seen = [thing for thing in things if thing is who or not _is_invisible(who, thing, world)]
    if not veils or not who.alive:
        return seen
    here = who[Position]
    return [
        thing
        for thing in seen
        if thing is who
        or Fighter not in thing
        or not is_veiled(here, (thing[Position].x, thing[Position].y), veils)
    ]


def _is_invisible(who: Entity, thing: Entity, world: World) -> bool:
    return Invisible in thing and not (who.alive and what_is(world, who, "see_invisible") > 0)


def is_blind(who: Entity, world: World) -> bool:
    """Return whether something blinds a creature. A creature without eyes is not blind."""
    return what_is(world, who, "sight") < 0


def visible_rows(level: int, world: World) -> list[str]:
    """Return the look of a level, row by row, with doors and stairs, as in ``WhatShows``."""
    return world.ask(WhatShows(world.root, level, world.root[Levels].at(level).rows)).rows


def sees(who: Entity, thing: Entity, world: World) -> bool:
    """Return whether a creature sees a thing or itself. It does not see held and hidden things."""
    there = thing.get(Position)
    if there is None or who[Position].level != there.level:
        return False
    in_view = (there.x, there.y) in in_view_of(who, world)
    return in_view and not is_unnoticed(who, thing, world)


def seen_on(x: int, y: int, who: Entity, world: World, radius: int | None = None) -> list[Entity]:
    """Return the things that a creature sees or feels on a tile of its level, uppermost first.

    Secrets and unnoticed creatures are not seen. A creature that feels others notices them all.
    """
    here = who[Position]
    in_view = (x, y) in in_view_of(who, world, radius)
    feels = what_is(world, who, "detection") > 0
    there = [
        thing
        for thing in world.having(Look, Position)
        if (place := thing[Position]).level == here.level
        and (place.x, place.y) == (x, y)
        and (in_view or (feels and Fighter in thing))
        and not is_secret(thing)
        and (feels or not is_unnoticed(who, thing, world))
    ]
    return sorted(there, key=lambda thing: -thing[Look].height)


@lru_cache(maxsize=64)  # memory, views and aims ask again before a creature moves
def _not_in_the_dark(tiles: frozenset[Tile], veil: Veil, x: int, y: int) -> frozenset[Tile]:
    """Return the tiles that a veil does not hide from a place, as in ``is_veiled``."""
    return (tiles - veil.tiles) | (tiles & _within(veil.within, x, y))


@lru_cache(maxsize=256)
def _within(radius: int, x: int, y: int) -> frozenset[Tile]:
    span = range(-radius, radius + 1)
    far = radius * radius
    return frozenset([(x + dx, y + dy) for dx in span for dy in span if dx * dx + dy * dy <= far])
