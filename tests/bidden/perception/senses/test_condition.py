"""How hurt a creature looks is told in words."""

from __future__ import annotations

import pytest

from bidden.components.body.health import Health
from bidden.perception.senses.condition import condition_of
from bidden.session import Session


@pytest.mark.parametrize(
    ("hp", "said"),
    [
        (40, "unhurt"),
        (39, "scratched"),
        (30, "scratched"),
        (29, "hurt"),
        (20, "hurt"),
        (19, "badly hurt"),
        (10, "badly hurt"),
        (9, "nearly dead"),
        (1, "nearly dead"),
    ],
)
def test_it_goes_by_how_much_of_its_hit_points_is_left(hp: int, said: str) -> None:
    session = Session(5)
    session.player[Health].most = 40
    session.player[Health].hp = hp
    assert condition_of(session.player, session.world) == said


def test_what_cannot_be_hurt_has_none() -> None:
    session = Session(5)
    assert condition_of(session.world.root, session.world) == ""
