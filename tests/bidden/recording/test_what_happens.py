"""What happens stands in a journal with events, and in the tree that explains it, under its cause.

What happened as the game began precedes the first record, and no journal holds it.
"""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from bidden.intents import Move, Wait
from bidden.recording.explain import trace_turn
from bidden.session import Session
from eventcore.journal import Journal, JournalWriter, Settled, read_journal
from eventcore.replay import EventLog, Keyframes, Recorder, Source, Timeline, verify
from eventcore.trace import Span, Tree, tree_lines
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
