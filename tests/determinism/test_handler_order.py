"""The order of handlers is the same in processes with different hash seeds."""

import os
import subprocess
import sys

from tests.cli.process import ROOT

SCRIPT = """
from eventcore.state.digest import state_digest
from tests.model.programs import draw_program
from tests.model.sides import LibrarySide

for seed in range(8):
    program = draw_program(seed)
    side = LibrarySide(program, "normal")
    for step in program["steps"]:
        print(side.step(step))
    print(state_digest(side.world))
"""


def play_with_hash_seed(seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_order_is_the_same_under_every_hash_seed() -> None:
    zero, other = (play_with_hash_seed(seed) for seed in ("0", "4711"))
    assert zero == other
    assert len(zero) > 50
