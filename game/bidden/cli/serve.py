"""What the command serve does: it lets the game be played in a browser on this machine."""

from __future__ import annotations

import sys

from bidden.cli.games import known_scenario
from bidden.cli.options import Forcing
from eventcore.tools import UsageError


def serve(
    *,
    port: int,
    seed: int | None,
    scenario: str | None,
    sync: Forcing,
    events: bool,
) -> None:
    """Let the game be played in browsers."""
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
