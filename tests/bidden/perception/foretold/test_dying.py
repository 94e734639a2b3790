"""The odds of death count hit points and wounds."""

from __future__ import annotations

from collections import Counter

import pytest

from bidden.events.combat import Die
from bidden.perception.foretold.dying import most_hit_points, odds_of_death
from bidden.perception.foretold.odds import OUTRIGHT
from eventcore import Entity, World
from tests.bidden.rules.magic.test_powers import creature
from tests.bidden.scenes import MakeSession


def wounded(make_session: MakeSession, taken: int) -> tuple[Entity, World]:
    """Return a player with 7 hit points and some wounds."""
    wounds = {"taken": ["leg"] * taken, "most": 5}
    session = make_session("#@.#", you={"Health": {"hp": 7, "most": 40}, "Wounds": wounds})
    return session.player, session.world


@pytest.mark.parametrize(("taken", "death"), [(0, 0), (3, 0), (4, 100)])
def test_wound_is_taken_instead_of_death(taken: int, death: int, make_session: MakeSession) -> None:
    assert odds_of_death(*wounded(make_session, taken), [Counter([7])]) == death


@pytest.mark.parametrize(
    ("taken", "harms", "death"),
    [
        (3, [[7], [19]], 0),
        (3, [[7], [20]], 100),  # the first is the fourth wound, and the second the last
        (3, [[7], [1, 20]], 50),
        (2, [[7], [20]], 0),
        (0, [[OUTRIGHT]], 100),
        (4, [[3], [3]], 0),
        (4, [[3, 4], [3, 4]], 75),
        (4, [[1] * 300 + [7]], 1),
    ],
)
def test_each_of_several_harms_may_be_taken_as_a_wound(
    taken: int, harms: list[list[int]], death: int, make_session: MakeSession
) -> None:
    assert odds_of_death(*wounded(make_session, taken), map(Counter, harms)) == death


def test_creature_without_wounds_dies_at_zero(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 4, "most": 8}})
    zombie = creature(session, 2)
    assert odds_of_death(zombie, session.world, [Counter([2]), Counter([1, 2])]) == 50


def test_heart_wound_counts_for_the_dead_too(make_session: MakeSession) -> None:
    wounds = {"taken": ["heart"], "most": 5}
    session = make_session("#@.#", you={"Health": {"hp": 7, "most": 40}, "Wounds": wounds})
    assert session.view().max_hp == 30
    session.world.publish(Die(session.world.root, session.player, "a test", outright=True))
    assert not session.player.alive
    assert session.view().max_hp == most_hit_points(session.player, session.world) == 30
