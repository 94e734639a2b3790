"""``bidden demo``: a bot plays, its journal is replayed, and every digest is compared."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bots.roster import BOTS
from bidden.intents import Intent
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal import Journal
from tests.cli.conftest import Command, steady


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def seed_in(path: Path) -> int:
    return playing.load(path).header.seed


def test_seed_gives_the_same_journal_in_debug_mode_too(bidden: Command, tmp_path: Path) -> None:
    recorded = []
    for name, *options in (["a"], ["b"], ["c", "--debug"], ["d", "--seed", "4"]):
        path = tmp_path / f"{name}.jsonl"
        options = options if "--seed" in options else ["--seed", "3", *options]
        assert bidden("demo", "--turns", 40, "--journal", path, *options).code == 0
        recorded.append(path.read_bytes())
    assert recorded[0] == recorded[1] == recorded[2] != recorded[3]


@pytest.mark.parametrize("turns", [1, 5])
def test_bot_gives_as_many_intents_as_asked(bidden: Command, tmp_path: Path, turns: int) -> None:
    path = tmp_path / "demo.jsonl"
    assert bidden("demo", "--seed", 7, "--turns", turns, "--journal", path).code == 0
    types = [line["type"] for line in lines_of(path)]
    assert (types[0], types[-1], len(types)) == ("journal", "close", turns + 2)


def test_journal_is_written_to_the_data_folder_or_the_given_path(
    bidden: Command, tmp_path: Path, data_folder: Path
) -> None:
    named = tmp_path / "new" / "folder" / "demo.jsonl"
    assert bidden("demo", "--turns", 2, "--journal", named).code == 0
    assert named.is_file()
    assert not data_folder.exists()
    outcome = bidden("demo", "--turns", 2)
    (path,) = data_folder.glob("*.jsonl")
    assert str(path) in outcome.out
    assert f"-seed{seed_in(path)}-" in path.name


def test_replay_that_diverges_exits_1_and_names_the_turn(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    def another(journal: Journal, *_: object, **__: object) -> Session:
        return Session(journal.header.seed + 1)

    monkeypatch.setattr(Session, "of_journal", another)
    outcome = bidden("demo", "--seed", 7, "--turns", 5, "--journal", tmp_path / "demo.jsonl")
    assert outcome.code == 1
    assert steady(outcome.err) == snapshot


def test_interrupted_demo_leaves_a_journal_that_verifies(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(session: Session, intent: Intent) -> None:
        if session.world.turn == 3:
            session.world.advance()
            raise KeyboardInterrupt
        perform(session, intent)

    perform = Session.perform
    path = tmp_path / "demo.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Session, "perform", interrupt)
        assert bidden("demo", "--seed", 7, "--turns", 5, "--journal", path).code == 130
    types = [line["type"] for line in lines_of(path)]
    assert len(types) > 4
    assert "close" not in types
    assert bidden("verify", path).code == 0


@pytest.mark.parametrize("bot", ["fighter", "monkey"])
def test_demo_plays_with_the_chosen_bot(bidden: Command, tmp_path: Path, bot: str) -> None:
    path = tmp_path / "demo.jsonl"
    assert bidden("demo", "--bot", bot, "--seed", 5, "--turns", 40, "--journal", path).code == 0
    choose, session = BOTS[bot](5), Session(5)
    for record in playing.load(path).records[:-1]:
        intent = choose(session.view())
        assert intent == session.decode(record.type, record.v, bytes(record.data))
        session.perform(intent)
