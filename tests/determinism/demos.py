"""Play demos with fixed seeds in another process, and the same games in this process.

tests/golden compares the games played in this process with golden recordings.
"""

import re
from functools import cache
from pathlib import Path

from tests.cli.process import Finished, run
from tests.golden.catalogue import INTENTS, play_seed, read_seeds, record_seed, shortest
from tests.sampling import amount

GAMES = shortest(read_seeds(), amount(1, 3))
"""The shortest recorded games of each bot."""

LENGTH = amount(80, INTENTS)
"""The number of intents to play of each game. The usual tests play only the first intents."""

PROGRAM = """
import sys
from bidden.cli import main

folder, turns, *games = sys.argv[1:]
for game in games:
    bot, seed = game.split(":")
    named = [f"--bot={bot}", f"--seed={seed}", f"--turns={turns}", f"--journal={folder}/{seed}"]
    code = main(["demo", *named])
    if code:
        sys.exit(code)
"""


@cache
def played_here() -> list[str]:
    """Play the games in this process, and return their digests."""
    return [play_seed(game.seed, LENGTH).digest for game in GAMES]


def run_demos(folder: Path, python: str | Path, **environment: str) -> Finished:
    """Run the demos, and record each game in a file of the folder, named after its seed."""
    games = [f"{game.bot}:{game.seed}" for game in GAMES]
    return run("-c", PROGRAM, folder, str(LENGTH), *games, python=python, **environment)


def digests(demos: Finished) -> list[str]:
    """Return the final digests of the demos, after checking that the demos ran without errors."""
    assert (demos.code, demos.err) == (0, "")
    return re.findall(r"\(([0-9a-f]{16})\)$", demos.out, re.MULTILINE)


def recorded(folder: Path) -> list[bytes]:
    """Return the bytes of all recordings in a folder."""
    return [(folder / str(game.seed)).read_bytes() for game in GAMES]


def record_here(folder: Path) -> list[bytes]:
    """Play the games in this process, record them in a folder, and return the recordings."""
    for game in GAMES:
        record_seed(game.seed, folder / str(game.seed), LENGTH)
    return recorded(folder)
