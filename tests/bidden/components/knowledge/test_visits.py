"""Visits: the rooms the player has been in."""

from __future__ import annotations

from bidden.components.knowledge.visits import Visits
from bidden.components.movement.position import Position
from bidden.intents import Move
from bidden.session import Session
from bidden.state import Chamber, Flying, Title
from tests.bidden.scenes import MakeSession


def room(session: Session, name: str, x: int, width: int = 2, level: int = 1) -> None:
    session.world.spawn(Position(x, 0, level), Title(name), Chamber(width, 1), Flying())


def test_room_is_noted_once_when_the_player_steps_into_it(make_session: MakeSession) -> None:
    session = make_session("#@.....#")
    room(session, "a den", 3)
    room(session, "a cell", 6, 1)
    noted = []
    for dx in (1, 1, 1, 1, 1, -1, -1):
        session.perform(Move(dx, 0))
        noted.append([*session.player[Visits].of(1)])
    assert noted == [[], ["a den"], ["a den"], ["a den"], *[["a den", "a cell"]] * 3]
    assert len([line for line in session.messages.lines if "a den" in line.text]) == 1


def test_only_the_first_of_two_rooms_that_overlap_is_announced(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    room(session, "a den", 3, 3)
    room(session, "a cell", 5, 3)
    for _ in range(6):
        session.perform(Move(1, 0))
    assert session.player[Visits].of(1) == ["a den", "a cell"]
    told = [line.text for line in session.messages.lines if "You find" in line.text]
    assert told == ["You find a den: its inhabitants can only come out one at a time."]
