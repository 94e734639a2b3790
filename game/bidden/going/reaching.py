"""Reaching foes: the step towards them, and what to do if no safe way leads there."""

from __future__ import annotations

from typing import Final

from bidden.bots.paths import Paths
from bidden.going.known.dark import seen_across_the_dark, step_across_the_dark
from bidden.going.known.notes import Notes
from bidden.going.ways import Bar, Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.view import Spot, View

__all__ = ["AWAY_FROM_FOES", "bar_to_foes", "hints_against_foes", "step_to_foes"]

AWAY_FROM_FOES: Final = (
    Hint(WayOut.WAIT, "wait for the enemy"),
    Hint(WayOut.THROW, "throw something"),
)
"""What to do if no safe way leads to a foe in view."""


def step_to_foes(view: View, notes: Notes) -> Move | None:
    """Return the step towards the foe that is reached first, or None.

    It avoids rooted foes if there are others, and never takes stairs or a gate, which would lead
    away
    from the foe.
    """
    ways = Ways(view, notes)
    step = ways.step(lambda paths: _beside_foes(view, paths))
    if step is None:
        foe = seen_across_the_dark(view, sorted(view.foes_at, key=lambda at: _far(at, view.here)))
        step = None if foe is None else step_across_the_dark(view, ways, foe)
    if step is None:
        paths = Paths(view, notes.closed(view))
        step = paths.towards(_beside_foes(view, paths))
    return step


def bar_to_foes(view: View, notes: Notes) -> Bar | None:
    """Return what blocks the way to the foes in view, or None if there is no way at all."""
    return Ways(view, notes).bar(lambda paths: _beside_foes(view, paths))


def hints_against_foes(view: View, notes: Notes) -> tuple[Hint, ...]:
    """Return what to do about foes in view: attack, or what is left if none can be reached."""
    near = any(max(map(abs, _offset(foe, view.here))) == 1 for foe in view.foes_at)
    if near or step_to_foes(view, notes) is not None:
        return (Hint(WayOut.ATTACK, "attack"),)
    bar = bar_to_foes(view, notes)
    return (bar.hints if bar is not None else ()) or AWAY_FROM_FOES


def _beside_foes(view: View, paths: Paths) -> int:
    beside = [(x + dx, y + dy) for x, y in view.foes_at for dx, dy in AROUND]
    return paths.tiles(beside) & paths.quiet


def _offset(spot: Spot, here: Spot) -> Spot:
    return spot[0] - here[0], spot[1] - here[1]


def _far(spot: Spot, here: Spot) -> tuple[int, int, Spot]:
    dx, dy = _offset(spot, here)
    return max(abs(dx), abs(dy)), dx * dx + dy * dy, spot
