"""Every contender for a round of agents counts everyone once."""

import pytest

from benchmarks.agents import crowd
from benchmarks.measure import compare


def test_each_counts_all_agents_once_a_round() -> None:
    for contender in crowd(20):
        before = contender.tally()
        contender.run((1, -1) * 3)
        assert contender.tally() == tuple(count + 6 for count in before), contender.name


def test_mesas_are_among_them() -> None:
    pytest.importorskip("mesa")
    names = [contender.name for contender in crowd(4)]
    assert names[-2:] == ["Mesa: agents.do", "Mesa: agents.shuffle_do"]


def test_each_is_measured_against_the_raw_loop() -> None:
    rows, _ = compare([*crowd(50)], rounds=4)
    assert all(row.ratio is not None for row in rows)
