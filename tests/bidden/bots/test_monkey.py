"""The monkey acts at random, with its own random stream."""

from __future__ import annotations

from collections import Counter

import pytest

from bidden.bots.monkey import Monkey
from bidden.session import Session
from tests.bidden.scenes import catalogue


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_monkey_has_some_intents_done_and_some_refused(seed: int) -> None:
    session, monkey = Session(seed, catalogue=catalogue()), Monkey(seed)
    outcomes: Counter[bool] = Counter()
    for _ in range(150):
        if session.ending is None:
            outcomes[session.perform(monkey(session.view())).failed] += 1
    assert outcomes[True] > 5
    assert outcomes[False] > 50
