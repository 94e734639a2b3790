"""The last way: with a foe in view, a step towards the last gate, one at a time."""

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
    """Give the next step towards the last gate, or what bars the way there.

    Of its own accord it leads neither into harm nor into whoever stands there.

    Args:
        view: What is seen.
        notes: What is known.
        habits: How one goes.

    Returns:
        The step, and who is in view, in a sentence; None where one goes on as ever: it is not the
        last way, nobody bars moving on, or no gate is known.
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
