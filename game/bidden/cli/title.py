"""Open the title screen. Only this module reads the date, for the seed of the day."""

from __future__ import annotations

import secrets
from datetime import date
from pathlib import Path

from bidden.cli import terminal
from bidden.cli.mods import warn_of_left_out
from bidden.cli.options import Frontend
from bidden.recording.lobby import Lobby
from eventcore.tools import UsageError


def title(
    *, frontend: Frontend = "terminal", options: Path | None = None, without: tuple[str, ...] = ()
) -> int:
    """Open the title screen, and return the exit code.

    Parameters
    ----------
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    options:
        A file of options, keys and colours to use instead of your own.
    without:
        Start games without this installed mod; may be given more than once.
    """
    options = terminal.named_settings(options)
    if frontend == "terminal" and not terminal.has_terminal():
        raise UsageError("there is no terminal to play in; to let a bot play, run: bidden demo")
    with terminal.open_front_end(frontend, options) as front_end:
        lobby = Lobby(date.today(), secrets.randbelow(1_000_000), without=without)
        with terminal.told_where_recorded(lobby.leave, lobby.played):
            front_end.welcome(lobby)
    if lobby.left:
        warn_of_left_out(without)
    return max((terminal.tell_where_recorded(*one) for one in lobby.left), default=0)
