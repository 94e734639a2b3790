"""Discoveries and riddles do not reveal which look belongs to which kind."""

from __future__ import annotations

from bidden.intents import Name, Quaff
from bidden.view import Riddle
from tests.bidden.scenes import MakeSession, give


def test_discoveries_list_every_kind(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    before = {one.name: one for one in session.character().discoveries}
    assert not before["potion of speed"].known
    assert before["potion of speed"].sort == "potion"
    assert before["scroll of fireball"].kind == "scroll"
    assert "blades" not in str([*before])
    give(session, "potion of speed", known=False)
    session.perform(Quaff("a"))
    after = {one.name for one in session.character().discoveries if one.known}
    assert after == {"potion of speed"}


def test_unidentified_items_are_listed_by_their_appearance(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    assert session.character().riddles == ()
    give(session, "potion of health", known=False)
    give(session, "potion of speed", known=False)
    held = {one.slot: one.each for one in session.view().pack}
    session.perform(Quaff("a"))  # it heals nothing if the drinker is unhurt
    session.perform(Name("b", "zip", alike=True))
    riddles = session.character().riddles
    assert set(riddles) == {
        Riddle(held["a"], tried=True, called=""),
        Riddle(held["b"], tried=False, called="zip"),
    }
    assert [one.look for one in riddles] == sorted(one.look for one in riddles)
    session.perform(Quaff("b"))
    assert [one.called for one in session.character().riddles] == [""]
