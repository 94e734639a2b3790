"""The rule of flight: what is thrown goes straight on until something stops it."""

import pytest

from bidden.intents import Move, Wait
from tests.bidden.components.combat.test_marksman import throw
from tests.bidden.rules.magic.test_powers import STOUT
from tests.bidden.scenes import MakeSession


@pytest.mark.parametrize(
    ("drawing", "x", "end"),
    [("#@....#", 3, 5), ("#@....#", 5, 5), ("#@.+..#", 3, 2), ("#@..z.#", 3, 4), ("#@.z.z#", 5, 3)],
)
def test_what_is_thrown_flies_on_until_a_wall_a_door_or_a_creature_stops_it(
    make_session: MakeSession, drawing: str, x: int, end: int
) -> None:
    session = make_session(drawing, zombie=STOUT)
    assert throw(session, "rock", x) == (end, 0)


def test_what_is_thrown_flies_through_open_doors(make_session: MakeSession) -> None:
    session = make_session("#@+..#")
    for step in (Move(1, 0), Wait()):
        session.perform(step)
    assert throw(session, "rock", 4) == (4, 0)


def test_what_is_thrown_flies_straight_through_the_tile_it_is_aimed_at(
    make_session: MakeSession,
) -> None:
    session = make_session("@.....\n......\n......\n......\n......")
    assert throw(session, "rock", 1, 1) == (4, 4)
    assert throw(session, "rock", 2, 1) == (5, 2)
