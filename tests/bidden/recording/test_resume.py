"""Resuming a game: from a torn journal, under other rules, or from the middle of another."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.bots.explorer import choose
from bidden.components.movement.position import Waiting
from bidden.events.movement import Wait
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.resume import resume
from bidden.session import Session
from eventcore import JournalError, SaveError, World
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import UPGRADE, decode_upgrade
from eventcore.replay import Keyframes
from eventcore.replay.keyframes import Keyframe
from eventcore.replay.playback import Playback, verify
from eventcore.state.digest import state_digest
from tests.bidden.recorded import branch_at, give_in
from tests.bidden.scenes import read_catalogue, texts
from tests.sampling import Tried, sampled, slices

TURNS = 30


def play_on(game: playing.Play, intents: int = TURNS) -> None:
    for _ in range(intents):
        game.perform(choose(game.view()))


def record_game(path: Path, *, events: bool = False) -> Path:
    game = playing.begin(3, path / "game.jsonl", events=events)
    play_on(game)
    game.close()
    return path / "game.jsonl"


def read(path: Path) -> Journal:
    return playing.load(path, events=True)


def replays(path: Path) -> bool:
    journal = read(path)
    assert journal.problem is None
    return verify(Session.of_journal(journal), journal, restore=Session.restore) is None


def without_digests(text: object) -> str:
    """Return a text without the parts that depend on rules or version."""
    text = re.sub(r"\bbidden 0\.1\.\d+", "bidden <version>", str(text))
    return re.sub(r"\b[0-9a-f]{16}\b", "<digest>", text)


def lost_at_the_last_upgrade(path: Path) -> int:
    """Return the number of intents a journal reports lost at the last upgrade."""
    upgrades = [one for one in read(path).records if one.type == UPGRADE]
    return decode_upgrade(upgrades[-1], 0).lost


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on zombies have more hit points and hit harder."""
    own = texts()
    creatures = own["creatures.toml"].replace("hp = 8, most = 8", "hp = 9, most = 9")
    creatures = creatures.replace("attack = 4", "attack = 9")
    assert creatures != own["creatures.toml"]
    catalogue = read_catalogue(own | {"creatures.toml": creatures}, COMPONENTS)
    monkeypatch.setattr("bidden.session.catalogue_of_mods", lambda mods: catalogue)


@pytest.mark.parametrize("events", [True, False])
def test_resumed_game_continues_where_it_stopped(tmp_path: Path, events: bool) -> None:
    path = record_game(tmp_path, events=events)
    game = resume(path, read(path))
    assert game.notice == ""
    play_on(game, 10)
    game.close()
    assert replays(path)
    assert len(read(path).records) == TURNS + 1 + 10 + 1


@pytest.mark.endurance
@pytest.mark.parametrize(("part", "parts"), slices(16))
def test_journal_cut_at_any_point_can_be_resumed_and_replayed(
    tmp_path: Path, part: int, parts: int, tried: Tried
) -> None:
    whole = record_game(tmp_path).read_bytes()
    start = whole.index(b"\n") + 1
    for cut in sampled(range(start, len(whole)), 10)[part::parts]:
        tried["journals cut at each byte, continued and verified"] += 1
        go_on_from(tmp_path / "cut.jsonl", whole[:cut])


def go_on_from(path: Path, content: bytes) -> None:
    """Continue the rest of a journal for two intents, and check that it replays."""
    path.unlink(missing_ok=True)
    path.write_bytes(content)
    game = resume(path, read(path))
    play_on(game, 2)
    game.close()
    assert replays(path), len(content)


def test_resuming_after_a_rule_change_without_effect_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = record_game(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr("eventcore.journal.format.Header.chains_of", lambda _: "another")
    game = resume(path, read(path))
    assert without_digests(game.notice) == snapshot
    assert (tmp_path / "game.before-1.jsonl").read_bytes() == before
    play_on(game, 5)
    game.close()
    assert path.read_bytes().startswith(before)
    assert [record.type for record in read(path).records if not record.is_intent] == [
        "close", UPGRADE, "close",
    ]  # fmt: skip
    assert lost_at_the_last_upgrade(path) == 0
    assert replays(path)
    again = resume(path, read(path))
    assert again.notice == ""
    again.close()


def test_resuming_a_journal_in_use_leaves_no_backup_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = record_game(tmp_path)
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr("eventcore.journal.format.Header.chains_of", lambda _: "another")
    with JournalWriter.resume(path, read(path)):
        for _ in range(2):
            with pytest.raises(JournalError) as error:
                resume(path, read(path))
            assert without_digests(error.value) == snapshot
            assert sorted(tmp_path.iterdir()) == before
    resume(path, read(path)).close()


def test_diverging_game_without_keyframes_is_refused_and_left_unchanged(
    tmp_path: Path, request: pytest.FixtureRequest, snapshot: SnapshotAssertion
) -> None:
    path = record_game(tmp_path)
    path.with_name("game.jsonl.keys").unlink()
    before = path.read_bytes()
    request.getfixturevalue("other_rules")
    with pytest.raises(JournalError) as refused:
        resume(path, read(path))
    assert without_digests(refused.value) == snapshot
    assert without_digests(refused.value) == snapshot
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(("told", "lost"), [(101, 3), (102, 2)])
def test_resume_keeps_intents_that_still_replay_from_the_last_keyframe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: int, lost: int
) -> None:
    path = rested(tmp_path, 104)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        if world.turn in (50, told):
            world.stream("combat").roll(1, 6)

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    game = resume(path, read(path))
    assert game.session.world.turn == told
    game.close()
    assert lost_at_the_last_upgrade(path) == lost
    assert resume(path, read(path)).notice == ""


def rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the code of the rules has changed."""
    monkeypatch.setattr("bidden.session.Header.code_of", lambda *classes: "c0de")


def restate(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the world state in a journal's keyframes."""
    frames = Keyframes.beside(path)
    kept = [(frame, frame.state) for frame in frames]
    path.with_name(f"{path.name}.keys").unlink()
    fresh = Keyframes.beside(path)
    for frame, data in kept:
        state = msgspec.json.decode(data)
        change(state["world"])
        data = msgspec.json.encode(state)
        fresh.add(Keyframe(frame.rules, frame.position, frame.turn, frame.sum, data))


def drop_food(world: dict[str, Any]) -> None:
    for entity in world["entities"]:
        entity["components"].get("Stomach", {}).pop("food", None)


def test_game_that_cannot_resume_names_the_reason_and_a_working_version(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    path = record_game(tmp_path)
    restate(path, drop_food)
    request.getfixturevalue("other_rules")
    monkeypatch.setattr("bidden.__version__", "0.2.0")
    rewritten(monkeypatch)
    with pytest.raises(JournalError) as refused:
        resume(path, read(path))
    assert without_digests(refused.value) == snapshot


def test_a_changed_journal_of_the_same_rules_is_refused(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = record_game(tmp_path)
    journal = read(path)
    records = [*journal.records]
    records[5], records[6] = records[6], records[5]
    path.with_name("game.jsonl.keys").unlink()
    with pytest.raises(JournalError) as error:
        resume(path, attrs.evolve(journal, records=records))
    assert without_digests(error.value) == snapshot


def rested(path: Path, times: int = 10) -> Path:
    """Record a game of resting, left unfinished as by a crash."""
    game = playing.begin(3, path / "game.jsonl", level="timers")
    for _ in range(times):
        game.perform(intents.Wait())
    shutil.copy(game.path, path / "left.jsonl")
    if times >= 100:
        shutil.copy(path / "game.jsonl.keys", path / "left.jsonl.keys")
    return path / "left.jsonl"


def test_changed_rules_of_the_same_version_resume_from_the_newest_keyframe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = rested(tmp_path, 104)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        world.stream("combat").roll(1, 6)

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    game = resume(path, read(path))
    assert game.session.world.turn == 100
    assert without_digests(game.notice) == snapshot
    game.perform(intents.Wait())
    game.close()
    again = resume(path, read(path))
    assert (again.notice, again.session.world.turn) == ("", 101)


def test_game_resumes_from_before_the_turn_in_which_a_handler_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = rested(tmp_path)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        if world.turn == 7:
            raise RuntimeError("no more")

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    game = resume(path, read(path))
    assert game.session.world.turn == 7
    assert without_digests(game.notice) == snapshot
    game.close()
    again = resume(path, read(path))
    assert (again.notice, again.session.world.turn) == ("", 7)


def lost(path: Path) -> Path:
    """Return a lost game."""
    game = playing.begin(5, path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    game.close()
    return path / "game.jsonl"


def test_save_with_a_missing_game_component_is_refused(snapshot: SnapshotAssertion) -> None:
    saved = msgspec.json.decode(Session(5).save())
    del saved["world"]["entities"][0]["components"]["Levels"]
    with pytest.raises(SaveError) as error:
        Session.restore(msgspec.json.encode(saved))
    assert without_digests(error.value) == snapshot


@pytest.mark.parametrize(("position", "events"), [(0, False), (17, True), (TURNS + 1, False)])
def test_replay_can_be_taken_over_at_any_position_in_a_new_journal(
    tmp_path: Path, position: int, events: bool
) -> None:
    path = record_game(tmp_path, events=events)
    before = path.read_bytes()
    playback = Playback(Session(3), read(path))
    while playback.position < position:
        playback.step()
    game = branch_at(path, position, tmp_path / "mine.jsonl")
    assert state_digest(game.session.world) == state_digest(playback.simulation.world)
    play_on(game, 3)
    game.close()
    assert path.read_bytes() == before
    assert replays(tmp_path / "mine.jsonl")
    with pytest.raises(JournalError):
        branch_at(path, position, tmp_path / "mine.jsonl")


def test_game_that_a_full_disk_ended_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    game = playing.begin(3, path)
    play_on(game, 3)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(JournalError):
            play_on(game, 3)
        game.close()
    again = resume(path, read(path))
    assert (again.notice, again.session.world.turn) == ("", 3)
    play_on(again, 3)
    again.close()
    assert replays(path)
