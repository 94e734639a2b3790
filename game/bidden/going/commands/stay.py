"""Resting, repeating an action, and performing several actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from bidden.going.going import Answer, Going, Stop, what_bars
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.watch import harm_to_come, is_blind, new_lines
from bidden.going.ways import Ways, harm_near
from bidden.going.ways_out import Hint, WayOut
from bidden.intents import Intent, Move, Search, Wait
from bidden.patterns import tells
from bidden.state import counted
from bidden.text import numbered
from bidden.view import View
from bidden.words import phrase

_LAST_TURNS: Final = 10
"""A rest stops once when this many turns of the term are left."""
_NEAR: Final = 2
"""Within this distance of harmful ground, in tiles, a rest is refused."""
_LONG: Final = 200
"""Without a term, a rest of more turns asks first."""
_LONG_OF_TERM: Final = 20
"""A rest that takes more than this percentage of the rest of the term asks first."""


class Rest(Going):
    """Waits until hit points and mana are back and no effect lasts.

    If a rest takes much of a term, or long without one, it first announces the gain and the number
    of turns, and rests when the command is repeated. Blind players wait until they see again.
    """

    verb: ClassVar[str] = "rest"
    walks = False
    goes_blind = True

    def __init__(self, notes: Notes, habits: Habits, *, asks: bool = True) -> None:
        super().__init__(notes, habits)
        self._asks = asks
        self._since: View | None = None

    def next(self, view: View) -> Answer:
        """Wait, if that helps."""
        begun, self._since = self._since, self._since or view
        harm = harm_near(view, _NEAR)
        if harm:
            return Stop(phrase("rest", "near", harm=harm))
        if is_blind(view):
            return Wait()
        if begun is not None and is_blind(begun):
            return _rested(begun, view)
        dies = harm_to_come(view) >= view.hp
        asks = begun is None and self._asks and (dies or self._is_long(view))
        if asks and not self.notes.is_confirmed(self.verb, view):
            return Stop(_what_comes_back(view, self.habits), (Hint(WayOut.AGAIN, "rest"),))
        left = _left_of_the_term(view)
        if begun is not None and left and left <= _LAST_TURNS < (_left_of_the_term(begun) or 0):
            return Stop(phrase("rest", "few", turns=counted("turn", left)))
        if _turns(view, self.habits) or view.lasting:
            return Wait()
        if begun is not None:
            return _rested(begun, view)
        return Stop(_why_not(view, self.habits))

    def _is_long(self, view: View) -> bool:
        if _left_of_the_term(view) is None:
            return _turns(view, self.habits) > _LONG
        return takes_much_of_the_term(view, self.habits)


def takes_much_of_the_term(view: View, habits: Habits) -> bool:
    """Return whether a rest should ask first, because it takes much of the remaining term."""
    left = _left_of_the_term(view)
    return left is not None and _turns(view, habits) > left * _LONG_OF_TERM // 100


def _left_of_the_term(view: View) -> int | None:
    bond = view.bond
    return None if bond is None or not bond.runs else max(bond.left, 0)


def _what_comes_back(view: View, habits: Habits) -> str:
    """Describe how long a rest takes, and how many turns of a term are left."""
    (health, mana), turns = _takes(view, habits), _left_of_the_term(view)
    if (lost := harm_to_come(view)) >= view.hp:
        return phrase("rest", "dies", lost=lost, hp=view.hp)
    if turns == 0:
        return phrase("rest", "burns")
    full = "full" if habits.rest_until == 100 else f"{habits.rest_until}%"
    goal, takes = f"{full} {'HP' if health >= mana else 'mana'}", max(health, mana)
    if turns is None:
        return phrase("rest", "long", goal=goal, turns=takes)
    return phrase("rest", "term", goal=goal, turns=takes, left=turns)


def _rested(before: View, view: View) -> Stop:
    health, mana = view.hp - before.hp, view.mana - before.mana
    parts = [f"+{health} HP"] if health > 0 else []
    parts += [f"+{mana} mana"] if mana > 0 else []
    turns, gained = counted("turn", view.turn - before.turn), ", ".join(parts)
    return Stop(phrase("rest", "gained" if parts else "rested", turns=turns, gained=gained))


def _turns(view: View, habits: Habits) -> int:
    """Return the number of turns until everything is back that comes back with time."""
    return max(_takes(view, habits))


def _takes(view: View, habits: Habits) -> tuple[int, int]:
    """Return the number of turns until hit points are back, and until mana is."""
    health, mana = _missing(view, habits)
    every, mana_every = view.comes_back
    for turn in range(max((left for _, _, left in view.healing), default=-1) + 1):
        healed = sum(hp * (min(turn, left) // gap) for hp, gap, left in view.healing)
        if healed + (turn // every if every else 0) >= health:
            return turn, mana * mana_every
    healed = sum(hp * (left // gap) for hp, gap, left in view.healing)
    return (health - healed) * every, mana * mana_every


def _missing(view: View, habits: Habits) -> list[int]:
    return [
        max(0, -(-most * habits.rest_until // 100) - left)
        for left, most in ((view.hp, view.max_hp), (view.mana, view.max_mana))
    ]


def _why_not(view: View, habits: Habits) -> str:
    if any(_missing(view, habits)):
        return phrase("rest", "no help")
    if view.hp < view.max_hp:
        return phrase("rest", "enough")
    return phrase("rest", "wounds" if view.wounds else "no need")


class Repeat(Going):
    """Repeats an action; a search ends when it finds something. Blind players may wait."""

    verb: ClassVar[str] = "go on"

    def __init__(self, notes: Notes, habits: Habits, intent: Intent, times: int) -> None:
        super().__init__(notes, habits)
        self.goes_blind = isinstance(intent, Wait)
        self.walks = isinstance(intent, Move)
        self._intent = intent
        self._times = times
        self._left = times
        self._seen: View | None = None

    def next(self, view: View) -> Answer:
        """Repeat the action if any repetitions are left."""
        seen, self._seen = self._seen, view
        searches = seen is not None and isinstance(self._intent, Search)
        new = new_lines(seen, view) if seen is not None and searches else []
        told = [line for line in new if not tells(self.habits.pass_over, line)]
        if told:
            return Stop(told[-1].text)
        if seen is not None and view.turn == seen.turn:
            return Stop(view.lines[-1].text if view.lines else phrase("repeat", "can't"))
        if not self._left:
            return Stop(phrase("repeat", "done", times=self._times))
        self._left -= 1
        if isinstance(self._intent, Move):
            return self._step(self._intent, view)
        return self._intent

    def _step(self, move: Move, view: View) -> Answer:
        spot = view.here[0] + move.dx, view.here[1] + move.dy
        ways = Ways(view, self.notes)
        if not ways.is_open(spot):
            return Stop(what_bars(spot, view))
        return move


class Row(Going):
    """Performs intents one after the other, such as dropping items, until something happens."""

    verb: ClassVar[str] = "go on"
    walks = False
    goes_blind = True

    def __init__(self, notes: Notes, habits: Habits, intents: Iterable[Intent]) -> None:
        super().__init__(notes, habits)
        self._left = [*intents]
        self._kind = type(self._left[0]).__name__

    def next(self, view: View) -> Answer:
        """Return the next intent."""
        return self._left.pop(0) if self._left else Stop("")

    def news(self, before: View, view: View) -> str:
        """Return what stops the player, and how many items are left."""
        told, left = super().news(before, view), len(self._left)
        items = numbered("item", left)
        undone = phrase("row", self._kind, items=items)
        return f"{told} {undone}" if told and left else told

    def _why_not(self, view: View) -> Stop | None:
        return None

    def _take_up(self, view: View) -> None:
        return None
