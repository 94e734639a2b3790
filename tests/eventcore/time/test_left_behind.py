"""Invariant: for who is left behind, the turns that go by meanwhile have never been.

All that lasts on it stands still, however much there is, and goes on as it would have: it says
the same in the same order as in a world without those turns. On others time passes.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Entity, World
from eventcore.time import Freeze, Thaw, TimerKind
from tests.eventcore.time.scenes import Diary, scene, start, telling, tick, timers_of

KINDS = {
    "glow": telling(),
    "hum": telling(tick=None, half=None),
    "itch": telling(tick=None),
    "numb": TimerKind(),
    "throb": telling(half=None, end=None),
}
LASTING = st.dictionaries(st.sampled_from([*KINDS]), st.integers(1, 12), min_size=1)
TURNS = st.integers(0, 6)
LONGEST = 12


def remaining(world: World, who: Entity) -> list[tuple[str, int]]:
    return [(timer.kind, timer.remaining(world.turn)) for timer in timers_of(world).of(who)]


def told(who: Entity, since: int, away: int) -> list[str]:
    """What its timers said, with the turns it was away left out of those that come after."""
    lines = [line.split(" ", 1) for line in who[Diary].lines]
    return [f"{int(turn) - away * (int(turn) > since)} {said}" for turn, said in lines]


@pytest.mark.parametrize("debug", [False, True])
@settings(max_examples=30, deadline=None)
@given(mine=LASTING, others=LASTING, before=TURNS, away=st.integers(1, 20))
def test_who_is_left_behind_lives_as_if_the_turns_away_had_never_been(
    debug: bool, mine: dict[str, int], others: dict[str, int], before: int, away: int
) -> None:
    world, left = scene(debug, **KINDS)
    there, stayed = scene(debug, **KINDS)
    other = world.spawn(Diary())
    for kind, duration in mine.items():
        start(world, left, kind, duration)
        start(there, stayed, kind, duration)
    tick(world, before)
    for kind, duration in others.items():
        start(world, other, kind, duration)
    world.publish(Freeze(world.root, left))
    still, said = remaining(world, left), [*left[Diary].lines]
    for turn in range(1, away + 1):
        tick(world)
        assert (remaining(world, left), left[Diary].lines) == (still, said)
        lasting = {kind: turns - turn for kind, turns in others.items() if turns > turn}
        assert dict(remaining(world, other)) == lasting
    world.publish(Thaw(world.root, left))
    assert remaining(world, left) == still
    tick(world, LONGEST)
    tick(there, before + LONGEST)
    assert told(left, before, away) == stayed[Diary].lines
    assert remaining(world, left) == remaining(there, stayed) == []
