"""Fighting on: a blow at the nearest foe in view, or a step towards it or a shot, one at a time."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

from bidden.bots.paths import Paths
from bidden.going.going import Stop
from bidden.going.known.dark import seen_across_the_dark, step_across_the_dark
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import AROUND
from bidden.intents import Move, Shoot, Throw
from bidden.view import Peril, Spot, View

_NO_WAY: Final = "You know of no way to a foe."
_UNSEEN: Final = "You know of no way to a foe: what lies between is unseen."
_MISSILE: Final = "*"
"""What is made to be thrown is drawn so."""
FromAfar: TypeAlias = Literal["step", "shoot", "stay"]
"""What is done where no foe is beside one, and one has what shoots or is thrown."""
_RISE: Final = 10
"""By so many hundredths of all hit points one is past few, or by having all, to be warned again."""
_ALL, _ONE = 1, 2
"""Who is more than a match: all only at once, or one alone, which is the greater peril."""


def fight(
    view: View, notes: Notes, below: int, *, asks: bool = True, from_afar: FromAfar = "step"
) -> Move | Shoot | Throw | Stop:
    """Give the blow, the step or the shot.

    Where few hit points are left, or foes are too many, it says once why not.

    Args:
        view: What is seen.
        notes: What is known, and of what one was warned already.
        below: Of how many hundredths of all hit points fewer are few.
        asks: Whether one is warned of who is more than a match.
        from_afar: What is done where no foe is beside one, and one has what shoots or is thrown.
    """
    if not view.foes_at:
        return Stop("No foe is in view.")
    warnings = [*filter(None, [_of_hit_points(view, notes, below), _of_peril(view, notes, asks)])]
    if warnings:
        return Stop(" ".join([*warnings, "Once more, and you fight on."]))
    near = min(view.foes_at, key=lambda spot: (_far(spot, view.here), spot))
    if max(abs(near[0] - view.here[0]), abs(near[1] - view.here[1])) == 1:
        return Move(near[0] - view.here[0], near[1] - view.here[1])
    armed = None if from_afar == "step" else _from_afar(near, view)
    if armed is not None and from_afar == "stay":
        return Stop("No foe is beside you.")
    if armed is not None and not 0 < armed[1] < math.dist(near, view.here):
        return armed[0]
    return _towards_one(view, notes)


def _from_afar(foe: Spot, view: View) -> tuple[Shoot | Throw, int] | None:
    """Give the shot or the throw at a foe, and how far it reaches, 0 for as far as one sees."""
    if view.shooting is not None and view.missiles != 0:
        return Shoot(*foe), view.shooting.range
    held = (one for one in view.pack if one.glyph == _MISSILE)
    aimed = ((Throw(one.slot, *foe), one.aiming("throw")) for one in held)
    return next(((throw, aim.range) for throw, aim in aimed if aim is not None), None)


def _of_hit_points(view: View, notes: Notes, below: int) -> str:
    if view.hp * 100 >= view.max_hp * min(100, below + _RISE):
        notes.warned = False
    elif not notes.warned and view.hp * 100 < view.max_hp * below:
        notes.warned = True
        return f"Only {view.hp} of {view.max_hp} hit points are left."
    return ""


def _of_peril(view: View, notes: Notes, asks: bool) -> str:
    """Say once that all are more than a match at once, and once that one is."""
    if view.peril is Peril.NONE:
        notes.outmatched = 0
    alone = [foe.name for foe in view.foes_seen if foe.peril is Peril.DEADLY and not foe.asleep]
    kind = _ONE if alone else _ALL
    if not asks or view.peril is not Peril.DEADLY or notes.outmatched >= kind:
        return ""
    notes.outmatched = kind
    if not alone:
        return f"All at once are {Peril.DEADLY.value}."
    return f"{alone[0][:1].upper()}{alone[0][1:]} is {Peril.DEADLY.value}."


def _towards_one(view: View, notes: Notes) -> Move | Stop:
    """Step towards whichever foe is reached first; round the rooted, if others are there.

    Never onto a stair or through a gate: that leads away from it.
    """
    around = [(x + dx, y + dy) for x, y in view.foes_at for dx, dy in AROUND]

    def beside(paths: Paths) -> int:
        return paths.tiles(around) & paths.quiet

    ways = Ways(view, notes)
    step = ways.step(beside)
    if step is not None:
        return step
    near = sorted(view.foes_at, key=lambda spot: (_far(spot, view.here), spot))
    foe = seen_across_the_dark(view, near)
    step = None if foe is None else step_across_the_dark(view, ways, foe)
    if step is not None:
        return step
    paths, bar = Paths(view, [*notes.closed(view), *ways.kept_off]), ways.bar(beside)
    no_way = _NO_WAY if foe is None else _UNSEEN
    if bar:
        no_way = f"You know of no safe way to a foe: {bar} is in the way."
    return paths.towards(beside(paths)) or Stop(no_way)


def _far(spot: Spot, here: Spot) -> tuple[int, int]:
    dx, dy = spot[0] - here[0], spot[1] - here[1]
    return max(abs(dx), abs(dy)), dx * dx + dy * dy
