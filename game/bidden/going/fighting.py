"""Fighting on: a blow at the nearest foe in view, or a step towards it, one at a time."""

from __future__ import annotations

from typing import Final

from bidden.bots.paths import Paths
from bidden.going.going import Stop
from bidden.going.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.view import Spot, View

_NO_WAY: Final = "You know of no way to a foe."


def fight(view: View, notes: Notes, below: int) -> Move | Stop:
    """Give the blow or the step; where few hit points are left why not, once.

    Args:
        view: What is seen.
        notes: What is known, and whether one was warned already.
        below: Of how many hundredths of all hit points fewer are few.
    """
    if not view.foes_at:
        return Stop("No foe is in view.")
    if view.hp * 100 >= view.max_hp * below:
        notes.warned = False
    elif not notes.warned:
        notes.warned = True
        left = f"{view.hp} of {view.max_hp} hit points are left"
        return Stop(f"Only {left}. Once more, and you fight on.")
    near = min(view.foes_at, key=lambda spot: (_far(spot, view.here), spot))
    if max(abs(near[0] - view.here[0]), abs(near[1] - view.here[1])) == 1:
        return Move(near[0] - view.here[0], near[1] - view.here[1])
    return _towards_one(view, notes)


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
    paths, bar = Paths(view, [*notes.closed(view), *ways.kept_off]), ways.bar(beside)
    no_way = f"You know of no safe way to a foe: {bar} is in the way." if bar else _NO_WAY
    return paths.towards(beside(paths)) or Stop(no_way)


def _far(spot: Spot, here: Spot) -> tuple[int, int]:
    dx, dy = spot[0] - here[0], spot[1] - here[1]
    return max(abs(dx), abs(dy)), dx * dx + dy * dy
