"""The command ``serve``: play in a browser on this machine."""

from __future__ import annotations

import sys

from bidden.cli.mods import mods_in_use
from bidden.cli.scenarios import known_scenario
from eventcore.cli import serve as serve_command


def serve(
    *,
    port: int = 8000,
    seed: int | None = None,
    scenario: str | None = None,
    events: bool = False,
    visitors: int = 8,
) -> None:
    """Serve the game to browsers until Ctrl-C.

    Parameters
    ----------
    port:
        The port; 0 for any free port.
    seed:
        The seed of the games; by default a random one for each.
    scenario:
        Start a scenario instead of the whole game.
    events:
        Record every settled event too.
    visitors:
        The maximum number of visitors at a time; each needs about 100 MB of memory.
    """
    begins = seed is not None or scenario is not None or events
    arguments = ["play" if begins else "title"]
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if scenario is not None:
        arguments += ["--scenario", known_scenario(scenario, mods_in_use())]
    if events:
        arguments.append("--events")
    command = [sys.executable, "-m", "bidden", *arguments]
    serve_command(
        command,
        port=port,
        title="Bidden",
        left="You left the game. It has been recorded.",
        again="Play another one",
        ready=_tell,
        visitors=visitors,
    )


def _tell(url: str) -> None:
    print(f"Play Bidden at {url}. Press Ctrl-C to stop.", flush=True)
