"""Demos of literal seeds in a process of their own: what they print, and what they should."""

import re
from pathlib import Path

from tests.cli.process import Finished, run
from tests.golden.catalogue import INTENTS, read_seeds, shortest
from tests.sampling import amount

GAMES = shortest(read_seeds(), amount(1, 3))
"""Short games of each bot."""

PROGRAM = """
import sys
from game.cli import main

folder, turns, *games = sys.argv[1:]
for game in games:
    bot, seed = game.split(":")
    named = [f"--bot={bot}", f"--seed={seed}", f"--turns={turns}", f"--journal={folder}/{seed}"]
    code = main(["demo", *named])
    if code:
        sys.exit(code)
"""


def catalogued() -> list[str]:
    """The digests that the games have in the catalogue."""
    return [game.digest for game in GAMES]


def run_demos(folder: Path, python: str | Path, **environment: str) -> Finished:
    """Run the demos, recording them in a folder by their seeds."""
    games = [f"{game.bot}:{game.seed}" for game in GAMES]
    return run("-c", PROGRAM, folder, str(INTENTS), *games, python=python, **environment)


def digests(demos: Finished) -> list[str]:
    """The digests that demos end with, each of which was replayed the same."""
    assert demos.err == ""
    assert demos.code == 0
    return re.findall(r"replayed, every digest the same \((.*)\)$", demos.out, re.MULTILINE)
