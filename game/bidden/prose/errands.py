"""Errands: actions of several intents, and what stops them.

An errand is called with each new view, and returns the next intent or the reason to stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import attrs

from bidden.bots.paths import Paths
from bidden.going.commands.taking import what_lies
from bidden.going.known.dark import seen_across_the_dark, step_across_the_dark
from bidden.going.known.notes import Notes
from bidden.going.watch import bars
from bidden.going.ways import Ways
from bidden.intents import Intent, Move
from bidden.narration.grammar import capitalised
from bidden.prose.meanings import Approach, GoTo, Keep
from bidden.prose.nouns import called, creatures, foes, state_of
from bidden.view import Spot, View


@attrs.frozen
class Stop:
    """The end of an errand.

    Attributes:
        reason: The reason in a sentence; may be empty.
        arrived: Whether it reached its goal.
    """

    reason: str
    arrived: bool = False


Errand: TypeAlias = Callable[[View], "Intent | Stop"]

_OVER: Final = "<>Π"
"""What one steps onto last, for it leads away."""


def errand_for(meaning: GoTo | Approach | Keep, notes: Notes) -> Errand:
    """Return the errand of a meaning."""
    match meaning:
        case GoTo(spots, name):
            return lambda view: _towards(spots, name, view, notes)
        case Approach(name, at, kills):
            return _Nearing(name, at, kills, notes)
        case Keep(intent, times):
            return _Keeping(intent, times)


def what_stops(before: View, view: View, *, bound: bool = False) -> str:
    """Return what interrupts an errand between two views; empty for nothing.

    Args:
        before: The view before the last intent.
        view: The view now.
        bound: Whether it goes to a place, and passes over items on the way.
    """
    if view.ending is not None:
        return "it is over."
    if _lively(view):
        return f"{_lively(view)[0]} is in view."
    if view.hp < before.hp or len(view.wounds) > len(before.wounds):
        return "something hurt you."
    if view.level != before.level or view.place != before.place:
        return "you are elsewhere now."
    if view.offers != before.offers or view.improvements_due > before.improvements_due:
        return "there is a choice to make."
    if view.turn == before.turn and view.here == before.here:
        return "you can't get any further."
    if view.underfoot and view.here != before.here and not bound:
        return what_lies(view.underfoot[:1], view).replace("Here", "here", 1)
    return ""


def what_stops_a_fight(before: View, view: View, *, bold: bool) -> str:
    """Return what interrupts an approach between two views; empty for nothing.

    Args:
        before: The view before the last intent.
        view: The view now.
        bold: Whether damage stops it only from half of max HP down.
    """
    if view.ending is not None:
        return "it is over."
    come = _come(before, view)
    if come:
        return f"{come[0]} comes into view."
    if len(view.wounds) > len(before.wounds):
        return "you are wounded."
    if view.hp < before.hp and (not bold or view.hp * 2 <= view.max_hp):
        return f"you're at {view.hp}/{view.max_hp} HP."
    if view.level != before.level or view.place != before.place:
        return "you are elsewhere now."
    if view.improvements_due > before.improvements_due:
        return "there is a choice to make."
    if {name for name, _ in view.lasting} - {name for name, _ in before.lasting}:
        return "a new effect began."
    if view.turn == before.turn and view.here == before.here:
        return "you can't get any further."
    return ""


def _lively(view: View) -> list[str]:
    quiet = {foe.at for foe in view.foes_seen if not bars(foe, view)}
    if not view.foes_at:
        return ["an enemy"] * view.foes
    return [one.name for one in foes(view) if one.spot not in quiet]


def _come(before: View, view: View) -> list[str]:
    new = Counter(state_of(one.name)[0] for one in foes(view))
    new.subtract(state_of(one.name)[0] for one in foes(before))
    return [*new.elements()]


def _towards(spots: tuple[Spot, ...], name: str, view: View, notes: Notes) -> Intent | Stop:
    if view.here in spots:
        return Stop("You are there.", arrived=True)
    step = _step_to(spots, view, notes)
    if step is not None:
        return step
    daring = Paths(view, daring=True)
    if daring.towards(daring.tiles(spots)) is not None:
        return Stop('A trap is in the way. Say "disarm" next to it, or walk around it.')
    return Stop(f"No safe path to {name}.")


def _step_to(spots: Iterable[Spot], view: View, notes: Notes) -> Intent | None:
    paths = Paths(notes.uncovered(view))
    return paths.towards(paths.tiles(spots))


class _Nearing:
    """Goes up to a creature, and strikes it if it is to be killed, until it is gone."""

    def __init__(self, name: str, at: Spot, kills: bool, notes: Notes) -> None:
        self._name = name
        self._notes = notes
        self._at = at
        self._kills = kills
        self._many: int | None = None
        self._struck = False

    def __call__(self, view: View) -> Intent | Stop:
        spots = [one.spot for one in creatures(view) if state_of(one.name)[0] == self._name]
        many, self._many = self._many, len(spots)
        if not spots or (many is not None and len(spots) < many):
            return Stop("" if self._struck else f"{capitalised(called(self._name))} is gone.")
        self._at = min(spots, key=lambda spot: (_apart(spot, self._at), spot))
        beside = _apart(self._at, view.here) == 1
        if beside and not self._kills:
            return Stop(f"You are next to {self._name}.", arrived=True)
        self._struck = beside
        if beside:
            return Move(self._at[0] - view.here[0], self._at[1] - view.here[1])
        step = _step_to([self._at], view, self._notes)
        if step is None and seen_across_the_dark(view, [self._at]):
            step = step_across_the_dark(view, Ways(view, self._notes), self._at)
        return step or Stop(f"No safe path to {self._name}.")


def _apart(spot: Spot, other: Spot) -> int:
    return max(abs(spot[0] - other[0]), abs(spot[1] - other[1]))


class _Keeping:
    """Does the same so many times."""

    def __init__(self, intent: Intent, times: int) -> None:
        self._intent = intent
        self._left = times

    def __call__(self, view: View) -> Intent | Stop:
        if not self._left:
            return Stop("", arrived=True)
        self._left -= 1
        return self._intent
