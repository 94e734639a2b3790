"""Games that a bot plays and records, with the views on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from bidden.bots.explorer import choose
from bidden.content.mods import FIRST
from bidden.intents import Intent, Move, Wait
from bidden.recording import playing
from bidden.recording.branch import branch
from bidden.recording.folder.records import RunRecord
from bidden.view import View
from eventcore.journal import Journal


@attrs.frozen
class Recorded:
    """A recorded game.

    Attributes:
        path: The path of its journal.
        journal: The loaded journal; its last record is the close.
        views: The player's view after each number of intents, from 0.
    """

    path: Path
    journal: Journal
    views: list[View]


def give_in(view: View) -> Intent:
    """Seek out foes like the bot, but never fight back."""
    return Wait() if view.foes else choose(view)


def record(
    path: Path,
    seed: int,
    intents: int,
    *,
    level: str = FIRST,
    events: bool = False,
    bot: Callable[[View], Intent] = choose,
) -> Recorded:
    """Let the bot play this many intents, or until it dies."""
    game = playing.begin(seed, path, level=level, events=events)
    views = [game.view()]
    while len(views) <= intents and game.session.player.alive:
        game.perform(bot(views[-1]))
        views.append(game.view())
    game.close()
    return Recorded(path, playing.load(path), views)


def record_intents(
    path: Path, *intents: Intent, seed: int = 7, events: bool = False, level: str = FIRST
) -> Path:
    """Record a game of exactly these intents."""
    game = playing.begin(seed, path, level=level, events=events)
    for intent in intents:
        game.perform(intent)
    game.close()
    return path


TO_AND_FRO = (Move(1, 0), Move(-1, 0))
"""Two steps in the room where a game begins."""


def branch_at(recorded: Path, position: int, target: Path) -> playing.Play:
    """Branch off the middle of a recorded game into a new journal."""
    timeline = playing.timeline_of(recorded, playing.load(recorded))
    timeline.seek(position)
    return branch(recorded, timeline, target)


def forget_keyframes(path: Path) -> None:
    path.with_name(path.name + ".keys").unlink(missing_ok=True)


ONE_RUN = RunRecord(900, "free", 5, 3000, 7, 40_000, "a.jsonl", ("first", "free"))


def another_run(**changes: Any) -> RunRecord:
    """Return the same run with some fields changed."""
    return attrs.evolve(ONE_RUN, **changes)
