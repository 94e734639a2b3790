"""The bot of a scenario: plays it until all its cues have come and gone, or to its end."""

from __future__ import annotations

from bidden.bots.explorer import choose
from bidden.content.kinds.level_kinds import LevelKind
from bidden.intents import Intent, Wait
from bidden.view import View


def choose_in_scenario(level: LevelKind, view: View) -> Intent | None:
    """Decide on the next intent; None when there is nothing more to see."""
    to_come = any(cue.after > view.turn for cue in level.cues)
    if view.ending is not None or (level.cues and not (to_come or view.lasting)):
        return None
    return Wait() if level.waits else choose(view)
