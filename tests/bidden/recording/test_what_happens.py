"""A journal with events holds what happened, and so does the tree that explains it."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from bidden.intents import Move, Wait
from bidden.recording.explain import trace_turn
from bidden.session import Session
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.settled import Settled
from eventcore.replay import EventLog, Keyframes, Recorder, Timeline
from eventcore.replay.event_log import namer_in
from eventcore.tools import trace
from tests.bidden.recorded import record_intents
from tests.bidden.scenes import MakeLevels

STEPS = (Move(1, 0), Wait(), Move(1, 0))
CAUSES = [
    ("MakeLevel", "Climb"),
    ("Spawn", "MakeLevel"),
    ("Displace", "Climb"),
    ("SpendTime", "TakeTurn"),
    ("Refill", "Wound"),
    ("Spawn", "Die"),
    ("Win", "Die"),
]


@pytest.fixture
def fatal(make_levels: MakeLevels, tmp_path: Path) -> tuple[Session, Journal]:
    """Record a game with its events: down a stair, a wound and a death."""
    session = make_levels(
        "#@>.#", "#<.z#",
        zombie={"Health": {"hp": 1}, "Fighter": {"attack": 99}},
        you={"Health": {"hp": 1}},
    )  # fmt: skip
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, attrs.evolve(session.header, events=True))
    recorder = Recorder(session, writer, EventLog(session.world))
    for step in STEPS:
        recorder.perform(step)
    recorder.close()
    return session, Journal.read(path, events=True)


@pytest.mark.parametrize(("event", "cause"), CAUSES)
def test_journal_records_an_event_under_its_cause(
    fatal: tuple[Session, Journal], event: str, cause: str
) -> None:
    recorded: dict[int, Settled] = {one.seq: one for many in fatal[1].events for one in many}
    causes = {
        recorded[one.parent].type for one in recorded.values() if one.type == event and one.parent
    }
    assert cause in causes


@pytest.fixture
def begun(tmp_path: Path) -> Journal:
    """Record a game of one turn with its events."""
    path = record_intents(tmp_path / "begun.jsonl", Wait(), events=True)
    return Journal.read(path, events=True)


def test_how_a_game_begins_is_explained_as_the_turn_of_its_first_record(begun: Journal) -> None:
    timeline = Timeline(begun, Session.source(begun), Keyframes())
    source, positions = Session.source(begun), timeline.positions_of(0)
    tree = trace(timeline, positions, lambda world: namer_in(world, source.name)).tree
    spawned = next(span for span in tree.spans if span.event == "Spawn")
    assert [span.event for span in tree.causes(spawned)] == ["BeginGame", "MakeLevel"]
    assert timeline.position == 1
    as_known = trace_turn(timeline, 0).tree
    assert "BeginGame" not in {span.event for span in as_known.spans}
