"""Mana stays between none and its maximum."""

from __future__ import annotations

import pytest

from bidden.components.magic.mana import Mana
from bidden.events.body import ChangeMana
from tests.bidden.scenes import MakeScene


@pytest.mark.parametrize(
    ("mana", "amount", "left", "reason"),
    [(2, 2, 4, None), (2, 9, 5, None), (5, 1, 5, "full"), (2, -9, 0, None), (0, -1, 0, "empty")],
)
def test_mana_lies_from_none_to_the_most(
    make_scene: MakeScene, mana: int, amount: int, left: int, reason: str | None
) -> None:
    scene = make_scene("#@#", you={"Mana": {"mana": mana, "most": 5}})
    change = scene.world.publish(ChangeMana(scene["@"], scene["@"], amount))
    assert (scene["@"][Mana].mana, change.reason) == (left, reason)
    assert change.gained == left - mana
