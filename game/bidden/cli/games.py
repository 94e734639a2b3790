"""The command ``play``: begin or continue a game in one of the views."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bidden.cli import terminal
from bidden.cli.mods import mods_in_use
from bidden.cli.options import Frontend, Told
from bidden.cli.scenarios import known_scenario, scenarios, seed_for
from bidden.recording.closing import close_all
from eventcore import JournalError
from eventcore.tools import UsageError

if TYPE_CHECKING:
    from bidden.recording.playing import Play


def play(
    *,
    seed: int | None = None,
    journal: Path | None = None,
    frontend: Frontend = "terminal",
    view: Told | None = None,
    events: bool = False,
    scenario: str | None = None,
    list_scenarios: bool = False,
    options: Path | None = None,
    without: tuple[str, ...] = (),
) -> int:
    """Play a game, and return the exit code.

    Parameters
    ----------
    seed:
        The seed of the game; by default a random one.
    journal:
        The file to record the game in. If it holds a game, that game is continued.
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    view:
        Show a map, or play by typing sentences and reading prose or a plain log. The last two need
        no terminal. By default your options decide.
    events:
        Record every settled event too, for verify and other programs. This cannot be changed
        when the game is continued.
    scenario:
        Start a scenario instead of the whole game.
    list_scenarios:
        List the scenarios and what to try in each.
    options:
        A file of options, keys and colours to use instead of your own.
    without:
        Start the game without this installed mod; may be given more than once.
    """
    if list_scenarios:
        for name, kind in scenarios(mods_in_use(without)).items():
            print(f"{name:<12}{kind.teaches or kind.hint}".rstrip())
        return 0
    options = terminal.named_settings(options)
    if view is None:
        view = terminal.usual_view(options) if frontend == "terminal" else "map"
    if view == "map" and frontend == "terminal" and not terminal.has_terminal():
        if journal is not None:  # do not record a bot's game in the player's file
            raise UsageError(
                f"there is no terminal to play in, and a bot may not continue {journal}; to let a "
                "bot play a game of its own, run: bidden demo"
            )
        print("There is no terminal to play in: running the demo instead.", flush=True)
        from bidden.cli.demo import demo

        return demo(seed=seed, scenario=scenario, events=events, without=without)
    there = journal is not None and os.path.exists(journal)
    # A continued game keeps its original mods.
    begins = scenario is not None or not there or bool(without)
    mods = mods_in_use(without) if begins else None
    level = None if scenario is None else known_scenario(scenario, mods or ())
    games: list[Play] = []
    opens = partial(_open, seed, journal, events, level, mods)

    def begin() -> Play:
        games.append(opens())
        return games[0]

    def played() -> list[Play]:
        return [*games[0].in_order()] if games else []

    with (
        terminal.open_view(frontend, view, options) as front_end,
        terminal.kept_where_broken_off(played),
        terminal.told_where_recorded(lambda: close_all(played()), played),
    ):
        front_end.play(begin, "Loading …")
    for game in games:
        terminal.tell_notice(game)
    return max((terminal.tell_where_recorded(one) for one in played()), default=0)


def _open(
    seed: int | None, path: Path | None, events: bool, level: str | None, mods: Sequence[str] | None
) -> Play:
    """Start a game or a scenario, or continue the game in an existing journal."""
    from bidden.content.mods import RUN, level_of  # slow to import, so the view opens first
    from bidden.recording import playing
    from bidden.recording.resume import resume

    begun = RUN if level is None else level
    anew = partial(playing.begin, seed_for(seed), path, level=begun, events=events, mods=mods)
    # Not path.exists(), which raises an error for a folder without access.
    if path is None or not os.path.exists(path):
        return anew()
    try:
        journal = playing.load(path)
    except JournalError as error:
        if error.torn:  # nothing was recorded
            return anew()
        raise
    if seed is not None and seed != journal.header.seed:
        raise UsageError(
            f"{path} was started with seed {journal.header.seed}: omit --seed to continue "
            "it, or name another file to start a new one"
        )
    if level not in (None, level_of(journal.header)):
        raise UsageError(
            f"{path} was not started with scenario {level}: omit --scenario to continue "
            "it, or name another file to start a new one"
        )
    if events and not journal.header.events:
        raise UsageError(
            f"{path} was started without events: omit --events to continue it, or name "
            "another file to start a new one"
        )
    return resume(path, journal)
