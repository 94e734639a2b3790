"""Everything that may kill the player counts in the odds of death."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.intents import Intent, Move, Quaff, Throw
from bidden.session import Session
from tests.bidden.components.magic.test_magic import give
from tests.bidden.perception.foretold.forecasts import nearly_dead
from tests.bidden.scenes import MakeSession
from tests.bidden.tricksters import put

BLOW = Move(1, 0)


def at_the_last(make_session: MakeSession, drawing: str, hp: int, **parts: Any) -> Session:
    """Begin a game in which the player has four wounds and few hit points."""
    wounds = {"taken": ["leg"] * 4, "most": 5}
    you = {"Health": {"hp": hp, "most": 40}, "Wounds": wounds, **parts}
    return make_session(drawing, you=you)


@pytest.mark.parametrize(("hp", "death"), [(6, 100), (7, 0)])
def test_gas_of_a_burst_counts_in_the_odds_of_death(
    hp: int, death: int, make_session: MakeSession
) -> None:
    session = at_the_last(make_session, "#@...#", hp)
    nearly_dead(session, "bloater", 2)
    assert session.forecast(BLOW).death == death


def test_quills_count_in_the_odds_of_death(make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", 2)
    put(session, "quill boar", 2)
    assert session.forecast(BLOW).death == 100
    mine = next(one for one in session.forecast(BLOW).targets if one.name == "you")
    assert (mine.least, mine.most) == (2, 2)
    stout = at_the_last(make_session, "#@...#", 3)
    put(stout, "quill boar", 2)
    assert stout.forecast(BLOW).death == 0


@pytest.mark.parametrize(("food", "death"), [(2, 100), (3, 0)])
@pytest.mark.parametrize("intent", [BLOW, Throw("a", 3, 0)])
def test_blow_on_an_empty_stomach_kills(
    food: int, death: int, intent: Intent, make_session: MakeSession
) -> None:
    stomach = {"food": food, "most": 1000, "starves": True}
    session = make_session("#@...#", you={"Stomach": stomach})  # no wound stands for that
    put(session, "zombie", 2)
    give(session, "rock")
    forecast = session.forecast(intent)
    assert (forecast.death, forecast.starves) == (death, death > 0)
    session.perform(intent)
    assert session.player.alive is (death == 0)


def test_second_poison_counts_in_the_odds_of_death(make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", 30)
    give(session, "potion of poison")
    give(session, "potion of poison")
    assert session.forecast(Quaff("a")).death == 0  # 20 in all
    session.perform(Quaff("a"))
    assert session.forecast(Quaff("a")).death == 100  # twice as much each turn
