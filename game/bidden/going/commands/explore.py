"""Exploring: to what one is sent for; then to what lies about or where the map ends, the nearer."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bidden.bots.paths import Paths
from bidden.going.commands.leaning import Pull, leaning
from bidden.going.commands.searching import (
    of_the_term,
    places_to_search,
    search,
    try_a_lock,
    what_it_costs,
)
from bidden.going.commands.stay import Rest, takes_much_of_the_term
from bidden.going.commands.taking import (
    KEYS,
    as_told,
    finds_no_room,
    is_remains,
    kind_of,
    what_lies,
    would_take,
)
from bidden.going.going import Answer, Going, Stop
from bidden.going.habits import Habits
from bidden.going.keeping_off import KEPT_OFF, excluded
from bidden.going.known.lying import THINGS, left_lying
from bidden.going.known.notes import Notes
from bidden.going.stepping import careful
from bidden.going.watch import goals_of
from bidden.going.ways import Ways
from bidden.intents import Intent, Search, Wait
from bidden.shown.bonds import LITTLE_LEFT
from bidden.state import a_thing, enumerated
from bidden.view import Spot, View

_SIGHTS: Final = {">": "a stair down", "<": "a stair up", "Π": "a gate", ":": "a chasm"}
"""What is worth a word where all of a level is explored, by how it is drawn."""
_TO_AND_FRO: Final = 6
"""So often one goes the same way from the same tile though nothing new is known."""
_WITHIN: Final = f"You stand on {KEPT_OFF}: leave it first, or exclude it no more."


class Explore(Going):
    """Goes where one has not been yet, and to what lies there; then tries keys, and then searches.

    Where few hit points are left it rests first, if the player would.
    All is searched only where it was said before that all is explored, a place at a time; where it
    would take much of a term that is said first.
    """

    _searched = _begun = False  # of a place; and whether one was gone to at all

    def __init__(self, notes: Notes, habits: Habits) -> None:
        super().__init__(notes, habits)
        self._rest: Rest | None = None
        # From where, with how much unknown, one went which way.
        self._gone = Counter[tuple[Spot, int, Intent]]()

    def next(self, view: View) -> Answer:
        """Go to the nearest of what is unknown, until there is none."""
        reason = self._what_is_here(view)
        if reason:
            return Stop(reason)
        if view.here in excluded(self.notes.waymarks, view):
            return Stop(_WITHIN)
        rest = self._rest_first(view)
        if rest is not None:
            return rest
        ways, ground = Ways(view, self.notes, self.habits.keep_off), self.notes.ground
        step = ways.step(lambda paths: _goals(view, self.notes, paths))
        step = step or ways.step(lambda paths: _wanted(view, self.notes, self.habits, paths))
        if step is not None:
            ground.explored = False
        else:
            step = try_a_lock(view, self.notes, ways)
        if step is not None:
            again = view.here, ways.paths.frontier, step
            self._gone[again] += 1
            if self._gone[again] > _TO_AND_FRO:
                return Stop("You only go to and fro here: go on by hand.")
            return careful(step, view, self.habits)
        if not ground.explored:
            ground.explored = True
            return Stop(_explored(view, self.notes, self.habits, ways))
        return self._search(view, ways)

    def _rest_first(self, view: View) -> Wait | None:
        """Wait where few hit points are left, until a rest is over; None where that is no good."""
        few = view.hp * 100 < view.max_hp * self.habits.rest_before_exploring
        alone = not (view.foes_at or takes_much_of_the_term(view, self.habits))
        if self._rest is None and few and alone:
            self._rest = Rest(self.notes, self.habits)
            self.notes.long_rest = view.turn  # however long: it was asked for
        answer = None if self._rest is None else self._rest.next(view)
        if isinstance(answer, Wait):
            return answer
        self._rest = None
        return None

    def _search(self, view: View, ways: Ways) -> Answer:
        """Search the nearest place to the end, and say how many more there are."""
        notes, left = self.notes, places_to_search(self.notes, ways)
        if self._searched and left:
            more = f"You have searched here; {left} more {'place' if left == 1 else 'places'}"
            return Stop("; ".join(filter(None, [f"{more} to search", of_the_term(view)])) + ".")
        times = self.habits.search_times
        cost = "" if self._searched or self._begun else what_it_costs(view, notes, ways, times)
        if cost:
            return Stop(cost)
        self._begun = True
        step = search(notes, ways, times)
        if step is None:
            notes.ground.explored = False
            done = "You have searched wherever there may be more"
            return Stop("; ".join(filter(None, [done, of_the_term(view)])) + ".")
        self._searched = isinstance(step, Search) and not notes.ground.searches
        return step

    def _what_is_here(self, view: View) -> str:
        """Tell of what lies here or can be drawn from, once."""
        notes = self.notes
        here = [name for name in notes.found if name in view.underfoot]
        found = [name for name in here if not is_remains(name, notes)]
        for name in notes.found.copy():
            notes.let_lie(name)
        if "things" not in self.habits.stops_for:
            return ""
        if found:
            return what_lies(found, view)
        if view.source and view.here not in notes.ground.told:
            notes.ground.told.add(view.here)
            return as_told("Here is ", view) or f"Here is {a_thing(view.source)}."
        return ""


def _goals(view: View, notes: Notes, paths: Paths) -> int:
    return paths.tiles(paths.marked(goals_of(view))) & ~notes.ground.been


def _wanted(view: View, notes: Notes, habits: Habits, paths: Paths) -> int:
    been = notes.ground.been
    pull = _pull(view, notes) if habits.explore_by == "pull" else None
    unexplored = paths.frontier & ~been
    lying = paths.tiles(things_to_see(view, notes, habits, paths)) & ~been
    return unexplored | lying if pull is None else leaning(paths, unexplored, lying, pull)


def _pull(view: View, notes: Notes) -> Pull | None:
    bond = view.bond
    return None if bond is None or bond.fulfilled else notes.ground.pull


def things_to_see(view: View, notes: Notes, habits: Habits, paths: Paths) -> list[Spot]:
    """Give where something lies that one would go to; nothing the dead leave.

    Nor anything that would be taken up, and could not be held; and where a tenth of the term is
    left, nothing but keys and what one is sent for.
    """
    if habits.explore_goes_to == "nothing":
        return []
    spots, pressed = [], view.bond is not None and view.bond.presses == LITTLE_LEFT
    for x, y in paths.marked(THINGS):
        tile = view.tiles[y][x]
        takes = would_take(tile, notes, habits)
        if takes and finds_no_room(tile, view):
            continue
        if pressed and kind_of(tile.name, tile.glyph) != KEYS:
            continue
        goes = takes or habits.explore_goes_to == "everything"
        if goes and tile.look != "corpse" and not is_remains(tile.name, notes):
            spots.append((x, y))
    return spots


def _finds_no_room(view: View, notes: Notes, habits: Habits, paths: Paths) -> bool:
    """Say whether something lies here that would be taken up if it could be held."""
    lying = [view.tiles[y][x] for x, y in paths.marked(THINGS)]
    return any(would_take(one, notes, habits) and finds_no_room(one, view) for one in lying)


def _explored(view: View, notes: Notes, habits: Habits, ways: Ways) -> str:
    """Say that all is explored, and what is left."""
    paths = ways.paths
    lying = left_lying(view, notes, habits, paths)
    left = [name for glyph, name in _SIGHTS.items() if any(paths.marked(glyph))]
    locks = len([*paths.marked("X")])
    if locks:
        left.append("a locked door" if locks == 1 else f"{locks} locked doors")
    bar = ways.bar(lambda paths: _wanted(view, notes, habits, paths))
    if bar and bar not in left:
        left.append(f"{bar} in the way of more")
    why = ", as your pack is full" if lying and _finds_no_room(view, notes, habits, paths) else ""
    known = f" Left lying: {lying}{why}." if lying else ""
    known += f" You know of {enumerated(left)}." if left else ""
    count, term = places_to_search(notes, ways), of_the_term(view)
    where = f" {count} place{'' if count == 1 else 's'}; {term}" if term else ""
    more = f"Once more, and you search{where}." if count else "There is nowhere to search."
    return f"Explored.{known} {more}"
