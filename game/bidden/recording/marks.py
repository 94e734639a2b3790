"""Marks: the notable moments of a journal, found by playing ahead.

The search plays the journal in a game of its own, a little at a time. The view does not depend on
it.
"""

from __future__ import annotations

from time import perf_counter
from typing import cast

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.session import Session
from bidden.shown.games import Mark, MarkKind
from bidden.state import a_thing, name_of, with_comma
from bidden.view import Ending
from bidden.words import phrase
from eventcore.replay import Timeline


class MarkSearch:
    """Finds the marks of a journal, from its start.

    Attributes:
        marks: The marks until now, in order.
        over: Whether the search has reached the end, or a record that cannot be played.
    """

    def __init__(self, timeline: Timeline) -> None:
        """Create a search from the start of a timeline, which no other code may move."""
        self.marks: list[Mark] = []
        self.over = False
        self._timeline = timeline
        self._watched: Session | None = None
        self._level = 1
        self._fallen: list[Die] = []
        self._diverged = False
        self._won = False

    @property
    def position(self) -> int:
        """The number of records searched."""
        return self._timeline.position

    def go_on(self, seconds: float) -> None:
        """Search for about this many seconds."""
        until = perf_counter() + seconds
        while not self.over and perf_counter() < until:
            self.step()

    def step(self) -> None:
        """Search the next record."""
        self._watch()
        position = self._timeline.position
        try:
            self.over = not self._timeline.step()
        except Exception:
            # Playing this record shows the error. The records before it can be played.
            self.over = True
        if self._timeline.position > position:
            self._note(position)

    def _watch(self) -> None:
        """Observe deaths in the present game, which is replaced when the rules change."""
        session = cast(Session, self._timeline.simulation)
        if session is not self._watched:
            self._watched = session
            self._level = session.player[Position].level
            session.world.observe(Die, self._fallen.append)

    def _note(self, position: int) -> None:
        if self._timeline.journal.records[position].is_upgrade:
            self._mark(MarkKind.RULES, phrase("marks", "updated"))
        fallen = [die for die in self._fallen if die.done]
        self._fallen.clear()
        session = cast(Session, self._timeline.simulation)
        self._watch()
        for die in fallen:
            if die.target is session.player:
                self._mark(MarkKind.OWN_DEATH, phrase("marks", "own death"))
            else:
                who = a_thing(name_of(die.target))
                self._mark(MarkKind.DEATH, with_comma(phrase("marks", "death", who=who), who))
        if not self._won and session.ending is Ending.WON:
            self._won = True
            self._mark(MarkKind.VICTORY, phrase("marks", "victory"))
        level = session.player[Position].level
        if level != self._level:
            self._mark(MarkKind.LEVEL, phrase("marks", "level", level=level))
        self._level = level
        if self._timeline.divergence is not None and not self._diverged:
            self._diverged = True
            self._mark(MarkKind.DIVERGENCE, phrase("marks", "diverged"))

    def _mark(self, kind: MarkKind, text: str) -> None:
        self.marks.append(Mark(self.position, self._timeline.turn, kind, text))
