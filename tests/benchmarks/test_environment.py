"""The environment is measured whole; how long anything takes is not tested."""

import os
import sys

import pytest

from benchmarks import environment


@pytest.mark.slow
def test_steps_clones_and_nle_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "STEPS", 40)
    monkeypatch.setattr(environment, "TIMES", 3)
    monkeypatch.setattr(environment, "NLE", "print(123.0)")
    monkeypatch.delitem(os.environ, "NLE_PYTHON", raising=False)
    section = environment.environment()
    assert len(section.figures) == 2 * len(environment.LEVELS) + 5
    assert all(figure.value > 0 for figure in section.figures)
    assert [target.limit for target in section.targets] == [1, 1]
    monkeypatch.setitem(os.environ, "NLE_PYTHON", sys.executable)
    names = {figure.name: figure.value for figure in environment.environment().figures}
    assert names["NLE: steps a second"] == 123.0
