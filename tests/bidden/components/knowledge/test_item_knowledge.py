"""Knowing and naming: what is learned, and what things are called by those who do not know."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.events.knowledge import Learn
from bidden.intents import Drop, Name
from bidden.session import Session
from tests.bidden.components.magic.test_magic import give
from tests.bidden.scenes import MakeSession


def held(session: Session) -> list[str]:
    return [one.name for one in session.view().pack]


def test_a_single_thing_is_named(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "sword")
    give(session, "sword")
    assert session.perform(Name("a", "Biter")).done
    assert held(session) == ['a sword named "Biter"', "a sword"]
    assert session.world.turn == 0


def test_all_that_look_alike_are_named(make_session: MakeSession) -> None:
    session = make_session("#@#")
    for _ in range(2):
        give(session, "potion of poison", known=False)
    look = held(session)[0]
    assert session.perform(Name("a", "bad", alike=True)).done
    assert look.startswith("2 ")
    assert held(session) == [f"{look} called bad"]
    give(session, "potion of health", known=False)
    assert "called" not in held(session)[1]


def test_a_name_is_taken_away_by_an_empty_one(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "potion of poison", known=False)
    look = held(session)
    for alike in (True, False):
        session.perform(Name("a", "bad", alike))
        assert held(session) != look
        session.perform(Name("a", "", alike))
        assert held(session) == look


def test_what_is_learned_has_its_own_name_then(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "potion of poison", known=False)
    session.perform(Name("a", "bad", alike=True))
    session.world.publish(Learn(session.player, session.player, "potion of poison"))
    assert held(session) == ["a potion of poison"]
    assert session.world.publish(Learn(session.player, session.player, "potion of poison")).failed


@pytest.mark.parametrize(
    ("thing", "name", "alike", "reason"),
    [
        ("sword", "x", True, "known"),
        ("sword", "x" * 25, False, "long"),
        ("sword", "a\nb", False, "no name"),
        ("sword", " x", False, "no name"),
        (None, "x", False, "no thing"),
    ],
)
def test_some_names_will_not_do(
    make_session: MakeSession, thing: str | None, name: str, alike: bool, reason: str
) -> None:
    session = make_session("#@#")
    if thing is not None:
        give(session, thing)
    assert session.perform(Name("a", name, alike)).reason == reason
    assert session.world.turn == 0


def test_a_name_stays_with_its_thing_wherever_it_is(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "sword")
    session.perform(Name("a", "Biter"))
    session.perform(Drop("a"))
    assert session.view().underfoot == ('a sword named "Biter"',)
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    assert loaded.view() == session.view()
    assert loaded.player[ItemKnowledge] is not session.player[ItemKnowledge]
