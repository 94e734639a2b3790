"""Invariant: of nothing does a body have less than none, or more than the most there can be.

Whatever it gains or loses, of whatever that comes, and what an event says of it is what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.components.body.health import Health
from bidden.components.body.stomach import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.magic.mana import Mana
from bidden.events.body import ChangeMana, Feed, Gain, Heal, Mend, Refill
from bidden.events.combat import TakeDamage, Wound
from eventcore import Entity
from tests.bidden.scenes import Changes, Scene
from tests.golden.soundness import check_stores

STORES: Final[dict[type[Gain], Callable[[Entity], int]]] = {
    Heal: lambda body: body[Health].hp,
    Refill: lambda body: body[Health].hp,
    ChangeMana: lambda body: body[Mana].mana,
    Feed: lambda body: body[Stomach].food,
    Mend: lambda body: -body[Wounds].count,
}
HURT: Final[Changes] = {
    "Health": {"hp": 20, "most": 40},
    "Mana": {"mana": 3, "most": 5},
    "Wounds": {"taken": ["leg", "eye"], "most": 5},
    "Stomach": {"starves": False},
}
AMOUNTS: Final = st.integers(-9, 9) | st.integers(-2_000, 2_000)
SOURCES: Final = st.sampled_from(["", "exhaustion"])


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25, deadline=None)
@given(gains=st.lists(st.tuples(AMOUNTS, SOURCES), min_size=3, max_size=12))
def test_stores_stay_within_their_limits(kind: type[Gain], gains: list[tuple[int, str]]) -> None:
    scene = Scene("#@#", debug=True, you=HURT)
    me, has = scene["@"], STORES[kind]
    for amount, source in gains:
        before = has(me)
        change = scene.world.publish(kind(me, me, amount, source=source))
        check_stores(scene.world)
        assert change.gained == has(me) - before


@settings(max_examples=25, deadline=None)
@given(harms=st.lists(st.tuples(st.integers(-5, 60), st.booleans(), SOURCES), min_size=3))
def test_harm_keeps_hit_points_within_limits(harms: list[tuple[int, bool, str]]) -> None:
    scene = Scene("#@#", debug=True, you=HURT)
    me = scene["@"]
    for strength, sure, source in harms:
        scene.world.publish(TakeDamage(me, me, strength, sure, source))
        check_stores(scene.world)
        scene.world.publish(Wound(me, me))
        check_stores(scene.world)
