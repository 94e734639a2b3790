"""Bots take valuable items while there is room, and make room for better ones."""

from __future__ import annotations

import attrs

from bidden.bots.knacks.gathering import thing_to_take, what_to_fetch
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Drop
from bidden.view import Held, View
from tests.bidden.bots.views import view_on
from tests.bidden.drawn_kinds import drawn_tile

ROOM = view_on("#######\n#@....#\n#######")
SWORD = Held("b", "a sword", ("put on", "throw"), ")", "gear", kind="weapon", worth=4)
POTION = Held("c", "a murky potion", ("quaff", "throw"), "!", "potion", known=False)


def holding(count: int, one: Held = POTION) -> tuple[Held, ...]:
    """Return this many items with different names."""
    return tuple(attrs.evolve(one, slot=chr(97 + n), name=f"{one.name} {n}") for n in range(count))


def over(*names: str, pack: tuple[Held, ...] = ()) -> View:
    return attrs.evolve(ROOM, underfoot=names, pack=pack)


def test_bot_drops_remains_before_spare_gear_to_make_room_for_a_key() -> None:
    pack = [*holding(26)]
    pack[5] = attrs.evolve(SWORD, slot="f", worn=True)
    pack[7] = attrs.evolve(SWORD, slot="h")
    assert thing_to_take(over("a brass key", pack=tuple(pack)), Memory()) == Drop("h")
    pack[9] = Held("j", "a cold spot", ("eat", "throw"), "%", "corpse", kind="food")
    assert thing_to_take(over("a brass key", pack=tuple(pack)), Memory()) == Drop("j")


def test_bot_fetches_remembered_items_that_it_wants() -> None:
    things = {(3, 1): ("!", "potion", "a murky potion"), (4, 1): ("%", "corpse", "a cold spot")}
    things[5, 1] = ("-", "gear", "an iron key")
    rows = [[*row] for row in ROOM.tiles]
    for (x, y), (glyph, look, name) in things.items():
        rows[y][x] = drawn_tile(glyph, look, False, name)
    view = attrs.evolve(ROOM, tiles=tuple(map(tuple, rows)))
    assert fetched(view) == [(3, 1), (5, 1)]
    assert fetched(attrs.evolve(view, pack=(POTION,) * 5)) == [(5, 1)]
    assert fetched(attrs.evolve(view, pack=holding(22))) == [(5, 1)]


def fetched(view: View) -> list[tuple[int, int]]:
    return [*what_to_fetch(view, Memory(), Paths(view), ("potion", "food", "key"))]
