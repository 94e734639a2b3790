"""Errands: what takes several intents, one after the other, and what stops it.

An errand is called with each new view, and answers with the next intent or with the reason to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from bidden.bots.paths import Paths
from bidden.intents import Intent, Wait
from bidden.prose.meanings import Explore, GoTo, Keep, Rest
from bidden.prose.nouns import foes
from bidden.view import Spot, View


@attrs.frozen
class Stop:
    """It goes no further.

    Attributes:
        reason: Why, in a sentence; empty where that needs no words.
        arrived: Whether that is where it was to lead.
    """

    reason: str
    arrived: bool = False


Errand: TypeAlias = Callable[[View], "Intent | Stop"]

_LONGEST_REST: Final = 200
"""So many turns one rests at the most."""
_OVER: Final = "<>Π"
"""What one steps onto last, for it leads away."""


def errand_for(meaning: GoTo | Keep | Explore | Rest) -> Errand:
    """Give the errand that a sentence sends one on."""
    match meaning:
        case GoTo(spots, name):
            return lambda view: _towards(spots, name, view)
        case Keep(intent, times):
            return _Keeping(intent, times)
        case Explore():
            return _explore
        case Rest():
            return _Resting()


def what_stops(before: View, view: View) -> str:
    """Say what has come between from one view to the next; empty where nothing has."""
    if view.ending is not None:
        return "it is over."
    if view.foes:
        return f"{_foe(view)} is in view."
    if view.hp < before.hp or len(view.wounds) > len(before.wounds):
        return "something hurt you."
    if view.level != before.level or view.place != before.place:
        return "you are elsewhere now."
    if view.offers != before.offers or view.improvements_due > before.improvements_due:
        return "there is something to choose."
    if view.turn == before.turn and view.here == before.here:
        return "you get no further."
    if view.underfoot and view.here != before.here:
        return f"here lies {view.underfoot[0]}."
    return ""


def _foe(view: View) -> str:
    """Name the nearest foe."""
    return foes(view)[0].name if view.foes_at else "a foe"


def _towards(spots: tuple[Spot, ...], name: str, view: View) -> Intent | Stop:
    if view.here in spots:
        return Stop("You are there.", arrived=True)
    paths = Paths(view)
    step = paths.towards(paths.tiles(spots))
    if step is not None:
        return step
    step = Paths(view, daring=True).towards(paths.tiles(spots))
    if step is not None:
        return Stop("A trap is in the way: go round it step by step, or take it apart.")
    return Stop(f"You know of no safe way to {name}.")


def _explore(view: View) -> Intent | Stop:
    if view.foes:
        return Stop(f"Not with {_foe(view)} in view.")
    paths = Paths(view)
    step = paths.towards(paths.frontier)
    return step or Stop("You know of nowhere here that you have not been. Search, or go on.")


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


class _Resting:
    """Waits until hit points and mana are whole, or for long enough."""

    def __init__(self) -> None:
        self._left = _LONGEST_REST

    def __call__(self, view: View) -> Intent | Stop:
        if view.foes:
            return Stop(f"Not with {_foe(view)} in view.")
        if view.hp == view.max_hp and view.mana == view.max_mana:
            rested = self._left < _LONGEST_REST
            return Stop("You are well." if rested else "There is nothing to rest for.")
        if not self._left:
            return Stop(f"You have rested for {_LONGEST_REST} turns.")
        self._left -= 1
        return Wait()
