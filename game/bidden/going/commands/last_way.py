"""The escape: with a foe in view, one step towards the last gate at a time."""

from __future__ import annotations

from bidden.bots.paths import Paths
from bidden.going.commands.travel import knows_of, step_off, way_down
from bidden.going.going import Stop, into_nobody
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.stepping import stopped_by
from bidden.going.watch import all_who_bar
from bidden.going.ways import Ways
from bidden.intents import Move
from bidden.view import View


def step_away(view: View, notes: Notes, habits: Habits) -> tuple[Move | Stop, str] | None:
    """Return the next step towards the last gate, or what blocks it.

    It never leads into harm or into a creature.

    Args:
        view: The view.
        notes: The memory.
        habits: The player's options.

    Returns:
        The step, and a sentence about who is in view. None outside the escape, if no foe is in the
        way, or if no gate is known.
    """
    kind, who = way_down(view, notes), all_who_bar(view, notes.let_be(view))
    if view.bond is None or not (view.bond.last_way and who and knows_of(kind, view, notes)):
        return None
    return _towards(kind, view, notes), f"{who} in view: one step per key press."


def _towards(kind: str, view: View, notes: Notes) -> Move | Stop:
    if view.ground == kind:
        return step_off(view, notes)
    ways = Ways(view, notes)

    def wanted(paths: Paths) -> int:
        return paths.tiles(notes.ways(kind, view))

    step = ways.step(wanted)
    if step is None:  # past who is rooted, if there is no other way
        paths = Paths(view, notes.closed(view))
        step = paths.towards(wanted(paths))
    if step is None:
        return stopped_by(ways.bar(wanted), "No known path.")
    return into_nobody(step, view)
