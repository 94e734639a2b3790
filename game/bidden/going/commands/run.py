"""Running: straight on, and round the bends of a passage, until there is something to decide."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from bidden.bots.around import kind_at, on
from bidden.going.commands.taking import source_told, what_lies
from bidden.going.going import Answer, Going, Stop, what_bars
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import AROUND, STRAIGHT
from bidden.intents import Move
from bidden.kinds import FLOOR, OPEN_DOOR, SHUT_DOOR
from bidden.view import View
from bidden.words import phrase

Step: TypeAlias = tuple[int, int]


class Run(Going):
    """Runs in a direction, and stops at junctions, doors and things."""

    verb: ClassVar[str] = "run"

    def __init__(self, notes: Notes, habits: Habits, dx: int, dy: int) -> None:
        super().__init__(notes, habits)
        self._step: Step = (dx, dy)
        self._begun = False
        self._beside: frozenset[Step] = frozenset()
        self._under = FLOOR

    def next(self, view: View) -> Answer:
        """Run another step if there is only one way."""
        ways = Ways(view, self.notes)
        reason = self._what_is_here(view, ways)
        step = self._step
        if not reason and not self._can_go(step, view, ways):
            step = self._bend(view, ways) if self._begun else step
            if step == self._step:
                reason = what_bars(on(view.here, step, 1), view)
        if reason:
            return Stop(reason)
        if self._begun and kind_at(view, on(view.here, step, 1)) == SHUT_DOOR:
            return Stop(phrase("run", "closed door"))
        self._beside = self._sides(step, view, ways)
        self._begun, self._step = True, step
        self._under = kind_at(view, on(view.here, step, 1))
        return Move(*step)

    def _what_is_here(self, view: View, ways: Ways) -> str:
        if not self._begun:
            return ""
        if "items" in self.habits.stops_for:
            if view.underfoot:
                return what_lies(view.underfoot[:1], view)
            if view.source:
                return source_told(view)
        if self._under in (OPEN_DOOR, SHUT_DOOR):
            return phrase("run", "door")
        new = self._sides(self._step, view, ways) - self._beside
        if new and self._can_go(self._step, view, ways):
            return phrase("run", "fork")
        return ""

    def _can_go(self, step: Step, view: View, ways: Ways) -> bool:
        return ways.is_open(on(view.here, step, 1))

    def _sides(self, step: Step, view: View, ways: Ways) -> frozenset[Step]:
        dx, dy = step
        turns = (
            [(-dy, dx), (dy, -dx)] if not (dx and dy) else [(dx, 0), (0, dy), (-dy, dx), (dy, -dx)]
        )
        return frozenset(turn for turn in turns if self._can_go(turn, view, ways))

    def _bend(self, view: View, ways: Ways) -> Step:
        """Return the only other way on, or else the blocked way."""
        back = (-self._step[0], -self._step[1])
        for around in (STRAIGHT, AROUND):
            dx, dy = self._step
            left = [step for step in around if step != back and self._can_go(step, view, ways)]
            left = [step for step in left if step[0] * dx + step[1] * dy >= 0]  # not back
            if left:
                return left[0] if len(left) == 1 else self._step
        return self._step
