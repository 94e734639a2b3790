"""A seed gives the same game on every version of Python, from 3.11 on, that is installed here.

The first run creates an environment for each version, as ``make pythons`` does. For the current
version, see test_processes.py.
If you changed a rule on purpose, run python -m tests.golden.regenerate.
"""

from pathlib import Path

import pytest

from tests.cli.process import run
from tests.determinism.demos import digests, played_here, run_demos
from tests.determinism.pythons import OTHERS, THIS, declared, environment
from tests.golden.catalogue import JOURNALS, RECORDINGS
from tests.sampling import Tried, sampled

pytestmark = pytest.mark.slow


def test_every_declared_version_of_python_is_tried() -> None:
    assert declared() <= {THIS, *OTHERS}
    assert "3.11" in declared()


@pytest.mark.endurance
@pytest.mark.parametrize("version", OTHERS)
def test_other_python_plays_the_same_games(tmp_path: Path, version: str, tried: Tried) -> None:
    python = environment(version)
    tried["Python versions that play the same games"] += 1
    asked = run("-c", "import sys; print('%d.%d' % sys.version_info[:2])", python=python)
    assert asked.out == f"{version}\n"
    assert digests(run_demos(tmp_path, python)) == played_here()
    journals = [JOURNALS / name for name in sampled([*RECORDINGS], 3)]
    verified = run("-m", "bidden", "verify", *journals, python=python)
    assert verified.code == 0, verified.err
    assert len(verified.out.splitlines()) == len(journals) + 1
