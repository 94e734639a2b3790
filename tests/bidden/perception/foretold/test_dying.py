"""The odds of death account for hit points and wounds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bidden.events.combat import Die
from bidden.intents import Intent, Move, Quaff, Throw
from bidden.perception.foretold.improving import most_hit_points
from bidden.perception.foretold.odds import OUTRIGHT, odds_of_death
from bidden.session import Session
from eventcore import Entity, World
from tests.bidden.perception.foretold.forecasts import nearly_dead
from tests.bidden.scenes import MakeSession, give
from tests.bidden.tricksters import put


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
        (3, [[7], [20]], 100),  # the first hit causes the fourth wound, the second the last
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


def test_heart_wound_still_lowers_maximum_hit_points_after_death(make_session: MakeSession) -> None:
    wounds = {"taken": ["heart"], "most": 5}
    session = make_session("#@.#", you={"Health": {"hp": 7, "most": 40}, "Wounds": wounds})
    assert session.view().max_hp == 30
    session.world.publish(Die(session.world.root, session.player, "a test", outright=True))
    assert not session.player.alive
    assert session.view().max_hp == most_hit_points(session.player, session.world) == 30


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
    session = make_session("#@...#", you={"Stomach": stomach})  # no wound can absorb that
    put(session, "zombie", 2)
    give(session, "rock")
    forecast = session.forecast(intent)
    assert (forecast.death, forecast.starves) == (death, death > 0)
    session.perform(intent)
    assert session.player.alive is (death == 0)


def test_forecast_of_a_second_poison_potion_includes_the_chance_of_death(
    make_session: MakeSession,
) -> None:
    session = at_the_last(make_session, "#@...#", 30)
    give(session, "potion of poison")
    give(session, "potion of poison")
    assert session.forecast(Quaff("a")).death == 0  # 20 in total
    session.perform(Quaff("a"))
    assert session.forecast(Quaff("a")).death == 100  # doubles each turn
