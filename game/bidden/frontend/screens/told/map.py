"""The map screen: the remembered levels, one at a time, each drawn small and described."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import tcod.console

from bidden.frontend.drawing.canvas import put
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.miniature import draw_miniature, scale_of, size_of
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import TOP, Pages, Row, paragraph
from bidden.frontend.screens.screen import NOTHING, Ask, Pop, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import Chart, ChartedLevel, ChartedRoom, View
from bidden.words import phrase

Depart: TypeAlias = Callable[[int], Steps]

_LEFT: Final = 1
_GAP: Final = 3
_TEXT: Final = 36
_LEAST_NEIGHBOUR: Final = 20, 5
"""The minimum numbers of columns and rows for another level."""


def show_map(theme: Theme, depart: Depart) -> Steps:
    """Show the remembered levels."""
    return (Ask(lambda game: (Push(MapScreen(theme, game.chart(), depart)),)),)


class MapScreen(Pages):
    """One level of a chart, first the player's; keys show the others."""

    contexts = Context.CHART, Context.PAGES

    def __init__(self, theme: Theme, chart: Chart, depart: Depart) -> None:
        self._chart, self._depart = chart, depart
        depths = [one.level for one in chart.levels]
        self._shown = depths.index(chart.here) if chart.here in depths else 0
        super().__init__(theme, phrase("map", "title"), self._text)

    def press(self, key: str, view: View) -> Steps:
        match self.theme.keymap.action(key, Context.CHART, Context.PAGES):
            case Command.NEXT_LEVEL:
                self._go(1)
            case Command.PREVIOUS_LEVEL:
                self._go(-1)
            case Command.TRAVEL if self._level is not None:
                return (Pop(), *self._depart(self._level.level))
            case _:
                return super().press(key, view)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        super().draw(console, view)
        level = self._level
        if level is not None:
            where = Rect(_LEFT, TOP, *self._room(console.width))
            draw_miniature(console, where, level.tiles, self.theme.palette, level.place)
            if self.layout.is_large:
                self._draw_neighbours(console, *size_of(level.tiles, self._room(console.width)))

    def _draw_neighbours(self, console: tcod.console.Console, drawn: int, down: int) -> None:
        """Draw the two nearest levels beneath it, smaller."""
        levels, here = self._chart.levels, self._shown
        wide, y = (drawn - _GAP) // 2, TOP + down + 1
        if wide < _LEAST_NEIGHBOUR[0] or self.layout.height - y - 3 < _LEAST_NEIGHBOUR[1]:
            return
        first = max(0, min(here - 1, len(levels) - 3))
        near = [one for one in levels[first : first + 3] if one is not levels[here]]
        for number, one in enumerate(near):
            x, palette = _LEFT + number * (wide + _GAP), self.theme.palette
            put(console, x, y, f"Level {one.level}: {one.place}", palette.tone("news").fg)
            where = Rect(x, y + 1, wide, self.layout.height - y - 3)
            draw_miniature(console, where, one.tiles, palette, one.place)

    def hints(self) -> str:
        if len(self._chart.levels) < 2:
            return ""
        commands = (Command.PREVIOUS_LEVEL, Command.NEXT_LEVEL, Command.TRAVEL)
        up, down, there = (self.theme.keymap.hint(Context.CHART, one) for one in commands)
        return phrase("map", "keys", up=up, down=down, there=there)

    @property
    def _level(self) -> ChartedLevel | None:
        return self._chart.levels[self._shown] if self._chart.levels else None

    def _go(self, by: int) -> None:
        self._shown = min(max(0, self._shown + by), max(0, len(self._chart.levels) - 1))
        self.first = 0
        self.remake()

    def _room(self, width: int) -> tuple[int, int]:
        return width - _LEFT - _GAP - _TEXT, self.shown

    def _text(self, width: int) -> list[Row]:
        palette, level = self.theme.palette, self._level
        if level is None:
            return [((_LEFT, phrase("map", "empty"), palette.faint.fg),)]
        drawn, _ = size_of(level.tiles, self._room(width))
        at = _LEFT + drawn + _GAP if drawn else _LEFT
        key = "here" if level.level == self._chart.here else "elsewhere"
        title = phrase("map of a level", key, level=level.level, place=level.place)
        rows = paragraph(title, width, palette.tone("news").fg, at)
        across, down = scale_of(level.tiles, self._room(width))
        if across > 1 or down > 1:
            scale = phrase("map", "half" if (across, down) == (2, 1) else "smaller")
            rows += paragraph(scale, width, palette.faint.fg, at)
        told = [*_told_of(level)]
        for text, is_marked in told:
            colour = (palette.bright if is_marked else palette.ground).fg
            rows += paragraph(text, width, colour, at)
        if not told:
            rows.append(((at, phrase("map", "nothing"), palette.faint.fg),))
        return rows


def _told_of(level: ChartedLevel) -> Iterator[tuple[str, bool]]:
    for way in level.ways:
        yield way, False
    for room in level.rooms:
        yield _room(room), room.here
    for thing in level.lying:
        yield thing, False


def _room(room: ChartedRoom) -> str:
    name, key = room.name or phrase("map", "room seen"), "here" if room.here else "elsewhere"
    lying = f": {', '.join(room.lying)}" if room.lying else ""
    return f"{phrase('room on the map', key, name=name, where=room.where)}{lying}"
