"""A journal shows each position as it was played, whichever way led there."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Close
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.session import Session
from eventcore.replay.playback import verify
from tests.bidden.recorded import Recorded, forget_keyframes, record
from tests.journals import seal

LENGTH = 230


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Record seed 2, in which the bot survives and puts all the dead to rest."""
    return record(tmp_path_factory.mktemp("player") / "game.jsonl", 2, LENGTH)


def go(show: JournalPlayer, position: int) -> None:
    show.aim(position)
    while show.move_on():
        pass


def places() -> list[int]:
    chance = random.Random(5)
    return [LENGTH, 0, LENGTH - 1, 1, *[chance.randrange(LENGTH) for _ in range(3)]]


@pytest.mark.parametrize("keyframes", [True, False], ids=["with keyframes", "with none"])
def test_every_replay_position_shows_the_view_of_the_original_game(
    recorded: Recorded, keyframes: bool
) -> None:
    if not keyframes:
        forget_keyframes(recorded.path)
    show = JournalPlayer(recorded.path, recorded.journal)
    for position in places():
        go(show, position)
        assert show.view() == recorded.views[position]
    assert show.diverged == ""


def test_journal_player_steps_one_turn_forward_and_back(recorded: Recorded) -> None:
    show = JournalPlayer(recorded.path, recorded.journal)
    turns = sorted({view.turn for view in recorded.views})
    assert len(turns) > 150
    there = 0
    for turn in turns[1:]:
        there = show.after_turns(there, 1)
        assert recorded.views[there].turn == turn
    for turn in reversed(turns[:-1]):
        there = show.after_turns(there, -1)
        assert recorded.views[there].turn == turn
    assert there == 0
    assert show.after_turns(there, -10) == 0
    assert show.after_turns(there, 100_000) == len(recorded.journal.records)


def test_journal_of_a_crashed_game_is_shown_up_to_the_crash(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(recorded.path.read_bytes())
    show = JournalPlayer(path, load(path))
    session = type(Session.of_journal(recorded.journal))
    perform = session.perform

    def crash(self: object, intent: object) -> object:
        if self.world.turn >= 50:  # type: ignore[attr-defined]
            raise ZeroDivisionError("a rule is broken")
        return perform(self, intent)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "perform", crash)
    looks = [show.looks_ahead]
    for _ in range(100):
        show.look_ahead()
    assert 40 < show.surveyed < 80
    assert [*looks, show.looks_ahead] == [True, False]
    go(show, 30)
    assert show.view() == recorded.views[30]
    go(show, LENGTH)
    assert 40 < show.position < 80
    assert show.stopped == snapshot
    assert show.view() == recorded.views[show.position]


@pytest.mark.parametrize("keyframes", [True], ids=["with keyframes"])
def test_replay_stops_before_an_unplayable_record_and_can_be_taken_over_there(
    recorded: Recorded, tmp_path: Path, keyframes: bool, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "copy.jsonl"
    lines = recorded.path.read_bytes().splitlines(keepends=True)
    lines[121] = re.sub(b'"type":"[A-Za-z]+"', b'"type":"Fly"', lines[121])
    path.write_bytes(seal(lines))
    if keyframes:
        go(JournalPlayer(path, load(path)), 110)
    show = JournalPlayer(path, load(path))
    go(show, LENGTH)
    assert (show.position, show.length, show.target) == (120, 120, 120)
    assert show.stopped == snapshot
    assert show.diverged == ""
    assert show.view() == recorded.views[120]
    game = show.take_over()
    game.perform(Close(1, 1))
    game.close()
    mine = load(game.path)
    assert verify(Session.of_journal(mine), mine) is None
    show = JournalPlayer(path, load(path))
    for position in (LENGTH, 30, LENGTH):
        go(show, position)
        assert show.view() == recorded.views[min(position, 120)]
