"""``bidden simulate``: which games it plays, where rows go, and how it resumes."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.batches.row import RunJob, RunRow
from bidden.batches.rows import read_rows
from bidden.batches.runs import present_rules
from bidden.cli import batches
from bidden.intents import Wait
from bidden.view import View
from eventcore.errors import DispatchError
from tests.cli.conftest import Command, Refusal
from tests.cli.process import ROOT, env


def made_of(job: RunJob) -> RunRow:
    blank = RunRow("", "", 0, 0, "won", "free", 9, 9, 1, 1, 5, 50, {}, {}, (), "")
    return attrs.evolve(blank, rules=present_rules(), bot=job.bot, seed=job.seed, most=job.most)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[RunJob]:
    """Record which runs are played, without playing them."""
    jobs: list[RunJob] = []

    def play(job: RunJob) -> RunRow:
        jobs.append(job)
        return made_of(job)

    monkeypatch.setattr(batches, "play_run", play)
    return jobs


def test_each_bot_plays_each_seed_that_is_not_in_the_file(
    bidden: Command, tmp_path: Path, played: list[RunJob]
) -> None:
    to = tmp_path / "runs.jsonl"
    assert bidden("simulate", "--seeds", "4", "--bot", "monkey", "--to", to).code == 0
    both = ("--bot", "monkey", "--bot", "fighter")
    assert bidden("simulate", "--seeds", "3:5", *both, "--to", to).code == 0
    assert [(job.bot, job.seed) for job in played] == [
        ("monkey", 4),
        ("monkey", 3),
        ("fighter", 3),
        ("fighter", 4),
    ]
    assert [row.job for row in read_rows(to)] == sorted(played)


def test_simulated_run_stops_at_the_maximum_number_of_intents(
    bidden: Command, tmp_path: Path
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "1", "--most", "3", "--to", to)
    (row,) = read_rows(to)
    assert (row.intents, row.most, row.how) == (3, 3, "")


def test_simulate_refuses_a_file_with_rows_of_other_rules(
    refusal: Refusal,
    bidden: Command,
    tmp_path: Path,
    played: list[RunJob],
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "2", "--to", to)
    before = to.read_bytes()
    monkeypatch.setattr(batches, "present_rules", lambda: "others")
    assert refusal("simulate", "--seeds", "2", "--to", to) == snapshot
    assert to.read_bytes() == before


def test_torn_line_is_reported_and_its_run_played_again(
    bidden: Command, tmp_path: Path, played: list[RunJob], snapshot: SnapshotAssertion
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "0:3", "--to", to)
    lines = to.read_bytes().splitlines(keepends=True)
    to.write_bytes(lines[0] + lines[1][:40] + b"\n" + lines[2])
    report = bidden("report", to, "--to", tmp_path / "page.html")
    again = bidden("simulate", "--seeds", "0:3", "--to", to)
    assert report.err == again.err == snapshot
    assert [job.seed for job in played] == [0, 1, 2, 1]
    assert to.read_bytes() == b"".join(lines)


def confused(seed: int) -> Callable[[View], object]:
    return raising(DispatchError("which of the two?"))


def bereft(seed: int) -> Callable[[View], object]:
    return raising(FileNotFoundError(2, "No such file or directory", "weights.bin"))


def raising(error: Exception) -> Callable[[View], object]:
    asked = iter([Wait()])

    def bot(view: View) -> Wait:
        for intent in asked:
            return intent
        raise error

    return bot


@pytest.mark.parametrize("name", ["confused", "bereft"])
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_error_of_a_bot_names_the_run(
    refusal: Refusal, tmp_path: Path, name: str, jobs: str, snapshot: SnapshotAssertion
) -> None:
    bot, to = f"{__name__}:{name}", tmp_path / "runs.jsonl"
    said = refusal("simulate", "--seeds", "7", "--bot", bot, "--to", to, "--jobs", jobs)
    assert said == snapshot


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_batch_loses_no_run_and_resumes_with_the_same_command(
    tmp_path: Path, jobs: int
) -> None:
    to, whole = tmp_path / "runs.jsonl", tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "bidden", "simulate", "--seeds", "0:6", "--most", "60"]
    process = subprocess.Popen(
        [*command, "--to", str(to), "--jobs", str(jobs)],
        cwd=ROOT,
        env=env({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not (to.exists() and len(to.read_bytes().split(b"\n")) > 2):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out.count("\n"), err) == (130, 1, "")
    assert 0 < len(read_rows(to)) <= 6
    for name, how in ((to, ("--jobs", "2")), (whole, ())):
        subprocess.run(
            [*command, "--to", str(name), *how], cwd=ROOT, env=env({}), check=True, timeout=300
        )
    assert to.read_bytes() == whole.read_bytes()
    assert len(read_rows(to)) == 6
