"""The monkey: does anything at all, and its chance is its own."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bidden.bots.monkey import Monkey
from bidden.intents import Intent
from bidden.session import Session
from tests.bidden.scenes import catalogue, draws

SESSION = Session(1, catalogue=catalogue())


def given(seed: int, count: int = 400, session: Session = SESSION) -> list[Intent]:
    """What a monkey means, given the same view again and again."""
    monkey, view = Monkey(seed), session.view()
    return [monkey(view) for _ in range(count)]


def test_its_seed_decides_and_no_other_chance_does() -> None:
    assert given(3) == given(3)
    assert given(3) != given(4)


def test_it_moves_no_stream_of_the_world() -> None:
    before = draws(SESSION.world)
    given(5)
    assert draws(SESSION.world) == before


def test_what_it_means_can_be_recorded() -> None:
    intents = given(2)
    assert len({type(intent) for intent in intents}) > 10
    for intent in intents:
        name, version, fields = SESSION.encode(intent)
        assert SESSION.decode(name, version, msgspec.json.encode(fields)) == intent


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_it_does_settles_and_some_of_it_is_done_and_some_refused(seed: int) -> None:
    session, monkey = Session(seed, catalogue=catalogue()), Monkey(seed)
    outcomes: Counter[bool] = Counter()
    for _ in range(150):
        if session.ending is None:
            outcomes[session.perform(monkey(session.view())).failed] += 1
    assert outcomes[True] > 5
    assert outcomes[False] > 50
