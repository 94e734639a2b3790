"""Waypoints: which of them is gone to, and which digit a tile is to have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry
from bidden.frontend.screens.screen import Screen, Steps
from bidden.frontend.theme import Theme
from bidden.going.commands.levels import leads_to
from bidden.going.known.finding import Sight
from bidden.recording.marking.waymarks import DIGITS, Waymarks, Waypoint
from bidden.view import Chart, Spot, View

Depart = Callable[[int, Spot], Steps]
"""Makes the steps that lead to a tile of a level."""

_FREE: Final = "free"
_NO_WAY: Final = " (no known path)"


def choose_waypoint(
    theme: Theme, view: View, chart: Chart, waymarks: Waymarks, depart: Depart
) -> Screen | None:
    """Ask for the waypoint to travel to; None if there are none."""
    points = {one.digit: one for one in waymarks.points}
    if not points:
        return None
    entries = [_entry(one, view, chart) for one in waymarks.points]
    return Chooser(
        theme,
        "Go to which waypoint?",
        entries,
        lambda digit: depart(points[digit].level, points[digit].at),
    )


def choose_digit(
    theme: Theme, view: View, chart: Chart, waymarks: Waymarks, then: Callable[[str], Steps]
) -> Screen:
    """Ask which digit a tile is to have, with what each marks now."""
    points = {one.digit: one for one in waymarks.points}
    entries = [
        _entry(points[digit], view, chart) if digit in points else Entry(digit, _FREE)
        for digit in DIGITS
    ]
    return Chooser(theme, "Set which waypoint?", entries, then)


def _entry(point: Waypoint, view: View, chart: Chart) -> Entry:
    """Tell where a point is, as in "an altar, level 3, temple" or "the floor, 12 tiles away"."""
    level = next((one for one in chart.levels if one.level == point.level), None)
    here = point.level == view.level
    tiles = view.tiles if here else () if level is None else level.tiles
    x, y = point.at
    tile = tiles[y][x].name if y < len(tiles) else ""
    rooms = () if level is None else level.rooms
    room = next((one.name for one in rooms if point.at in one and one.name), "")
    name = f"{tile or 'a tile'}{f', in {room}' if room else ''}"
    if here and point.at == view.here:
        return Entry(point.digit, f"{name}: you are here")
    far = max(abs(x - view.here[0]), abs(y - view.here[1])) if here else 0
    leads, place = leads_to(point.level, view), "" if level is None else level.place
    sight = Sight(name, point.level, place, point.at, far, leads)
    return Entry(point.digit, str(sight), note="" if leads else _NO_WAY)
