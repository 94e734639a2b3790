"""Sessions: turns, endings, beginnings and records of intents."""

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.events.effects import Affect
from bidden.events.turns import TakeTurn
from bidden.intents import Close, Intent, Move, Search, Wait
from bidden.session import Session
from bidden.state import Side
from bidden.view import Ending
from eventcore import Event, JournalError, SaveError
from eventcore.time import Tick
from tests.bidden.scenes import Ear, MakeSession, catalogue, catalogue_for, drawn, hp


def creatures(session: Session) -> list[int]:
    return [one.id for one in session.world.having(Side) if one is not session.player]


def test_nobody_acts_and_no_time_passes_after_the_victory(make_session: MakeSession) -> None:
    you = {"Health": {"hp": 1, "most": 9}, "Wounds": None}
    session = make_session("#@z#", you=you, zombie={"Health": {"hp": 1}})
    session.world.publish(Affect(session.player, session.player, "poison"))
    ticks: list[Tick] = []
    session.world.observe(Tick, ticks.append)
    session.perform(Move(1, 0))
    assert (session.ending, hp(session.player), ticks) == (Ending.WON, 1, [])


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Move(0, 1), "wall"),
        (Move(0, 0), "still"),
        (Move(5, 0), "far"),
        (Close(1, 0), "no door"),
        (Close(-1, 0), "shut"),
        (Close(3, 0), "far"),
    ],
)
def test_refused_intent_costs_no_turn_and_the_others_wait(
    make_session: MakeSession, intent: Intent, reason: str
) -> None:
    session = make_session("#+@..+z#")
    before, ear = drawn(session.world), Ear()
    session.world.tap(ear)
    assert session.perform(intent).reason == reason
    assert session.world.turn == 0
    assert drawn(session.world) == before
    assert {TakeTurn, Tick} & {type(event) for event in ear.events} == set()


def test_player_acts_first_then_creatures_by_id_and_then_the_world(
    make_session: MakeSession,
) -> None:
    session = make_session("""
        #######
        #@+z.z#
        ###z.z#
        #######
    """)
    order: list[tuple[str, int]] = []
    tellers: list[type[Event]] = [TakeTurn, Tick]
    for kind in tellers:
        session.world.observe(
            kind, lambda event: order.append((type(event).__name__, event.enactor.id))
        )
    session.perform(Wait())
    ids = creatures(session)
    assert ids == sorted(ids)
    assert len(ids) == 4
    assert order == [*(("TakeTurn", one) for one in ids), ("Tick", session.world.root.id)]


def test_other_creatures_do_not_act_once_the_player_is_dead(make_session: MakeSession) -> None:
    session = make_session("#z@z#", you={"Health": {"hp": 1}, "Wounds": None})
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(turn.enactor.id))
    session.perform(Wait())
    assert turns == creatures(session)[:1]
    assert session.world.turn == 0


# Beginnings


def test_more_creatures_than_tiles_for_them_are_refused(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    crowd = attrs.evolve(catalogue_for("#@.z#", {}).level("first"), creatures={"zombie": 99})
    make_session("#@.z#")  # which makes sessions begin on the drawing
    with pytest.raises(ContentError) as error:
        Session(0, catalogue=attrs.evolve(catalogue(), levels={"first": crowd}))
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    "lacking",
    [attrs.evolve(catalogue(), levels={}), attrs.evolve(catalogue(), blueprints={})],
    ids=["levels", "creatures"],
)
def test_missing_necessary_content_is_refused(
    lacking: Catalogue, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ContentError) as error:
        Session(1, catalogue=lacking)
    name, _, reason = str(error.value).partition(": ")
    assert name in ("levels.toml", "door", "you")  # whichever is missing first
    assert reason == snapshot


def test_unread_session_plays_the_same_but_cannot_be_saved(
    snapshot: SnapshotAssertion,
) -> None:
    read, unread = (Session(3, catalogue=catalogue(), read=read) for read in (True, False))
    for intent in [Move(1, 0), Move(0, 1), Search(), Wait()] * 5:
        read.perform(intent)
        unread.perform(intent)
    assert read.digest.seal() == unread.digest.seal()
    assert read.messages.lines
    assert unread.messages.lines == read.messages.lines[:1]  # the hint at the start
    with pytest.raises(SaveError) as error:
        unread.save()
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    ("name", "version", "data"),
    [
        ("Fly", 1, b"{}"),
        ("Move", 2, b'{"dx":1,"dy":0}'),
        ("Drop", 1, b'{"slot":1}'),
        ("Move", 1, b'{"dx":1}'),
        ("Move", 1, b'{"dx":1.5,"dy":0}'),
        ("Wait", 1, b""),
        ("Wait", 1, b"\xff"),
    ],
)
def test_record_that_is_no_intent_is_refused_with_its_reason(
    name: str, version: int, data: bytes, snapshot: SnapshotAssertion
) -> None:
    session = Session(1, catalogue=catalogue())
    with pytest.raises(JournalError) as caught:
        session.decode(name, version, data)
    assert str(caught.value) == snapshot


def test_saved_game_keeps_its_end_and_messages(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    assert loaded.view() == session.view()
    assert loaded.view().epitaph
    assert loaded.digest.state() == session.digest.state()


def test_picture_shows_the_whole_level(make_session: MakeSession) -> None:
    session = make_session("#@+z#")
    known = ["".join(tile.glyph for tile in row) for row in session.view().tiles]
    assert "@+" in "".join(session.picture())
    assert "z" in "".join(session.picture())
    assert "z" not in "".join(known)


def test_intent_is_written_in_words() -> None:
    assert [str(one) for one in (Move(1, -1), Close(0, 1), Wait())] == [
        "Move north-east", "Close south", "Wait"
    ]  # fmt: skip
