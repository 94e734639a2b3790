"""What a generator hands over."""

import pytest

from bidden.worldgen.plan import Room

ROOM = Room(x=3, y=2, width=4, height=3)


def test_a_room_holds_its_floor() -> None:
    held = [(x, y) for y in range(8) for x in range(10) if (x, y) in ROOM]
    assert held == [(x, y) for y in (2, 3, 4) for x in (3, 4, 5, 6)]


@pytest.mark.parametrize(
    ("room", "centre"), [(ROOM, (5, 3)), (Room(0, 0, 1, 1), (0, 0)), (Room(1, 1, 5, 5), (3, 3))]
)
def test_the_centre_of_a_room_lies_in_it(room: Room, centre: tuple[int, int]) -> None:
    assert room.centre == centre
    assert room.centre in room
