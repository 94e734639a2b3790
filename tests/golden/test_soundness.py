"""The watch detects a broken law."""

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
from tests.golden import soundness
from tests.golden.soundness import (
    IDLE,
    STORES,
    UnsoundError,
    Watched,
    check_reachable,
    check_stores,
    check_time,
)


def wall_in(session: Session, thing: Position) -> None:
    """Put walls around a tile."""
    rows = [[*row] for row in session.world.root[Levels].at(1).rows]
    for y in range(thing.y - 1, thing.y + 2):
        for x in range(thing.x - 1, thing.x + 2):
            if (x, y) != (thing.x, thing.y):
                rows[y][x] = "#"
    session.world.root[Levels].dug = [Level(["".join(row) for row in rows])]


def test_walled_in_stair_and_player_are_found() -> None:
    session = Session(1)
    here = session.player[Position]
    watched = Watched(session)
    watched.perform(Wait())
    watched.check_all()
    wall_in(session, next(session.world.having(Stair))[Position])
    with pytest.raises(UnsoundError):
        check_reachable(session, 1, (here.x, here.y))
    wall_in(session, here)
    with pytest.raises(UnsoundError):
        watched.check_all()


def test_turn_that_never_passes_is_found() -> None:
    watched = Watched(Session(1))
    intents: list[Intent] = [Name("a", "Sting"), Improve("hp")]
    for number in range(2 * IDLE):  # time passes occasionally
        watched.perform(Wait() if number % IDLE == IDLE - 1 else intents[number % 2])
    for number in range(IDLE - 1):
        watched.perform(intents[number % 2])
    with pytest.raises(UnsoundError):
        watched.perform(intents[0])


def test_soundness_check_detects_endless_turns_of_other_actors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(Session(1, level="cellar"))
    monkeypatch.setattr(soundness, "BUSY", 3)
    with pytest.raises(UnsoundError):
        watched.perform(Wait())


@pytest.mark.parametrize(("kind", "field"), STORES)
@pytest.mark.parametrize("more", [-1, 1])
def test_soundness_check_finds_values_below_zero_or_above_the_maximum(
    kind: type[Component], field: str, more: int
) -> None:
    world = Session(1).world
    body: Any = world.root[Hero].who[kind]
    check_stores(world)
    if isinstance(body, Wounds):
        body.taken = ["leg"] * (body.most + 1)
    else:
        setattr(body, field, body.most + more if more > 0 else more)
    with pytest.raises(UnsoundError):
        check_stores(world)


def test_time_that_passes_on_another_level_is_found() -> None:
    world = Session(1).world
    zombie = next(who for who in world.having(Side) if who is not world.root[Hero].who)
    for effect in ("poison", "might"):
        world.publish(Affect(zombie, zombie, effect, 9))
    world.publish(Freeze(world.root, zombie))
    with pytest.raises(UnsoundError):
        check_time(world)
    zombie[Position].level = 2
    check_time(world)
    world.root[Timers].of(zombie)[1].held = 0
    with pytest.raises(UnsoundError):
        check_time(world)
    world.publish(Thaw(world.root, zombie))
    with pytest.raises(UnsoundError):
        check_time(world)
