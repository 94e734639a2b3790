"""Marking: what a player marks on the map is kept from then on, for all that moves on by itself."""

from __future__ import annotations

from collections.abc import Callable

from bidden.frontend.screens.screen import KeepWaymarks, Steps
from bidden.going.keeping_off import radius_around
from bidden.going.known.notes import Notes
from bidden.recording.marking.waymarks import Waymarks, Waypoint
from bidden.view import Spot, View


class Marking:
    """Changes the waymarks of a game."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    @property
    def waymarks(self) -> Waymarks:
        """All that is marked."""
        return self._notes.waymarks

    def point(self, digit: str, at: Spot, view: View, told: Callable[[str], None]) -> Steps:
        """Mark a tile as a point; one that is marked by that digit is so no more."""
        point = Waypoint(digit, view.level, at, view.turn)
        return self._keep(self.waymarks.with_point(point), told)

    def exclude(self, at: Spot, view: View, told: Callable[[str], None]) -> Steps:
        """Exclude what is around a tile, as far as one stands outside; once more, that tile alone.

        Once more, nothing.
        """
        radius = radius_around(at, view)
        return self._keep(self.waymarks.excluding(view.level, at, radius, view.turn), told)

    def include(self, view: View, told: Callable[[str], None]) -> Steps:
        """Exclude nothing on a level any more."""
        return self._keep(self.waymarks.without_exclusion(view.level), told)

    def note(self, level: int, text: str, view: View, told: Callable[[str], None]) -> Steps:
        """Note words of a level; with none nothing is noted of it."""
        return self._keep(self.waymarks.with_note(level, text, view.turn), told)

    def told_at(self, at: Spot, view: View) -> str:
        """Tell what is marked on a tile; empty for nothing."""
        digits = self.waymarks.signs_on(view.level).get(at)
        told = [f"waypoint {' '.join(digits)}"] if digits else []
        around = self.waymarks.exclusion_at(view.level, at)
        if around is not None:
            far = f"avoided within {around.far}" if around.radius else "avoided"
            told.append(far)
        return ", ".join(told)

    def _keep(self, waymarks: Waymarks, told: Callable[[str], None]) -> Steps:
        self._notes.waymarks = waymarks
        return (KeepWaymarks(waymarks, told),)
