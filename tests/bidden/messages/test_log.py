"""The message log: lines that are counted, kept and numbered; it only observes."""

import pytest

from bidden import intents
from bidden.bots.explorer import choose
from bidden.events.movement import Close, Move, Open, Wait
from bidden.events.turns import TakeTurn
from bidden.messages import MessageLog
from bidden.session import Session
from bidden.view import Line
from eventcore import Action
from tests.bidden.messages.telling import told
from tests.bidden.scenes import MakeScene, MakeSession, catalogue


def test_what_is_told_again_at_once_is_counted(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    messages = MessageLog(scene.world, scene["@"])
    for _ in range(3):
        last = scene.world.publish(Move(scene["@"], 1, 0))
    (line,) = messages.lines
    assert line == Line("There is a wall in the way.", "refusal", 0, last.sequence, 3)
    assert str(line) == "There is a wall in the way. (×3)"


def test_what_is_told_again_after_something_else_is_a_new_line(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    moves: list[Action] = [
        Move(scene["@"], 0, 1),
        scene.closing(scene["@"], 1, 0),
        Move(scene["@"], 0, 1),
    ]
    assert told(scene, *moves) == [
        "refusal: There is a wall in the way.",
        "plain: You close the door.",
        "refusal: There is a wall in the way.",
    ]


def test_of_refusals_in_a_row_each_is_told_once_and_counted(make_scene: MakeScene) -> None:
    scene = make_scene("#@..'#")
    moves: list[Action] = [
        Move(scene["@"], 0, 1),
        scene.closing(scene["@"], 1, 0),
        Move(scene["@"], 0, 1),
        Move(scene["@"], 0, 1),
        scene.closing(scene["@"], 1, 0),
    ]
    assert told(scene, *moves) == [
        "refusal: There is a wall in the way. (×3)",
        "refusal: There is no door. (×2)",
    ]


def test_a_line_knows_its_turn_and_its_event(make_session: MakeSession) -> None:
    session = make_session("#@+..z#")
    session.perform(intents.Wait())
    move = session.perform(intents.Move(1, 0))
    assert move.replacement is not None
    assert session.messages.lines == (
        Line("You open the door.", "plain", 1, move.replacement.sequence),
    )


def test_the_oldest_lines_make_room_for_new_ones(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    messages = MessageLog(scene.world, scene["@"])
    for _ in range(300):
        scene.world.publish(Close(scene["@"], scene["'"]))
        scene.world.publish(Open(scene["@"], scene["'"]))
    assert len(messages.lines) == 500
    assert messages.lines[-1].text == "You open the door."


def test_lines_once_given_stay_as_they_are(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    messages = MessageLog(scene.world, scene["@"])
    scene.world.publish(Move(scene["@"], 1, 0))
    before = messages.lines
    scene.world.publish(Move(scene["@"], 1, 0))
    assert [line.count for line in before] == [1]
    assert [line.count for line in messages.lines] == [2]


def test_steps_and_waiting_are_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@..z#")
    assert told(scene, Move(scene["@"], 1, 0), Wait(scene["@"]), Move(scene["z"], -1, 0)) == []


def test_a_turn_that_brings_nothing_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.z#")
    assert told(scene, TakeTurn(scene["z"])) == []


@pytest.mark.parametrize("seed", [1, 2, 12])
def test_a_game_without_messages_goes_the_same_way(
    seed: int,
) -> None:
    told_of = Session(seed, catalogue=catalogue())
    untold = Session(seed, catalogue=catalogue(), read=False)
    for _ in range(120):
        intent = choose(told_of.view())
        told_of.perform(intent)
        untold.perform(intent)
    assert told_of.messages.lines
    assert len(untold.messages.lines) <= 1  # the hint, with which it began
    assert untold.digest.seal() == told_of.digest.seal()
    assert untold.world.sequence == told_of.world.sequence
