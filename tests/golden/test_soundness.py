"""What breaks a law that holds in every game is found, and named."""

import pytest

from bidden.components.movement.position import Position
from bidden.intents import Improve, Intent, Name, Wait
from bidden.session import Session
from bidden.state import Level, Levels, Stair
from tests.golden.soundness import IDLE, UnsoundError, Watched, check_reachable, on_foot


def wall_in(session: Session, thing: Position) -> None:
    """Put walls around a tile."""
    ground = session.world.root[Levels].at(1)
    rows = [[*row] for row in ground.rows]
    for y in range(thing.y - 1, thing.y + 2):
        for x in range(thing.x - 1, thing.x + 2):
            if (x, y) != (thing.x, thing.y):
                rows[y][x] = "#"
    session.world.root[Levels].dug = [Level(["".join(row) for row in rows])]


def test_on_foot_one_goes_round_corners_but_not_askew() -> None:
    assert on_foot(["..#", "#.#", "##."], (0, 0)) == {(0, 0), (1, 0), (1, 1)}
    assert on_foot(["#."], (0, 0)) == set()


def test_a_stair_that_is_walled_in_is_named() -> None:
    session = Session(1)
    here = session.player[Position]
    check_reachable(session, 1, (here.x, here.y))
    stair = next(session.world.having(Stair))[Position]
    wall_in(session, stair)
    with pytest.raises(UnsoundError, match=r"^level 1: .* is out of reach$"):
        check_reachable(session, 1, (here.x, here.y))


def test_what_is_walled_in_on_the_way_is_found_at_the_end() -> None:
    watched = Watched(Session(1))
    watched.perform(Wait())
    watched.check_all()
    wall_in(watched.session, watched.session.player[Position])
    with pytest.raises(UnsoundError, match="out of reach"):
        watched.check_all()


def test_a_turn_that_never_passes_is_found() -> None:
    watched = Watched(Session(1))
    watched.perform(Wait())
    tried: list[Intent] = [Name("a", "Sting"), Improve("hp")]
    for number in range(IDLE - 1):
        watched.perform(tried[number % 2])
    with pytest.raises(UnsoundError, match=r"no time has passed for 200 intents, last Name"):
        watched.perform(Name("a", "Sting"))


def test_time_that_passes_now_and_then_is_enough() -> None:
    watched = Watched(Session(1))
    for number in range(2 * IDLE):
        watched.perform(Wait() if number % IDLE == IDLE - 1 else Improve("hp"))


def test_others_who_have_turns_without_end_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(Session(1))
    monkeypatch.setattr("tests.golden.soundness.BUSY", 7)
    with pytest.raises(UnsoundError, match=r"others have had 7 turns and go on"):
        watched.perform(Wait())
