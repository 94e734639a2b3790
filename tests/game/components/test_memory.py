"""Memory: what a creature has seen of the ground."""

from game.components.memory import Memory
from game.events.being import Wait
from game.events.movement import Close, Move, Open
from tests.game.scenes import MakeScene, Scene, read


def remembered(scene: Scene) -> str:
    """What the player remembers, without the emptiness around it."""
    return "\n".join(row.rstrip() for row in scene["@"][Memory].rows).rstrip()


def shown(drawing: str) -> str:
    return "\n".join(read(drawing))


def walk(scene: Scene, *steps: tuple[int, int]) -> None:
    for dx, dy in steps:
        assert not scene.world.publish(Move(scene["@"], dx, dy)).failed


def test_at_first_it_holds_what_is_in_view_and_nothing_else(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.z#")
    assert remembered(scene) == "#..+"


def test_it_keeps_what_was_seen_and_only_what_was_seen(make_scene: MakeScene) -> None:
    scene = make_scene("""
        ##########
        #@...#...#
        ####.#.#.#
        ####...#.#
        ########.#
        ##########
    """)
    assert remembered(scene) == shown("""
        ######
        #....#
        #### #
    """)
    walk(scene, (1, 0), (1, 0), (1, 0), (0, 1))
    assert remembered(scene) == shown("""
        ######
        #....#
        ####.#
           #...
           #####
    """)


def test_the_radius_is_its_limit(make_scene: MakeScene) -> None:
    scene = make_scene("@.....", you={"Memory": {"radius": 2}})
    assert remembered(scene) == "..."
    walk(scene, (1, 0))
    assert remembered(scene) == "...."


def test_what_was_left_behind_stays_remembered(make_scene: MakeScene) -> None:
    scene = make_scene("@......", you={"Memory": {"radius": 1}})
    walk(scene, *[(1, 0)] * 5)
    assert remembered(scene) == "......."


def test_who_stands_there_is_not_remembered_as_ground(make_scene: MakeScene) -> None:
    scene = make_scene("#@z.#")
    assert remembered(scene) == "#...#"


def test_opening_a_door_shows_what_it_hid(make_scene: MakeScene) -> None:
    scene = make_scene("#@+..#")
    assert remembered(scene) == "#.+"
    scene.world.publish(Open(scene["@"], scene["+"]))
    assert remembered(scene) == "#.'..#"


def test_closing_a_door_leaves_what_was_seen_behind_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@'..#")
    scene.world.publish(Close(scene["@"], 1, 0))
    assert remembered(scene) == "#.+..#"


def test_a_door_that_another_opens_in_view_is_seen_to_open(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+h.#")
    scene.world.publish(Move(scene["h"], -1, 0))
    assert remembered(scene) == "#..'..#"


def test_a_door_that_another_opens_out_of_view_stays_as_it_was(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.+h#")
    _, far = scene.all("+")
    scene.world.publish(Open(scene["h"], far))
    assert scene.now == "#@.+.'h#"
    assert remembered(scene) == "#..+"


def test_waiting_adds_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#@+..#")
    scene.world.publish(Wait(scene["@"]))
    assert remembered(scene) == "#.+"


def test_a_refused_step_adds_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#@+..#", you={"Bump": {"opens_doors": False}})
    scene.world.publish(Move(scene["@"], 1, 0))
    assert remembered(scene) == "#.+"


def test_each_creature_has_a_memory_of_its_own(make_scene: MakeScene) -> None:
    scene = make_scene("#@+z.#", zombie={"Memory": {"radius": 5}})
    assert scene["@"][Memory].rows == ["#.+   "]
    assert scene["z"][Memory].rows == ["  +..#"]
