"""Flight: a thrown thing goes to its aim or to the first obstacle."""

import pytest

from bidden.intents import Move, Wait
from tests.bidden.components.combat.test_marksman import throw
from tests.bidden.scenes import STOUT, MakeSession, creature, hp


@pytest.mark.parametrize(
    ("drawing", "x", "end"),
    [("#@....#", 2, 2), ("#@....#", 5, 5), ("#@....#", 6, 5), ("#@.+..#", 3, 2), ("#@.z.z#", 5, 3)],
)
def test_throw_stops_at_obstacles(
    make_session: MakeSession, drawing: str, x: int, end: int
) -> None:
    session = make_session(drawing, zombie=STOUT)
    assert throw(session, "rock", x) == (end, 0)


def test_throw_passes_open_doors(make_session: MakeSession) -> None:
    session = make_session("#@+..#")
    for step in (Move(1, 0), Wait()):
        session.perform(step)
    assert throw(session, "rock", 4) == (4, 0)


def test_throw_falls_short_of_creature_beyond_aim(make_session: MakeSession) -> None:
    session = make_session("#@..z.#", zombie=STOUT)
    assert throw(session, "rock", 3) == (3, 0)
    assert hp(creature(session, 4)) == 30


def test_throw_flies_in_any_direction(make_session: MakeSession) -> None:
    session = make_session("@.....\n......\n......\n......\n......")
    assert throw(session, "rock", 4, 4) == (4, 4)
    assert throw(session, "rock", 5, 2) == (5, 2)
