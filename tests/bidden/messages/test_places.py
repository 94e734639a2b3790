"""Places in words: doors and stairs."""

from bidden.components.movement.position import Position
from bidden.events.movement import Close, Move, Open
from bidden.events.places import Climb
from bidden.state import Stair
from tests.bidden.messages.telling import told
from tests.bidden.rules.places.test_stairs import MINDLESS, said, where, zombies
from tests.bidden.scenes import MakeLevels, MakeScene


def test_doors_are_told_by_who_moves_them(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h#")
    door = scene["+"]
    assert told(
        scene,
        Open(scene["@"], door),
        Close(scene["@"], door),
        Open(scene["h"], door),
        Close(scene["h"], door),
    ) == [
        "plain: You open the door.",
        "plain: You close the door.",
        "plain: The hound opens the door.",
        "plain: The hound closes the door.",
    ]


def test_a_door_out_of_sight_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.+h#")
    _, far = scene.all("+")
    assert told(scene, Open(scene["h"], far), Close(scene["h"], far)) == []


def test_a_door_bumped_open_is_told_once(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    assert told(scene, Move(scene["@"], 1, 0)) == ["plain: You open the door."]


def test_the_stairs_that_others_take_are_not_told_of(make_levels: MakeLevels) -> None:
    session = make_levels("#@.z>#", "#<..#", zombie=MINDLESS)
    (zombie,) = zombies(session, 1)
    stair = next(s for s in session.world.having(Stair) if s[Position].level == 1)
    assert session.world.publish(Climb(zombie, stair)).done
    assert where(zombie) == (1, 0, 2)
    assert said(session) == []
