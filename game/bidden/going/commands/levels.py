"""Travelling across levels: by the stairs to a known level, and to a tile on it."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from bidden.going.commands.travel import Travel, knows_of, over
from bidden.going.going import Answer, Going, Stop
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.intents import PickUp
from bidden.kinds import GATE, STAIR_DOWN, STAIR_UP
from bidden.view import Spot, View
from bidden.words import phrase

_CIRCLE: Final = 1
"""The level of the circle, where summoners call."""


def leads_to(level: int, view: View) -> bool:
    """Return whether known stairs and gates lead to a level.

    Levels of an earlier binding cannot be reached: the gate leads elsewhere now.
    """
    if view.bond is None:
        return True  # the player is in the circle, and knows no way out
    return level == _CIRCLE or view.bond.first <= level <= view.bond.last


class TravelFar(Going):
    """Goes to another level, and there to a tile or an item if one is given.

    If the target is an item, it is picked up.
    """

    verb: ClassVar[str] = "travel"

    def __init__(
        self, notes: Notes, habits: Habits, level: int, to: Spot | None = None, thing: str = ""
    ) -> None:
        super().__init__(notes, habits)
        self._level = level
        self._to = to
        self._thing = thing
        self._within = None if to is None else Travel(notes, habits, to)

    def next(self, view: View) -> Answer:
        """Go a step nearer to the way there, or on the level to the tile."""
        if view.level == self._level:
            if view.here == self._to and self._thing in view.underfoot:
                return self._take_what_it_is_for(view)
            if self._within is None:
                return Stop(phrase("travel", "on level", level=view.level))
            return self._within.next(view)
        if not leads_to(self._level, view):
            return Stop(phrase("travel", "no level", level=self._level))
        answer = over(self._wanted(view), view, self.notes)
        return answer or Stop(phrase("travel", "no path to level", level=self._level))

    def _take_what_it_is_for(self, view: View) -> Answer:
        thing, self._thing = self._thing, ""
        self.notes.let_lie(thing)
        return PickUp(view.underfoot.index(thing))

    def news(self, before: View, view: View) -> str:
        """Return what stops the player. Reaching a new level does not."""
        return super().news(attrs.evolve(before, level=view.level, place=view.place), view)

    def _wanted(self, view: View) -> str:
        if view.bond is not None and view.level == _CIRCLE:
            return GATE
        if self._level == _CIRCLE and view.bond is not None and knows_of(GATE, view, self.notes):
            return GATE
        return STAIR_UP if self._level < view.level else STAIR_DOWN
