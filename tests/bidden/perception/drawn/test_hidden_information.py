"""Neither the log nor a forecast reveals what the player cannot know."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.pack import Pack
from bidden.events.effects import Affect
from bidden.intents import Cast, Move, Read, Throw
from bidden.perception.foretold.forecast import Forecast
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from eventcore.time import Timers
from tests.bidden.doing import DARK, orc, told_since
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import STOUT, MakeSession, creature, give, hp


def affect(session: Session, effect: str) -> None:
    assert session.world.publish(Affect(session.player, session.player, effect)).done


def test_forecast_shows_no_tile_that_is_not_seen(make_session: MakeSession) -> None:
    for there in (False, True):
        session = make_session("#@.........#", you=DARK)
        if there:
            orc(session, 7)
        give(session, "rock")
        assert session.forecast(Throw("a", 9, 0)).tiles == ((2, 0), (3, 0), (4, 0))


def test_unseen_target_is_called_something(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.........#", you=DARK)
    one = orc(session, 7)
    give(session, "rock")
    session.perform(Throw("a", 9, 0))
    assert hp(one) < 10
    assert "orc" not in " ".join(told_since(session))
    assert told_since(session) == snapshot


@pytest.mark.parametrize(
    "name", ["scroll of fireball", "scroll of lightning", "scroll of confusion", "scroll of sleep"]
)
def test_unknown_scrolls_are_forecast_and_aimed_alike(make_session: MakeSession, name: str) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, name, known=False)
    assert session.forecast(Read("a", 3, 0)) == Forecast()


def test_unknown_scroll_that_wants_a_target_takes_the_closest_foe(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    give(session, "scroll of confusion", known=False)
    assert session.perform(Read("a", 5, 0)).done
    zombies = [creature(session, x) for x in (3, 5)]
    timers = session.world.root[Timers]
    assert [[timer.kind for timer in timers.of(one)] for one in zombies] == [["confusion"], []]
    assert "scroll of confusion" in session.player[ItemKnowledge].known


def test_unknown_scroll_without_a_foe_is_used_up_and_stays_unidentified(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@...#")
    give(session, "scroll of charming", known=False)
    assert session.perform(Read("a", 3, 0)).done
    assert told_since(session)[-1] == snapshot
    assert not session.player[Pack].things
    assert not session.player[ItemKnowledge].known


def test_unknown_scroll_forecasts_no_fire_where_it_would_kindle(make_session: MakeSession) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, "scroll of fireball", known=False)
    pour(session, "oil", *row(0, 1, 2))
    assert session.forecast(Read("a", 3, 0)) == Forecast()
    assert session.perform(Read("a", 3, 0)).done
    assert session.world.root[Ground].on("fires", 1)


def test_actions_of_a_frightened_player_are_not_forecast(make_session: MakeSession) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, "scroll of fireball")
    affect(session, "fear")
    for intent in (Read("a", 3, 0), Throw("a", 3, 0), Cast("wish"), Move(1, 0)):
        assert session.forecast(intent) == Forecast()
