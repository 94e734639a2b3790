"""The message log counts, keeps and numbers its lines; some lines are loud."""

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.wounds import Wounds
from bidden.events.body import Earn
from bidden.events.combat import TakeDamage, Wound
from bidden.events.movement import Close, Move, Open
from bidden.events.things import Break, Crack
from bidden.session import Session
from bidden.view import Line
from eventcore import Action
from tests.bidden.narration.telling import log_of
from tests.bidden.rules.run.runs import bound, settle
from tests.bidden.scenes import MakeScene, MakeSession, Scene, give


def lines_of(scene: Scene, *events: Action) -> list[Line]:
    messages = log_of(scene)
    for event in events:
        scene.world.publish(event)
    return [*messages.lines]


def test_message_repeated_at_once_increases_its_count(
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


def test_message_repeated_after_another_event_starts_a_new_line(make_scene: MakeScene) -> None:
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


def test_oldest_lines_make_room_for_new_ones(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    messages = log_of(scene)
    for _ in range(300):
        scene.world.publish(Close(scene["@"], scene["'"]))
        scene.world.publish(Open(scene["@"], scene["'"]))
    assert len(messages.lines) == 500


def test_message_lines_already_returned_do_not_change(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    messages = log_of(scene)
    scene.world.publish(Move(scene["@"], 1, 0))
    before = messages.lines
    scene.world.publish(Move(scene["@"], 1, 0))
    assert [line.count for line in before] == [1]
    assert [line.count for line in messages.lines] == [2]


def wound(session: Session) -> None:
    session.world.publish(Wound(session.player, session.player, kind="leg"))


def crack(session: Session) -> None:
    session.world.publish(Crack(session.player, session.player, give(session, "sword")))


def breaks(session: Session) -> None:
    session.world.publish(Break(session.player, session.player, give(session, "sword")))


def gain_a_level(session: Session) -> None:
    session.world.publish(Earn(session.player, session.player, 50, "ox"))


@pytest.mark.parametrize(
    "happens", [wound, crack, breaks, gain_a_level], ids=lambda one: one.__name__
)
def test_danger_is_told_in_one_loud_line(
    happens: Callable[[Session], None], make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#")
    happens(session)
    [told] = [line for line in session.messages.lines if line.loud]
    assert told.text == snapshot


def test_hit_is_not_loud(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    session.world.publish(TakeDamage(session.player, session.player, 1, source="fire"))
    assert [line.loud for line in session.messages.lines] == [False]


def test_whole_reward_of_a_task_is_loud(snapshot: SnapshotAssertion) -> None:
    session = bound("seek", danger=4, uses=2, gift="crossbow")
    session.player[Wounds].taken = ["leg"]
    settle(session, "seek")
    assert [line.text for line in session.messages.lines if line.loud] == snapshot


def test_save_without_loud_flags_on_messages_is_loaded(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    wound(session)
    lines = session.messages.lines
    restored = Session.restore(
        session.save().replace(b',"loud":true', b"").replace(b'"loud":true,', b"")
    )
    assert [line.text for line in restored.messages.lines] == [line.text for line in lines]
    assert restored.messages.lines[-1] == Line(lines[-1].text, "harm", 0, lines[-1].sequence)
