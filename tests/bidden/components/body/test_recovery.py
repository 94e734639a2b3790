"""Recovery: hit points and mana that come back with time."""

from __future__ import annotations

from itertools import pairwise

from bidden.components.body.health import Health
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.events.body import Live
from bidden.intents import Wait
from bidden.session import Session
from eventcore.time import Tick
from tests.bidden.scenes import MakeScene, MakeSession


def lived(session: Session, turns: int) -> list[tuple[int, int, int]]:
    """Hit points, mana and food after each turn."""
    you, rows = session.player, []
    for _ in range(turns):
        session.perform(Wait())
        rows.append((you[Health].hp, you[Mana].mana, you[Stomach].food))
    return rows


def test_a_hit_point_comes_back_each_hundred_turns_and_takes_food(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 38}}, zombie={"Mind": None})
    rows = lived(session, 410)
    changes = [turn for turn, (one, two) in enumerate(pairwise(rows), 2) if one != two]
    assert changes == [101, 201]
    assert rows[-1] == (40, 5, 664)


def test_mana_comes_back_and_takes_no_food(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Mana": {"mana": 0}, "Recovery": {"mana": 500}})
    session.world.agenda.cancel(
        next(o for o in session.world.having(Health) if o is not session.player)
    )
    assert [mana for _, mana, _ in lived(session, 7)] == [0, 0, 1, 1, 2, 2, 3]
    assert session.player[Stomach].food == 666


def test_more_than_a_point_may_come_back_in_a_turn(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 10}, "Recovery": {"health": 3000}})
    scene.world.publish(Live(scene["@"]))
    assert (scene["@"][Health].hp, scene["@"][Recovery].until_health) == (12, 0)


def test_a_rate_below_nothing_counts_as_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Recovery": {"health": -50}})
    recovery = scene["@"][Recovery]
    scene.world.publish(Tick(scene.world.root))
    assert recovery.until_health == 1000
