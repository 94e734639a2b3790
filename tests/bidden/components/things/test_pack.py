"""The pack: picking up, holding, dropping."""

import pytest

from bidden import intents
from bidden.actions import action_of
from bidden.components.movement.position import Position
from bidden.components.run.goals import Sought
from bidden.components.things.pack import SLOTS, Pack
from bidden.events.combat import Die
from bidden.events.movement import Arrive, Move
from bidden.events.things import Drop, PickUp, Quaff
from bidden.state import Item, Title
from eventcore import Entity
from tests.bidden.scenes import MakeScene, Scene, place


def names(holder: Entity) -> dict[str, str]:
    return {slot: thing[Title].name for slot, thing in holder[Pack].things.items()}


def take(scene: Scene, number: int = 0) -> PickUp:
    picking = action_of(intents.PickUp(number), scene["@"], scene.world)
    assert isinstance(picking, PickUp)
    return scene.world.publish(picking)


@pytest.fixture
def scene(make_scene: MakeScene) -> Scene:
    """Draw the player on a potion; another potion lies beside a ration."""
    made = make_scene("#@!?#")
    made.world.publish(Move(made["@"], 1, 0))
    return made


def test_player_picks_up_the_chosen_item(scene: Scene) -> None:
    take(scene)
    scene.world.publish(Move(scene["@"], 1, 0))
    scene.world.publish(Drop(scene["@"], scene["!"]))
    assert take(scene, 1).item is scene["?"]
    assert names(scene["@"]) == {"a": "ration"}


def test_distant_or_held_thing_is_not_taken(make_scene: MakeScene) -> None:
    scene = make_scene("#@!z#", zombie={"Pack": {}})
    world = scene.world
    assert world.publish(PickUp(scene["@"], scene["!"])).reason == "far"
    world.publish(Move(scene["z"], -1, 0))
    assert world.publish(PickUp(scene["z"], scene["!"])).done
    assert world.publish(PickUp(scene["@"], scene["!"])).reason == "held"
    assert world.publish(Drop(scene["@"], scene["!"])).reason == "no thing"
    assert world.publish(Quaff(scene["@"], scene["!"])).reason == "far"


def fill_the_pack(scene: Scene) -> None:
    for _ in SLOTS:
        stone = scene.world.spawn(Title("stone"), Item(), Position(1, 0))
        scene.world.publish(Arrive(stone))
        scene.world.publish(PickUp(scene["@"], stone))


def test_full_pack_refuses_another_item(make_scene: MakeScene) -> None:
    scene = make_scene("#@!#")
    fill_the_pack(scene)
    held = scene["@"][Pack].things
    assert "".join(held) == SLOTS
    scene.world.publish(Move(scene["@"], 1, 0))
    assert take(scene).reason == "full pack"
    assert scene["@"][Pack].things == held
    assert place(scene["!"]) == (2, 0)


def test_task_item_needs_no_room(make_scene: MakeScene) -> None:
    scene = make_scene("#@!#")
    fill_the_pack(scene)
    scene.world.attach(scene["!"], Sought())
    scene.world.publish(Move(scene["@"], 1, 0))
    assert take(scene).done
    assert len(scene["@"][Pack].things) == len(SLOTS)


def test_death_drops_the_pack(scene: Scene) -> None:
    take(scene)
    scene.world.publish(Move(scene["@"], 1, 0))
    scene.world.publish(Die(scene["@"], scene["@"], outright=True))
    assert place(scene["!"]) == (3, 0)
    assert scene["!"].alive
