"""Engraving words on the floor."""

from __future__ import annotations

import pytest

from bidden.components.things.readable import Inscription
from bidden.intents import Engrave, Move
from bidden.session import Session
from eventcore import Entity
from tests.bidden.rules.ground.acting import pour
from tests.bidden.scenes import MakeSession

EAST, WEST = Move(1, 0), Move(-1, 0)


def engravings(session: Session) -> list[Entity]:
    return [*session.world.having(Inscription)]


def test_new_engraving_replaces_the_old_one(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    for text in ("one", "two", "three"):
        assert session.perform(Engrave(text)).done
    assert [one[Inscription].text for one in engravings(session)] == ["three"]


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "no words"), (" so", "no words"), ("a\tb", "no words"), ("a" * 61, "many words")],
)
def test_bad_engraving_is_refused(make_session: MakeSession, text: str, why: str) -> None:
    session = make_session("#@.#")
    assert session.perform(Engrave(text)).reason == why
    assert (session.world.turn, engravings(session)) == (0, [])
    assert session.perform(Engrave("a" * 60)).done


def test_engraving_needs_bare_floor(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    pour(session, "tall grass", (1, 0))
    assert session.perform(Engrave("x")).reason == "no floor"
    session.perform(EAST)
    assert session.perform(Engrave("x")).done
