"""Exploring: go to the goal of the task, then to the nearest item or unexplored tile."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

import attrs

from bidden.bots.around import steps
from bidden.bots.paths import Paths
from bidden.going.commands.leaning import Pull, leaning
from bidden.going.commands.searching import locks_to_open, what_searching_takes
from bidden.going.commands.stay import Rest, takes_much_of_the_term
from bidden.going.commands.taking import (
    KEYS,
    finds_no_room,
    group_of,
    is_full,
    is_remains,
    source_told,
    what_lies,
    would_take,
)
from bidden.going.commands.travel import Travel, nearest, steps_to, way_beside, way_on
from bidden.going.encounters import bare
from bidden.going.going import Answer, Going, Stop, stopped_by
from bidden.going.habits import Habits
from bidden.going.known.lying import OWN_NAME, THINGS, left_lying
from bidden.going.known.notes import Notes
from bidden.going.watch import goals_of
from bidden.going.ways import Bar, Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.compass import bearing, tiles_off
from bidden.intents import Intent, Move, PickUp, PutOn, Wait
from bidden.kinds import BOOK, CHEST, KEY, LOCKED_DOOR, STAIR_DOWN, STAIR_UP
from bidden.shown.bonds import LITTLE_LEFT
from bidden.shown.gear import gain_told, instead_of, is_better
from bidden.state import enumerated
from bidden.text import capitalised
from bidden.view import Bond, Held, Spot, View
from bidden.words import phrase

_SPARE: Final = 10
"""Exploring stops once the task is complete and only this part of the term is left to spare."""
_FEW_TURNS: Final = 40
"""Exploring stops once only this many turns are left for a task that is not complete."""
_OFFERS_AGAIN: Final = 100
"""After this many turns, better gear in the pack is offered again."""
_THOUGH_LATE: Final = "explore with few turns left"
_TO_AND_FRO: Final = 6
"""The maximum number of times for the same step from the same tile without news."""


class Explore(Going):
    """Goes to unexplored tiles and items, and opens locked doors.

    With few hit points it rests first, if the player wants that. It stops when everything is
    explored; if the command is repeated, it goes to the way on. It never searches.
    """

    verb: ClassVar[str] = "explore"

    def __init__(self, notes: Notes, habits: Habits) -> None:
        super().__init__(notes, habits)
        self._rest: Rest | None = None
        self._to_the_way_on: Travel | None = None
        # How often each step was taken, by tile and number of unknown tiles.
        self._gone = Counter[tuple[Spot, int, Intent]]()
        self._slack: int | None = None  # it asks again below this many spare turns

    def next(self, view: View) -> Answer:
        """Go to the nearest unexplored tile, until none is left."""
        gear = self._equip(view)
        if gear is not None:
            return gear
        found = self._what_is_here(view)
        if found is not None and self._done > 1:  # before the first step, the player has read it
            return found
        rest = self._rest_first(view)
        if rest is not None:
            return rest
        ways = Ways(view, self.notes)
        guard = _guard_of_the_goal(view, self.notes, ways)
        if guard is not None:
            return self.ask_to_pass(guard, view) or self.next(view)
        for x, y in _without_room(view, self.notes, self.habits, ways.paths):
            if (x, y) not in self.notes.ground.told and not self.notes.has_left((x, y), view):
                self.notes.ground.told.add((x, y))
                return Stop(phrase("explore", "no room", thing=view.tiles[y][x].name))
        step = self._step(view, ways)
        if step is not None:
            if self._is_late(view):
                self.notes.ask(_THOUGH_LATE, view)
                return self._late(view)
            again = view.here, ways.paths.frontier, step
            self._gone[again] += 1
            if self._gone[again] > _TO_AND_FRO:
                return Stop(phrase("command", "to and fro"), (Hint(WayOut.TRAVEL, "travel"),))
            return self._ask_before_a_lock(step, view) or step
        return self._go_to_the_way_on(view, ways)

    def _step(self, view: View, ways: Ways) -> Move | None:
        step = step_to_explore(view, self.notes, self.habits, ways)
        return step or ways.step(lambda paths: locks_to_open(view, paths))

    def _equip(self, view: View) -> Answer | None:
        """Offer better gear that lies here, or from the pack; if the command is repeated, equip it.

        Gear in the pack is offered again after a while, and at once if something came up after it
        was picked up to be equipped.
        """
        notes, wanted, away = self.notes, self.notes.equips, self.notes.ground.put_away
        for held in view.pack:
            question, is_new = f"equip {held.name} from the pack", held.name == wanted
            if held.worn or held.name in away or not is_better(held, view.pack):
                continue
            if notes.is_asked(question, view) or (is_new and self._done > 1):
                notes.equips = ""
                return PutOn(held.slot)
            if is_new or view.turn >= notes.offered.get(held.name, 0):
                notes.equips = ""
                return self._offer(held, question, view)
        for number, piece in view.gear_underfoot:
            question = f"equip {piece.name}"
            if piece.name in away or not is_better(piece, view.pack):
                continue
            if self._done == 1 and notes.is_asked(question, view):
                notes.equips = piece.name
                return PickUp(number)
            if piece.name in notes.found and self._done > 1:
                notes.let_lie(piece.name)
                return self._offer(piece, question, view, full=is_full(view))
        return None

    def _offer(self, piece: Held, question: str, view: View, *, full: bool = False) -> Stop:
        told = _gain_of(capitalised(piece.name), piece, view)
        if full:
            told = f"{told} {phrase('explore', 'full')}"
            return Stop(told, (Hint(WayOut.DROP, phrase("instead", "drop")),))
        self.notes.ask(question, view)
        self.notes.offered[piece.name] = view.turn + _OFFERS_AGAIN
        return Stop(told, (Hint(WayOut.AGAIN, phrase("instead", "equip")),))

    def _ask_before_a_lock(self, step: Move, view: View) -> Stop | None:
        """Ask before unlocking a door, because it may lock something in."""
        door = view.here[0] + step.dx, view.here[1] + step.dy
        key = next((held.each for held in view.pack if door in held.opens), "")
        if not key or self.notes.is_confirmed("unlock", view):
            return None
        told = phrase("explore", "unlock", name=key, way=bearing(step.dx, step.dy))
        return Stop(told, (Hint(WayOut.AGAIN, phrase("instead", "unlock")),))

    def _why_stop(self, before: View, view: View) -> Stop | None:
        stop, stops_for = super()._why_stop(before, view), self.habits.stops_for
        if stop or not isinstance(self._meant, PickUp) or "items" not in stops_for:
            return stop
        held = {one.name for one in before.pack}
        found = (one.name for one in view.pack if one.kind in (KEY, BOOK) and one.name not in held)
        name = next(found, "")
        said = (line.text for line in reversed(view.lines) if name in line.text)
        return Stop(next(said, phrase("explore", "found", thing=name))) if name else None

    def _go_to_the_way_on(self, view: View, ways: Ways) -> Answer:
        """Go to the stairs or the gate, after the player has read that everything is explored."""
        bar = ways.bar(lambda paths: locks_to_open(view, paths))
        key = next((held.each for held in view.pack if held.opens), "")
        bar = bar and attrs.evolve(bar, to=phrase("ways", "door", name=key))
        bar = bar or ways.bar(lambda paths: _wanted(view, self.notes, self.habits, paths))
        if bar is not None and bar.passes:
            return (ways.aside() if view.here in view.harm_at else None) or stopped_by(bar, "")
        if self._to_the_way_on is None:
            hints = leads_on(view, self.notes, self.habits, ways)
            to = nearest(way_on(view, self.notes), view, self.notes)
            goes = to is not None and hints[0].way is WayOut.AGAIN
            if to is None or not goes or not self.notes.is_confirmed("explored", view):
                if bar is not None and bar.rooted and not goes:
                    stop = self.ask_to_pass(bar, view)
                    if stop is None:
                        return self.next(view)
                    hints = (*stop.hints, *hints)
                elif bar is not None:
                    hints = (*(hint for hint in bar.hints if hint not in hints), *hints)
                return Stop(_explored(view, self.notes, self.habits, ways, bar), hints)
            self._to_the_way_on = Travel(self.notes, self.habits, to)
        answer = self._to_the_way_on.next(view)
        if isinstance(answer, Stop):
            return attrs.evolve(answer, hints=leads_on(view, self.notes, self.habits, ways))
        return answer

    def _ask_before_risk(self, view: View) -> Stop | None:
        could_eat = view.hunger == "weak" and any("eat" in held.uses for held in view.pack)
        asked, self.notes.goes_hungry = self.notes.goes_hungry, could_eat
        if self.notes.goes_hungry and not asked:
            anyway = Hint(WayOut.AGAIN, phrase("instead", "anyway", verb=self.verb))
            return Stop(phrase("explore", "weak"), (Hint(WayOut.EAT, "eat"), anyway))
        late = self._is_late(view)
        # An explored level leaves only the way back, and the player is told that instead.
        if late and self._step(view, Ways(view, self.notes)) is not None:
            if not self.notes.is_confirmed(_THOUGH_LATE, view):
                return self._late(view)
            self.notes.take_risk(view)  # one question is enough: it also names the HP
        self._slack = _slack(view, self.notes, self.habits) // 2 if late else None
        calm = self._rests_first(view) or _has_run_out(view.bond)
        return None if calm else super()._ask_before_risk(view)

    def _is_late(self, view: View) -> bool:
        """Return whether the remaining turns hardly cover the way back, or are few for the task.

        If the player explored on anyway, return True again when half of the spare turns are gone,
        or, while the bond burns, when a quarter of the hit points is lost.
        """
        bond = view.bond
        if bond is None or not bond.runs:
            return False
        if _has_run_out(bond):
            return not self.notes.risks(view)
        enough = bond.term // _SPARE if bond.fulfilled else _FEW_TURNS
        enough = enough if self._slack is None else min(enough, self._slack)
        return _slack(view, self.notes, self.habits) < enough

    def _late(self, view: View) -> Stop:
        left = view.bond.left if view.bond is not None else 0
        on = Hint(WayOut.AGAIN, phrase("instead", "anyway", verb=self.verb))
        done = view.bond is not None and view.bond.fulfilled
        back = way_on(view, self.notes) if done else STAIR_DOWN
        hints = (on,) if back == STAIR_DOWN else (Hint(_way_out(back), "return"), on)
        few = self.notes.is_risk(view, self.habits.hurt_below)
        turns = "1 turn is" if left == 1 else f"{left} turns are"
        told = phrase("explore", "late back" if done else "late", turns=turns)
        told = told if left > 0 else phrase("explore", "burns")
        if few or left <= 0:
            told += " " + phrase("command", "few", hp=view.hp, most=view.max_hp)
        return Stop(told, hints)

    def _rests_first(self, view: View) -> bool:
        few = view.hp * 100 < view.max_hp * self.habits.rest_before_exploring
        return few and not (view.foes_at or takes_much_of_the_term(view, self.habits))

    def _rest_first(self, view: View) -> Wait | None:
        if self._rest is None and self._rests_first(view):
            self._rest = Rest(self.notes, self.habits, asks=False)
        answer = None if self._rest is None else self._rest.next(view)
        if isinstance(answer, Wait):
            return answer
        self._rest = None
        return None

    def _what_is_here(self, view: View) -> Stop | None:
        """Describe what lies here or can be drawn from, once."""
        notes = self.notes
        here = [name for name in notes.found if name in view.underfoot]
        gear = [one for _, one in view.gear_underfoot if not is_better(one, view.pack)]
        poor = {one.name for one in gear if any(held.is_called(one.name) for held in view.pack)}
        found = [name for name in here if not is_remains(name, notes) and name not in poor]
        for name in notes.found.copy():
            notes.let_lie(name)
        if "items" not in self.habits.stops_for:
            return None
        if found:
            what = enumerated([f"the {bare(one)}" for one in found])
            named = [one for one in gear if one.name in found and OWN_NAME in one.name]
            worth = [_gain_of(f"The {bare(one.name)}", one, view) for one in named]
            told = " ".join([what_lies(found, view), *worth])
            return Stop(told, (Hint(WayOut.TAKE, phrase("instead", "pick up", things=what)),))
        if view.source and view.here not in notes.ground.told:
            notes.ground.told.add(view.here)
            return Stop(source_told(view))  # which names the key itself
        return None


def _gain_of(name: str, piece: Held, view: View) -> str:
    gain, instead = gain_told(piece, view.pack), instead_of(piece, view.pack)
    return phrase("explore", "gain", gear=name, instead=instead, gain=gain)


def _has_run_out(bond: Bond | None) -> bool:
    return bond is not None and bond.runs and bond.left <= 0


def _slack(view: View, notes: Notes, habits: Habits) -> int:
    """Return how many turns of the term would be left after the known way back.

    Before the task is complete, no way leads back.
    """
    if view.bond is None or not view.bond.fulfilled:
        return 0 if view.bond is None else view.bond.left
    return view.bond.left - steps_to(way_on(view, notes), view, notes)


def step_to_explore(view: View, notes: Notes, habits: Habits, ways: Ways) -> Move | None:
    """Return the step to the goal, an unexplored tile or an item, or None."""
    step = ways.step(lambda paths: _goals(view, notes, paths))
    return step or ways.step(lambda paths: _wanted(view, notes, habits, paths))


def leads_on(view: View, notes: Notes, habits: Habits, ways: Ways) -> tuple[Hint, ...]:
    """Return hints for an explored level: go to the way on, take it, or search."""
    kind = way_on(view, notes)
    hints = list[Hint]()
    if kind and way_beside(kind, view, notes) is not None:
        hints.append(Hint(_way_out(kind), phrase("instead", "take", way=phrase("ways", kind))))
    elif kind and nearest(kind, view, notes) is not None:
        hints.append(Hint(WayOut.AGAIN, phrase("instead", "go to", way=phrase("ways", kind))))
    elif kind and (bar := ways.bar(lambda paths: paths.tiles(notes.ways(kind, view)))):
        hints += bar.hints
    spots, turns = what_searching_takes(notes, ways)
    if spots and not (hints and view.bond and view.bond.fulfilled and turns > view.bond.left):
        hints.append(Hint(WayOut.SEARCH_LEVEL, phrase("instead", "search", turns=turns)))
    return tuple(hints) or (Hint(WayOut.TRAVEL, "travel"),)


def _way_out(kind: str) -> WayOut:
    return WayOut.STAIRS_UP if kind == STAIR_UP else WayOut.STAIRS_DOWN


def _goals(view: View, notes: Notes, paths: Paths) -> int:
    return paths.tiles(paths.marked(goals_of(view))) & ~notes.ground.been


def _guard_of_the_goal(view: View, notes: Notes, ways: Ways) -> Bar | None:
    """Return the rooted foe beside every way to a goal that is known, or None."""

    def goals(paths: Paths) -> int:
        return _goals(view, notes, paths)

    if not goals(ways.paths) or ways.step(goals) is not None:
        return None
    bar = ways.bar(goals)
    return attrs.evolve(bar, to=phrase("ways", "goal")) if bar and bar.rooted else None


def _wanted(view: View, notes: Notes, habits: Habits, paths: Paths) -> int:
    been = notes.ground.been
    pull = _pull(view, notes)
    unexplored = paths.frontier & ~been
    lying = paths.tiles(things_to_see(view, notes, habits, paths))
    return unexplored | lying if pull is None else leaning(paths, unexplored, lying, pull)


def _pull(view: View, notes: Notes) -> Pull | None:
    bond = view.bond
    return None if bond is None or bond.fulfilled else notes.ground.pull


def things_to_see(view: View, notes: Notes, habits: Habits, paths: Paths) -> list[Spot]:
    """Return the tiles with items to go to, but without corpses.

    Items that would be picked up but do not fit in the pack are left out, as are those that the
    player left there. In the last tenth of the term, only keys and the goal count.
    """
    if habits.explore_goes_to == "nothing":
        return []
    spots, pressed = [], view.bond is not None and view.bond.presses == LITTLE_LEFT
    for x, y in paths.marked(THINGS):
        tile = view.tiles[y][x]
        if tile.kind == CHEST:  # it may bite whoever touches it
            continue
        takes = would_take(tile, notes, habits)
        if (takes and finds_no_room(tile, view)) or notes.has_left((x, y), view):
            continue
        if pressed and group_of(tile.kind) != KEYS:
            continue
        goes = takes or habits.explore_goes_to == "everything"
        if goes and not is_remains(tile.name, notes):
            spots.append((x, y))
    return spots


def _without_room(view: View, notes: Notes, habits: Habits, paths: Paths) -> list[Spot]:
    """Return the tiles of items that would be picked up, but do not fit in the pack."""
    lying = ((spot, view.tiles[spot[1]][spot[0]]) for spot in paths.marked(THINGS))
    wanted = (one for one in lying if would_take(one[1], notes, habits))
    return [spot for spot, tile in wanted if finds_no_room(tile, view)]


def _explored(view: View, notes: Notes, habits: Habits, ways: Ways, bar: Bar | None) -> str:
    """Return a message that all, or all in reach, is explored, with the things that remain."""
    paths, all_of_it = ways.paths, bar is None
    kind, left = way_on(view, notes), list[str]()
    locks = [*paths.marked([LOCKED_DOOR])]
    if locks:
        first = tiles_off(min(locks, key=lambda spot: (steps(spot, view.here), spot)), view.here)
        left.append(phrase("explore", "locks" if locks[1:] else "lock", n=len(locks), where=first))
    lying = left_lying(view, notes, habits, paths)
    if lying:
        full = _without_room(view, notes, habits, paths)
        left = [*([phrase("explore", "full")] if full else []), lying, *left]
    if kind and bar is None and nearest(kind, view, notes) is None:
        bar = ways.bar(lambda paths: paths.tiles(notes.ways(kind, view)))
    if bar is not None:
        to = bar.to or phrase("ways", kind if kind and all_of_it else "rest")
        left.append(attrs.evolve(bar, to=to).told)
    told = phrase("explore", "done" if all_of_it and not locks else "done in reach")
    leads_past = bar is not None and bar.rooted and not all_of_it  # which says enough
    return " ".join(left if leads_past else (told, *left))
