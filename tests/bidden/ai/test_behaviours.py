"""Behaviours of creatures: each yields intents, or passes the turn to the next behaviour."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.behaviours import BEHAVIOURS
from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.components.things.gear import Gear
from bidden.events.movement import Arrive
from bidden.events.things import PickUp
from bidden.intents import Intent, Move, PutOn, Wait
from eventcore import Entity
from tests.bidden.scenes import MakeScene, Scene, catalogue, draws


def wanted(
    scene: Scene, behaviour: str, goal: tuple[int, int] | None = None, ruler: Entity | None = None
) -> list[Intent]:
    """Return every intent that a behaviour yields for the zombie."""
    return [*BEHAVIOURS[behaviour](Situation(scene.world, scene["z"], goal, ruler))]


def lay(scene: Scene, name: str, x: int) -> Entity:
    thing = scene.world.spawn(Position(x, 0), *catalogue().make(name))
    scene.world.publish(Arrive(thing))
    return thing


@pytest.mark.parametrize("behaviour", ["hunt", "lurk", "flee", "serve", "pick up"])
def test_idle_behaviour_proposes_no_action(make_scene: MakeScene, behaviour: str) -> None:
    scene = make_scene("#@.z.#")
    assert wanted(scene, behaviour) == []
    assert draws(scene.world) == {}


def test_hunt_goes_to_the_goal_or_waits(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z.#")
    assert wanted(scene, "hunt", (1, 0)) == [Move(-1, 0), Wait()]
    assert wanted(scene, "hunt", (3, 0)) == [Wait()]


def test_fleeing_creature_moves_away(make_scene: MakeScene) -> None:
    assert wanted(make_scene("#@.z..#"), "flee", (1, 0)) == [Move(1, 0)]
    cornered = make_scene("#.@z#")
    assert wanted(cornered, "flee", (2, 0)) == []
    aside = make_scene("""
        ######
        #@.z##
        ####.#
        ######
    """)
    assert wanted(aside, "flee", (1, 1)) == [Move(1, 1)]


def test_servant_comes_to_heel(make_scene: MakeScene) -> None:
    scene = make_scene("#@....z#")
    assert wanted(scene, "serve", ruler=scene["@"]) == [Move(-1, 0), Wait()]
    assert wanted(make_scene("#@.z#"), "serve", ruler=scene["@"]) == [Wait()]
    assert wanted(scene, "serve", ruler=scene["z"]) == []


def test_useful_things_are_picked_up(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z.#", zombie={"Pack": {}})
    for name in ("ration", "dagger", "potion of health"):
        lay(scene, name, 3)
    lay(scene, "sword", 4)
    assert wanted(scene, "pick up") == [intents.PickUp(1), intents.PickUp(2), Move(1, 0)]


def test_best_gear_is_put_on_first(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z.#", zombie={"Pack": {}})
    world, zombie = scene.world, scene["z"]
    names = ["staff", "dagger", "sword", "leather armour", "potion of health"]
    things = [world.spawn(*catalogue().make(name)) for name in names]
    for thing in things:
        world.attach(thing, Position(3, 0))
        world.publish(Arrive(thing))
        world.publish(PickUp(zombie, thing))
    every = [PutOn("c"), PutOn("a"), PutOn("b"), PutOn("d")]
    assert wanted(scene, "wear better gear") == every
    world.set_owner(things[0], zombie)  # a staff, worth 3
    assert things[0][Gear].worth == 3
    assert wanted(scene, "wear better gear") == [PutOn("c"), PutOn("d")]
