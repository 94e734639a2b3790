"""Water slows walkers, conducts lightning and carries things along."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.components.body.health import Health
from bidden.events.combat import TakeDamage
from bidden.events.movement import Move
from bidden.events.places import Spawn
from bidden.session import Session
from tests.bidden.rules.ground.acting import called, pour, row
from tests.bidden.scenes import MINDLESS, MakeSession, listening, place
from tests.bidden.tricksters import put

EAST, WAIT = intents.Move(1, 0), intents.Wait()


def wear(session: Session, what: str) -> None:
    session.world.publish(Spawn(session.world.root, session.player, what))
    assert session.perform(intents.PutOn("a")).done


@pytest.mark.parametrize(
    ("armour", "cost"), [("", 150), ("leather armour", 175), ("coat of mail", 200)]
)
def test_a_step_into_deep_water_takes_longer_in_armour(
    make_session: MakeSession, armour: str, cost: int
) -> None:
    session = make_session("#@.....z#", zombie=MINDLESS)
    if armour:
        wear(session, armour)
    pour(session, "deep water", (2, 0))
    assert session.perform(EAST).cost == cost
    assert session.perform(EAST).cost == 100  # out of it again


def test_water_does_not_slow_flyers(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={**MINDLESS, "Flying": {}})
    pour(session, "deep water", (2, 0))
    step = session.world.publish(Move(called(session, "zombie"), -1, 0))
    assert (step.done, step.cost) == (True, 100)


def test_a_current_carries_things_east_tile_by_tile_to_its_end(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "deep water", *row(0, 3, 4, 5))
    dagger, rock = put(session, "dagger", 3, 0), put(session, "rock", 6, 0)
    seen = []
    for _ in range(4):
        session.perform(WAIT)
        seen.append((place(dagger)[0], place(rock)[0]))
    assert seen == [(4, 6), (5, 6), (5, 6), (5, 6)]


def test_water_leads_half_of_lightning_to_all_others_in_it(make_session: MakeSession) -> None:
    session = make_session("#@.z.z.#", zombie=MINDLESS)
    pour(session, "deep water", *row(0, 1, 2, 3))
    near, far = sorted(
        (who for who in session.world.having(Health) if who is not session.player), key=place
    )
    ear = listening(session)
    harm = [
        TakeDamage(session.player, near, 9, source="lightning", kind="lightning") for _ in range(2)
    ]
    (led,) = session.world.preview(harm[0]).follows
    assert led.event.target is session.player
    session.world.publish(harm[1])
    told = [(event.target, event.strength) for event in ear.events if type(event) is TakeDamage]
    assert told == [(near, 9), (session.player, 4)]
    assert far[Health].hp == 8
