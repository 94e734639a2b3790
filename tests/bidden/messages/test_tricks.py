"""Tricks in words: told to who sees them, and of theft to who was robbed."""

from bidden.events.combat import TakeDamage
from bidden.events.places import Spawn
from bidden.events.tricks import Steal, UseKnack
from bidden.session import Session
from tests.bidden.scenes import MakeSession
from tests.bidden.tricksters import put, struck

WALL = "#@...#.....#"
"""The player sees four tiles of it."""


def news(session: Session, before: int) -> list[str]:
    """What was told since there were so many lines."""
    return [f"{line.tone}: {line}" for line in [*session.messages.lines][before:]]


def test_a_knack_is_told_in_its_own_words(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    howler, before = put(session, "howler", 4), len(session.messages.lines)
    assert session.world.publish(UseKnack(howler, 1, 0)).done
    assert news(session, before)[0] == "news: The howler howls."


def test_who_bursts_out_of_sight_is_not_heard_of(make_session: MakeSession) -> None:
    session = make_session(WALL)
    near, far = put(session, "bloater", 4), put(session, "bloater", 8)
    before = len(session.messages.lines)
    for one in (far, near):
        session.world.publish(TakeDamage(session.player, one, 30, sure=True))
    lines = [line for line in news(session, before) if "bursts" in line]
    assert lines == ["harm: The bloater bursts!"]


def test_who_dies_for_its_fellows_prays(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    martyr, before = put(session, "martyr", 4), len(session.messages.lines)
    session.world.publish(TakeDamage(session.player, martyr, 30, sure=True))
    assert news(session, before)[-1] == "news: The martyr prays with its last breath!"


def test_who_is_robbed_is_told_by_whom_and_of_what(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    you, thief = session.player, put(session, "cutpurse", 2)
    before = len(session.messages.lines)
    assert session.world.publish(Steal(thief, you)).failed
    assert news(session, before) == []
    session.world.publish(Spawn(you, you, "ration"))
    session.world.publish(Steal(thief, you))
    assert "harm: The cutpurse snatches a ration!" in news(session, before)


def test_a_skinshifter_is_seen_to_become_another(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    shifter, troll = put(session, "skinshifter", 3), put(session, "troll", 4)
    before = len(session.messages.lines)
    struck(session, shifter, session.player, 1)
    assert "news: The skinshifter takes the shape of you." in news(session, before)
    struck(session, shifter, troll, 1)
    assert "news: The skinshifter takes the shape of the troll." in news(session, before)
