"""Travelling: the shortest safe way to a known tile, or over a stair."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Literal

from bidden.bots.around import on, steps
from bidden.bots.paths import Paths
from bidden.going.going import Answer, Going, Stop, into_nobody, stopped_by
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.watch import all_who_bar, new_lines, why_not_now
from bidden.going.ways import Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.compass import bearing
from bidden.grid.neighbours import AROUND, spread
from bidden.intents import Intent, Move, PickUp
from bidden.kinds import CHASM, GATE, LOCKED_DOOR, STAIR_DOWN, STAIR_UP, UNKNOWN, WALL
from bidden.state import own_name
from bidden.text import capitalised
from bidden.view import Spot, View
from bidden.words import phrase

_STOPS_BESIDE: Final = (STAIR_UP, STAIR_DOWN, GATE, CHASM, LOCKED_DOOR)
"""Travelling to one of these stops beside it, as beside a rooted foe."""


def _stops_beside(to: Spot, view: View, notes: Notes) -> bool:
    return view.tiles[to[1]][to[0]].kind in _STOPS_BESIDE or to in notes.ground.rooted


def going_to(to: Spot, view: View, notes: Notes) -> Callable[[Paths], int]:
    """Return a function that returns the target of a journey among the paths."""
    beside = _stops_beside(to, view, notes)

    def wanted(paths: Paths) -> int:
        there = paths.tiles([to])
        return spread(there, paths.stride) & paths.quiet if beside else there

    return wanted


def way_to(notes: Notes, view: View, to: Spot) -> tuple[Spot, ...]:
    """Return the tiles that ``Travel`` would cross, in order; empty if it would not go."""
    if view.here == to or view.tiles[to[1]][to[0]].kind in (UNKNOWN, WALL):
        return ()
    return Ways(view, notes).way(going_to(to, view, notes))


def nearest(kind: str, view: View, notes: Notes) -> Spot | None:
    """Return the nearest way off the level of this kind that can be reached, or None."""
    ways = Ways(view, notes)
    found = ((ways.way(going_to(to, view, notes)), to) for to in notes.ways(kind, view))
    return min(((len(way), to) for way, to in found if way), default=(0, None))[1]


def steps_to(kind: str, view: View, notes: Notes) -> int:
    """Return how many steps away the nearest way of this kind is; 0 if none can be reached."""
    ways = Ways(view, notes)
    found = (len(ways.way(going_to(to, view, notes))) for to in notes.ways(kind, view))
    return min(filter(None, found), default=0)


class Travel(Going):
    """Goes to a tile, but only beside ways off the level and locked doors."""

    verb: ClassVar[str] = "travel"

    def __init__(self, notes: Notes, habits: Habits, to: Spot) -> None:
        super().__init__(notes, habits)
        self._to = notes.ground.goes_to = to
        self._has_walked = False

    def next(self, view: View) -> Answer:
        """Go a step nearer, until there."""
        x, y = self._to
        self.notes.ground.goes_to = None
        tile = view.tiles[y][x]
        if view.here == self._to:
            took = isinstance(self._meant, PickUp) and view.lines
            return Stop(view.lines[-1].text if took else phrase("travel", "there"))
        if tile.kind in (UNKNOWN, WALL):
            return Stop(phrase("travel", "no path"))
        if steps(self._to, view.here) == 1 and _stops_beside(self._to, view, self.notes):
            name = tile.name.removeprefix("a ").removeprefix("an ")
            side = bearing(x - view.here[0], y - view.here[1])
            arrives = self._has_walked
            return Stop(phrase("travel", "beside" if arrives else "already", name=name, side=side))
        ways, wanted = Ways(view, self.notes), going_to(self._to, view, self.notes)
        step = ways.step(wanted)
        if step is not None:
            self._has_walked, self.notes.ground.goes_to = True, self._to
            return step
        bar = ways.bar(wanted)
        if bar is not None and bar.rooted:
            return self.ask_to_pass(bar, view) or self.next(view)
        return stopped_by(bar, phrase("travel", "no path"))


def knows_of(kind: str, view: View, notes: Notes) -> bool:
    """Return whether a way of a kind is known on the level, even underfoot."""
    return view.ground == kind or bool(notes.ways(kind, view))


def way_down(view: View, notes: Notes) -> str:
    """Return the kind of the way on: the gate once a task is done, or if no stair is known."""
    done = view.bond is not None and view.bond.fulfilled
    gate = knows_of(GATE, view, notes) and (done or not knows_of(STAIR_DOWN, view, notes))
    return GATE if gate else STAIR_DOWN


def way_on(view: View, notes: Notes) -> str:
    """Return the kind of the way that leads on from an explored level; empty if none is known.

    It leads down until the task is done, and then back to the gate.
    """
    down, bond = way_down(view, notes), view.bond
    if bond is not None and bond.fulfilled and down != GATE and knows_of(STAIR_UP, view, notes):
        return STAIR_UP
    away = bond is not None and not bond.fulfilled and view.level >= bond.first
    return "" if away and down == GATE else down


def way_beside(kind: str, view: View, notes: Notes) -> Spot | None:
    """Return a way of a kind underfoot or on an adjacent tile, or None."""
    if view.ground == kind:
        return view.here
    around = {on(view.here, step, 1) for step in AROUND}
    return next((spot for spot in notes.ways(kind, view) if spot in around), None)


def step_off(view: View, notes: Notes) -> Move | Stop:
    """Step aside from a way off the level, to take it by stepping back."""
    return Ways(view, notes).aside() or Stop(phrase("travel", "no step"))


def over(kind: str, view: View, notes: Notes) -> Answer | None:
    """Go a step nearer to the nearest way of a kind, and finally onto it.

    A player on the way steps aside first, because only a step onto it takes it. Return what blocks
    the way, or None if no such way is known.
    """
    if view.ground == kind:
        return step_off(view, notes)
    ways = Ways(view, notes)

    def wanted(paths: Paths) -> int:
        return paths.tiles(notes.ways(kind, view))

    def around(paths: Paths) -> int:
        return wanted(paths) | spread(wanted(paths), paths.stride)

    if not wanted(ways.paths):
        return None
    step = ways.step(wanted)
    if step is None and not around(ways.paths) & ways.paths.here:  # a rooted foe reaches it
        step = ways.step(lambda paths: around(paths) & paths.quiet)
    return step or stopped_by(ways.bar(wanted), phrase("travel", "no path"))


class TakeStairs(Going):
    """Goes to the nearest known way up or down, and takes it.

    It takes the way even with foes in view if the player stands on it or beside it.
    """

    verb: ClassVar[str] = "travel"

    def __init__(self, notes: Notes, habits: Habits, way: Literal["up", "down"]) -> None:
        super().__init__(notes, habits)
        self._way = way
        self._at_hand: Spot | None = None

    def next(self, view: View) -> Answer:
        """Go a step nearer, and finally onto it."""
        if self._at_hand in view.foes_at:
            x, y = self._at_hand
            who = capitalised(own_name(view.tiles[y][x].name or "an enemy"))
            return Stop(phrase("command", "in the way", name=who))
        answer = over(self._wanted(view), view, self.notes)
        if self._at_hand and isinstance(answer, Stop):
            return self._boldly(self._at_hand, view) or answer
        return answer or Stop(self._no_way(view), (Hint(WayOut.EXPLORE, "explore"),))

    def _no_way(self, view: View) -> str:
        deepest = view.levels if view.bond is None else view.bond.last
        if self._way == "down" and view.level == deepest:
            return phrase("travel", "no deeper")
        return phrase("travel", "no way", way=self._way)

    def _boldly(self, there: Spot, view: View) -> Move | None:
        """Return the step onto an adjacent way if only a rooted creature beside it forbids it."""
        shut = [*self.notes.closed(view), *view.foes_at]
        paths = Paths(view, shut)
        return paths.towards(paths.quiet if view.here == there else paths.tiles([there]))

    def news(self, before: View, view: View) -> str:
        """Return what stops the player. At an adjacent way, very little does."""
        at_hand = self._at_hand is not None and view.level == before.level
        if not at_hand or why_not_now(view):
            return super().news(before, view)
        if view.here != before.here or view.turn == before.turn:
            return ""
        told = [line.text for line in new_lines(before, view)]
        return told[-1] if told else phrase("command", "no further")

    def _why_not(self, view: View) -> Stop | None:
        self._at_hand = way_beside(self._wanted(view), view, self.notes)
        if self._at_hand is None:
            return super()._why_not(view)
        reason = why_not_now(view)
        return Stop(reason) if reason else None

    def _ask_before_risk(self, view: View) -> Stop | None:
        return None if self._at_hand else super()._ask_before_risk(view)

    def _wanted(self, view: View) -> str:
        return STAIR_UP if self._way == "up" else way_down(view, self.notes)

    def _take_up(self, view: View) -> Intent | None:
        """Pick up what lies on the way, except during the escape, where each turn counts."""
        hurries = self._way == "down" and view.bond is not None and view.bond.last_way
        return None if hurries else super()._take_up(view)


def step_away(view: View, notes: Notes) -> tuple[Move | Stop, str] | None:
    """Return the next step of the escape past visible foes, or what blocks it.

    It never leads into harm or into a creature.

    Returns:
        The step, and a sentence about the foes in view. None outside the escape, if no foe is in
        the way, or if no gate is known.
    """
    kind, who = way_down(view, notes), all_who_bar(view, notes.let_be(view))
    if view.bond is None or not (view.bond.last_way and who and knows_of(kind, view, notes)):
        return None
    return _escape_to(kind, view, notes), phrase("travel", "escape", enemies=who)


def _escape_to(kind: str, view: View, notes: Notes) -> Move | Stop:
    if view.ground == kind:
        return step_off(view, notes)
    ways = Ways(view, notes)

    def wanted(paths: Paths) -> int:
        return paths.tiles(notes.ways(kind, view))

    step = ways.step(wanted)
    if step is None:  # past a rooted foe, as the last resort
        paths = Paths(view, notes.closed(view))
        step = paths.towards(wanted(paths))
    if step is None:
        return stopped_by(ways.bar(wanted), phrase("travel", "no path"))
    return into_nobody(step, view)
