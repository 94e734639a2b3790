"""The example agent finds more tiles after it has learned."""

from __future__ import annotations

import re

import pytest

from examples.agents import learner
from tests.examples.printed import read
from tests.sampling import Tried, amount


@pytest.mark.slow
def test_learner_finds_more_tiles_than_a_random_agent_after_a_few_episodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learner, "TRIALS", 8)
    lines: list[str] = []
    chance, learned = learner.main(16, lines.append)
    assert learned > 1.3 * chance > 0
    assert len(lines) == 2


@pytest.mark.slow
@pytest.mark.endurance
def test_page_shows_the_figures_of_the_learner(tried: Tried) -> None:
    lines, episodes = list[str](), amount(0, learner.EPISODES)
    learner.main(episodes, lines.append)
    tried["episodes of the learning agent"] += episodes
    shown = re.findall(r"^(?:by chance|after \d+ episodes): .*$", read("docs/gym.md"), re.MULTILINE)
    assert lines[0] == shown[0]
    assert lines == shown or episodes < learner.EPISODES
