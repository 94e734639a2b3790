"""A recorded game can be continued from its middle, in a new journal."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording import playing
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.session import Session
from eventcore import JournalError
from eventcore.replay.playback import verify
from tests.bidden.recorded import Recorded, give_in, record
from tests.journals import seal


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    return record(tmp_path / "game.jsonl", 2, 150)


def show_at(recorded: Recorded, position: int) -> JournalPlayer:
    show = JournalPlayer(recorded.path, recorded.journal)
    show.aim(position)
    while show.move_on():
        pass
    return show


def rest(game: playing.Play, times: int) -> None:
    for _ in range(times):
        game.perform(Wait())
    game.close()


@pytest.mark.parametrize("position", [0, 77])
def test_branch_continues_from_the_shown_position_and_verifies(
    recorded: Recorded, position: int
) -> None:
    before = recorded.path.read_bytes()
    game = show_at(recorded, position).take_over()
    assert game.view() == recorded.views[min(position, 150)]
    rest(game, 5)
    journal = load(game.path)
    assert verify(Session.of_journal(journal), journal) is None
    assert journal.records[:position] == recorded.journal.records[:position]
    assert [record.type for record in journal.records[position:]] == ["Wait"] * 5 + ["close"]
    assert recorded.path.read_bytes() == before


def test_branched_journal_records_settled_events_without_a_gap(tmp_path: Path) -> None:
    recorded = record(tmp_path / "game.jsonl", 2, 60, events=True)
    rest(show_at(recorded, 40).take_over(), 5)
    journal = load(recorded.path.with_name("game.turn-40-1.jsonl"), events=True)
    assert verify(Session.of_journal(journal), journal) is None
    whole = load(recorded.path, events=True)
    assert [len(events) for events in journal.events[:41]] == [
        len(events) for events in whole.events[:41]
    ]


def test_take_over_of_a_diverging_replay_is_refused_and_leaves_no_file(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    recorded = record(tmp_path / "game.jsonl", 2, 60, level="cellar")
    lines = recorded.path.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'"dx":1', b'"dx":0').replace(b'"dx":-1', b'"dx":0')
    recorded.path.write_bytes(seal(lines))
    changed = attrs.evolve(recorded, journal=load(recorded.path))
    files = sorted(recorded.path.parent.glob("*.jsonl"))
    with pytest.raises(JournalError) as error:
        show_at(changed, 50).take_over()
    assert str(error.value) == snapshot
    assert sorted(recorded.path.parent.glob("*.jsonl")) == files
    rest(show_at(changed, 5).take_over(), 2)
    journal = load(recorded.path.with_name("game.turn-5-1.jsonl"))
    assert verify(Session.of_journal(journal), journal) is None


def test_branch_of_a_journal_with_other_rules_records_an_upgrade(
    recorded: Recorded, tmp_path: Path
) -> None:
    lines = recorded.path.read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(recorded.journal.header.chains.encode(), b"0" * 16)
    recorded.path.write_bytes(seal(lines))
    older = attrs.evolve(recorded, journal=load(recorded.path))
    game = show_at(older, 50).take_over()
    rest(game, 5)
    journal = load(game.path)
    kinds = [record.type for record in journal.records[50:]]
    assert kinds == ["upgrade", *["Wait"] * 5, "close"]
    assert verify(Session.of_journal(journal), journal, restore=Session.restore) is None


@pytest.mark.slow
def test_finished_game_cannot_be_taken_over(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    recorded = record(tmp_path / "game.jsonl", 18, 1000, bot=give_in)
    with pytest.raises(JournalError) as error:
        show_at(recorded, len(recorded.views) - 1).take_over()
    assert str(error.value) == snapshot
    game = show_at(recorded, len(recorded.views) - 2).take_over()
    rest(game, 1)
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {"game.jsonl", game.path.name}
