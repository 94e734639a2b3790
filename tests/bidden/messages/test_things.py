"""Things in words: what becomes of them where nobody sees it."""

from __future__ import annotations

import pytest

from bidden.events.combat import Die
from bidden.intents import Read
from bidden.session import Session
from bidden.view import Ending
from tests.bidden.components.combat.test_marksman import throw
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.rules.magic.test_powers import STOUT
from tests.bidden.scenes import MakeSession

GONE = "The rock flies out of sight."


def told(session: Session, x: int) -> list[str]:
    throw(session, "rock", x)
    lines = session.told_since(0)
    return lines[lines.index("You throw the rock.") :]


def test_what_lands_in_view_is_not_said_to_be_out_of_sight(make_session: MakeSession) -> None:
    assert told(make_session("#@......#"), 5) == ["You throw the rock."]


def test_what_lands_beyond_view_is_told_of(make_session: MakeSession) -> None:
    session = make_session("#@........#", you={"Memory": {"radius": 3}})
    assert told(session, 7) == ["You throw the rock.", GONE]


def test_what_lands_in_the_dark_is_told_of(make_session: MakeSession) -> None:
    session = make_session("#@.........#")
    pour(session, "darkness", *row(0, 5, 6, 7, 8))
    assert told(session, 8) == ["You throw the rock.", GONE]


def test_what_hits_somebody_out_of_sight_is_told_of_by_the_blow(make_session: MakeSession) -> None:
    session = make_session("#@.....z..#", you={"Memory": {"radius": 3}}, zombie=STOUT)
    lines = told(session, 7)
    assert lines[0] == "You throw the rock."
    assert lines[1].startswith("You hit something for ")
    assert GONE not in lines


def test_of_what_the_dead_player_held_no_line_is_told(make_session: MakeSession) -> None:
    session = make_session("#@...z#", you={"Wounds": {"taken": ["hand", "leg", "eye", "voice"]}})
    give(session, "dagger", known=True)
    give(session, "ration", known=True)
    session.world.publish(Die(session.player, session.player))
    assert [line.text for line in session.view().lines if "drop" in line.text] == []
    assert session.ending is Ending.DIED


def test_a_fireball_that_hits_nobody_tells_what_it_did(make_session: MakeSession) -> None:
    session = make_session("#@" + "." * 8 + "#")
    give(session, "scroll of fireball", known=True)
    [held] = [one for one in session.view().pack if "fireball" in one.name]
    assert session.perform(Read(held.slot, 8, 0)).done
    lines = session.told_since(0)
    at = lines.index("You read the scroll of fireball.")
    assert lines[at + 1 : at + 3] == ["The air bursts into flames!", "It hits nobody."]


def test_a_fireball_that_hits_somebody_does_not_say_so(make_session: MakeSession) -> None:
    session = make_session("#@" + "." * 6 + "z.#")
    give(session, "scroll of fireball", known=True)
    [held] = [one for one in session.view().pack if "fireball" in one.name]
    assert session.perform(Read(held.slot, 8, 0)).done
    lines = session.told_since(0)
    assert "The air bursts into flames!" in lines
    assert "It hits nobody." not in lines


@pytest.mark.parametrize(
    ("flask", "told"),
    [
        ("flask of bad air", "The flask of bad air releases poison gas."),
        ("flask of oil", "The flask of oil spills oil."),
    ],
)
def test_a_flask_that_hits_nobody_tells_what_comes_out_of_it(
    make_session: MakeSession, flask: str, told: str
) -> None:
    session = make_session("#@......#")
    throw(session, flask, 5)
    assert told in session.told_since(0)
