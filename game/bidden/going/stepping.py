"""Stepping: what is asked of the player before a step is not done in passing."""

from __future__ import annotations

from bidden.going.going import Answer, Stop
from bidden.going.habits import Habits
from bidden.going.keeping_off import KEPT_OFF
from bidden.going.ways import Ways, opens_a_door
from bidden.intents import Move
from bidden.view import Spot, View


def careful(step: Move, view: View, habits: Habits) -> Answer:
    """Give a step, or stop before a door that is not to be opened without a question."""
    if habits.doors == "ask" and opens_a_door(view, step):
        return Stop("A shut door is in the way.")
    return step


def what_bars(spot: Spot, view: View, ways: Ways) -> str:
    """Say what is in the way on a tile."""
    if spot in ways.kept_off:
        return f"Before you is {KEPT_OFF}."
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    name = view.tiles[y][x].name if inside else ""
    return f"Before you is {name}." if name else "You see no way on."
