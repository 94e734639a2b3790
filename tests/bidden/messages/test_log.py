"""The message log: lines are counted, kept and numbered, and change nothing."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.bots.explorer import choose
from bidden.events.movement import Close, Move, Open, Wait
from bidden.events.turns import TakeTurn
from bidden.messages import MessageLog
from bidden.session import Session
from bidden.view import Line
from eventcore import Action
from tests.bidden.messages.telling import told
from tests.bidden.scenes import MakeScene, MakeSession, Scene, catalogue


def lines_of(scene: Scene, *events: Action) -> list[Line]:
    messages = MessageLog(scene.world, scene["@"])
    for event in events:
        scene.world.publish(event)
    return [*messages.lines]


def test_line_told_again_at_once_is_counted(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@#")
    moves = [Move(scene["@"], 1, 0) for _ in range(3)]
    (line,) = lines_of(scene, *moves)
    assert (line.tone, line.turn, line.sequence, line.count) == (
        *("refusal", 0),
        moves[-1].sequence,
        3,
    )
    assert str(line) == snapshot


def test_line_told_again_after_another_event_is_new(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    you = scene["@"]
    first, shut, again = lines_of(scene, Move(you, 0, 1), scene.closing(you, 1, 0), Move(you, 0, 1))
    assert [line.count for line in (first, shut, again)] == [1, 1, 1]
    assert first.text == again.text != shut.text


def test_refusals_in_a_row_are_each_told_once_and_counted(make_scene: MakeScene) -> None:
    scene = make_scene("#@..'#")
    you = scene["@"]
    bumps = [Move(you, 0, 1) for _ in range(3)]
    shuts = [scene.closing(you, 1, 0) for _ in range(2)]
    lines = lines_of(scene, bumps[0], shuts[0], bumps[1], bumps[2], shuts[1])
    assert [(line.count, line.sequence) for line in lines] == [
        (3, bumps[2].sequence),
        (2, shuts[1].sequence),
    ]


def test_line_knows_its_turn_and_its_event(make_session: MakeSession) -> None:
    session = make_session("#@+..z#")
    session.perform(intents.Wait())
    move = session.perform(intents.Move(1, 0))
    assert move.replacement is not None
    (line,) = session.messages.lines
    assert (line.tone, line.turn, line.sequence) == ("plain", 1, move.replacement.sequence)


def test_oldest_lines_make_room_for_new_ones(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    messages = MessageLog(scene.world, scene["@"])
    for _ in range(300):
        scene.world.publish(Close(scene["@"], scene["'"]))
        scene.world.publish(Open(scene["@"], scene["'"]))
    assert len(messages.lines) == 500


def test_lines_once_given_do_not_change(make_scene: MakeScene) -> None:
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


def test_turn_without_news_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.z#")
    assert told(scene, TakeTurn(scene["z"])) == []


@pytest.mark.parametrize("seed", [1, 12])
def test_game_without_messages_goes_the_same_way(seed: int) -> None:
    told_of = Session(seed, catalogue=catalogue())
    untold = Session(seed, catalogue=catalogue(), read=False)
    for _ in range(80):
        intent = choose(told_of.view())
        told_of.perform(intent)
        untold.perform(intent)
    assert told_of.messages.lines
    assert len(untold.messages.lines) <= 1  # the hint, with which it began
    assert untold.digest.seal() == told_of.digest.seal()
    assert untold.world.sequence == told_of.world.sequence
