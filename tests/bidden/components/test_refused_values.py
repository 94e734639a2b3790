"""Invalid values for components, joints and boon tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.body import Body
from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.combat.guard import Resistances
from bidden.components.combat.on_hit import Brand
from bidden.components.magic.casting import Mana
from bidden.content.kinds.boon_kinds import BoonLots
from bidden.grid.skeleton import Joint, check_joints

CASES: dict[str, Callable[[], object]] = {
    "hit points below none": lambda: Health(-1, 5),
    "hit points above the most": lambda: Health(6, 5),
    "mana above the most": lambda: Mana(6, 5),
    "food below none": lambda: Stomach(-1, 9),
    "more wounds than kill": lambda: Wounds(["leg", "eye", "hand"], 2),
    "resistance to an unknown harm": lambda: Resistances({"water": 5}),
    "brand of an unknown harm": lambda: Brand("water", 1),
    "joint on no other": lambda: Body([Joint("a", "rat", on="b")]),
    "two joints of one name": lambda: check_joints([Joint("arm", "arm"), Joint("arm", "arm")]),
    "joint beyond its limits": lambda: Joint("arm", "arm", rest=120, least=-100, most=100),
    "more boons than there are": lambda: BoonLots(count=2, of=["lash"]),
    "one boon twice": lambda: BoonLots(of=["lash", "lash"]),
    "boon with an unknown warp": lambda: BoonLots(warps=["ice"]),
}


@pytest.mark.parametrize("case", CASES)
def test_impossible_value_is_refused(case: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError) as error:
        CASES[case]()
    assert str(error.value) == snapshot
