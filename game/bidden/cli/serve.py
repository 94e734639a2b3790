"""The command ``serve``: play in a browser on this machine."""

from __future__ import annotations

import sys

from bidden.cli.mods import mods_in_use
from bidden.cli.scenarios import known_scenario
from eventcore.cli import serve as serve_command


def serve(
    *,
    port: int,
    seed: int | None,
    scenario: str | None,
    events: bool,
    visitors: int,
) -> None:
    """Serve the game to browsers until Ctrl-C."""
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
        left="The game was left; it is recorded.",
        again="Play another one",
        install="pip install './game[serve]'",
        ready=_tell,
        visitors=visitors,
    )


def _tell(url: str) -> None:
    print(f"Bidden can be played at {url}; Ctrl-C ends it.", flush=True)
