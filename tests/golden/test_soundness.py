"""What breaks a law that holds in every game is found, and named."""

from typing import Any

import pytest

from bidden.components.body.wounds import Wounds
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.intents import Improve, Intent, Name, Wait
from bidden.session import Session
from bidden.state import Hero, Level, Levels, Side, Stair
from eventcore import Component
from eventcore.time import Freeze, Thaw, Timers
from tests.golden.soundness import (
    IDLE,
    STORES,
    UnsoundError,
    Watched,
    check_reachable,
    check_stores,
    check_time,
    on_foot,
)


def wall_in(session: Session, thing: Position) -> None:
    """Put walls around a tile."""
    ground = session.world.root[Levels].at(1)
    rows = [[*row] for row in ground.rows]
    for y in range(thing.y - 1, thing.y + 2):
        for x in range(thing.x - 1, thing.x + 2):
            if (x, y) != (thing.x, thing.y):
                rows[y][x] = "#"
    session.world.root[Levels].dug = [Level(["".join(row) for row in rows])]


def test_on_foot_one_goes_round_corners_and_askew_but_not_through_walls() -> None:
    assert on_foot(["..#.", "#.#.", "##.#"], (0, 0)) == {
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 2),
        (3, 1),
        (3, 0),
    }
    assert on_foot([".#.", "##.", "..."], (0, 0)) == {(0, 0)}
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
    watched = Watched(Session(1, level="cellar"))  # some of its eight are asleep
    monkeypatch.setattr("tests.golden.soundness.BUSY", 3)
    with pytest.raises(UnsoundError, match=r"others have had 3 turns and go on"):
        watched.perform(Wait())


@pytest.mark.parametrize(("kind", "field"), STORES)
@pytest.mark.parametrize("more", [-1, 1])
def test_less_than_none_and_more_than_the_most_are_found(
    kind: type[Component], field: str, more: int
) -> None:
    watched = Watched(Session(1))
    body: Any = watched.session.player[kind]
    if isinstance(body, Wounds):
        body.taken = ["leg"] * (body.most + 1)
    else:
        setattr(body, field, body.most + more if more > 0 else more)
    with pytest.raises(UnsoundError, match=rf"^you has -?\d+ {field}, and may have 0 to \d+$"):
        check_stores(watched.session.world)


def test_time_that_passes_for_the_left_behind_or_for_one_of_their_timers_alone_is_found() -> None:
    world = Session(1).world
    zombie = next(who for who in world.having(Side) if who is not world.root[Hero].who)
    for effect in ("poison", "might"):
        world.publish(Affect(zombie, zombie, effect, 9))
    world.publish(Freeze(world.root, zombie))
    with pytest.raises(UnsoundError, match=r"^time stands still for zombie on level 1, while"):
        check_time(world)
    zombie[Position].level = 2
    check_time(world)
    world.root[Timers].of(zombie)[1].held = 0
    with pytest.raises(UnsoundError, match=r"^might of zombie left behind goes on$"):
        check_time(world)
    world.publish(Thaw(world.root, zombie))
    with pytest.raises(UnsoundError, match=r"^time passes for zombie on level 2, while the hero"):
        check_time(world)
