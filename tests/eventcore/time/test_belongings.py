"""Freezing: who is frozen takes along what it has, in order, and nobody looks at the rest."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import REACT, Component, Entity, Notice, World, component, event, handles
from eventcore.time import run


@event
class Ring(Notice):
    word: str = ""


@component
class Ear(Component):
    @handles(Ring, REACT)
    def hear(self, ring: Ring, world: World) -> None:
        """Hear it."""


def calls(act: Callable[[], object]) -> int:
    """How many calls of Python's it takes; none of what the collector happens to clear away."""
    found = 0

    def count(frame: FrameType, what: str, _: object) -> None:
        nonlocal found
        found += what == "call"

    gc.disable()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
        gc.enable()
    return found


def crowd(others: int) -> tuple[World, Entity]:
    """A world of so many who have something to do, and one who was frozen before."""
    world = World(components=[Ear])
    one = world.spawn()
    for _ in range(others):
        world.schedule(Ring(world.spawn()), 5)
    for _ in range(3):
        world.schedule(Ring(one), 5)
    world.agenda.freeze(one)
    world.agenda.thaw(one)
    return world, one


def test_to_freeze_and_thaw_takes_no_longer_for_what_others_have() -> None:
    def took(others: int) -> tuple[int, int]:
        world, one = crowd(others)
        return calls(lambda: world.agenda.freeze(one)), calls(lambda: world.agenda.thaw(one))

    assert took(10) == took(1000)


def test_what_comes_and_goes_after_somebody_was_frozen_is_not_kept() -> None:
    world, one = crowd(50)
    kept = 0
    for _ in range(1000):
        world.schedule(Ring(one), 1)
        run(world, until=world.agenda.now + 1)
        if world.agenda._belongings is not None:
            kept = max(kept, sum(map(len, world.agenda._belongings._of.values())))
    assert kept < 250


DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("schedule"), st.integers(0, 1), st.integers(0, 9), st.integers(0, 1)),
        st.tuples(st.sampled_from(["freeze", "thaw"] * 4 + ["despawn"]), st.integers(0, 1)),
        st.tuples(st.just("cancel"), st.integers(0, 99)),
        st.tuples(st.sampled_from(["run", "overdue"]), st.integers(0, 9)),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(DEEDS, st.booleans())
def test_who_is_frozen_takes_along_all_it_has_in_its_order(
    deeds: list[tuple[Any, ...]], crowded: bool
) -> None:
    world = World(components=[Ear], turn_length=4)
    who = [world.spawn() for _ in range(2)]
    others = world.spawn()
    handles = []
    for verb, *rest in deeds:
        agenda = world.agenda
        if crowded:  # so that what is kept is gathered anew now and then
            for _ in range(40):
                world.schedule(Ring(others), 0).cancel()
        if verb == "schedule":
            one, delay, priority = rest
            if who[one].alive:
                handles.append(world.schedule(Ring(who[one]), delay, priority=priority))
        elif verb == "cancel" and handles:
            handles[rest[0] % len(handles)].cancel()
        elif verb == "run":
            run(world, until=agenda.now + rest[0])
        elif verb == "overdue":
            world.advance()
        elif verb == "despawn" and who[rest[0]].alive:
            world.despawn(who[rest[0]])
        elif verb in ("freeze", "thaw") and who[rest[0]].alive:
            one = who[rest[0]]
            mine = [handle for handle in agenda.scheduled() if handle.owner is one]
            left = [max(0, handle.due - agenda.now) for handle in mine]
            if not agenda.frozen(one) and verb == "freeze":
                agenda.freeze(one)
                assert [each for each in agenda.held() if each.owner is one] == mine
                assert [each.due - agenda.now for each in mine] == left
            elif agenda.frozen(one) and verb == "thaw":
                assert mine == []
                held = [each for each in agenda.held() if each.owner is one]
                due = [each.due for each in held]
                agenda.thaw(one)
                assert [each.due for each in held] == due
                back = [handle for handle in agenda.scheduled() if handle.owner is one]
                assert back == sorted(held, key=lambda each: (each.due, each.priority))
