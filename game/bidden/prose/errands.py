"""Errands: what takes several intents, one after the other, and what stops it.

An errand is called with each new view, and answers with the next intent or with the reason to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from bidden.bots.paths import Paths
from bidden.intents import Intent
from bidden.prose.meanings import GoTo, Keep
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

_OVER: Final = "<>Π"
"""What one steps onto last, for it leads away."""


def errand_for(meaning: GoTo | Keep) -> Errand:
    """Give the errand that a sentence sends one on."""
    match meaning:
        case GoTo(spots, name):
            return lambda view: _towards(spots, name, view)
        case Keep(intent, times):
            return _Keeping(intent, times)


def what_stops(before: View, view: View, *, bound: bool = False) -> str:
    """Say what has come between from one view to the next; empty where nothing has.

    Args:
        before: What was seen before the last intent.
        view: What is seen now.
        bound: Whether one is bound for a place, and passes over what lies on the way.
    """
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
    if view.underfoot and view.here != before.here and not bound:
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
