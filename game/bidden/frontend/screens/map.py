"""Map: rooms, locks, keys and ways that the player remembers, in words, level by level."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.screens.screen import AskChart, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import Chart, ChartedLevel, ChartedRoom


def show_map(theme: Theme) -> Steps:
    """Show what is remembered, the player's level first."""
    return (AskChart(lambda chart: (Push(map_screen(theme, chart)),)),)


def map_screen(theme: Theme, chart: Chart) -> Pages:
    """Show a chart, the player's level first."""
    return Pages(theme, "The map", lambda width: [*_told(theme, chart, width)])


def _told(theme: Theme, chart: Chart, width: int) -> Iterator[Row]:
    for one in sorted(chart.levels, key=lambda level: (level.level != chart.here, level.level)):
        here = ", where you are" if one.level == chart.here else ""
        yield ((1, f"Level {one.level}: {one.place}{here}", theme.palette.tone("news").fg),)
        told = [*_level(one)]
        for text, is_marked in told:
            colour = (theme.palette.bright if is_marked else theme.palette.ground).fg
            first, *more = wrap(text, width - 4, "  ")
            yield ((3, first, colour),)
            yield from (((3, line, colour),) for line in more)
        if not told:
            yield ((3, "Nothing here has a name.", theme.palette.faint.fg),)
        yield ()


def _level(level: ChartedLevel) -> Iterator[tuple[str, bool]]:
    for room in level.rooms:
        yield _room(room), room.here
    for way in level.ways:
        yield way, False


def _room(room: ChartedRoom) -> str:
    name = room.name or "a room you only looked into"
    here = ", where you are" if room.here else ""
    lying = f"; there: {', '.join(room.lying)}" if room.lying else ""
    return f"{name}, {room.where}{here}{lying}"
