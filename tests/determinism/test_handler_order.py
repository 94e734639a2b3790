"""The order of handlers is the same under every hash seed, each in a process of its own."""

import os
import subprocess
import sys

from tests.cli.process import ROOT

SCRIPT = """
from tests.properties.scenarios import Burn, Event, Go, Hearing, Command, Play, Push
from tests.properties.scenarios import Scenario, Told
import sys

verbs = ["look", "publish", "defer", "spawn", "give", "look", "despawn"]
tables = [
    [
        Hearing(kind, 400 + 100 * (n % 7), "enactor", via, n % 3 == 0,
                Command(verbs[(n + table) % 7], Told, (n, table, 1), n % 4))
        for n, (kind, via) in enumerate(
            [(Go, "self"), (Push, "owner"), (Event, "world"), (Told, "self"), (Burn, "self")]
        )
    ]
    for table in range(4)
]
commands = [(Command("publish", kind, (1, 2, 3), 0), True) for kind in (Go, Push, Told, Burn)]
makes = [([0], None), ([0, 1, 2, 3], 3), ([3, 1], 1), ([2, 0], None)]
scenario = Scenario(tables, [2, 0, 3, 1], makes, commands, True, True, 100)
for line in Play(scenario, debug=False).record:
    print(line)
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
