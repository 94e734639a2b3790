"""Piercing blows pass part of any defence."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.components.combat.piercing import Piercing
from bidden.events.combat import Attack
from bidden.perception.cards.harms import blow_of
from tests.bidden.scenes import MakeScene


def zombie(attack: int, **parts: Any) -> dict[str, Any]:
    return {"Fighter": {"attack": attack}, "Mind": None, **parts}


def you(defence: int) -> dict[str, Any]:
    return {"Fighter": {"defence": defence}}


@pytest.mark.parametrize(
    ("defence", "percent", "strength"),
    [
        (2, 50, 5),  # what is left of it is more than what comes through
        (3, 50, 4),
        (6, 50, 4),  # a half of 7, rounded up
        (99, 50, 4),
        (99, 1, 1),
        (99, 100, 7),
    ],
)
def test_piercing_blow_passes_any_defence(
    make_scene: MakeScene, defence: int, percent: int, strength: int
) -> None:
    scene = make_scene("#@z#", zombie=zombie(7, Piercing={"percent": percent}), you=you(defence))
    blow = blow_of(scene["z"], scene["@"], scene.world)
    assert blow is not None
    assert scene.world.publish(Attack(scene["z"], scene["@"])).strength == strength
    assert blow.most == strength  # and so it is told beforehand


def test_bonus_of_a_piercing_blow_passes_too(make_scene: MakeScene) -> None:
    parts = {"Piercing": {}, "PackHunter": {"each": 3, "most": 3}}
    scene = make_scene("#@z#\n##z#", zombie=zombie(4, **parts), you=you(99))
    striker = next(one for one in scene.world.having(Piercing) if one is not scene["@"])
    attack = scene.world.publish(Attack(striker, scene["@"]))
    assert (attack.least, attack.strength) == (4, 4)  # a half of 7
