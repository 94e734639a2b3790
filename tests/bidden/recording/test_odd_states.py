"""Invalid states are rejected in one line, and skipped if they are a keyframe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording import playing
from bidden.recording.player import JournalPlayer
from bidden.session import Session
from eventcore import SaveError
from eventcore.replay import Keyframes
from eventcore.replay.keyframes import Keyframe
from tests.bidden.recorded import TO_AND_FRO, forget_keyframes, record_intents
from tests.bidden.scenes import catalogue

Bend = Callable[[dict[str, Any]], None]


def part(saved: dict[str, Any], name: str) -> Any:
    """Return the first component of a class in the saved data."""
    found = (one["components"].get(name) for one in saved["world"]["entities"])
    return next(filter(None, found))


def cut_a_row(saved: dict[str, Any]) -> None:
    rows = part(saved, "Levels")["dug"][0]["rows"]
    rows[5] = rows[5][:-1]


def leave_out_a_level(saved: dict[str, Any]) -> None:
    part(saved, "Levels")["dug"].clear()


def put_beyond_the_edge(saved: dict[str, Any]) -> None:
    part(saved, "Position")["x"] = 80


def unroll_a_stream(saved: dict[str, Any]) -> None:
    streams = saved["world"]["streams"]
    streams[min(streams)][1] = -1


BENT = {
    "row": cut_a_row,
    "level": leave_out_a_level,
    "edge": put_beyond_the_edge,
    "stream": unroll_a_stream,
}


def bent(state: bytes, bend: Bend) -> bytes:
    saved = msgspec.json.decode(state)
    bend(saved)
    return msgspec.json.encode(saved)


@pytest.mark.parametrize("kind", BENT)
def test_a_state_that_no_game_saved_is_refused(kind: str, snapshot: SnapshotAssertion) -> None:
    bend = BENT[kind]
    session = Session(7, catalogue=catalogue())
    with pytest.raises(SaveError) as error:
        Session.restore(bent(session.save(), bend), catalogue=catalogue())
    assert str(error.value) == snapshot


def test_keyframe_with_an_invalid_state_is_skipped(tmp_path: Path) -> None:
    path = record_intents(tmp_path / "game.jsonl", *TO_AND_FRO * 30)
    forget_keyframes(path)
    journal = playing.load(path)
    player = JournalPlayer(path, journal)
    player.aim(45)
    while player.move_on():
        pass
    view, session = player.view(), Session.of_journal(playing.load(path))
    for _ in range(3):
        session.perform(Wait())
    rules = session.header.rules
    odd = bent(session.save(), cut_a_row)
    Keyframes.beside(path).add(Keyframe(rules, 40, 40, journal.sums[39], odd))
    again = JournalPlayer(path, journal)
    again.aim(45)
    while again.move_on():
        pass
    assert again.view() == view
    assert (again.diverged, again.stopped) == ("", "")
