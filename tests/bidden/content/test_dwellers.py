"""A level may take its dwellers from another level."""

from __future__ import annotations

from bidden.content.catalogue import Catalogue
from bidden.content.kinds.level_kinds import Lots
from bidden.order import COMPONENTS
from tests.bidden.content.complaints import ZOMBIE
from tests.bidden.scenes import read_catalogue

SIZE = "width = 40\nheight = 20\ndepth = 2\nleast_room = 4\ndoor_percent = 60\ncreatures = {}\n"
WAY = f"""
[way]
{SIZE}
place = {{ cave = 1 }}
dwellers = {{ cave = {{ count = 1, of = {{ zombie = 1 }} }} }}
[[way.deeper]]
place = {{ tower = 1, ruin = 1 }}
dwellers.tower = {{ count = 2, of = {{ zombie = 1 }} }}
dwellers.ruin = {{ count = 9, of = {{ zombie = 1 }} }}
[[way.deeper]]
dwellers = {{ tower = {{ count = 3, of = {{ zombie = 1 }} }} }}
"""
KEEP = f"""
[keep]
{SIZE}
place = {{ tower = 1, slum = 1 }}
dwellers_like = "way"
dwellers = {{ slum = {{ count = 7, of = {{ zombie = 1 }} }} }}
[[keep.deeper]]
[[keep.deeper]]
[[keep.deeper]]
place = {{ cave = 1 }}
"""


def read(levels: str) -> Catalogue:
    return read_catalogue({"creatures.toml": ZOMBIE, "levels.toml": levels}, COMPONENTS)


def zombies(count: int) -> Lots:
    return Lots(count, {"zombie": 1})


def test_each_level_of_a_place_has_the_creatures_defined_for_it() -> None:
    keep = read(WAY + KEEP).level("keep")
    assert keep.dwellers == {"tower": zombies(2), "slum": zombies(7)}
    assert [deeper.dwellers for deeper in keep.deeper] == [
        {"tower": zombies(3)},
        {"tower": zombies(3)},  # the last definition applies
        {"cave": zombies(1)},
    ]
