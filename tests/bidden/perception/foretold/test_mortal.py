"""Mortality: whatever of an act may kill the player is in the odds of it."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.events.body import Heal
from bidden.frontend.asking import odds_told
from bidden.intents import Eat, Intent, Move, Quaff, Throw
from bidden.session import Session
from tests.bidden.components.magic.test_magic import give
from tests.bidden.perception.foretold.test_aftermath import nearly_dead
from tests.bidden.scenes import MakeSession
from tests.bidden.tricksters import put

BLOW = Move(1, 0)


def at_the_last(make_session: MakeSession, drawing: str, hp: int, **parts: Any) -> Session:
    """One with four wounds, and so many hit points left."""
    wounds = {"taken": ["leg"] * 4, "most": 5}
    you = {"Health": {"hp": hp, "most": 40}, "Wounds": wounds, **parts}
    return make_session(drawing, you=you)


@pytest.mark.parametrize(("hp", "death"), [(6, 100), (7, 0)])
def test_the_gas_of_who_bursts_may_kill(hp: int, death: int, make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", hp)
    nearly_dead(session, "bloater", 2)
    assert session.forecast(BLOW).death == death


def test_it_kills_as_often_as_the_blow_makes_it_burst(make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", 6)
    one = nearly_dead(session, "bloater", 2)
    assert session.forecast(BLOW).targets[0].death == 100
    session.world.publish(Heal(one, one, 3))
    (told,) = session.forecast(BLOW).targets
    assert session.forecast(BLOW).death == told.death == 40


def test_fire_that_leaks_from_the_dead_may_kill(make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", 1)
    nearly_dead(session, "lamplighter", 2)
    assert session.forecast(BLOW).death == 100
    safe = at_the_last(make_session, "#@...#", 30)
    nearly_dead(safe, "lamplighter", 2)
    assert safe.forecast(BLOW).death == 0


def test_quills_may_kill_who_strikes(make_session: MakeSession) -> None:
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
def test_a_blow_on_an_empty_stomach_kills(
    food: int, death: int, intent: Intent, make_session: MakeSession
) -> None:
    stomach = {"food": food, "most": 1000, "starves": True}
    session = make_session("#@...#", you={"Stomach": stomach})  # no wound stands for that
    put(session, "zombie", 2)
    give(session, "rock")
    forecast = session.forecast(intent)
    assert (forecast.death, forecast.starves) == (death, death > 0)
    assert odds_told(forecast).startswith("You would die of hunger") is (death > 0)
    session.perform(intent)
    assert session.player.alive is (death == 0)


@pytest.mark.parametrize(("hp", "death"), [(1, 100), (2, 0)])
def test_overeating_may_kill(hp: int, death: int, make_session: MakeSession) -> None:
    full = {"food": 1000, "most": 1000, "starves": True}
    session = at_the_last(make_session, "#@...#", hp, Stomach=full)
    give(session, "ration")
    assert session.forecast(Eat("a")).death == death
    session.perform(Eat("a"))
    assert session.player.alive is (death == 0)


def test_poison_upon_poison_is_reckoned_by_how_bad_it_gets(make_session: MakeSession) -> None:
    session = at_the_last(make_session, "#@...#", 30)
    give(session, "potion of poison")
    give(session, "potion of poison")
    assert session.forecast(Quaff("a")).death == 0  # 20 in all
    session.perform(Quaff("a"))
    assert session.forecast(Quaff("a")).death == 100  # twice as much each turn
