"""Vision: the tiles in view, with doors."""

from bidden.events.movement import Open
from bidden.events.queries import WhatIsInView
from bidden.events.turns import LookAround
from eventcore import World
from tests.bidden.scenes import MakeScene

Tiles = frozenset[tuple[int, int]]


def in_view(world: World, x: int, y: int, radius: int = 9) -> Tiles:
    return world.ask(WhatIsInView(world.root, x, y, radius, 1)).tiles


def row(world: World, x: int) -> str:
    """What of a level of one row is in view from a column."""
    tiles = in_view(world, x, 0)
    return "".join("x" if (column, 0) in tiles else "-" for column in range(7))


def test_walls_end_the_view_and_are_seen(make_scene: MakeScene) -> None:
    scene = make_scene("#@..#.#")
    assert row(scene.world, 1) == "xxxxx--"


def test_shut_doors_end_the_view_and_open_ones_do_not(make_scene: MakeScene) -> None:
    assert row(make_scene("#@+...#").world, 1) == "xxx----"
    assert row(make_scene("#@'...#").world, 1) == "xxxxxxx"


def test_moving_door_changes_the_view(make_scene: MakeScene) -> None:
    scene = make_scene("#@+..z#")
    views = [row(scene.world, 1), row(scene.world, 5)]
    scene.world.publish(Open(scene["@"], scene["+"]))
    views += [row(scene.world, 1), row(scene.world, 5)]
    scene.world.publish(scene.closing(scene["@"], 1, 0))
    views += [row(scene.world, 1), row(scene.world, 5)]
    assert views == ["xxx----", "--xxxxx", "xxxxxxx", "xxxxxxx", "xxx----", "--xxxxx"]


def test_a_moving_door_lets_those_who_remember_look_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h.z#")
    opening = scene.world.publish(Open(scene["h"], scene["+"]))
    looks = [event for event in scene.ear.events if type(event) is LookAround]
    assert [(look.enactor, look.cause) for look in looks] == [(scene["@"], opening)]
