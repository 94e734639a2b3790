"""Wounds that have healed are told at the end, with turn and cause."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.events.body import Mend
from bidden.events.combat import Die, Wound
from bidden.messages.scars import scars_told
from bidden.session import Session
from bidden.view import Line
from tests.bidden.scenes import MakeSession

CLOSED = {"leg": "Your leg bears you again.", "eye": "Your eye clears."}
LEG, EYE = "on turn 3, level 1: the leg, by an orc", "on turn 9, level 2: the eye, by fire"
AGAIN = "on turn 20, level 2: the leg, by Urgal the Lame, troll champion"


def line(turn: int, text: str) -> Line:
    return Line(text, "good", turn, turn)


def test_open_wounds_are_told_as_they_were_taken(snapshot: SnapshotAssertion) -> None:
    assert [*scars_told([LEG, EYE], ["leg", "eye"], (), CLOSED)] == snapshot


def test_cause_of_healing_is_read_from_the_messages_of_its_turn(
    snapshot: SnapshotAssertion,
) -> None:
    before = (
        "You quaff the potion of mending.",
        "You put a headhunter to rest.",
        "Your task is done, and the bond lets you go.",
        "Task complete! You are healed. Reward: freedom.",
        "You hit an orc for 3.",
    )
    earlier = line(12, "You quaff the potion of health.")
    found = {
        text: [*scars_told([LEG], [], (earlier, line(14, text), line(14, CLOSED["leg"])), CLOSED)]
        for text in before
    }
    assert found[before[2]] == found[before[3]]
    assert found == snapshot


def test_healing_that_no_message_tells_has_no_turn(snapshot: SnapshotAssertion) -> None:
    assert [*scars_told([LEG], [], (), CLOSED)] == snapshot


def test_wound_taken_again_closed_by_the_first_message_after_it(
    snapshot: SnapshotAssertion,
) -> None:
    first, second = line(12, CLOSED["leg"]), line(30, CLOSED["leg"])
    games = [(["leg"], (first,)), ([], (first, second)), ([], (second,))]
    told = [[*scars_told([LEG, AGAIN], still, lines, CLOSED)] for still, lines in games]
    assert told == snapshot


def test_scars_are_told_alike_after_a_save(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#")
    you = session.player
    for kind in ("leg", "eye"):
        session.world.publish(Wound(you, you, "dart", kind=kind, harm="missile"))
    session.world.publish(Mend(you, you, 1))
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.world.publish(Die(one.player, one.player, outright=True))
        assert one.view().conduct[-2:] == snapshot(name="scars")
