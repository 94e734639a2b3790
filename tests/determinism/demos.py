"""Demos of literal seeds in a process of their own: what they print, and what they should."""

import re
from pathlib import Path

from tests.cli.process import Finished, run
from tests.golden.catalogue import INTENTS, read_seeds
from tests.sampling import sampled

SEEDS = sampled((12, 2, 18), 2)

PROGRAM = """
import sys
from game.cli import main

folder, turns, *seeds = sys.argv[1:]
for seed in seeds:
    code = main(["demo", f"--seed={seed}", f"--turns={turns}", f"--journal={folder}/{seed}"])
    if code:
        sys.exit(code)
"""


def catalogued() -> list[str]:
    """The digests that the games of the seeds have in the catalogue."""
    return [game.digest for game in read_seeds() if game.seed in SEEDS]


def run_demos(folder: Path, python: str | Path, **environment: str) -> Finished:
    """Run the demos, recording them in a folder by their seeds."""
    seeds = map(str, SEEDS)
    return run("-c", PROGRAM, folder, str(INTENTS), *seeds, python=python, **environment)


def digests(demos: Finished) -> list[str]:
    """The digests that demos end with, each of which was replayed the same."""
    assert demos.err == ""
    assert demos.code == 0
    return re.findall(r"replayed, every digest the same \((.*)\)$", demos.out, re.MULTILINE)
