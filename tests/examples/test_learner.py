"""The agent of twenty lines learns something that can be measured, in few episodes already."""

from __future__ import annotations

import inspect
import re

import pytest

from examples.agents import learner
from tests.cli.process import ROOT
from tests.sampling import Tried, amount

PAGE = (ROOT / "docs" / "gym.md").read_text("utf-8")


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


@pytest.mark.slow
@pytest.mark.endurance
def test_the_page_tells_what_it_comes_to(tried: Tried) -> None:
    said, episodes = list[str](), amount(0, learner.EPISODES)
    learner.main(episodes, said.append)
    tried["episodes of the agent that learns"] += episodes
    told = re.findall(r"^(?:by chance|after \d+ episodes): .*$", PAGE, re.MULTILINE)
    assert len(told) == 2
    assert said[0] == told[0]
    assert said == told or episodes < learner.EPISODES


def test_it_has_twenty_lines() -> None:
    lines = [line for line in inspect.getsource(learner.Agent).splitlines() if line.strip()]
    assert len(lines) <= 20
