"""A seed gives the same game in every process and with every hash seed.

If you changed a rule on purpose, run python -m tests.golden.regenerate.
"""

import sys
from pathlib import Path

import pytest

from tests.determinism.demos import GAMES, digests, played_here, record_here, recorded, run_demos
from tests.sampling import Tried, sampled

pytestmark = pytest.mark.slow

# With "random", each run has another hash seed.
HASH_SEEDS = sampled(["0", *map(str, range(1, 24)), "random"], 2)


@pytest.mark.endurance
@pytest.mark.parametrize("hash_seed", HASH_SEEDS)
def test_demos_in_another_process_are_the_same_games(
    tmp_path: Path, hash_seed: str, tried: Tried
) -> None:
    tried["Python hash seeds, each with games of the catalogue in a process of its own"] += 1
    assert len(set(played_here())) == len(GAMES) > 1
    demos = run_demos(tmp_path, sys.executable, PYTHONHASHSEED=hash_seed)
    assert digests(demos) == played_here()
    assert recorded(tmp_path) == record_here(tmp_path / "here")


def test_demos_without_assertions_and_docstrings_are_the_same_games(tmp_path: Path) -> None:
    demos = run_demos(tmp_path, sys.executable, PYTHONOPTIMIZE="2")
    assert digests(demos) == played_here()
