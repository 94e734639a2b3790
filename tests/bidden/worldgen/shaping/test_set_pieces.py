"""Set pieces: each kind occurs, none breaks a level, and its contents are as drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.content.kinds.room_kinds import Mark, RoomKind
from bidden.state import Fighter
from bidden.worldgen.places import PLACES
from bidden.worldgen.plan import LevelPlan, Placement, Room, Site
from bidden.worldgen.shaping.set_pieces import Furnished, furnish
from bidden.worldgen.solving import flaw_of
from bidden.worldgen.surveying import steps_from
from eventcore import Stream
from tests.bidden.scenes import catalogue
from tests.bidden.worldgen.surveyed import at_size, drawn_up

every_place = pytest.mark.parametrize("place", sorted(PLACES))

VAULT = RoomKind(drawing=["####", "#$.#", "#S##"], places=["ruin"], within="rock")
HEARTH = RoomKind(
    drawing=["z.z", ".$.", "z.z"], places=["ruin"], legend={"z": Mark(creatures={"zombie": 1})}
)
CELL = RoomKind(drawing=["###", "#$#", "#=#"], places=["ruin"], key="iron key")


def hall(width: int = 30, height: int = 16) -> LevelPlan:
    """Return a hall with a small room before it and stairs at both ends."""
    inner = f"#...#{'.' * (width - 6)}#"
    rows = ["#" * width, *[inner] * (height - 2), "#" * width]
    rows[2] = rows[2][:4] + "." + rows[2][5:]
    first, rest = Room(1, 1, 3, height - 2), Room(5, 1, width - 6, height - 2)
    return LevelPlan(tuple(rows), (first, rest), doors=((4, 2),), up=(2, 2), down=(width - 3, 2))


def set_into(plan: LevelPlan, kind: RoomKind, seed: int = 1, *, last: bool = False) -> Furnished:
    site = Site(at_size(len(plan.rows[0]), len(plan.rows)), 1, 1 if last else 2)
    return furnish(plan, {"a room": kind}, "ruin", 1, site, Stream(seed, "rooms-1"))


def hold(plan: LevelPlan, done: Furnished) -> None:
    """Check the level invariants that hold with or without rooms."""
    assert flaw_of(done.plan) == ""
    held = [tile for area in done.plan.rooms for tile in area.tiles]
    assert len(held) == len(set(held))
    assert all(done.plan.rows[y][x] == "." for x, y in held)
    assert all(area.centre in area for area in done.plan.rooms)
    assert done.plan.rooms[0] == plan.rooms[0]
    assert not done.taken & {*plan.kept}
    assert (done.plan.up, done.plan.down, done.plan.goal) == (plan.up, plan.down, plan.goal)
    changed = [
        (x, y)
        for y, row in enumerate(plan.rows)
        for x, cell in enumerate(row)
        if cell != done.plan.rows[y][x]
    ]
    assert done.taken >= {*changed}
    rooms = [one for one in done.things if one.what in catalogue().rooms]
    assert len(rooms) == len({one.what for one in rooms}) <= 3
    living = [one for one in done.things if is_alive(one)]
    for end in (plan.up, plan.down):
        steps = steps_from(done.plan.rows, end) if end else {}
        assert all(steps.get((one.x, one.y), 6) >= 6 for one in living)


def is_alive(one: Placement) -> bool:
    parts = catalogue().blueprints.get(one.what, ())
    return any(cls is Fighter for cls, _ in parts)


def furnished(place: str, seed: int, width: int = 80, height: int = 20) -> list[Furnished]:
    """Return two levels of a place, both checked against the invariants."""
    found = []
    levels = drawn_up(place, seed, levels=2, measures=at_size(width, height))
    for depth, (site, plan) in enumerate(levels, 1):
        stream = Stream(seed, f"rooms-{depth}")
        done = furnish(plan, catalogue().rooms, place, depth + 2 * (seed % 2), site, stream)
        hold(plan, done)
        found.append(done)
    return found


@every_place
@settings(max_examples=3, deadline=None)
@given(width=st.integers(40, 80), height=st.integers(16, 20), seed=st.integers(0, 2**64))
def test_a_level_of_any_size_stays_sound(place: str, width: int, height: int, seed: int) -> None:
    furnished(place, seed, width, height)


@pytest.mark.slow
def test_each_kind_of_room_appears_in_some_place() -> None:
    found = Counter[str]()
    for place in sorted({place for room in catalogue().rooms.values() for place in room.places}):
        for seed in range(24):
            for site, plan in drawn_up(place, seed)[:1]:
                falls = Site(site.measures, 1, 2)
                stream = Stream(seed, "rooms-4")
                done = furnish(plan, catalogue().rooms, place, 4, falls, stream)
                found.update(one.what for one in done.things)
    assert [name for name in catalogue().rooms if not found[name]] == []


def test_vault_carved_into_rock_opens_onto_floor() -> None:
    done = set_into(hall(), VAULT)
    assert not done.things  # only one tile of rock is free
    rows = ["#" * 30] * 16
    rows[1:6] = [f"#{'.' * 28}#"] * 5
    plan = LevelPlan(tuple(rows), (Room(1, 1, 4, 5), Room(5, 1, 24, 5)))
    done = set_into(plan, VAULT)
    (secret,) = done.plan.secrets
    assert secret[1] == 6  # below the hall
    assert plan.rows[secret[1] - 1][secret[0]] == "."
    assert len(done.plan.treasures) == 1


def test_creatures_stand_as_drawn_and_nothing_else_is_put_there() -> None:
    done = set_into(hall(), HEARTH)
    (room, *zombies) = done.things
    assert (room.what, room.dx, room.dy) == ("a room", 2, 2)
    corners = [(room.x + dx, room.y + dy) for dy in (0, 2) for dx in (0, 2)]
    assert sorted((one.x, one.y) for one in zombies) == sorted(corners)
    assert done.plan.treasures == ((room.x + 1, room.y + 1),)
    assert len(done.taken) == 9
    assert done.plan.rooms[-1].name == "a room"


def test_key_is_placed_outside_the_arrival_room_and_far_from_its_lock() -> None:
    for seed in range(20):
        done = set_into(hall(), CELL, seed)
        (key,), (lock,) = done.plan.keys, done.plan.locks
        assert key.key == lock.key == "iron key"
        assert key.tile not in done.taken
        assert key.tile not in done.plan.rooms[0]
        assert steps_from(done.plan.rows, lock.tile)[key.tile] >= 10
