"""The command simulate: what it plays, where the rows go, and how it goes on after an interrupt."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from bidden.batches.row import RunJob, RunRow
from bidden.batches.rows import read_rows
from bidden.batches.runs import present_rules
from bidden.cli import batches
from bidden.intents import Wait
from bidden.view import View
from eventcore import DispatchError
from tests.cli.conftest import Command
from tests.cli.process import ROOT, env
from tests.cli.without import Blocker

Refusal = Callable[..., str]


def made_of(job: RunJob) -> RunRow:
    blank = RunRow("", "", 0, 0, "won", "free", 9, 9, 1, 1, 5, 50, {}, {}, (), "")
    return attrs.evolve(blank, rules=present_rules(), bot=job.bot, seed=job.seed, most=job.most)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[RunJob]:
    """What is played, at once."""
    jobs: list[RunJob] = []

    def play(job: RunJob) -> RunRow:
        jobs.append(job)
        return made_of(job)

    monkeypatch.setattr(batches, "play_run", play)
    return jobs


def test_log_has_a_line_each_hundred_runs(
    bidden: Command, tmp_path: Path, played: list[RunJob]
) -> None:
    to = tmp_path / "runs.jsonl"
    assert bidden("simulate", "--seeds", "0:50", "--to", to).err == ""
    outcome = bidden("simulate", "--seeds", "0:250", "--to", to)
    assert outcome.err == "100 of 250 runs\n200 of 250 runs\n"
    assert len(played) == 250


def test_each_bot_plays_each_seed(bidden: Command, tmp_path: Path, played: list[RunJob]) -> None:
    to = tmp_path / "runs.jsonl"
    outcome = bidden(
        "simulate", "--seeds", "3:5", "--bot", "monkey", "--bot", "fighter", "--to", to
    )
    assert (outcome.code, outcome.out) == (0, f"{to}: 4 of 4 runs are in {to}\n")
    assert [(job.bot, job.seed) for job in played] == [
        ("monkey", 3),
        ("monkey", 4),
        ("fighter", 3),
        ("fighter", 4),
    ]
    assert [(row.bot, row.seed) for row in read_rows(to)] == sorted(
        (job.bot, job.seed) for job in played
    )


def test_what_is_there_is_not_played_again(
    bidden: Command, tmp_path: Path, played: list[RunJob]
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "2", "--to", to)
    bidden("simulate", "--seeds", "1:4", "--to", to)
    assert [job.seed for job in played] == [2, 1, 3]
    assert [row.seed for row in read_rows(to)] == [1, 2, 3]


def test_other_rules_need_another_file(
    refusal: Refusal,
    bidden: Command,
    tmp_path: Path,
    played: list[RunJob],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "2", "--to", to)
    before = to.read_bytes()
    monkeypatch.setattr(batches, "present_rules", lambda: "others")
    assert refusal("simulate", "--seeds", "2", "--to", to) == (
        f"{to}: its runs were played by other rules than those of now; name another file"
    )
    assert to.read_bytes() == before


def test_a_table_is_made_of_the_rows(bidden: Command, tmp_path: Path, played: list[RunJob]) -> None:
    to = tmp_path / "runs.parquet"
    bidden("simulate", "--seeds", "0:3", "--to", to)
    assert read_rows(to) == read_rows(tmp_path / "runs.jsonl")
    assert len(read_rows(to)) == 3


def test_lines_that_are_torn_are_told_of_and_played_again(
    bidden: Command, tmp_path: Path, played: list[RunJob]
) -> None:
    to = tmp_path / "runs.jsonl"
    bidden("simulate", "--seeds", "0:3", "--to", to)
    lines = to.read_bytes().splitlines(keepends=True)
    to.write_bytes(lines[0] + lines[1][:40] + b"\n" + lines[2])
    page = ("report", to, "--to", tmp_path / "page.html")
    for command in (page, ("simulate", "--seeds", "0:3", "--to", to)):
        assert bidden(*command).err == f"{to}: 1 line is torn, and left out\n"
    assert [job.seed for job in played] == [0, 1, 2, 1]
    assert to.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seeds", "5:5"), "--seeds 5:5: there is none between; name the smaller one first"),
        (("--seeds", "a"), "--seeds 'a': name one seed, or as 0:1000 those before 1000"),
        (("--seeds", "-1"), "--seeds '-1': name one seed, or as 0:1000 those before 1000"),
        (("--bot", "nobody"), "there is no bot 'nobody', only explorer, fighter and monkey, or "),
        (("--bot", "no.such:bot"), "no.such cannot be imported: ModuleNotFoundError: "),
        (("--bot", "os:getcwd"), "os:getcwd: it makes no bot of a seed: too many positional"),
        (("--most", "0"), "--most 0: a bot means at least 1 intent"),
        (("--jobs", "0"), "--jobs 0: at least 1 process works"),
        (("--cluster", "x"), "--cluster x: name a scheduler as in tcp://10.0.0.1:8786"),
        (("--cluster", "foo://x:1"), "--cluster foo://x:1: name a scheduler as in tcp://10.0.0.1"),
        (("--cluster", "http://x:1"), "--cluster http://x:1: name a scheduler as in tcp://"),
        (("--jobs", "2", "--cluster", "x"), "--jobs is for this machine, --cluster for others: "),
        (("--to", "runs.csv"), "runs.csv: rows are written to a file that ends in .jsonl or "),
    ],
)
def test_what_cannot_be_played_is_one_line(
    refusal: Refusal, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    to = tmp_path / "runs.jsonl"
    whole = {"--seeds": "1:3", "--to": str(to), **dict(zip(*[iter(options)] * 2, strict=True))}
    assert refusal("simulate", *(word for pair in whole.items() for word in pair)).startswith(said)
    assert not to.exists()


def confused(seed: int) -> Callable[[View], object]:
    """Make one that means something which the library refuses, on its second turn."""
    return refusing(DispatchError("which of the two?"))


def bereft(seed: int) -> Callable[[View], object]:
    """Make one that misses a file of its own, on its second turn."""
    return refusing(FileNotFoundError(2, "No such file or directory", "weights.bin"))


def refusing(error: Exception) -> Callable[[View], object]:
    asked = iter([Wait()])

    def bot(view: View) -> Wait:
        for intent in asked:
            return intent
        raise error

    return bot


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("confused", "which of the two?"),
        ("bereft", "[Errno 2] No such file or directory: 'weights.bin'"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_what_a_bot_raises_says_in_which_run_on_the_one_line_too(
    refusal: Refusal, tmp_path: Path, name: str, said: str, jobs: str
) -> None:
    bot, to = f"{__name__}:{name}", tmp_path / "runs.jsonl"
    assert refusal("simulate", "--seeds", "7", "--bot", bot, "--to", to, "--jobs", jobs) == (
        f"{said}; in the run of bot {bot} and seed 7, after 1 intents, on turn 1"
    )


def test_what_a_table_needs_is_named_before_anything_is_played(
    refusal: Refusal, tmp_path: Path, played: list[RunJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Blocker("duckdb"), *sys.meta_path])
    assert refusal("simulate", "--seeds", "1", "--to", tmp_path / "runs.parquet") == (
        "this needs duckdb, which the extra 'report' has: pip install './game[report]'"
    )
    assert played == []


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_costs_no_run_and_the_same_command_goes_on(tmp_path: Path, jobs: int) -> None:
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
    found = len(read_rows(to))
    assert (process.returncode, out, err) == (
        130,
        f"interrupted: {found} of 6 runs are in {to}; the same command goes on\n",
        "",
    )
    for name, how in ((to, ("--jobs", "2")), (whole, ())):
        done = subprocess.run(
            [*command, "--to", str(name), *how], cwd=ROOT, env=env({}), check=True, timeout=300
        )
        assert done.returncode == 0
    assert to.read_bytes() == whole.read_bytes()
    assert len(read_rows(to)) == 6
