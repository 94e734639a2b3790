"""Chasing: both schemes do the work they are compared by; how fast they are is not tested."""

from __future__ import annotations

import pytest

from benchmarks.chasing import HEIGHT, START, WIDTH, Room, ground, route, scattered
from benchmarks.tutorial import TutorialGame
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from eventcore import Event, Tap


class Counted(Tap):
    """Counts what is done, by type."""

    def __init__(self) -> None:
        self.done: dict[str, int] = {}
        self.failed = 0

    def settled(self, event: Event) -> None:
        """Count it."""
        name = type(event).__name__
        self.done[name] = self.done.get(name, 0) + event.done
        self.failed += event.failed


def test_both_begin_on_the_same_tiles_of_the_room() -> None:
    spots = scattered(200, 3)
    assert len({*spots}) == 201
    assert {ground()[y][x] for x, y in spots} == {"."}
    mine, theirs = Room(spots), TutorialGame(ground(), spots)
    assert [(one[Position].x, one[Position].y) for one in (mine.player, *mine.monsters)] == spots
    assert [(one.entity.x, one.entity.y) for one in theirs.minds] == spots[1:]


def test_the_route_goes_round_and_stays_in_the_room() -> None:
    (x, y), met = START, set()
    for turn in range(172):
        dx, dy = route(turn)
        x, y = x + dx, y + dy
        assert 0 < x < WIDTH - 1
        assert 0 < y < HEIGHT - 1
        met.add((x, y))
    assert (x, y) == START
    assert len(met) == 172


def test_monsters_of_the_game_chase_by_real_events_and_waste_none() -> None:
    room, counted = Room(scattered(50, 1)), Counted()
    room.world.tap(counted)
    for turn in range(60):
        assert room.turn(turn) == 50
    assert counted.done["TakeTurn"] == 3000
    assert counted.done["Move"] > 500
    assert counted.done["Attack"] > 100
    assert counted.done["TakeDamage"] == counted.done["Attack"]
    here = room.player[Position]
    assert sum(one[Position].distance(here) == 1 for one in room.monsters) >= 6
    assert room.player[Health].hp < room.player[Health].most
    # What fails is the player's healing while unhurt, at most once a turn.
    assert counted.failed <= 60


def test_monsters_of_the_tutorial_chase_as_well() -> None:
    room = TutorialGame(ground(), scattered(50, 1))
    for turn in range(60):
        assert room.turn(route(turn)) == 50
    x, y = room.player.x, room.player.y
    near = [max(abs(one.entity.x - x), abs(one.entity.y - y)) for one in room.minds]
    assert near.count(1) >= 6
    assert room.player.hp < 1_000_000_000


@pytest.mark.parametrize("count", [50, 200])
def test_a_run_tells_what_a_turn_of_a_monster_took(count: int) -> None:
    first, rest = Room(scattered(count, 2)).run(3, 1)
    assert first > 0
    assert rest > 0
