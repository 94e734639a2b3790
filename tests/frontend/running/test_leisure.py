"""Garbage is collected while no key comes, and never between a key and what it shows."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bidden.frontend.running import leisure
from bidden.frontend.running.leisure import Leisure, unhurried


class Ring:
    """Holds itself, so that only a collection ends it."""

    def __init__(self) -> None:
        self.held = self


@contextmanager
def whole_collections() -> Iterator[list[int]]:
    """Count the collections of all there is."""
    counted: list[int] = []

    def count(phase: str, about: dict[str, int]) -> None:
        if phase == "stop" and about["generation"] == 2:
            counted.append(about["collected"])

    gc.callbacks.append(count)
    try:
        yield counted
    finally:
        gc.callbacks.remove(count)


def after_smaller_ones() -> None:
    for _ in range(leisure._WORTH_IT):
        gc.collect(1)


def test_while_keys_come_nothing_is_collected_and_once_none_does_all_is() -> None:
    now = [10.0]
    free = Leisure(lambda: now[0])
    gc.collect()
    with unhurried(), whole_collections() as counted:
        after_smaller_ones()
        free.end()
        now[0] += 0.4
        assert (free.use(), counted) == (False, [])
        ring = weakref.ref(Ring())
        gc.collect(1)
        now[0] += 0.2
        assert free.use()
        assert (len(counted), ring()) == (1, None)


def test_where_there_is_hardly_anything_to_collect_nothing_is_looked_through() -> None:
    free = Leisure(lambda: 10.0)
    with unhurried():
        gc.collect()
        assert not free.use()


def test_what_stays_is_looked_through_once_and_then_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leisure, "_THOROUGH", 3)
    free = Leisure(lambda: 10.0)
    with unhurried():
        stays = Ring()
        gone = weakref.ref(stays)
        collected = []
        for number in range(3):
            after_smaller_ones()
            assert free.use()
            if number == 0:
                del stays
            collected.append(gone() is None)
        assert collected == [False, False, True]


def test_it_is_as_it_was_before_once_the_player_has_left() -> None:
    before = gc.get_threshold()
    with unhurried():
        assert gc.get_threshold() == (*before[:2], leisure._SELDOM)
        assert gc.get_freeze_count() > 1000
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
