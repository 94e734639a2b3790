"""Fighting: attack, approach or shoot the nearest foe in view, one step at a time."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

import attrs

from bidden.bots.around import steps
from bidden.going.going import Stop, stopped_by
from bidden.going.known.notes import Notes
from bidden.going.reaching import (
    away_from_foes,
    bar_to_foes,
    by_distance,
    outclasses,
    outclassing,
    seen_across_the_dark,
    step_to_foes,
)
from bidden.going.watch import was_hit_unseen
from bidden.going.ways_out import Hint, WayOut
from bidden.intents import Move, Shoot, Throw
from bidden.kinds import ROCK
from bidden.view import Peril, Spot, View
from bidden.words import phrase

FromAfar: TypeAlias = Literal["step", "shoot", "stay"]
"""What to do with a ranged weapon if no foe is adjacent."""
_RISE: Final = 10
"""Warn again after hit points have risen this many percent above the limit, or are full."""
_ALL, _ONE = 1, 2
"""Whether all foes together outmatch the player, or even one alone, which is worse."""


def fight(
    view: View, notes: Notes, below: int, *, from_afar: FromAfar = "step"
) -> Move | Shoot | Throw | Stop:
    """Return the attack, the step or the shot.

    With few hit points or too many foes, ask first whether to fight on. ``below`` is the percentage
    of hit points that counts as few.
    """
    if not view.foes_at:
        if "knock-out" in dict(view.lasting):
            return Stop(phrase("command", "knocked out"), (Hint(WayOut.WAIT, "wait"),))
        if was_hit_unseen(view):
            return Stop(phrase("fight", "unseen"))
        return Stop(phrase("fight", "nobody"), (Hint(WayOut.EXPLORE, "explore"),))
    stop = _ask_to_fight_on(view, notes, below)
    if stop is not None:
        return stop
    near = min(view.foes_at, key=lambda spot: by_distance(spot, view.here))
    if steps(near, view.here) == 1:
        return Move(near[0] - view.here[0], near[1] - view.here[1])
    armed = None if from_afar == "step" else _from_afar(near, view)
    if armed is not None and from_afar == "stay":
        return Stop(phrase("fight", "nobody near"), away_from_foes(view))
    if armed is not None and not 0 < armed[1] < math.dist(near, view.here):
        return armed[0]
    if view.foes_seen and all(foe.outruns for foe in view.foes_seen):
        return Stop(phrase("fight", "fast"), away_from_foes(view))
    return _towards_one(view, notes)


def _from_afar(foe: Spot, view: View) -> tuple[Shoot | Throw, int] | None:
    """Return the shot or the throw at a foe, and its range, or 0 for the sight radius."""
    if view.shooting is not None and view.missiles != 0:
        return Shoot(*foe), view.shooting.range
    held = (one for one in view.pack if one.kind == ROCK)
    aimed = ((Throw(one.slot, *foe), one.aiming("throw")) for one in held)
    return next(((throw, aim.range) for throw, aim in aimed if aim is not None), None)


def _ask_to_fight_on(view: View, notes: Notes, below: int) -> Stop | None:
    """Ask whether to fight on, unless the player has just repeated the command."""
    few, peril = _are_few(view, notes, below), _peril(view, notes)
    notes.fights_unarmed = notes.fights_unarmed and view.is_unarmed
    unarmed = view.is_unarmed and not notes.fights_unarmed
    if not few and not peril and not unarmed:
        return None
    if notes.is_confirmed(f"fight on: {few} {peril} {unarmed}", view):
        notes.fights_on, notes.outmatched = max(notes.fights_on, few), max(notes.outmatched, peril)
        notes.fights_unarmed = view.is_unarmed
        notes.forget_question()
        return None
    told = [phrase("fight", "unarmed")] if unarmed else []
    if few:
        last = 0 < view.max_wounds <= len(view.wounds) + 1
        told.append(phrase("command", "last" if last else "few", hp=view.hp, most=view.max_hp))
    told += [outclassing(view)] if peril else []
    on = Hint(WayOut.AGAIN, phrase("instead", "attack on" if peril else "fight on"))
    equip = Hint(WayOut.EQUIP, phrase("instead", "weapon"))
    return Stop(" ".join(told), (on, equip) if unarmed else (on,))


def _are_few(view: View, notes: Notes, below: int) -> int:
    """Return how bad few hit points are, unless the player accepted that; 0 for enough."""
    if view.hp * 100 >= view.max_hp * min(100, below + _RISE):
        notes.fights_on = 0
    # It gets worse below a half and a quarter of the limit, and with each wound.
    bad = sum(view.hp * 100 * part < view.max_hp * below for part in (1, 2, 4))
    bad += len(view.wounds) if bad else 0
    return bad if bad > notes.fights_on else 0


def _peril(view: View, notes: Notes) -> int:
    """Return the peril, unless the player accepted it; 0 for none."""
    if view.peril is Peril.NONE:
        notes.outmatched = 0
    if view.peril is not Peril.DEADLY:
        return 0
    kind = _ONE if any(map(outclasses, view.foes_seen)) else _ALL
    return kind if kind > notes.outmatched else 0


def _towards_one(view: View, notes: Notes) -> Move | Stop:
    step = step_to_foes(view, notes)
    if step is not None and notes.is_stuck(step, view):
        return Stop(phrase("fight", "blocked"), away_from_foes(view))
    if step is not None and notes.goes_round(step, view):
        again = Hint(WayOut.AGAIN, phrase("instead", "keep going"))
        return Stop(phrase("command", "to and fro"), (*away_from_foes(view), again))
    if step is not None:
        return step
    bar = bar_to_foes(view, notes)
    unseen = seen_across_the_dark(view, sorted(view.foes_at)) is not None
    stop = stopped_by(bar, phrase("fight", "dark path" if unseen else "no path"))
    return attrs.evolve(stop, hints=stop.hints or away_from_foes(view))
