"""Searching a level: every spot where something may be hidden."""

from __future__ import annotations

from typing import ClassVar

from bidden.going.commands.explore import leads_on, step_to_explore
from bidden.going.commands.searching import search, unsearched, what_searching_takes
from bidden.going.going import Answer, Going, Stop, stopped_by
from bidden.going.ways import Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.text import numbered
from bidden.view import View
from bidden.words import phrase


class SearchLevel(Going):
    """Searches an explored level, after the player has confirmed how long that takes."""

    verb: ClassVar[str] = "search"
    _begun = False

    def next(self, view: View) -> Answer:
        """Search here, or go to the next spot, until something is found or no spot is left."""
        notes, habits = self.notes, self.habits
        ways = Ways(view, notes)
        if step_to_explore(view, notes, habits, ways) is not None:
            explore = Hint(WayOut.EXPLORE, "explore")
            return Stop(phrase("search", "more" if self._begun else "first"), (explore,))
        if not self._begun:
            spots, turns = what_searching_takes(notes, ways)
            if not spots:
                return self._end(view, ways)
            if not notes.is_confirmed(self.verb, view):
                return Stop(_cost(spots, turns, view), (Hint(WayOut.AGAIN, "start"),))
        self._begun = True
        answer = search(notes, ways)
        return answer or self._end(view, ways)

    def _end(self, view: View, ways: Ways) -> Stop:
        bar = ways.bar(lambda paths: unsearched(self.notes, paths))
        if bar is not None and bar.passes:
            return stopped_by(bar, "")
        self.notes.ground.searched = 0  # a search may miss something, so it can be repeated
        hints = leads_on(view, self.notes, self.habits, ways)
        others = tuple(hint for hint in hints if hint.way is not WayOut.SEARCH_LEVEL)
        travel = (Hint(WayOut.TRAVEL, "travel"),)
        again = any(hint.way is WayOut.AGAIN for hint in others)  # it means exploring again
        explore = (Hint(WayOut.EXPLORE, others[0].to),) if again else others
        return Stop(phrase("search", "done"), explore or travel)


def _cost(spots: int, turns: int, view: View) -> str:
    left = view.bond.left if view.bond is not None and view.bond.runs else 0
    places = numbered("place", spots)
    return phrase("search", "term" if left > 0 else "cost", places=places, turns=turns, left=left)
