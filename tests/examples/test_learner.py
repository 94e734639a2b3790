"""The agent of twenty lines learns something that can be measured, in few episodes already."""

from __future__ import annotations

import inspect

import pytest

from examples.agents import learner


def test_it_finds_more_after_a_few_episodes_than_chance_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learner, "TRIALS", 8)
    said: list[str] = []
    chance, learned = learner.main(16, said.append)
    assert learned > 1.3 * chance > 0
    assert said == [
        f"by chance: {chance:.0f} tiles an episode",
        f"after 16 episodes: {learned:.0f} tiles",
    ]


def test_it_has_twenty_lines() -> None:
    lines = [line for line in inspect.getsource(learner.Agent).splitlines() if line.strip()]
    assert len(lines) <= 20
