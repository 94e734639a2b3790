"""Messages of doors, stairs and rooms."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.movement.door import Lock
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Die
from bidden.events.ground import Pour
from bidden.events.movement import Close, Move, Open
from bidden.events.places import Climb, Find
from bidden.intents import Move as Step
from bidden.intents import PickUp, Read, UseBoon
from bidden.rules.ground.ground import Ground
from bidden.state import Chamber, Flying, Invisible, Key, Secret, Stair, Title
from bidden.worldgen.plan import Placement
from tests.bidden.narration.telling import told
from tests.bidden.scenes import (
    MINDLESS,
    Changes,
    MakeLevels,
    MakeScene,
    MakeSession,
    creature,
    give,
    other,
    put,
    said,
    where,
)

CHAPEL = "You find a sunken chapel: the enemies in it get in each other's way."


def test_door_messages_name_the_creature_that_opens_or_closes_it(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@+h#")
    door, movers = scene["+"], (scene["@"], scene["h"])
    moves = [move for who in movers for move in (Open(who, door), Close(who, door))]
    assert told(scene, *moves) == snapshot
    assert len(told(scene, Move(scene["@"], 1, 0))) == 1  # the bump itself adds no second message


def test_unseen_creature_that_opens_a_door_is_called_something(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+h#")
    scene.world.attach(scene["h"], Invisible())
    door, opener = scene["+"], scene["h"]
    doors = told(scene, Open(opener, door), Close(opener, door))
    assert doors == ["plain: Something opens the door.", "plain: Something closes the door."]


@pytest.mark.parametrize(("use", "fires"), [(UseBoon(1, 0), 0), (Read("a", 4, 0), 1)])
def test_fire_that_the_player_lights_is_reported_at_most_once(
    use: UseBoon | Read, fires: int, make_session: MakeSession
) -> None:
    boons: Changes = {"Boons": {"carried": ["lash"], "uses": [3], "warps": ["ember"]}}
    session = make_session("#@....#", you=boons)
    give(session, "scroll of fireball")
    tiles = [(x, 0) for x in range(2, 6)]
    session.world.publish(Pour(session.world.root, 1, "pitch", tiles))
    assert session.perform(use).done
    assert len(session.world.root[Ground].on("fires", 1)) >= 3
    assert [line for line in said(session) if "catches fire" in line] == fires * [
        "The pitch catches fire!"
    ]


def test_creature_climbing_stairs_is_not_reported(make_levels: MakeLevels) -> None:
    session = make_levels("#@.z>#", "#<..#", zombie=MINDLESS)
    zombie = other(session)
    stair = next(s for s in session.world.having(Stair) if s[Position].level == 1)
    assert session.world.publish(Climb(zombie, stair)).done
    assert where(zombie) == (1, 0, 2)
    assert said(session) == []


def test_named_room_is_announced_when_the_player_enters(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@....h#")
    for x, level in ((3, 1), (2, 2)):
        room = Title("a sunken chapel"), Chamber(2, 1), Flying()
        scene.world.spawn(Position(x, 0, level), *room)
    lines = [told(scene, Move(scene["@"], dx, 0)) for dx in (1, 1, 1, 1, -1)]
    assert [len(each) for each in lines] == [0, 1, 0, 0, 1]
    assert lines[1] == lines[4] == snapshot
    assert told(scene, Move(scene["h"], -1, 0)) == []


@pytest.mark.parametrize(
    ("above", "below", "way"),
    [
        ("#@>..#", "#...<.#", "You go down to level 2."),
        ("#@:.>#", "#...<.#", "You fall to level 2."),
    ],
)
def test_room_on_a_new_level_is_announced_after_the_arrival_message(
    above: str, below: str, way: str, make_levels: MakeLevels
) -> None:
    session = make_levels(above, below)
    for x in range(1, 6):
        room = Title("a sunken chapel"), Chamber(1, 1), Flying()
        session.world.spawn(Position(x, 0, 2), *room)
    assert session.perform(Step(1, 0)).done
    told = said(session)
    assert told.index(way) < told.index(CHAPEL)
    lines = session.view().lines
    assert [line.text for line in sorted(lines, key=lambda line: line.sequence)] == told


def test_unlock_message_names_the_key(make_scene: MakeScene, snapshot: SnapshotAssertion) -> None:
    scene = make_scene("#@+h#")
    door = scene["+"]
    scene.world.attach(door, Lock("iron key"))
    key = scene.world.spawn(Title("iron key"), Key(1))
    scene.world.attach(scene["h"], Pack({"a": key}))
    assert told(scene, Open(scene["@"], door), Open(scene["h"], door)) == snapshot


def test_secret_door_discovery_is_reported_only_to_the_finder(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@+h#")
    scene.world.attach(scene["+"], Secret())
    lines = told(scene, Find(scene["@"], scene["+"]), Find(scene["h"], scene["+"]))
    assert len(lines) == 1
    assert lines == snapshot


def test_corpses_are_not_listed_among_the_items_of_a_tile(make_session: MakeSession) -> None:
    session = make_session("#@z..#", zombie={"Health": {"hp": 1, "most": 8}})
    session.world.publish(Die(session.player, creature(session, 2), outright=True))
    session.perform(Step(1, 0))
    assert [one for one in session.view().underfoot if "corpse" in one]
    assert not any("corpse" in line.text for line in session.messages.lines)


def test_log_shows_one_line_for_an_item_picked_up_immediately(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("rock", 2, 0))
    session.perform(Step(1, 0))
    assert [line.text for line in session.messages.lines] == ["You see here a rock."]
    session.perform(PickUp(0))
    assert [line.text for line in session.messages.lines] == ["You pick up a rock (a)."]
