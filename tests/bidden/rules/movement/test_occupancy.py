"""Occupancy: the index of what stands where."""

from bidden.bots.explorer import choose
from bidden.components.movement.position import Position
from bidden.events.movement import Arrive, Move
from bidden.events.queries import WhatIsAmong, WhatIsAt
from bidden.rules.movement.occupancy import Occupancy
from bidden.session import Session
from bidden.state import Levels
from eventcore import Entity, World
from tests.bidden.scenes import MakeScene, catalogue, place


def things_at(world: World, x: int, y: int) -> list[Entity]:
    return world.ask(WhatIsAt(world.root, x, y, 1)).found


def test_occupancy_finds_things_on_a_tile(make_scene: MakeScene) -> None:
    scene = make_scene("#@+z#")
    assert things_at(scene.world, 1, 0) == [scene["@"]]
    assert things_at(scene.world, 2, 0) == [scene["+"]]
    assert things_at(scene.world, 3, 0) == [scene["z"]]


def test_things_among_tiles_come_in_order_of_ids(make_scene: MakeScene) -> None:
    scene = make_scene("#z@'.h#")
    world = scene.world
    below = world.spawn(Position(3, 0, 2))
    world.publish(Arrive(below))
    world.publish(Move(scene["@"], 1, 0))
    tiles = frozenset({(5, 0), (3, 0), (1, 0), (4, 0), (99, -1)})
    found = world.ask(WhatIsAmong(world.root, tiles, 1)).found
    assert found == sorted((scene[glyph] for glyph in "z@'h"), key=lambda thing: thing.id)
    assert world.ask(WhatIsAmong(world.root, tiles, 2)).found == [below]
    assert world.ask(WhatIsAmong(world.root, frozenset(), 1)).found == []


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
