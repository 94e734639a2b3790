"""Wounds that closed again are told of so at the end, with when and by what where that is kept."""

from __future__ import annotations

import pytest

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


def told(scars: list[str], still: list[str], *lines: Line) -> list[str]:
    return [
        one.removeprefix("You were wounded ") for one in scars_told(scars, still, lines, CLOSED)
    ]


def test_those_that_are_open_are_told_of_as_they_were_taken() -> None:
    assert told([LEG, EYE], ["leg", "eye"]) == [f"{LEG}.", f"{EYE}."]


@pytest.mark.parametrize(
    ("before", "by"),
    [
        ("You quaff the potion of mending.", ", by the potion of mending"),
        ("You put a headhunter to rest.", ", by the death of a headhunter"),
        ("Your task is done, and the bond lets you go.", ", as your task was done"),
        ("Task complete! You are healed. Reward: freedom.", ", as your task was done"),
        ("You hit an orc for 3.", ""),
    ],
)
def test_what_closed_one_is_read_off_the_messages_of_that_turn(before: str, by: str) -> None:
    lines = line(12, "You quaff the potion of health."), line(14, before), line(14, CLOSED["leg"])
    assert told([LEG], [], *lines) == [f"{LEG}; closed again on turn 14{by}."]


def test_what_no_message_tells_any_more_is_told_to_have_closed_all_the_same() -> None:
    assert told([LEG], []) == [f"{LEG}; closed again."]


def test_of_several_of_a_kind_the_last_may_be_open_and_each_has_its_own_end() -> None:
    first, second = line(12, CLOSED["leg"]), line(30, CLOSED["leg"])
    assert told([LEG, AGAIN], ["leg"], first) == [f"{LEG}; closed again on turn 12.", f"{AGAIN}."]
    assert told([LEG, AGAIN], [], first, second) == [
        f"{LEG}; closed again on turn 12.",
        f"{AGAIN}; closed again on turn 30.",
    ]
    assert told([LEG, AGAIN], [], second)[0] == f"{LEG}; closed again."


def test_it_is_so_in_a_game_and_in_one_that_was_saved(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    you = session.player
    for kind in ("leg", "eye"):
        session.world.publish(Wound(you, you, "dart", kind=kind, harm="missile"))
    session.world.publish(Mend(you, you, 1))
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.world.publish(Die(one.player, one.player, outright=True))
        assert one.view().conduct[-2:] == (
            "You were wounded on turn 0, level 1: the leg, by a dart.",
            "You were wounded on turn 0, level 1: the eye, by a dart; closed again on turn 0.",
        )
