"""The commands that make games: played by a person, or by a bot."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Literal

from bidden.bots.roster import BOTS, Bot
from bidden.bots.scenario import choose_in_scenario
from bidden.cli import terminal
from bidden.cli.terminal import Frontend, Told
from bidden.content.catalogue import load_catalogue
from bidden.content.level_kinds import LevelKind
from bidden.content.mods import FIRST, RUN, installed, level_of
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.notes import BIDDEN, warn
from bidden.recording.resume import remove_empty, resume
from bidden.state import enumerated
from eventcore import JournalError
from eventcore.cli import Flag, Whole, show
from eventcore.journal import Sync
from eventcore.tools import UsageError, printable, replayed

Forcing = Literal["always", "close", "never"]

_DEMO_TURNS = 300
_BOT = "explorer"


def play(
    *,
    seed: Whole | None = None,
    journal: Path | None = None,
    frontend: Frontend = "terminal",
    view: Told = "map",
    sync: Forcing = "always",
    events: Flag = False,
    scenario: str | None = None,
    list_scenarios: Flag = False,
) -> int:
    """Play, in this terminal or in a window. Without a terminal, run the demo.

    Parameters
    ----------
    seed:
        Fixes the game; left out, every game is another.
    journal:
        Where to record the game. One that exists is continued; one in which nothing was
        recorded, not even its header, is begun anew.
    frontend:
        Where to show it.
    view:
        How to show it: as a map; or line by line, in prose or as a log of what happens, and
        played by words. Lines need no terminal.
    sync:
        When the journal is forced to the disk, so that a power cut leaves it alone: after
        each intent, when it is closed, or never. A process that is killed loses nothing.
    events:
        Record every settled event too, for verify, diff and other programs; a game begun so
        stays so.
    scenario:
        Begin a scenario in place of the game.
    list_scenarios:
        Tell which scenarios there are, and what to try in each, and play nothing.
    """
    if list_scenarios:
        for name, kind in _scenarios().items():
            print(f"{name:<12}{kind.hint}".rstrip())
        return 0
    level = None if scenario is None else known_scenario(scenario)
    if view == "map" and frontend == "terminal" and not terminal.has_terminal():
        kept = journal is not None and os.path.exists(journal)
        note = f", and leaving {journal} as it is" if kept else ""
        print(
            printable(f"There is no terminal to play in: running the demo instead{note}."),
            flush=True,
        )
        return demo(seed=seed, journal=None if kept else journal, events=events, scenario=scenario)
    with terminal.open_view(frontend, view) as front_end:
        game = _open(seed, journal, Sync(sync), events, level)
        if game.notice:
            warn(game.notice)
        with terminal.told_where_recorded(
            lambda: terminal.close_all(game.in_order()), game.in_order
        ):
            front_end.play(game)
    return max(terminal.tell_where_recorded(one) for one in game.in_order())


def demo(
    *,
    seed: Whole | None = None,
    turns: Whole = _DEMO_TURNS,
    journal: Path | None = None,
    scenario: str | None = None,
    bot: str | None = None,
    debug: Flag = False,
    events: Flag = False,
) -> int:
    """Let a bot play without a screen, replay its journal, and compare every digest.

    Parameters
    ----------
    seed:
        Fixes the game; left out, every game is another.
    turns:
        The bot stops after this many intents, or when the game is over.
    journal:
        Where to record the game; a new file.
    scenario:
        Show a scenario instead; what changes of the player is told turn by turn.
    bot:
        Who plays: explorer, fighter or monkey; the explorer if none is named.
    debug:
        Check every dispatch on the way; a game takes some seven times as long.
    events:
        Record every settled event too, and compare these.
    """
    if turns < 1:
        raise UsageError(f"--turns {turns}: the bot plays at least 1 turn")
    if bot is not None and scenario is not None:
        raise UsageError(f"--bot {bot}: a scenario has a bot of its own")
    if bot is not None and bot not in BOTS:
        raise UsageError(f"there is no bot {bot!r}, only {enumerated([*BOTS])}")
    from bidden.frontend.drawing.render import text

    level = FIRST if scenario is None else known_scenario(scenario)
    seed = _seed(seed)
    game = playing.begin(seed, journal, debug=debug, level=level, events=events)
    try:
        if scenario is None:
            _play_with_bot(game, turns, BOTS[bot or _BOT](seed))
        else:
            _play_scenario(game, game.session.catalogue.level(scenario), turns)
    finally:
        game.close()
    print(text(game.view()))
    code = show(BIDDEN, replayed(BIDDEN, game.path, game.session))
    if not code and game.moved:
        warn(game.moved)
        return 2
    return code


def _open(
    seed: int | None, path: Path | None, sync: Sync, events: bool, level: str | None
) -> playing.Play:
    """Begin a game, or continue the one a journal holds; a scenario if it is of that."""
    begun = RUN if level is None else level
    # Not path.exists(): that one raises for a folder that may not be entered.
    if path is None or not os.path.exists(path):
        return playing.begin(_seed(seed), path, level=begun, events=events, sync=sync)
    try:
        journal = playing.load(path)
    except JournalError as error:
        remove_empty(path, error)
        return playing.begin(_seed(seed), path, level=begun, events=events, sync=sync)
    if seed is not None and seed != journal.header.seed:
        raise UsageError(
            f"{path} holds a game of seed {journal.header.seed}: leave --seed out to continue "
            "it, or name another file to begin one"
        )
    if level not in (None, level_of(journal.header)):
        raise UsageError(
            f"{path} holds no game of the scenario {level}: leave --scenario out to continue it, "
            "or name another file to begin one"
        )
    if events and not journal.header.events:
        raise UsageError(
            f"{path} was begun without events: leave --events out to continue it, or name "
            "another file to begin one"
        )
    return resume(path, journal, sync=sync)


def _seed(seed: int | None) -> int:
    return secrets.randbelow(1_000_000) if seed is None else seed


def _play_with_bot(game: playing.Play, turns: int, bot: Bot) -> None:
    for _ in range(turns):
        if game.session.ending is not None:
            return
        game.perform(bot(game.view()))


def _play_scenario(game: playing.Play, level: LevelKind, turns: int) -> None:
    """Let a scenario go by until nothing more comes, and say what changes."""
    before: dict[str, int] = {}
    for _ in range(turns):
        stats = dict(game.session.stats())
        new = [f"{name} {value}" for name, value in stats.items() if before.get(name) != value]
        if new:
            print(f"turn {game.session.world.turn}: {', '.join(new)}")
        before, intent = stats, choose_in_scenario(level, game.view())
        if intent is None:
            return
        game.perform(intent)


def known_scenario(scenario: str) -> str:
    """Give the name of a scenario.

    Raises:
        UsageError: No scenario has this name.
    """
    there = _scenarios()
    if scenario not in there:
        raise UsageError(f"there is no scenario {scenario!r}, only {', '.join(there)}")
    return scenario


def _scenarios() -> dict[str, LevelKind]:
    """Give the scenarios there are, by name."""
    levels = load_catalogue(COMPONENTS, *installed()).levels
    return {name: kind for name, kind in levels.items() if name != RUN}
