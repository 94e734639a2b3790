"""Places in words: doors and stairs."""

from bidden.components.movement.lock import Lock
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.movement import Close, Move, Open
from bidden.events.places import Climb, Find
from bidden.state import Chamber, Flying, Key, Secret, Stair, Title
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


def test_a_room_with_a_name_is_told_of_on_coming_in_and_not_within(make_scene: MakeScene) -> None:
    scene = make_scene("#@....#")
    for x, level in ((3, 1), (2, 2)):
        room = Title("a sunken chapel"), Chamber(2, 1), Flying()
        scene.world.spawn(Position(x, 0, level), *room)
    steps = [Move(scene["@"], dx, 0) for dx in (1, 1, 1, 1, -1)]
    enters = "news: You enter a sunken chapel."
    assert [told(scene, step) for step in steps] == [[], [enters], [], [], [enters]]


def test_a_room_is_not_told_of_when_others_enter_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@..h#")
    scene.world.spawn(Position(3, 0, 1), Title("a den"), Chamber(1, 1), Flying())
    assert told(scene, Move(scene["h"], -1, 0)) == []


def test_unlocking_is_told_by_who_does_it_and_with_what(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h#")
    door = scene["+"]
    scene.world.attach(door, Lock("iron key"))
    key = scene.world.spawn(Title("iron key"), Key(1))
    scene.world.attach(scene["h"], Pack({"a": key}))
    assert told(scene, Open(scene["@"], door), Open(scene["h"], door)) == [
        "refusal: The door is locked.",
        "plain: The hound unlocks the door with the iron key.",
    ]


def test_a_secret_door_is_told_as_such_and_only_to_who_finds_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h#")
    door = scene["+"]
    scene.world.attach(door, Secret())
    assert told(scene, Find(scene["@"], door), Find(scene["h"], door)) == [
        "news: You find a secret door."
    ]
