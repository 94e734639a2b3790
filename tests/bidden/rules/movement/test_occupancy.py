"""Occupancy: the index of entities by tile."""

from bidden.bots.explorer import choose
from bidden.components.movement.position import Position
from bidden.events.queries import WhatIsAt
from bidden.rules.movement.occupancy import Occupancy
from bidden.session import Session
from bidden.state import Levels
from eventcore import Entity, World
from tests.bidden.scenes import catalogue, place


def things_at(world: World, x: int, y: int) -> list[Entity]:
    return world.ask(WhatIsAt(world.root, x, y, 1)).found


def test_after_a_long_game_the_index_equals_one_rebuilt_from_the_places() -> None:
    session = Session(4, catalogue=catalogue())
    world, level = session.world, session.world.root[Levels].at(1)
    for _ in range(150):
        if session.ending is None:
            session.perform(choose(session.view()))
    assert world.turn > 50

    def index() -> dict[tuple[int, int], list[Entity]]:
        tiles = [(x, y) for y in range(level.height) for x in range(level.width)]
        return {tile: found for tile in tiles if (found := things_at(world, *tile))}

    kept = index()
    world.detach(world.root, Occupancy)
    world.attach(world.root, Occupancy())
    assert kept == index()
    assert sum(map(len, kept.values())) == len(list(world.having(Position)))
    assert all(place(thing) == tile for tile, things in kept.items() for thing in things)
