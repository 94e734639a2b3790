"""Each command prints the expected output for a short game."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Move, Wait
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command, steady
from tests.golden.catalogue import JOURNALS

LINES = """
demo --seed 7 --turns 20 --journal demo.jsonl
demo --scenario timers --seed 1 --journal demo.jsonl
play --list-scenarios
verify game.jsonl
verify game.jsonl steps.jsonl
explain steps.jsonl --turn 1
explain steps.jsonl --of player
explain steps.jsonl --why Position.x --of player
explain waits.jsonl --turn 1 --event Wait
state game.jsonl player
what-if steps.jsonl --mute Collision.stop_at_walls
what-if died.jsonl --mute Guard.turn_aside
morgue game.jsonl
morgue died.jsonl
records
records game.jsonl run.jsonl
export game.jsonl --to picture.png
simulate --seeds 1 --most 2 --to runs.jsonl
report runs.jsonl --to page.html
chain Quaff
""".strip().splitlines()
SLOW = [pytest.param("content check", marks=pytest.mark.slow)]  # the check generates every level


@pytest.fixture
def folder(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    record_intents(tmp_path / "steps.jsonl", Wait(), Move(1, 0), Wait(), events=True)
    record_intents(tmp_path / "waits.jsonl", Wait(), Wait(), Wait(), events=True)
    record_intents(tmp_path / "run.jsonl", Wait(), level="run")
    (tmp_path / "died.jsonl").write_bytes((JOURNALS / "died.jsonl").read_bytes())
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", [*LINES, *SLOW])
def test_command_output_matches_the_snapshot(
    bidden: Command, line: str, snapshot: SnapshotAssertion
) -> None:
    if line.startswith("report"):
        bidden("simulate", "--seeds", "1", "--most", "2", "--to", "runs.jsonl")
    outcome = bidden(*shlex.split(line))
    assert (outcome.code, steady(outcome.out), steady(outcome.err)) == snapshot
