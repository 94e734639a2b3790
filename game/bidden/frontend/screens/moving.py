"""The commands of automatic movement, and the keys to suggest when it stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from bidden.frontend.input.keymap import RUNS, Command, Context, Keymap
from bidden.going.commands.explore import Explore
from bidden.going.commands.run import Run
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Rest
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Going, Stop
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.ways_out import Hint, WayOut
from bidden.words import phrase

Begin: TypeAlias = Callable[[Notes, Habits], Going]


GOINGS: Final[Mapping[Command, Begin]] = {
    Command.EXPLORE: Explore,
    Command.SEARCH_LEVEL: SearchLevel,
    Command.GO_DOWN: partial(TakeStairs, way="down"),
    Command.GO_UP: partial(TakeStairs, way="up"),
    Command.REST: Rest,
    **{command: partial(Run, dx=dx, dy=dy) for command, (dx, dy) in RUNS.items()},
}

_COMMANDS: Final[Mapping[WayOut, Command]] = {
    WayOut.ATTACK: Command.FIGHT,
    WayOut.CHOOSE: Command.BINDING,
    WayOut.DISARM: Command.DISARM,
    WayOut.DROP: Command.DROP,
    WayOut.EAT: Command.EAT,
    WayOut.EQUIP: Command.PUT_ON,
    WayOut.EXPLORE: Command.EXPLORE,
    WayOut.FIND: Command.FIND,
    WayOut.LOOK: Command.LOOK,
    WayOut.REST: Command.REST,
    WayOut.SEARCH_LEVEL: Command.SEARCH_LEVEL,
    WayOut.STAIRS_DOWN: Command.GO_DOWN,
    WayOut.STAIRS_UP: Command.GO_UP,
    WayOut.TAKE: Command.PICK_UP,
    WayOut.THROW: Command.THROW,
    WayOut.TRAVEL: Command.TRAVEL,
    WayOut.WAIT: Command.WAIT,
}


def stop_told(stop: Stop, again: Command | None, keymap: Keymap) -> str:
    """Return why a command stopped, and keys that help. ``again`` is None after a click."""
    keys = [_told(hint, again, keymap) for hint in stop.hints]
    if not keys:
        return stop.reason
    *most, last = keys
    last = f"{', '.join(most)}, or {last}" if most else last
    return phrase("stop", "hints", reason=stop.reason, keys=last)


def _told(hint: Hint, again: Command | None, keymap: Keymap) -> str:
    command = _COMMANDS.get(hint.way, again)
    label = "" if command is None else keymap.hint(Context.PLAY, command)
    key = "hint" if hint.way is not WayOut.AGAIN else "again" if label else "button again"
    return phrase("key that helps", key, label=label, what=hint.to)
