"""A mind follows its plan, and knows only the foes it sees or saw last."""

from bidden.ai.mind import Mind
from bidden.events.movement import Arrive, Move, Open
from bidden.events.turns import TakeTurn
from tests.bidden.scenes import MakeScene, Scene, draws, place


def take_turns(scene: Scene, turns: int) -> list[tuple[int, int]]:
    """Return the zombie's position after each of its turns."""
    spots = []
    for _ in range(turns):
        scene.world.publish(TakeTurn(scene["z"]))
        spots.append(place(scene["z"]))
    return spots


def goal(scene: Scene) -> tuple[int, int]:
    mind = scene["z"][Mind]
    return mind.goal_x, mind.goal_y


NOWHERE = (-1, -1)


def test_zombie_searches_where_it_saw_the_player(make_scene: MakeScene) -> None:
    scene = make_scene("""
        #######
        #.@..z#
        #.#####
        #.#####
        #######
    """)
    assert take_turns(scene, 1) == [(4, 1)]
    for step in [(-1, 1), (0, 1)]:
        scene.world.publish(Move(scene["@"], *step))
    assert scene.now.splitlines()[3] == "#@#####"
    assert take_turns(scene, 2) == [(3, 1), (2, 1)]
    assert goal(scene) == (2, 1)
    assert draws(scene.world) == {}
    take_turns(scene, 1)
    assert goal(scene) in [NOWHERE, place(scene["@"])]


def test_zombie_stays_behind_a_door_that_is_closed_in_front_of_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@'..z#")
    take_turns(scene, 1)
    scene.world.publish(scene.closing(scene["@"], 1, 0))
    assert take_turns(scene, 3) == [(3, 0), (3, 0), (3, 0)]
    assert scene.now == "#@+z..#"
    assert Open not in {type(event) for event in scene.ear.events}


def test_creature_performs_the_first_action_of_its_plan_that_is_not_refused(
    make_scene: MakeScene,
) -> None:
    plan = ["pick up", "flee", "rest", "hunt"]
    scene = make_scene("#@.z#", zombie={"Mind": {"plan": plan}})
    scene.world.publish(Move(scene["@"], 1, 0))
    turn = scene.world.publish(TakeTurn(scene["z"]))
    assert scene.kinds == ["Move", "TakeTurn", "Wait"]  # nothing to pick up, no room to flee
    assert turn.cost == 100


def test_arrival_clears_the_remembered_foe(make_scene: MakeScene) -> None:
    scene = make_scene("#@..z#")
    take_turns(scene, 1)
    assert goal(scene) == (1, 0)
    scene.world.publish(Arrive(scene["z"]))
    assert goal(scene) == NOWHERE
