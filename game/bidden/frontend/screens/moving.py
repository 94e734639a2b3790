"""Moving on: which going each key begins, and what a click on the map does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.frontend.input.keymap import RUNS, Command
from bidden.going.commands.explore import Explore
from bidden.going.commands.run import Run
from bidden.going.commands.stay import Rest
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Going
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes

Begin: TypeAlias = Callable[[Notes, Habits], Going]


def _running(dx: int, dy: int) -> Begin:
    return lambda notes, habits: Run(notes, habits, dx, dy)


GOINGS: Final[Mapping[Command, Begin]] = MappingProxyType(
    {
        Command.EXPLORE: Explore,
        Command.GO_DOWN: partial(TakeStairs, way="down"),
        Command.GO_UP: partial(TakeStairs, way="up"),
        Command.REST: Rest,
        **{command: _running(*way) for command, way in RUNS.items()},
    }
)
"""What a key begins at once, by its command."""
