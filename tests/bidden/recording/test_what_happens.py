"""What happens stands in a journal with events, and in the tree that explains it."""

from __future__ import annotations

from pathlib import Path

import attrs
import msgspec
import pytest

from bidden.intents import Move, Wait
from bidden.recording import playing
from bidden.recording.explaining.explain import trace_turn
from bidden.session import Session
from eventcore.blame import account_of
from eventcore.journal import Journal, JournalWriter, Settled, read_journal
from eventcore.replay import (
    EventLog,
    Keyframes,
    Recorder,
    Source,
    Timeline,
    verify,
    verify_segments,
)
from eventcore.tools import positions_of, trace
from eventcore.tools.naming import namer_of
from eventcore.trace import Span, Tree, tree_lines
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
def played(make_levels: MakeLevels, tmp_path: Path) -> tuple[Session, Journal]:
    """A game down a stair, to a wound and a death, with its events."""
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
    return session, read_journal(path, events=True)


def source_of(session: Session) -> Source:
    catalogue = session.catalogue
    return Source(
        lambda: Session(session.world.seed, catalogue=catalogue),
        lambda state: Session.restore(state, catalogue=catalogue),
    )


@pytest.mark.parametrize(("event", "cause"), CAUSES)
def test_a_journal_with_events_holds_it_under_its_cause(
    played: tuple[Session, Journal], event: str, cause: str
) -> None:
    recorded: dict[int, Settled] = {one.seq: one for many in played[1].events for one in many}
    causes = {
        recorded[one.parent].type for one in recorded.values() if one.type == event and one.parent
    }
    assert cause in causes


@pytest.mark.parametrize(("event", "cause"), CAUSES)
def test_a_turn_explained_shows_it_under_its_cause(
    played: tuple[Session, Journal], event: str, cause: str
) -> None:
    session, journal = played
    timeline = Timeline(journal, source_of(session), Keyframes())
    spans: list[Span] = []
    for turn in range(1, session.world.turn + 1):
        spans += trace_turn(timeline, turn).tree.spans
    tree = Tree({span.sequence: span for span in spans}.values())
    found = [span for span in tree.spans if span.event == event]
    (first, *_) = [span for span in found if [c.event for c in tree.causes(span)][-1:] == [cause]]
    lines = [*tree_lines(tree.about([first]))]
    above = next(n for n, line in enumerate(lines) if line.lstrip().startswith(f"{cause} #"))
    assert any(line.lstrip().startswith(f"{event} #") for line in lines[above:])


def test_the_game_replays_event_by_event(played: tuple[Session, Journal]) -> None:
    session, journal = played
    assert verify(source_of(session).begin(), journal) is None


@pytest.fixture
def begun(tmp_path: Path) -> Journal:
    """A game of one turn, recorded with its events."""
    path = record_intents(tmp_path / "begun.jsonl", Wait(), events=True)
    return read_journal(path, events=True)


def test_how_a_game_begins_is_recorded(begun: Journal) -> None:
    kinds = [event.type for event in begun.events[0]]
    assert {"BeginGame", "MakeLevel", "Spawn", "Arrive"} <= set(kinds)
    assert kinds.count("Spawn") > 20


def test_how_a_game_begins_is_explained_as_the_turn_of_its_first_record(begun: Journal) -> None:
    timeline = Timeline(begun, playing.source_for(begun), Keyframes())
    source, positions = playing.source_for(begun), positions_of(timeline, 0)
    tree = trace(timeline, positions, lambda world: namer_of(source, world)).tree
    spawned = next(span for span in tree.spans if span.event == "Spawn")
    assert [span.event for span in tree.causes(spawned)] == ["BeginGame", "MakeLevel"]
    assert next(iter(tree_lines(tree))).startswith("BeginGame #1 world: done")
    assert timeline.position == 1
    as_known = trace_turn(timeline, 0).tree
    assert "BeginGame" not in {span.event for span in as_known.spans}


def test_how_a_game_begins_is_verified(begun: Journal) -> None:
    source = playing.source_for(begun)
    assert [segment.same for segment in verify_segments(source, begun)] == [True]
    beginning = [*begun.events[0]]
    at = next(number for number, event in enumerate(beginning) if "what" in event.data)
    what = beginning[at].data["what"]
    other = msgspec.structs.replace(beginning[at], data={**beginning[at].data, "what": "window"})
    beginning[at] = other
    changed = attrs.evolve(begun, events=[beginning, *begun.events[1:]])
    (segment,) = verify_segments(source, changed)
    assert segment.divergence is not None
    assert (segment.divergence.field, segment.divergence.recorded) == ("what", "window")
    _, account = account_of(segment, changed, attrs.evolve(source, made_by="")).lines
    assert account.endswith(f"what 'window' recorded, {what!r} replayed")
