"""The creatures that ship with the game: hunting, doors and gear."""

from __future__ import annotations

import pytest

from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import what_is
from bidden.events.movement import Arrive, Move, Open
from bidden.events.queries import WhichFoe
from bidden.events.things import PickUp, PutOn
from bidden.events.turns import TakeTurn
from eventcore import Entity
from tests.bidden.scenes import MakeScene, Scene, catalogue, place


def put(scene: Scene, name: str, x: int, y: int = 0) -> Entity:
    """Spawn a shipped creature or item in a scene."""
    one = scene.world.spawn(Position(x, y), *catalogue().make(name))
    scene.world.publish(Arrive(one))
    return one


def turns(scene: Scene, who: Entity, count: int) -> list[tuple[int, int]]:
    spots = []
    for _ in range(count):
        scene.world.publish(TakeTurn(who))
        spots.append(place(who))
    return spots


@pytest.mark.parametrize(
    ("name", "opens"),
    [("zombie", False), ("bat", False), ("orc", True), ("troll", True), ("goblin", True)],
)
def test_creatures_that_use_doors_open_them(make_scene: MakeScene, name: str, opens: bool) -> None:
    scene = make_scene("#@.+..#")
    one = put(scene, name, 4)
    move = scene.world.publish(Move(one, -1, 0))
    assert isinstance(move.replacement, Open) == opens
    assert move.failed != opens
    assert scene.world.ask(WhichFoe(one, 9)).found is (scene["@"] if opens else None)


@pytest.mark.parametrize(("name", "attack", "armed"), [("goblin", 15, 19), ("orc", 5, 9)])
def test_creature_with_nobody_to_hunt_arms_itself(
    make_scene: MakeScene, name: str, attack: int, armed: int
) -> None:
    scene = make_scene("#@#......#")
    goblin = put(scene, name, 5)
    sword = put(scene, "sword", 5)
    turns(scene, goblin, 2)
    kinds = [kind for kind in scene.kinds if kind in ("PickUp", "PutOn")]
    assert kinds == ["PickUp", "PutOn"]
    assert scene.last(PickUp).item is sword
    assert scene.last(PutOn).done
    assert scene.world.publish(Attack(goblin, scene["@"])).failed  # too far away
    assert what_is(scene.world, goblin, "attack", attack) == armed
