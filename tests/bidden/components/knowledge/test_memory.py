"""Memory: the ground and the items a creature has seen."""

import pytest

from bidden import intents
from bidden.bots.explorer import choose
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.movement import Arrive, Leave, Move, Open
from bidden.events.turns import LookAround
from bidden.perception.senses.sight import in_view_of
from bidden.session import Session
from bidden.state import Look, Side, Stair, is_secret
from eventcore import Entity, SaveError
from tests.bidden.scenes import MakeLevels, MakeScene, MakeSession, Scene, read, restored


def remembered(scene: Scene) -> str:
    """Return the player's remembered map, cropped."""
    return "\n".join(row.rstrip() for row in scene["@"][Memory].rows).rstrip()


def shown(drawing: str) -> str:
    return "\n".join(read(drawing))


def walk(scene: Scene, *steps: tuple[int, int]) -> None:
    for dx, dy in steps:
        assert not scene.world.publish(Move(scene["@"], dx, dy)).failed
        scene.world.publish(LookAround(scene["@"]))


def test_memory_holds_only_what_was_seen(make_scene: MakeScene) -> None:
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


def test_remembered_door_stays_closed_when_it_is_opened_out_of_view(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.+h#")
    _, far = scene.all("+")
    scene.world.publish(Open(scene["h"], far))
    assert scene.now == "#@.+.'h#"
    assert remembered(scene) == "#..+"


FORGETFUL = {"Memory": {"radius": 2}}


def lying(session: Session) -> list[tuple[str, bool, str]]:
    """Return the glyph, visibility and name of everything on the map except ground."""
    tiles = [tile for row in session.view().tiles for tile in row]
    ground = ("wall", "floor", "door", "stair", "unknown")
    return [(tile.glyph, tile.lit, tile.name) for tile in tiles if tile.look not in ground]


def others(session: Session) -> list[tuple[str, bool, str]]:
    return [one for one in lying(session) if one[2] != "you"]


def lay(session: Session, name: str, x: int, level: int = 1) -> Entity:
    thing = session.world.spawn(Position(x, 0, level), *session.catalogue.make(name))
    session.world.publish(Arrive(thing))
    session.world.publish(LookAround(session.player))
    return thing


def walk_on(session: Session, *steps: int) -> None:
    for dx in steps:
        assert not session.perform(intents.Move(dx, 0)).failed


def test_thing_is_remembered_until_seen_to_be_gone(make_session: MakeSession) -> None:
    session = make_session("#@.....#", you=FORGETFUL)
    ration = lay(session, "ration", 3)
    walk_on(session, *[1] * 5)
    session.world.publish(Leave(ration))
    session.world.despawn(ration)
    assert others(session) == [("%", False, "a ration")]
    walk_on(session, -1)
    assert others(session) == []


def test_uppermost_thing_is_remembered(make_session: MakeSession) -> None:
    session = make_session("#@.....#", you=FORGETFUL)
    lay(session, "web", 3)
    lay(session, "ration", 3)
    assert [one[1:] for one in others(session)] == [(True, "a ration")]
    assert [mark.name for mark in session.player[Memory].marked] == ["ration"]
    beneath = session.catalogue.make("potion of health")
    (look,) = [part for part in beneath if isinstance(part, Look)]
    look.height = 0
    session.world.publish(Arrive(session.world.spawn(Position(3, 0), *beneath)))
    session.world.publish(LookAround(session.player))
    assert [mark.name for mark in session.player[Memory].marked] == ["ration"]


def test_memory_of_each_level_is_saved(make_levels: MakeLevels) -> None:
    session = make_levels("#@.>#", "#<..?.#", you=FORGETFUL)
    lay(session, "ration", 2)
    walk_on(session, 1, 1)
    assert session.player[Position].level == 2
    assert others(session) == []
    lay(session, "web", 3, level=2)
    walk_on(session, 1)
    assert others(session) == [("┼", True, "a web")]
    loaded = restored(session)
    for one in (session, loaded):
        walk_on(one, -1)
        assert one.player[Position].level == 1
        assert others(one) == [("%", True, "a ration")]
        assert [len(marks) for marks in one.player[Memory].marks] == [1, 1]
    assert session.save() == loaded.save()


def test_wrong_memory_in_a_save_is_refused(make_session: MakeSession) -> None:
    session = make_session("#@....#", you=FORGETFUL)
    lay(session, "ration", 2)
    walk_on(session, 1)
    save = session.save()
    glyph, column = b'"glyph":"%","kind":"food"', b'"name":"ration","x":2'
    for right, wrong in ((glyph, glyph.replace(b"%", b"")), (column, column[:-1] + b"-2")):
        assert save.count(right) == 1
        with pytest.raises(SaveError):
            Session.restore(save.replace(right, wrong), catalogue=session.catalogue)


def test_marks_match_visible_things_in_a_long_game() -> None:
    session = Session(3)
    for _ in range(150):
        if session.ending is None:
            session.perform(choose(session.view()))
            place, view = session.player[Position], in_view_of(session.player, session.world)
            lying = {
                (there.x, there.y)
                for thing in session.world.having(Look, Position)
                if (there := thing[Position]).level == place.level
                and not (Side in thing or Door in thing or Stair in thing or is_secret(thing))
            }
            marks = {(mark.x, mark.y) for mark in session.player[Memory].marked}
            assert marks & view == lying & view
