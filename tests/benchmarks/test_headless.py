"""A headless step is measured whole, and its parts add up; how long it takes is not tested."""

import sys
from types import FrameType

import pytest

from benchmarks import headless
from benchmarks.headless import (
    CLOCK,
    CREATURES,
    OWN,
    PARTS,
    VIEW,
    _steps,
    calls_of,
    shares_of,
)
from bidden.bots.roster import BOTS


@pytest.mark.parametrize("name", BOTS)
def test_the_parts_of_a_step_add_up_to_the_whole(name: str) -> None:
    shares = shares_of(name, 3, 60)
    assert tuple(shares) == PARTS
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares[part] for part in (VIEW, OWN, CREATURES, CLOCK)) > 0


def test_performing_alone_takes_less_than_looking_and_choosing_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = 0

    def count(frame: FrameType, what: str, _: object) -> None:
        nonlocal made
        made += what == "call"

    monkeypatch.setattr(headless, "process_time_ns", lambda: made)  # time itself has its moods
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        whole, performed = _steps("explorer", 3, 100)
    finally:
        sys.setprofile(before)
    assert 0 < performed < whole


def test_of_each_bot_steps_and_their_parts_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "STEPS", 12)
    monkeypatch.setattr(headless, "CALLED", 12)
    section = headless.headless()
    assert len(section.figures) == len(BOTS) * (2 + len(PARTS)) + 4
    assert len(section.targets) == 2


def test_calls_are_counted_by_what_python_tells_of_them() -> None:
    first, again = calls_of(3, 40)
    assert 100 < again < first
    assert calls_of(3, 40)[1] == again
