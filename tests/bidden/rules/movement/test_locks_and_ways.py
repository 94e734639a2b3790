"""Paths past locked doors and through one-way passages."""

from __future__ import annotations

from bidden.components.movement.door import Lock
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.queries import WhichStep
from bidden.state import Key, OneWay, Title
from eventcore import Entity
from tests.bidden.scenes import MakeScene, Scene

TO_THE_HERO = (1, 1)
ROUND = """
    #######
    #@+h..#
    #.##.##
    #....##
    #######
"""


def step(scene: Scene, to: tuple[int, int] = TO_THE_HERO) -> tuple[int, int] | None:
    return scene.world.ask(WhichStep(scene["h"], *to, opens_doors=True)).step


def lock(scene: Scene) -> None:
    scene.world.attach(scene["+"], Lock("iron key"))


def hold_the_key(scene: Scene, name: str = "iron key") -> Entity:
    key = scene.world.spawn(Title(name), Key(1))
    scene.world.attach(scene["h"], Pack({"a": key}))
    return key


def test_creature_with_the_right_key_can_path_through_the_lock(make_scene: MakeScene) -> None:
    scene = make_scene(ROUND)
    lock(scene)
    ways = [step(scene)]
    hold_the_key(scene)
    ways.append(step(scene))
    scene.world.detach(scene["h"], Pack)
    ways.append(step(scene))
    hold_the_key(scene, "brass key")
    ways.append(step(scene))
    assert ways == [(1, 1), (-1, 0), (1, 1), (1, 1)]


PASSAGE = """
    ########
    #@...h.#
    #.####.#
    #......#
    ########
"""


def test_path_uses_a_one_way_passage_only_from_its_open_side(make_scene: MakeScene) -> None:
    for dx, found in ((-1, (-1, 0)), (1, (1, 1))):
        scene = make_scene(PASSAGE)
        scene.world.spawn(Position(3, 1), OneWay(dx, 0))
        assert step(scene) == found
