"""Commands of several turns that only this view has: to go to something, and to fight it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from bidden.bots.around import steps
from bidden.bots.paths import Paths
from bidden.going.going import Answer, Going, Stop, stopped_by
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.known.standing import distance_to
from bidden.going.reaching import seen_across_the_dark, step_across_the_dark
from bidden.going.watch import startles
from bidden.going.ways import Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.neighbours import spread
from bidden.intents import Move
from bidden.prose.nouns import called, creatures, state_of
from bidden.view import Spot, View
from bidden.words import phrase

ARRIVED: Final = Stop(phrase("go", "there"))
_LONG: Final = 1_000
"""After this many steps and attacks a fight stops, so that no player waits for ever."""


class GoTo(Going):
    """Goes onto the nearest of some tiles, or next to it."""

    verb: ClassVar[str] = "travel"

    def __init__(
        self, notes: Notes, habits: Habits, spots: Sequence[Spot], name: str, beside: int = 0
    ) -> None:
        super().__init__(notes, habits)
        self._spots, self._name, self._beside = spots, name, beside

    def next(self, view: View) -> Answer:
        """Return the next step."""
        if any(distance_to(spot, view) <= self._beside for spot in self._spots):
            return ARRIVED

        def wanted(paths: Paths) -> int:
            tiles = paths.tiles(self._spots)
            return spread(tiles, paths.stride) & paths.quiet if self._beside else tiles

        ways = Ways(view, self.notes)
        no_path = phrase("go", "no path", name=called(self._name))
        return ways.step(wanted) or stopped_by(ways.bar(wanted), no_path)


class Approach:
    """Goes up to a creature, and with ``kills`` attacks it until it is gone."""

    def __init__(
        self, notes: Notes, habits: Habits, name: str, at: Spot, kills: bool = False
    ) -> None:
        self._notes, self._name, self._at, self._kills = notes, name, at, kills
        self._before: View | None = None
        self._count, self._left, self._attacked = 0, _LONG, False

    def __call__(self, view: View) -> Answer:
        """Return the next step or attack."""
        before, self._before = self._before, view
        spots = [noun.spot for noun in creatures(view) if state_of(noun.name)[0] == self._name]
        count, self._count, name = self._count, len(spots), called(self._name)
        if not spots or len(spots) < count:
            return Stop("" if self._attacked else phrase("go", "lost sight", name=name))
        if before is not None and startles(before, view, 50 if self._kills else 100):
            if view.hp >= before.hp:
                return Stop(phrase("go", "stop"))
            again = Hint(WayOut.AGAIN, phrase("go", "go on"))
            return Stop(phrase("go", "hurt", hp=view.hp, max_hp=view.max_hp), (again,))
        if before is not None and (view.turn, view.here) == (before.turn, before.here):
            return Stop(phrase("go", "no further"))
        self._left -= 1
        if self._left < 0:
            return Stop(phrase("go", "too long"))
        self._at = min(spots, key=lambda spot: (steps(spot, self._at), spot))
        beside = distance_to(self._at, view) == 1
        self._attacked = self._kills and beside
        if self._attacked:
            return Move(self._at[0] - view.here[0], self._at[1] - view.here[1])
        if beside:
            return Stop(phrase("go", "near", name=name))
        paths = Paths(self._notes.uncovered(view))
        step = paths.towards(paths.tiles([self._at]))
        if step is None and seen_across_the_dark(view, [self._at]):
            step = step_across_the_dark(view, self._notes, self._at)
        return step or Stop(phrase("go", "no path", name=name))
