"""Garbage is collected while no key comes, and never between a key and its result."""

from __future__ import annotations

import gc
import weakref

from bidden.frontend.running.leisure import Leisure, unhurried
from tests.frontend.screen import Clock


class Ring:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.held = self


def test_garbage_is_collected_once_no_key_has_come_for_a_while() -> None:
    clock = Clock()
    clock.now = 10.0
    free = Leisure(clock)
    gc.collect()
    with unhurried():
        for _ in range(3):  # after small collections a full one is worth it
            gc.collect(1)
        ring = weakref.ref(Ring())
        free.end()
        clock.now += 0.4
        assert not free.use()
        clock.now += 0.2
        assert free.use()
        assert ring() is None


def test_idle_collection_is_skipped_if_there_is_little_garbage() -> None:
    with unhurried():
        gc.collect()
        assert not Leisure(lambda: 10.0).use()


def test_garbage_collector_settings_are_restored_when_the_game_ends() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with unhurried():
        assert gc.get_freeze_count() >= frozen
        gc.set_threshold(1_000, 2, 2)
    assert gc.get_threshold() == before
