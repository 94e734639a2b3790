"""Marks on the map for the forecast of an intent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import tcod.console

from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.frontend.drawing.layout import layout_for
from bidden.perception.foretold.forecast import Forecast
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot

_SHADE: Final = 2
"""Tiles that are reached only by chance are marked with colours divided by this."""


def mark_forecast(console: tcod.console.Console, forecast: Forecast, palette: Palette) -> None:
    """Mark the tiles of an intent, the creatures that it moves, and its effects on the ground."""
    news = palette.tone("news")
    mark(console, forecast.tiles, palette.tone("harm"), palette.ground)
    for shift in forecast.shifts:
        tint(console, shift.way[:-1], news)
    for ground in forecast.ground:
        tint(console, ground.perhaps, news)
    for burst in forecast.bursts:
        tint(console, burst.tiles, news)
    for ground in forecast.ground:
        mark(console, ground.tiles, news, palette.ground)
    for shift in forecast.shifts:
        mark(console, shift.way[-1:], palette.tone("good"), palette.ground)


def mark_way(console: tcod.console.Console, way: Iterable[Spot], palette: Palette) -> None:
    """Mark the tiles of a way, so that it can be seen without colours."""
    mark(console, way, palette.faint, palette.ground)


def mark(console: tcod.console.Console, spots: Iterable[Spot], by: Ink, ink: Ink) -> None:
    """Draw tiles on the colour of a mark."""
    cells = layout_for(console).map.cells(console)
    for x, y in spots:
        if 0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT:
            cells["bg"][y, x] = by.fg
            cells["fg"][y, x] = ink.bg


def tint(console: tcod.console.Console, spots: Iterable[Spot], by: Ink) -> None:
    """Draw tiles on a dark shade of the colour of a mark."""
    cells = layout_for(console).map.cells(console)
    red, green, blue = (part // _SHADE for part in by.fg)
    for x, y in spots:
        if 0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT:
            cells["bg"][y, x] = red, green, blue
