"""The command that lets the game be played in a browser on this machine."""

from __future__ import annotations

import sys

from bidden.cli.games import Forcing, known_scenario
from eventcore.cli import Flag, Whole
from eventcore.tools import UsageError

_PORT = 8000


def serve(
    *,
    port: Whole = _PORT,
    seed: Whole | None = None,
    scenario: str | None = None,
    sync: Forcing = "always",
    events: Flag = False,
) -> None:
    """Let the game be played in browsers on this machine, until Ctrl-C.

    Whoever opens the page has a title of their own, or where a seed, a scenario or events are
    wished a game; games are recorded where they are kept. Nobody else can play: the page is served
    to this machine alone.

    Parameters
    ----------
    port:
        Of this machine; 0 for one that is free.
    seed:
        Fixes the games; left out, every game is another.
    scenario:
        Begin a scenario in place of the game.
    sync:
        When a journal is forced to the disk, as for play.
    events:
        Record every settled event too.
    """
    try:
        from bidden.frontend.browser import server
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "bidden":
            raise
        raise UsageError(
            f"serving needs {missing}, which the extra 'serve' has: pip install './game[serve]'"
        ) from None
    begins = seed is not None or scenario is not None or events
    arguments = ["play" if begins else "title", "--sync", sync]
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if scenario is not None:
        arguments += ["--scenario", known_scenario(scenario)]
    if events:
        arguments.append("--events")
    try:
        at = server.open_port(port)
    except OverflowError:
        raise UsageError(f"--port {port}: there is none above 65535") from None
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror or error}") from None
    with at:
        server.serve([sys.executable, "-m", "bidden", *arguments], at, _tell)


def _tell(url: str) -> None:
    print(f"Bidden can be played at {url}; Ctrl-C ends it.", flush=True)
