"""Doors burn down; the player remembers an unseen burnt door as it was."""

from __future__ import annotations

from bidden import intents
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.events.ground import BurnDown, Ignite
from tests.bidden.rules.ground.acting import at, covers, pour
from tests.bidden.scenes import MINDLESS, MakeSession, listening, wait

WAIT = intents.Wait()


def test_wooden_door_burns_down_in_six_turns(make_session: MakeSession) -> None:
    session = make_session("#@...+..z#", zombie=MINDLESS)
    pour(session, "wood", (5, 0))
    ear = listening(session)
    session.world.publish(Ignite(session.player, 1, 5, 0))
    seen = []
    for _ in range(6):
        seen.append((at(session, "fires"), session.view().foes_at))
        session.perform(WAIT)
    assert seen == [({(5, 0): left}, ()) for left in (6, 5, 4, 3, 2, 1)]
    assert [one.done for one in ear.events if isinstance(one, BurnDown)] == [True]
    assert [*session.world.having(Door)] == []
    assert covers(session) == {(5, 0): "ash"}
    assert session.view().foes_at == ((8, 0),)


def test_door_burnt_out_of_view_stays_remembered(make_session: MakeSession) -> None:
    session = make_session("#.@..+..z#", zombie=MINDLESS, you={"Memory": {"radius": 3}})
    pour(session, "wood", (5, 0))
    session.perform(intents.Move(-1, 0))
    session.world.publish(Ignite(session.player, 1, 5, 0))
    wait(session, 6)
    assert [*session.world.having(Door)] == []
    assert session.player[Memory].rows[0][5] == "+"
