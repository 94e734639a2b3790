"""Death removes a creature and leaves a corpse."""

from bidden.components.body.health import Health
from bidden.components.things.edible import Edible
from bidden.components.things.perishable import Perishable
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.movement import Move, Wait
from bidden.state import Item, Look, Side, Title
from eventcore import Action
from eventcore.outcome import FAILED
from tests.bidden.scenes import MakeScene, place


def test_corpse_is_named_after_the_dead(make_scene: MakeScene) -> None:
    scene = make_scene("#z@#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    *_, corpse = scene.world
    assert place(corpse) == (1, 0)
    assert corpse[Title].name == "zombie corpse"
    assert all(part in corpse for part in (Edible, Perishable, Look, Item))
    assert not any(part in corpse for part in (Health, Side))


def test_a_deadly_blow_brings_death_and_then_a_corpse(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 1}})
    scene.world.publish(Move(scene["@"], 1, 0))
    assert scene.kinds == [
        "Move", "Attack", "TakeDamage", "Die", "Spawn", "Arrive", "Hit", "Feed", "Earn",
    ]  # fmt: skip
    assert scene.now == "#@%#"


def test_the_dead_do_not_act(make_scene: MakeScene) -> None:
    scene = make_scene("#@z+#")
    dead = scene["z"]
    scene.world.publish(Die(scene["@"], dead))
    actions: list[Action] = [
        Move(dead, -1, 0),
        Attack(dead, scene["@"]),
        scene.closing(dead, 1, 0),
        Wait(dead),
    ]
    for action in actions:
        scene.world.publish(action)
        assert (action.outcome, action.reason) == (FAILED, "gone")
    assert scene.now == "#@%+#"


def test_the_dead_do_not_die_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    things = len(scene.world)
    assert scene.world.publish(Die(scene["@"], scene["z"])).reason == "gone"
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"])).reason == "gone"
    assert len(scene.world) == things
