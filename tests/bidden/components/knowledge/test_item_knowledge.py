"""Identifying items, and naming them."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.events.knowledge import Learn
from bidden.intents import Drop, Intent, Name, Quaff, Read
from bidden.session import Session
from tests.bidden.scenes import MakeSession, give, restored


def held(session: Session) -> list[str]:
    return [one.name for one in session.view().pack]


def test_naming_applies_to_all_that_look_alike(make_session: MakeSession) -> None:
    session = make_session("#@#")
    for _ in range(2):
        give(session, "potion of poison", known=False)
    look = held(session)[0]
    assert session.perform(Name("a", "bad", alike=True)).done
    assert look.startswith("2 ")
    assert held(session) == [f"{look} called bad"]
    give(session, "potion of health", known=False)
    assert "called" not in held(session)[1]


def test_identified_item_is_shown_by_its_real_name(make_session: MakeSession) -> None:
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
def test_bad_names_are_refused(
    make_session: MakeSession, thing: str | None, name: str, alike: bool, reason: str
) -> None:
    session = make_session("#@#")
    if thing is not None:
        give(session, thing)
    assert session.perform(Name("a", name, alike)).reason == reason
    assert session.world.turn == 0


def test_named_item_keeps_its_name_when_dropped_or_saved(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "sword")
    session.perform(Name("a", "Biter"))
    session.perform(Drop("a"))
    assert session.view().underfoot == ('a sword named "Biter"',)
    loaded = restored(session)
    assert loaded.view() == session.view()
    assert loaded.player[ItemKnowledge] is not session.player[ItemKnowledge]


def test_name_of_an_item_has_at_most_24_characters(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "sword")
    assert session.perform(Name("a", "x" * 24)).done
    assert session.world.turn == 0
    assert session.perform(Name("a", "x" * 25)).reason == "long"
    assert held(session) == [f'a sword named "{"x" * 24}"']
    assert session.perform(Name("a", "")).done
    assert held(session) == ["a sword"]


@pytest.mark.parametrize(
    ("name", "intent"), [("potion of health", Quaff("a")), ("scroll of charming", Read("a"))]
)
def test_useless_unknown_thing_is_marked_as_tried(
    make_session: MakeSession, name: str, intent: Intent
) -> None:
    session = make_session("#@#")
    give(session, name, known=False)
    assert not session.view().pack[0].tried
    assert session.perform(intent).done
    give(session, name, known=False)
    assert session.view().pack[0].tried
    session.world.publish(Learn(session.player, session.player, name))
    assert not session.view().pack[0].tried


def test_item_knowledge_upgraded_from_version_1_has_no_tried_items() -> None:
    assert ItemKnowledge.upgrade(1, {"known": ["a"]}) == {"known": ["a"], "tried": []}
