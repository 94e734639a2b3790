"""Dying: how much harm kills, and what is told of who died."""

from __future__ import annotations

import pytest

from bidden.events.combat import Die
from bidden.perception.dying import deadly_loss, most_hit_points
from tests.bidden.scenes import MakeSession


@pytest.mark.parametrize(("taken", "loss"), [(0, None), (3, None), (4, 7)])
def test_who_is_wounded_instead_does_not_die_of_a_loss(
    taken: int, loss: int | None, make_session: MakeSession
) -> None:
    wounds = {"taken": ["leg"] * taken, "most": 5}
    session = make_session("#@.#", you={"Health": {"hp": 7, "most": 40}, "Wounds": wounds})
    assert deadly_loss(session.player) == loss


def test_a_heart_wound_is_told_of_the_dead_as_of_the_living(make_session: MakeSession) -> None:
    wounds = {"taken": ["heart"], "most": 5}
    session = make_session("#@.#", you={"Health": {"hp": 7, "most": 40}, "Wounds": wounds})
    assert session.view().max_hp == 30
    session.world.publish(Die(session.world.root, session.player, "a test", outright=True))
    assert not session.player.alive
    assert session.view().max_hp == most_hit_points(session.player, session.world) == 30
