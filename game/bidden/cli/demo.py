"""The command ``demo``: let a bot play without a screen, then verify its journal."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

from bidden.bots.roster import BOTS, Bot, choose_in_scenario
from bidden.cli.mods import mods_in_use
from bidden.cli.scenarios import known_scenario, seed_for
from bidden.content.kinds.level_kinds import LevelKind
from bidden.content.mods import FIRST
from bidden.recording import playing
from bidden.recording.notes import BIDDEN, warn
from bidden.session import Session
from bidden.state import enumerated
from bidden.text import printable
from eventcore.tools import UsageError

_BOT: Final = "explorer"
_TURNS: Final = 300
"""The number of intents of a demo."""


def demo(
    *,
    seed: int | None = None,
    turns: int = _TURNS,
    journal: Path | None = None,
    scenario: str | None = None,
    bot: str | None = None,
    debug: bool = False,
    events: bool = False,
    without: tuple[str, ...] = (),
) -> int:
    """Play a run with a bot, verify its journal, and return the exit code.

    Parameters
    ----------
    seed:
        The seed of the game; by default a random one.
    turns:
        The bot stops after this many intents, or when the game is over.
    journal:
        A new file to record the game in.
    scenario:
        Play a scenario instead, and print what changes for the player, turn by turn.
    bot:
        The bot: explorer (the default), fighter or monkey.
    debug:
        Check every dispatch while the bot plays; this takes about four times as long.
    events:
        Record every settled event too, and compare the events.
    without:
        Start the game without this installed mod; may be given more than once.
    """
    if turns < 1:
        raise UsageError(f"--turns {turns}: must be at least 1")
    if bot is not None and scenario is not None:
        raise UsageError(f"--bot {bot}: a scenario uses its own bot; omit --bot")
    if bot is not None and bot not in BOTS:
        raise UsageError(f"there is no bot {bot!r}; choose from {enumerated([*BOTS])}")
    from bidden.frontend.drawing.pictures.render import text

    mods = mods_in_use(without)
    level = FIRST if scenario is None else known_scenario(scenario, mods)
    seed = seed_for(seed)
    game = playing.begin(seed, journal, debug=debug, level=level, events=events, mods=mods)
    try:
        if scenario is None:
            _play_with_bot(game, turns, BOTS[bot or _BOT](seed))
        else:
            _play_scenario(game, game.session.catalogue.level(scenario), turns)
    finally:
        game.close()
    print(text(game.view()))
    divergence = Session.verify(game.path)
    if divergence is not None:
        find = f"{BIDDEN.call('verify')} {quote(str(game.path))}"
        warn(f"{divergence}; find the cause with: {find}", game.path)
        return 1
    compared = "digest and every event" if events else "digest"
    where = f"seed {seed}, recorded in {game.path}"
    digest = game.session.digest.value
    print(printable(f"{where}: replayed; every {compared} matches ({digest})"))
    return 0


def _play_with_bot(game: playing.Play, turns: int, bot: Bot) -> None:
    for _ in range(turns):
        if game.session.ending is not None:
            return
        game.perform(bot(game.view()))


def _play_scenario(game: playing.Play, level: LevelKind, turns: int) -> None:
    """Play a scenario until nothing is left to do, and print the statistics that change."""
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
