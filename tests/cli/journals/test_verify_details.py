"""``bidden verify``: where a replay parts from its journal, on whose account, and many at once."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bidden.bots.explorer import choose
from bidden.components.body.health import Health
from bidden.components.combat.guard import Guard
from bidden.components.combat.strike import Strike
from bidden.recording import playing
from bidden.recording.resume import resume
from tests.cli.conftest import Command
from tests.cli.forgeries import swap, write
from tests.cli.process import ROOT, env


def played(path: Path, *, events: bool = False, intents: int = 130) -> Path:
    game = playing.begin(3, path, events=events, level="cellar")
    for _ in range(intents):
        if game.session.ending is None:
            game.perform(choose(game.view()))
    game.close()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with events and the same without, each with a keyframe at its end."""
    folder = tmp_path_factory.mktemp("played")
    played(folder / "events.jsonl", events=True)
    played(folder / "plain.jsonl")
    return folder


@pytest.fixture
def harder(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever guards is struck harder for it."""
    turn_aside = Guard.turn_aside

    def turn_towards(self: Guard, attack: object, world: object) -> None:
        turn_aside(self, attack, world)  # type: ignore[arg-type]  # as the bus calls it
        attack.strength += 2  # type: ignore[attr-defined]  # an Attack

    monkeypatch.setattr(Guard, "turn_aside", turn_towards)


def test_events_are_counted_where_there_are_some(bidden: Command, folder: Path) -> None:
    assert " events, " in bidden("verify", folder / "events.jsonl").out
    assert " events, " not in bidden("verify", folder / "plain.jsonl").out


@pytest.mark.usefixtures("harder")
def test_the_first_event_that_differs_is_traced_to_the_handler_that_made_it_so(
    bidden: Command, folder: Path
) -> None:
    outcome = bidden("verify", folder / "events.jsonl")
    assert (outcome.code, outcome.out) == (1, "")
    first, *lines, closer = outcome.err.splitlines()
    turn = re.search(r"on turn (\d+)", first)
    assert turn is not None
    command = f"explain {folder}/events.jsonl --turn {turn[1]}"
    assert closer == f"  look closer with: bidden {command}"
    assert first.partition(": dealt")[0].rpartition(": ")[2] in bidden(*command.split()).out
    blames = [line for line in lines if " recorded, " in line]
    assert all(", asked by " in line for line in lines if line not in blames)
    assert first.startswith(f"bidden: {folder}/events.jsonl: differs first on turn ")
    assert ": TakeDamage #" in first
    assert [blame.split(": ")[1].split()[0] for blame in blames] == [
        "strength",
        "dealt",
        "strength",
    ]
    said = [re.sub(r"\d+ by", "… by", blame.partition("; ")[2]) for blame in blames]
    assert said == [
        "published with … by Bump.strike_or_open (AIM 60); … by Strike.put_weight_behind_it "
        "(MODIFY 300); … by Guard.turn_aside (MODIFY 310)",
        "last written by Health.lose_hit_points (APPLY 700)",
        "published with it by Strike.land_the_blow (RESOLVE 500)",
    ]
    assert ["Attack #" in blame for blame in blames] == [True, False, False]


@pytest.mark.usefixtures("harder")
def test_without_events_the_next_state_kept_shows_what_differs(
    bidden: Command, folder: Path
) -> None:
    outcome = bidden("verify", folder / "plain.jsonl")
    assert outcome.code == 1
    first, *lines = outcome.err.splitlines()
    assert ": digest '" in first
    state = next(n for n, line in enumerate(lines) if line.startswith("  the state of turn "))
    assert " published TakeDamage" in "".join(lines[:state])  # who did something new
    assert "Guard.turn_aside" in "".join(lines[state:])  # who led to what differs
    paths = [line for line in lines[state + 1 :] if re.match("    [^ ].* of .*: ", line)]
    assert 1 < len(paths) <= 10
    assert all(": recorded " in path and ", replayed " in path for path in paths)
    assert any(re.fullmatch(r"  +\d+ places differ in all", line) for line in lines)
    assert any(re.search(r" by \w+\.\w+ in \w+ #\d+", line) for line in lines[state:])


def test_without_keyframes_the_first_turn_that_differs_is_all_that_is_said(
    bidden: Command, tmp_path: Path, folder: Path
) -> None:
    journal = (folder / "plain.jsonl").read_bytes()
    path = write(tmp_path / "forged.jsonl", swap(journal, 1, b'"seed":3', b'"seed":4'))
    outcome = bidden("verify", path)
    assert outcome.code == 1
    _, closer = outcome.err.splitlines()
    assert closer == f"  look closer with: bidden explain {path} --turn 0"


def test_a_handler_that_raises_is_one_line(
    bidden: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("by\x1b[2J\nzero")

    monkeypatch.setattr(Health, "lose_hit_points", stumble)
    outcome = bidden("verify", folder / "plain.jsonl")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.count("\n") == 1
    assert ": raises on turn " in outcome.err
    assert r"ZeroDivisionError: by\x1b[2J zero" in outcome.err


def test_that_the_code_has_changed_is_said_of_what_differs_only(
    bidden: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "plain.jsonl"
    monkeypatch.setattr("bidden.session.code_fingerprint", lambda *classes: "c0de")
    assert (bidden("verify", path).code, bidden("verify", path).err) == (0, "")
    monkeypatch.setattr(Strike, "put_weight_behind_it", lambda *_: None)
    outcome = bidden("verify", path)
    assert outcome.code == 1
    assert re.search(
        r"\n  the rules' code has changed since: it was recorded by bidden 0\.1\.0, "
        r"code [0-9a-f]{16}, and this is bidden 0\.1\.0, code c0de\n"
        r"  look closer with: bidden explain \S+ --turn \d+(-\d+)?\n$",
        outcome.err,
    )


def test_a_journal_that_went_over_to_other_rules_is_checked_segment_by_segment(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(tmp_path / "game.jsonl", intents=40)
    with monkeypatch.context() as context:
        context.setattr("bidden.session.handlers_fingerprint", lambda components: "another")
        game = resume(path, playing.load(path))
        for _ in range(90):
            if game.session.ending is None:
                game.perform(choose(game.view()))
        game.close()
    outcome = bidden("verify", path)
    assert (outcome.code, outcome.out.count(": same: ")) == (0, 1)
    assert [line.partition(f"{path}: ")[2] for line in outcome.err.splitlines()] == [
        "segment 1 of 2: same, 41 records",
        "segment 2 of 2: same, 92 records",
    ]
    put_weight_behind_it = Strike.put_weight_behind_it

    def tire(self: Strike, attack: Any, world: Any) -> None:
        if world.turn < 45:
            put_weight_behind_it(self, attack, world)

    monkeypatch.setattr(Strike, "put_weight_behind_it", tire)
    outcome = bidden("verify", path)
    assert outcome.code == 1
    said = outcome.err.splitlines()
    assert said[0] == f"bidden: {path}: segment 1 of 2: same, 41 records"
    assert said[1].startswith(f"bidden: {path}: segment 2 of 2: differs first on turn ")


def test_many_are_checked_at_once_and_told_of_in_the_order_given(
    bidden: Command, tmp_path: Path, folder: Path
) -> None:
    long, short = folder / "events.jsonl", played(tmp_path / "short.jsonl", intents=2)
    outcome = bidden("verify", long, short, tmp_path / "none.jsonl", "--jobs", 2)
    assert outcome.code == 2
    *lines, total = outcome.out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [str(long), str(short)]
    assert total == "3 journals: 2 the same, 0 diverged, 1 not readable"
    assert outcome.err == f"bidden: {tmp_path}/none.jsonl: there is no such file\n"


@pytest.mark.parametrize("jobs", ["0", "-1", "1.5", "many"])
def test_so_many_processes_there_cannot_be(bidden: Command, folder: Path, jobs: str) -> None:
    outcome = bidden("verify", folder / "plain.jsonl", "--jobs", jobs)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)


def is_gone(group: int) -> bool:
    """Say whether all processes of a group have ended, some a moment after the first."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("group", "jobs"), [(True, 1), (False, 2)], ids=["terminal", "process"])
def test_an_interrupt_ends_it_at_once_and_quietly(folder: Path, jobs: int, group: bool) -> None:
    path = folder / "plain.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "bidden", "verify", "--jobs", str(jobs), *[str(path)] * 200],
        cwd=ROOT,
        env=env({"PYTHONUNBUFFERED": "1"}),  # the first result is read while the others are made
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    began = time.monotonic()
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert time.monotonic() - began < 5
    assert is_gone(process.pid)
